import Foundation
import MeridianTestSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// One operation of a case in JTS' test format: its arguments as named there, and the answer.
struct JTSOperation: Sendable {
  var caseName = ""
  var a = ""
  var b = ""
  var name = ""
  var arguments: [String] = []
  var expected = ""

  /// What a report calls it.
  var title: String { "\(caseName): \(name)(\(arguments.joined(separator: ", ")))" }
}

/// Reads a file of cases in JTS' test format.
final class JTSCases: NSObject, XMLParserDelegate {
  private var operations: [JTSOperation] = []
  private var current = JTSOperation()
  private var text = ""

  /// All operations of an oracle file; none when it is not at hand.
  static func operations(of name: String) -> [JTSOperation] {
    guard let path = OraclePath.file(name),
      let parser = XMLParser(contentsOf: URL(fileURLWithPath: path))
    else { return [] }
    let reader = JTSCases()
    parser.delegate = reader
    guard parser.parse() else { return [] }
    return reader.operations
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    text = ""
    if element == "case" { current = JTSOperation() }
    if element == "op" {
      current.name = attributes["name"] ?? ""
      current.arguments = ["arg1", "arg2", "arg3"].compactMap { attributes[$0] }
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch element {
    case "desc": current.caseName = trimmed
    case "a": current.a = trimmed
    case "b": current.b = trimmed
    case "op":
      current.expected = trimmed
      operations.append(current)
    default: break
    }
  }
}
