/// The name under which ours is saved beside theirs: `Name (conflicted copy, DEVICE, DATE).gpkg`.
///
/// ```swift
/// let name = ConflictCopyName(source: "maps/a.gpkg", device: "Ada's phone", date: "2026-08-01")
/// name.path { _ in false }  // "maps/a (conflicted copy, Ada's phone, 2026-08-01).gpkg"
/// ```
public struct ConflictCopyName: Hashable, Sendable {
  /// The folder, with its slash; empty for the folder that a relative path starts from.
  public let folder: String
  private let stem: String
  private let mark: String
  private let ending: String

  /// What file systems of today hold of a name, in bytes.
  private static let longest = 255

  /// Makes the name of its parts; characters that some file system refuses, or that would steer a
  /// terminal, are replaced by `-`.
  ///
  /// - Parameters:
  ///   - source: the path of the document.
  ///   - folder: where the copy goes; nil for beside the source.
  ///   - device: the name of this device, for people.
  ///   - date: the date as text.
  public init(source: String, in folder: String? = nil, device: String, date: String) {
    let slash = source.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { String(source[source.index(after: $0)...]) } ?? source
    if let folder {
      self.folder = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    } else {
      self.folder = slash.map { String(source[...$0]) } ?? ""
    }
    // A name that begins with its only point has no ending.
    let point = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    ending = point.map { String(name[$0...]) } ?? ""
    stem = point.map { String(name[..<$0]) } ?? name
    let parts = [device, date].map(Self.safe).filter { !$0.isEmpty }
    mark = (["conflicted copy"] + parts).joined(separator: ", ")
  }

  /// The file's name, the first or a later one.
  public func name(number: Int = 1) -> String {
    let tail = " (\(mark))" + (number > 1 ? " \(number)" : "") + ending
    var start = stem
    while !start.isEmpty, start.utf8.count + tail.utf8.count > Self.longest { start.removeLast() }
    return start + tail
  }

  /// The first path that is not taken: numbered from 2 where it has to be.
  public func path(isTaken: (String) -> Bool) -> String {
    var number = 1
    while isTaken(folder + name(number: number)) { number += 1 }
    return folder + name(number: number)
  }

  private static func safe(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      safe.unicodeScalars.append(isSafe(scalar) ? scalar : "-")
    }
    var kept = safe.split(separator: " ").joined(separator: " ")
    while kept.utf8.count > 64 { kept.removeLast() }
    return kept
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": false
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
        .unassigned:
        false
      default: true
      }
    }
  }
}
