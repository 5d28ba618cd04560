import Glibc

/// Runs whole processes and says how long they took.
enum WholeProcess {
  /// What a run used.
  struct Use {
    var wallSeconds: Double
    var processorSeconds: Double
    /// The largest resident memory, in bytes.
    var memory: Double
  }

  /// Runs words with input from a file and output to a file or nowhere; nil when the process cannot
  /// run or fails.
  static func run(
    _ words: [String], input: String? = nil, output: Int32? = nil, environment: [String] = []
  ) -> Use? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    // What is to be set stands before what is inherited: of two settings the first one counts. A
    // program that sets it, such as env, would be a second process in the time.
    var settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) }
    defer { for setting in settings.prefix(environment.count) { free(setting) } }
    var inherited = environ
    while let setting = inherited.pointee {
      settings.append(setting)
      inherited += 1
    }
    settings.append(nil)
    var child = pid_t()
    let start = wallSeconds()
    guard posix_spawnp(&child, words[0], &actions, nil, arguments, settings) == 0 else {
      return nil
    }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(child, &status, 0, &usage) == child, status == 0 else { return nil }
    let wall = wallSeconds() - start
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return Use(
      wallSeconds: wall, processorSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      memory: Double(usage.ru_maxrss) * 1024)
  }

  /// Runs words and gives back what they wrote; nil when the process cannot run or fails.
  static func answer(_ words: [String], environment: [String] = []) -> String? {
    guard let file = tmpfile() else { return nil }
    defer { fclose(file) }
    guard run(words, output: fileno(file), environment: environment) != nil else { return nil }
    rewind(file)
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { break }
      text += block[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
