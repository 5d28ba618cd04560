/// Runs the program: reads the words, does the work, tells errors, and returns the exit code.
///
/// Everything it depends on is in `invocation`; nothing outside is read or written but the files
/// that the words name. Results that were written before an error stay whole.
public func runMeridian(_ invocation: Invocation) -> Int32 {
  runMeridian(invocation, CommandTable.choice)
}

/// Runs the program with a table of commands.
package func runMeridian(_ invocation: Invocation, commands: [Command]) -> Int32 {
  runMeridian(invocation, CommandChoice(commands))
}

private func runMeridian(_ invocation: Invocation, _ commands: CommandChoice) -> Int32 {
  let output = OutputStream(invocation.output)
  do throws(CommandError) {
    let code = try run(invocation, output, commands)
    try output.flush()
    return code.rawValue
  } catch {
    if error.exitCode != .done { try? output.flush() }
    report(error, invocation)
    return error.exitCode.rawValue
  }
}

private func run(
  _ invocation: Invocation, _ output: OutputStream, _ commands: CommandChoice
) throws(CommandError) -> ExitCode {
  let (words, commands) = try CommandScope.narrow(invocation.arguments, commands)
  let outcome = try ArgumentParser.parse(words, commands: commands) {
    path throws(CommandError) in
    try longArgument(path, invocation)
  }
  switch outcome {
  case .version:
    try output.write(HelpCommand.versionLine)
    return .done
  case .help(let words):
    let context = CommandContext(
      invocation: invocation, arguments: ParsedArguments(), format: .table, choice: commands,
      output: output)
    try HelpCommand.show(words, context)
    return .done
  case .run(let command, let arguments):
    let context = CommandContext(
      invocation: invocation, arguments: arguments,
      format: try format(of: command, arguments, invocation), choice: commands, output: output)
    return try command.run(context)
  }
}

/// The format asked for, or a table on a terminal, or the first the command offers.
private func format(
  of command: Command, _ arguments: ParsedArguments, _ invocation: Invocation
) throws(CommandError) -> OutputFormat {
  if let wanted = arguments[CommonOptions.format] {
    guard command.formats.contains(wanted) else {
      throw CommandError(
        UsageError.formatNotOffered(
          wanted.rawValue, command: command.name, choices: command.formats.map(\.rawValue)))
    }
    return wanted
  }
  if invocation.isOutputTerminal && command.formats.contains(.table) { return .table }
  return command.formats.first ?? .table
}

/// The text behind `@PATH`, or of standard input for `-`; one line feed at its end is dropped.
private func longArgument(_ path: String, _ invocation: Invocation) throws(CommandError) -> String {
  var bytes: [UInt8]
  do {
    bytes =
      try path == "-"
      ? readToEnd(invocation.input)
      : SystemCalls.contents(of: path, limit: JSONDocument.sizeLimit)
  } catch {
    throw CommandError(error)
  }
  if bytes.last == 0x0A { bytes.removeLast() }
  if bytes.last == 0x0D { bytes.removeLast() }
  guard let text = String(validating: bytes, as: UTF8.self) else {
    let name = path == "-" ? "Standard input" : "The file \(ValueProblem.quoted(path))"
    throw CommandError("badUTF8", "\(name) is not UTF-8; save it as UTF-8.", exitCode: .broken)
  }
  return text
}

private func readToEnd(_ source: any ByteSource) throws -> [UInt8] {
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = try source.read(into: &block, at: 0, count: block.count)
    if count == 0 { return bytes }
    bytes += block[..<count]
    if bytes.count > JSONDocument.sizeLimit {
      throw SystemError(
        .failed,
        "Cannot read standard input: it is longer than \(JSONDocument.sizeLimit >> 20) MiB.")
    }
  }
}

/// Tells an error on standard error: a sentence, and JSON when asked for.
private func report(_ error: CommandError, _ invocation: Invocation) {
  guard !error.message.isEmpty else { return }
  // File and layer names may hold anything; the terminal must not obey it.
  let lines = ["meridian: \(error.message)"] + error.details
  var text = lines.map { ValueProblem.visible($0) + "\n" }.joined()
  // The words may be what is wrong, so this switch is looked for without parsing them.
  let words = invocation.arguments.prefix { $0 != "--" }
  if words.contains("--\(CommonOptions.jsonErrors.name)") {
    var json = JSONWriter()
    json.beginObject()
    json.member(error: error)
    json.endObject()
    json.endLine()
    text += json.text
  }
  // Where messages cannot be written either, the exit code says it alone.
  try? invocation.errors.write(Array(text.utf8))
}
