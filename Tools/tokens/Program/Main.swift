import MeridianTokens

/// `meridian-tokens`: design tokens to SwiftUI, Jetpack Compose and CSS.
@main
struct Main {
  static func main() {
    TokensCommand.run(Array(CommandLine.arguments.dropFirst()))
  }
}
