internal import MeridianKernel

/// The first reading of a source: what its columns hold, what its geometries are, what is wrong.
final class LayerSurvey: FeatureVisitor {
  /// What a source leaves open.
  struct Wishes {
    var name: String?
    var crs: LayerCRS?
    /// The declared geometry type in upper case.
    var geometryType: String?
    init() {}
  }

  private let source: any FeatureSource
  private let context: CommandContext
  private let line: ProgressLine?
  private let wishes: Wishes
  private var tallies: [ColumnTally] = []
  private var rows = 0
  private var types: Set<GeometryType> = []
  private var problems: ProblemList
  private var identities: [Int64] = []
  private var identityTally = ColumnTally()
  private var hasOtherIdentity = false
  private var hasNoIdentity = false

  private init(
    _ source: any FeatureSource, file: String, _ wishes: Wishes, _ context: CommandContext,
    _ line: ProgressLine?
  ) {
    self.source = source
    self.wishes = wishes
    self.context = context
    self.line = line
    problems = ProblemList(file: file)
  }

  /// Reads a source once and says what layer it makes.
  static func plan(
    of source: any FeatureSource, file: String, _ wishes: Wishes, _ context: CommandContext,
    _ line: ProgressLine?
  ) throws(CommandError) -> LayerPlan {
    let survey = LayerSurvey(source, file: file, wishes, context, line)
    try source.read(asText: [], survey)
    return try survey.plan()
  }

  // MARK: Visits

  func feature(_ row: borrowing FeatureRow) throws(CommandError) {
    if let clause = unwanted(row) {
      return try problem(at: "feature \(rows + problems.count + 1)", clause)
    }
    rows += 1
    for index in row.fields.indices {
      let column = row.fields[index].column
      while tallies.count <= column { tallies.append(ColumnTally()) }
      tallies[column].add(row.fields[index].value)
    }
    if row.hasGeometry { types.insert(row.geometry.type) }
    switch row.identity {
    case .none: hasNoIdentity = true
    case .integer(let number):
      identities.append(number)
      identityTally.add(.integer(number))
    case .other(let value):
      hasOtherIdentity = true
      identityTally.add(value)
    }
  }

  /// Why a feature's geometry is not of the type asked for.
  private func unwanted(_ row: borrowing FeatureRow) -> String? {
    guard let wanted = wishes.geometryType, wanted != "GEOMETRY", row.hasGeometry else {
      return nil
    }
    let type = row.geometry.type.name.uppercased()
    if type == wanted || "MULTI" + type == wanted { return nil }
    return "its geometry is a \(row.geometry.type.name), not a \(wanted)"
  }

  func problem(at place: String, _ reason: String) throws(CommandError) {
    problems.add(at: place, reason)
  }

  func progress(bytes: Int, of total: Int?) throws(CommandError) {
    try context.checkInterrupted()
    let megabytes = total.map { max(1, $0 >> 20) }
    line?.update("Reading \(source.name)", done: bytes >> 20, of: megabytes, noun: "MiB")
  }

  // MARK: The plan

  private func plan() throws(CommandError) -> LayerPlan {
    let name = wishes.name ?? source.name
    var notices = source.notices
    var names = ColumnNames()
    var columns: [LayerPlan.Column] = []
    for (number, wanted) in source.columnNames.enumerated() {
      let tally = number < tallies.count ? tallies[number] : ColumnTally()
      let given = names.name(for: wanted, number: number + 1)
      if given != wanted {
        notices.append("\(name): the column \(ValueProblem.quoted(wanted)) is called \(given)")
      }
      if tally.hasVerbatimNumber {
        notices.append("\(name): \(given) holds numbers beyond 64 bits and is kept as text")
      }
      columns.append(
        LayerPlan.Column(name: given, declaredType: tally.declaredType, source: number))
    }
    let isKey = identityIsKey
    if !isKey && (hasOtherIdentity || !identities.isEmpty) {
      let given = names.name(for: "id", number: 0)
      if given != "id" { notices.append("\(name): the features' ids are in the column \(given)") }
      columns.append(
        LayerPlan.Column(name: given, declaredType: identityTally.declaredType, source: nil))
    }
    let crs = wishes.crs ?? source.crs ?? .longitudeLatitude
    return LayerPlan(
      name: name, columns: columns, geometryType: source.hasGeometry ? geometryType : nil,
      crs: crs, identityIsKey: isKey,
      promotesToMulti: wishes.geometryType?.hasPrefix("MULTI") ?? false, rows: rows,
      problems: problems, notices: notices)
  }

  /// Whether every feature has a whole number above zero of its own.
  private var identityIsKey: Bool {
    guard !identities.isEmpty, !hasOtherIdentity, !hasNoIdentity else { return false }
    var isRising = true
    var last: Int64 = 0
    for number in identities {
      if number <= last { isRising = false }
      if number <= 0 { return false }
      last = number
    }
    if isRising { return true }
    identities.sort()
    return !zip(identities, identities.dropFirst()).contains { $0 == $1 }
  }

  /// The type of all, if they are of one; else any geometry.
  private var geometryType: String {
    if let wanted = wishes.geometryType { return wanted }
    guard types.count == 1, let type = types.first else { return "GEOMETRY" }
    return type.name.uppercased()
  }
}
