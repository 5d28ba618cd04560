#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif
private import MeridianCommands

/// The program: everything is in MeridianCommands.
@main
struct Main {
  static func main() {
    exit(runMeridian(.ofThisProcess()))
  }
}
