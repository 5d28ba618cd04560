@testable import MeridianTokens

/// A sentence for a terminal, and a place that can be.
private func check(_ problem: TokenProblem) {
  precondition(!problem.text.isEmpty, "a problem without a sentence")
  let isPlain = problem.description.unicodeScalars.allSatisfy {
    $0.properties.generalCategory != .control
  }
  precondition(isPlain, "control characters reach the terminal")
  if let place = problem.place {
    precondition(place.line > 0 && place.column > 0, "a place outside the file")
  }
}

/// A color, a length, a number that no surface could draw.
private func check(_ value: TokenValue) {
  switch value {
  case .color(let color):
    let channels = [color.red, color.green, color.blue, color.alpha]
    precondition(channels.allSatisfy { (0...1).contains($0) }, "a color outside sRGB")
  case .dimension(let dimension): precondition(dimension.value.isFinite, "an endless length")
  case .fontWeight(let weight): precondition((1...1000).contains(weight), "a wrong weight")
  case .duration(let duration): precondition(duration.isFinite, "an endless duration")
  case .gradient(let stops):
    precondition(stops.allSatisfy { (0...1).contains($0.position) }, "a stop outside")
  case .fontFamily(let names): precondition(!names.isEmpty, "no font")
  default: break
  }
}

/// Any bytes are a set or one sentence, as a file of tokens and as a resolver. No other file is
/// read: the folder does not exist.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTokens(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = Array(unsafe UnsafeBufferPointer(start: data, count: size))
  for name in ["x.tokens.json", "x.resolver.json"] {
    do throws(TokenProblem) {
      let reading = try TokenReader.read(text: bytes, path: "/nowhere/" + name)
      reading.warnings.forEach(check)
      for token in reading.system.tokens {
        precondition(
          reading.system.token(token.path)?.place == token.place, "two tokens with one path")
        for context in Context.all { check(token.value[context]) }
      }
    } catch {
      check(error)
    }
  }
  return 0
}
