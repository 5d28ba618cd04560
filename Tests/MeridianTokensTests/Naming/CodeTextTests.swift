import MeridianTokens
import Testing

struct CodeTextTests {
  @Test func `blocks indent what is in them`() {
    var code = CodeText(indentation: 2)
    code.block("a {", closing: "} else {") { $0.line("b(\n  c\n)") }
    code.rest { $0.line() }
    #expect(code.text == "a {\n  b(\n    c\n  )\n} else {\n\n}\n")
  }

  @Test func `a comment is wrapped and stays one`() {
    var code = CodeText(indentation: 2)
    code.comment(String(repeating: "word\n", count: 40) + "\u{2028}end", mark: "///")
    let lines = code.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("/// ") && $0.count <= 100 })
  }

  @Test func `a literal cannot be left`() {
    #expect(CodeExpression.literal("a\"\\(b)\n\0") == #""a\"\\(b)\n ""#)
    #expect(CodeExpression.literal("$x", special: ["$"]) == #""\$x""#)
  }

  @Test func `a call takes as many lines as it needs`() {
    let arguments = ["first: 1", "second: 22"]
    func call(_ room: Int) -> String {
      CodeExpression.call("f", arguments, room: room, indentation: 2)
    }
    #expect(call(23) == "f(first: 1, second: 22)")
    #expect(call(22) == "f(\n  first: 1, second: 22\n)")
    #expect(call(12) == "f(\n  first: 1,\n  second: 22\n)")
  }

  @Test func `a decision asks only what matters`() {
    let constant = Decision(from: Context()) { _ in 1 }
    #expect(constant.constant == 1)
    let motion = Decision(from: Context()) { $0.motion == .reduced ? 1 : 2 }
    #expect(motion.constant == nil)
    #expect(motion.leaves == [2, 1])
    let both = Decision(from: Context()) { "\($0.theme) \($0.contrast)" }
    #expect(both.leaves.count == 4)
  }
}
