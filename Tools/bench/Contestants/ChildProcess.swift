import Glibc

/// A process that answers lines with lines.
final class ChildProcess {
  private var process = pid_t()
  private var input: UnsafeMutablePointer<FILE>?
  private var output: UnsafeMutablePointer<FILE>?

  /// Starts a shell command with further words; nil when it cannot be started.
  init?(command: String, words: [String]) {
    var toChild: [Int32] = [0, 0]
    var fromChild: [Int32] = [0, 0]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { return nil }
    // Ends that another child inherits would keep this one's input open.
    for descriptor in [toChild[1], fromChild[0]] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    posix_spawn_file_actions_addclose(&actions, toChild[0])
    posix_spawn_file_actions_addclose(&actions, fromChild[1])
    let arguments = ["sh", "-c", "exec " + command + " \"$@\"", "sh"] + words
    var copies: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    copies.append(nil)
    defer { for copy in copies { free(copy) } }
    let code = posix_spawnp(&process, "sh", &actions, nil, copies, environ)
    close(toChild[0])
    close(fromChild[1])
    guard code == 0 else { return nil }
    input = fdopen(toChild[1], "w")
    output = fdopen(fromChild[0], "r")
  }

  deinit {
    if let input { fclose(input) }
    if let output { fclose(output) }
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// Writes a line.
  func say(_ line: String) {
    fputs(line + "\n", input)
    fflush(input)
  }

  /// Reads a line; nil when the process has ended.
  func hear() -> String? {
    var line = [CChar](repeating: 0, count: 4096)
    guard fgets(&line, 4096, output) != nil else { return nil }
    return String(
      decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
