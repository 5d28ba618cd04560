import MeridianKernel
import MeridianTestSupport
import MeridianTopology
import Testing

/// The relations and distances of JTS' own tests.
@Suite struct JTSTests {
  /// Distances where Meridian says "none": JTS says 0 for an empty geometry, which would put it
  /// within any distance of everything.
  static let emptyDistances: Set = [
    "PeP - point to an empty point", "LL - line to empty line", "PA - point to empty polygon",
  ]

  @Test(arguments: ["jts_validate_TestRelateLA.xml", "jts_validate_TestRelatePA.xml"])
  func `every relation is as JTS has it, plain and prepared`(file: String) throws {
    let context = try TopologyContext()
    let operations = JTSCases.operations(of: file)
    var checked = 0
    for operation in operations {
      let a = try context.geometry(WKT.geometry(operation.a))
      let b = try context.geometry(WKT.geometry(operation.b))
      let (first, second) = operation.arguments.first == "B" ? (b, a) : (a, b)
      let expected = operation.expected == "true"
      if operation.name == "relate" {
        let holds = try context.relate(first, second, pattern: operation.arguments[2])
        #expect(holds == expected, "\(operation.title)")
      } else if let pattern = Self.patterns[operation.name] {
        let holds = try pattern.contains { try context.relate(first, second, pattern: $0) }
        #expect(holds == expected, "\(operation.title)")
      } else {
        let name = operation.name == "equalsTopo" ? "equals" : operation.name
        let predicate = try #require(SpatialPredicate(rawValue: name), "\(operation.title)")
        #expect(
          try context.everyWay(predicate, first, second) == [expected], "\(operation.title)")
      }
      checked += 1
    }
    #expect(OraclePath.folder == nil || checked > 100)
    print("\(file): \(checked) relations")
  }

  /// Relations without a name of their own here, by their matrices.
  static let patterns = [
    "covers": ["T*****FF*", "*T****FF*", "***T**FF*", "****T*FF*"],
    "coveredBy": ["T*F**F***", "*TF**F***", "**FT*F***", "**F*TF***"],
  ]

  @Test func `every distance is as JTS has it, but for empty geometries`() throws {
    let context = try TopologyContext()
    for operation in JTSCases.operations(of: "jts_general_TestDistance.xml") {
      let a = try context.geometry(WKT.geometry(operation.a))
      let b = try context.geometry(WKT.geometry(operation.b))
      let (first, second) = operation.arguments.first == "B" ? (b, a) : (a, b)
      let prepared = PreparedGeometry(first)
      _ = try context.distance(prepared, second)
      let found = try [context.distance(first, second), context.distance(prepared, second)]
      if Self.emptyDistances.contains(operation.caseName) {
        #expect(found == [nil, nil], "\(operation.title)")
        continue
      }
      let expected = try #require(Double(operation.expected))
      for one in found {
        let distance = try #require(one, "\(operation.title)")
        #expect(abs(distance - expected) <= 1e-9 * max(1, expected), "\(operation.title)")
      }
    }
  }

  @Test func `every question about a distance is answered as JTS answers it`() throws {
    let context = try TopologyContext()
    for operation in JTSCases.operations(of: "jts_general_TestWithinDistance.xml") {
      let a = try context.geometry(WKT.geometry(operation.a))
      let b = try context.geometry(WKT.geometry(operation.b))
      let distance = try #require(Double(operation.arguments[2]))
      let expected = operation.expected == "true"
      let prepared = PreparedGeometry(a)
      _ = try context.isWithin(distance, of: prepared, b)
      #expect(try context.isWithin(distance, of: a, b) == expected, "\(operation.title)")
      #expect(try context.isWithin(distance, of: prepared, b) == expected, "\(operation.title)")
    }
  }
}

extension TopologyContext {
  /// A relation's answers plain, with either side prepared, and asked the other way round: one.
  func everyWay(
    _ predicate: SpatialPredicate, _ a: TopologyGeometry, _ b: TopologyGeometry
  ) throws -> Set<Bool> {
    let (first, second) = (PreparedGeometry(a), PreparedGeometry(b))
    var answers: Set<Bool> = [
      try holds(predicate, a, b), try holds(predicate.transposed, b, a),
    ]
    // The first question is answered plainly, so each is put twice.
    for _ in 0..<2 {
      answers.insert(try holds(predicate, first, b))
      answers.insert(try holds(predicate, a, second))
    }
    return answers
  }
}
