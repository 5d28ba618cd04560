/// `completion`: scripts that teach shells the commands and options.
package enum CompletionCommand {
  private static let shell = Operand(
    "SHELL", ValueKind.oneOf(ShellKind.self), "The shell: bash, zsh or fish.")

  /// Writes the script for a shell.
  package static let command = Command(
    words: ["completion"], summary: "the completions for bash, zsh or fish",
    examples: [
      Example(
        "completion bash > ~/.local/share/bash-completion/completions/meridian",
        "for bash with the package bash-completion, from its next start on"),
      Example(
        "completion zsh > ~/.zfunc/_meridian", "for zsh, when ~/.zfunc is on its fpath"),
      Example("completion fish > ~/.config/fish/completions/meridian.fish", "for fish"),
    ],
    operands: [shell],
    notes: ["`make install` puts all three where the shells look for them."]
  ) { context throws(CommandError) in
    let shell = try context.arguments.required(shell)
    try context.output.write(shell.script(for: context.commands))
    return .done
  }
}
