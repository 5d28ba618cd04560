/// The program's entry: the words after its name.
package enum TokensCommand {
  package static func run(_ words: [String]) {
    _ = words
  }
}
