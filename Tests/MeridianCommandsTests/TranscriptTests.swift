import Foundation
import MeridianCommands
import MeridianTestSupport
import Testing

struct TranscriptTests {
  static let names: [String] = {
    let folder = Golden.root + "/Tests/MeridianCommandsTests/Transcripts"
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return found.filter { $0.hasSuffix(".txt") && $0 != "reference.txt" }.sorted()
  }()

  @Test(arguments: names)
  func `a recorded session gives the same again`(_ name: String) {
    let path = "Tests/MeridianCommandsTests/Transcripts/\(name)"
    let difference = Transcript.difference(replaying: path, with: Session.answer)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `there are sessions to replay`() { #expect(!Self.names.isEmpty) }

  @Test func `the help of all commands is the reference page`() {
    var page = Session(["help"]).output
    for command in CommandTable.all {
      page += "\n" + String(repeating: "=", count: HelpText.width) + "\n\n"
      page += Session(command.words + ["--help"]).output
    }
    let path = "Tests/MeridianCommandsTests/Transcripts/reference.txt"
    let difference = Golden.difference(page, from: path)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `help asked for in three ways is the same`() {
    for command in CommandTable.all {
      let page = Session(["help"] + command.words)
      #expect(page.code == 0 && page.errors.isEmpty)
      #expect(page.output == Session(command.words + ["--help"]).output)
      #expect(page.output == Session(command.words + ["-h"]).output)
    }
  }

  @Test func `no line of help is wider than a page`() {
    for command in CommandTable.all {
      for line in HelpText.page(for: command).split(separator: "\n") {
        #expect(line.count <= HelpText.width, "\(command.name): \(line)")
      }
    }
  }

  @Test func `every command shows an example and every option says what it does`() {
    for command in CommandTable.all {
      #expect(!command.examples.isEmpty && !command.summary.isEmpty, "\(command.name)")
      for option in command.allOptions { #expect(!option.help.isEmpty, "\(option.name)") }
    }
  }

  @Test func `no two options of a command share a name or a letter`() {
    for command in CommandTable.all {
      let names = command.allOptions.map(\.name)
      #expect(Set(names).count == names.count, "\(command.name)")
      let letters = command.allOptions.compactMap(\.letter)
      #expect(Set(letters).count == letters.count, "\(command.name)")
    }
  }

  @Test func `the examples of help are understood by the parser`() {
    for command in CommandTable.all {
      for example in command.examples {
        // What a shell would do with the line before the program sees it.
        var words = Transcript.split(example.line.components(separatedBy: " <")[0])
        if let pipe = words.firstIndex(where: { $0 == "|" || $0 == ">" }) {
          words.removeSubrange(pipe...)
        }
        #expect(throws: Never.self, "\(example.line)") {
          _ = try ArgumentParser.parse(words, commands: CommandTable.all) {
            _ throws(CommandError) in "0,0 1,1 1,0"
          }
        }
      }
    }
  }
}
