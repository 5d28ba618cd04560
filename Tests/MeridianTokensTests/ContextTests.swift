import MeridianTokens
import Testing

struct ContextTests {
  @Test func `every context stands at its own index`() {
    #expect(Context.all.count == 48)
    #expect(Context.all.map(\.index) == Array(0..<48))
    #expect(Context.all[0] == Context())
  }

  @Test func `a number is written with four decimals at most and no exponent`() {
    #expect(Rounding.text(1) == "1")
    #expect(Rounding.text(-0.25) == "-0.25")
    #expect(Rounding.text(0.00004) == "0")
    #expect(Rounding.text(-0.00004) == "0")
    #expect(Rounding.text(1.00005) == "1.0001")
    #expect(Rounding.text(12_345.6789) == "12345.6789")
  }
}
