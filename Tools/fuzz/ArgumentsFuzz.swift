@testable import MeridianCommands
import MeridianKernel

/// Commands with every kind of value there is.
private let commands: [Command] = [
  Command(
    words: ["hit"], summary: "s", examples: [],
    operands: [CommonOperands.store, CommonOperands.batch],
    options: [
      Option("at", .place, "h"), Option("zoom", .number(0...24), "h"),
      Option("screen", .screenPoint, "h"), Option("size", .glassSize, "h"),
      Option("tolerance", .glassLength(0...100, presets: true), "h"),
      Option("within", .groundLength, "h"), Option("bbox", .geographicBox, "h"),
      Option("limit", .whole(1...Int.max), "h"),
      Option("layer", letter: "l", .layer, repeats: true, "h"),
      Option("of", .text("GEOM", needs: "a geometry"), readsFiles: true, "h"),
      Switch("explain", letter: "e", "h"),
    ], formats: OutputFormat.allCases
  ) { _ in .done },
  Command(
    words: ["measure", "line"], summary: "s", examples: [],
    operands: [Operand("LON,LAT", .place, arity: .atLeast(2), readsFiles: true, "h")]
  ) { _ in .done },
  Command(
    words: ["measure"], summary: "s", examples: [], operands: [Operand("-", .hyphen, "h")]
  ) { _ in .done },
]

/// Any words parse or fail with one sentence of plain text; words are split at zeros.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArguments(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe UnsafeBufferPointer(start: data, count: size)
  let words = unsafe bytes.split(separator: 0, omittingEmptySubsequences: false).map {
    unsafe String(decoding: $0, as: UTF8.self)
  }
  do throws(CommandError) {
    let outcome = try ArgumentParser.parse(words, commands: commands) {
      path throws(CommandError) in path
    }
    guard case .run(_, let parsed) = outcome else { return 0 }
    if let place = parsed[Option("at", .place, "h")] {
      precondition(place.isValid, "a place that is none")
    }
    if let length = parsed[Option("within", .groundLength, "h")] {
      precondition(length.isFinite, "a length that is none")
    }
  } catch {
    precondition(error.exitCode == .usage, "a wrong line ends with \(error.exitCode)")
    precondition(!error.message.isEmpty, "a mistake without a sentence")
    let isPlain = error.message.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control
    }
    precondition(isPlain, "control characters reach the terminal: \(error.message)")
  }
  return 0
}
