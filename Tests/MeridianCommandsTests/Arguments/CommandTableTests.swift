import MeridianCommands
import Testing

/// The table of commands, of which a run makes one.
@Suite struct `The table of commands` {
  @Test func `every command is found by its first word`() throws {
    let all = CommandTable.all
    #expect(all.count == CommandTable.choice.all().count)
    for command in all {
      let word = try #require(command.words.first)
      let family = CommandTable.choice.family(word)
      #expect(family.map(\.words) == all.map(\.words).filter { $0.first == word })
    }
  }

  @Test(arguments: ["", "HIT", "hit ", "hits", "--version"])
  func `what is no first word has no commands`(word: String) {
    #expect(CommandTable.choice.family(word).isEmpty)
  }
}
