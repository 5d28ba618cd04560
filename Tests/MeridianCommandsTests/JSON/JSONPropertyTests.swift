import Foundation
import MeridianCommands
import MeridianTestSupport
import Testing

/// Random JSON texts.
private struct RandomJSON {
  var random: SplitMix64

  mutating func value(_ depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
    case 0: return "null"
    case 1: return Bool.random(using: &random) ? "true" : "false"
    case 2:
      let shift = Int64.random(in: 0..<64, using: &random)
      return "\(Int64.random(in: .min ... .max, using: &random) >> shift)"
    case 3: return "\(Double.random(in: -1e6...1e6, using: &random))"
    case 4: return number()
    case 5, 6: return string()
    case 7:
      let items = (0..<Int.random(in: 0..<4, using: &random)).map { _ in space() + value(depth - 1)
      }
      return "[" + items.joined(separator: ",") + space() + "]"
    default:
      let count = Int.random(in: 0..<4, using: &random)
      let items = (0..<count).map { "\"\($0)\(string().dropFirst()):" + space() + value(depth - 1) }
      return "{" + space() + items.joined(separator: space() + ",") + "}"
    }
  }

  private mutating func space() -> String {
    ["", "", "", " ", "\t", "\n", "\r"][Int.random(in: 0..<7, using: &random)]
  }

  private mutating func number() -> String {
    ["0", "-0", "1E5", "-1e-5", "0.5e+3", "12345678901234567", "1.0", "-0.0e0", "1e-400"][
      Int.random(in: 0..<9, using: &random)]
  }

  private mutating func string() -> String {
    let pieces = [
      "a", "bc", "\\n", "\\\"", "\\\\", "\\u00e9", "\\ud83d\\ude00", "é", "東", "😀", "/", "\\/", " ",
      "\u{7F}", "{", "]", ",",
    ]
    let count = Int.random(in: 0..<6, using: &random)
    return "\"" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      + "\""
  }

  mutating func mutate(_ bytes: inout [UInt8]) {
    let alphabet =
      Array("{}[],:\"\\0123456789.eE+-truefalsn u\n\u{0}\u{1F}".utf8) + [0x80, 0xC3, 0xFF]
    for _ in 0...Int.random(in: 0..<3, using: &random) {
      let at = Int.random(in: 0...bytes.count, using: &random)
      let byte = alphabet.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.insert(byte, at: at)
      case 1 where at < bytes.count: bytes[at] = byte
      case 2 where at < bytes.count: bytes.remove(at: at)
      default: break
      }
    }
  }
}

struct JSONPropertyTests {
  /// Whether two readings of a document hold the same values.
  private func agree(_ ours: JSONValue, _ theirs: Any) -> Bool {
    switch ours.kind {
    case .null: return theirs is NSNull
    case .boolean: return (theirs as? NSNumber)?.boolValue == ours.boolean
    case .string: return (theirs as? String) == ours.string
    case .number:
      guard let number = theirs as? NSNumber else { return false }
      if let whole = ours.int64, number.int64Value == whole { return true }
      guard let double = ours.double else { return false }
      return abs(number.doubleValue - double) <= 1e-12 * abs(double)
    case .array:
      guard let list = theirs as? [Any], list.count == ours.count else { return false }
      return zip(ours.elements, list).allSatisfy { agree($0, $1) }
    case .object:
      guard let object = theirs as? [String: Any], object.count == ours.count else { return false }
      return ours.members.allSatisfy { key, value in object[key].map { agree(value, $0) } ?? false }
    }
  }

  @Test(arguments: Seeds.list(3))
  func `random documents are read as Foundation reads them`(_ seed: UInt64) throws {
    var maker = RandomJSON(random: SplitMix64(seed: seed))
    let document = try JSONDocument()
    for _ in 0..<1500 {
      let text = maker.value(5)
      let theirs = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      guard agree(try document.parse(text), theirs) else {
        Issue.record("seed \(seed): \(text)")
        return
      }
    }
  }

  @Test(arguments: Seeds.list(3))
  func `damaged documents are accepted and refused as Foundation does`(_ seed: UInt64) throws {
    var maker = RandomJSON(random: SplitMix64(seed: seed))
    let document = try JSONDocument()
    for _ in 0..<3000 {
      var bytes = Array(maker.value(4).utf8)
      maker.mutate(&bytes)
      // Foundation takes zeros at the start for UTF-16 or UTF-32.
      if bytes.prefix(4).contains(0) { continue }
      let data = Data(bytes)
      let theirs = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      var error: JSONError?
      do { _ = try document.parse(bytes, 0..<bytes.count) } catch let found { error = found }
      // The limits: whole numbers of 64 bits, no key twice.
      if error?.code == .duplicateKey || error?.code == .badNumber && theirs != nil { continue }
      // Foundation lets a comma stand before a closing bracket; RFC 8259 does not.
      if theirs != nil, let at = error?.offset, at < bytes.count, "]}".utf8.contains(bytes[at]),
        bytes[..<at].last(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: ",")
      {
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard (error == nil) == (theirs != nil) else {
        let ours = error.map { "\($0.code) \($0)" } ?? "accepted"
        Issue.record("seed \(seed): here \(ours), for \(text.debugDescription)")
        return
      }
      // Where simdjson refuses for its grammar, the second reader finds the place.
      if let error, error.code == .syntax || error.code == .badUTF8 {
        #expect(error.offset != nil, "seed \(seed): \(text)")
      }
    }
  }

  @Test(arguments: Seeds.list(1))
  func `a hundred thousand numbers survive writing and reading`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var values: [Double] = []
    while values.count < 100_000 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { values.append(value) }
    }
    var json = JSONWriter()
    json.beginArray()
    for value in values { json.number(value) }
    json.endArray()
    let document = try JSONDocument()
    for (element, value) in zip(try document.parse(json.text).elements, values) {
      guard element.double == value else {
        Issue.record("seed \(seed): \(value)")
        return
      }
    }
  }

  @Test(arguments: Seeds.list(2))
  func `every value is echoed as it stands`(_ seed: UInt64) throws {
    var maker = RandomJSON(random: SplitMix64(seed: seed))
    let document = try JSONDocument()
    for _ in 0..<1000 {
      let (before, id, after) = (maker.value(4), maker.value(3), maker.value(2))
      let value = try document.parse("{\"x\":\(before) , \"id\" : \(id),\"y\":[\(after)]}")
      let raw = String(decoding: value["id"]?.raw ?? [], as: UTF8.self)
      guard raw == id else {
        Issue.record("seed \(seed): \(id) became \(raw)")
        return
      }
    }
  }
}
