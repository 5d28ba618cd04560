/// What `--help` says.
enum HelpPages {
  static let overview = """
    meridian-tokens: design tokens to SwiftUI, Jetpack Compose and CSS.

      meridian-tokens build                       write everything that is generated
      meridian-tokens build --check               is what is checked in still what would be written?
      meridian-tokens check                       contrast, touch targets, states without color
      meridian-tokens diff OLD NEW                what a change of tokens does
      meridian-tokens explain ink.secondary       where a value comes from and where it goes

    `meridian-tokens COMMAND --help` says more. A FILE is a resolver (.resolver.json) or a token
    file (.tokens.json) of the Design Tokens format 2025.10; without one,
    Data/tokens/*.resolver.json.
    """ + exits

  static func page(of verb: Request.Verb) -> String {
    switch verb {
    case .build:
      """
      meridian-tokens build [--out FOLDER] [--check] [FILE…]

        meridian-tokens build
        meridian-tokens build --out tokens Data/tokens/aero.resolver.json
        meridian-tokens build --check

      Writes SwiftUI, Compose, CSS and the component table of every set to FOLDER/NAME
      (Data/tokens/generated). Files are written beside their old selves and take their names when
      all are there; one that would not change is left alone; one that is generated no more is
      removed if it says it was generated. If any set is broken, the disk is full or the command is
      interrupted, everything stays as it was.

        --out FOLDER   where to
        --check        write nothing; name each file that is stale, missing or extra
      """ + exits
    case .check:
      """
      meridian-tokens check [FILE…]

        meridian-tokens check
        meridian-tokens check Data/tokens/remly.resolver.json

      Measures every ink on every material over everything that can lie behind it, in each theme,
      contrast and transparency and on each platform, after WCAG 2.2: text needs 4.5:1, large text
      and graphics 3:1; under increased contrast 7:1, and 4.5:1. Touch targets need 44 pt in every
      mode, and a state needs a symbol or a label that tells it without color. One line a finding,
      with the worst place and the nearest value that would pass.
      """ + exits
    case .diff:
      """
      meridian-tokens diff OLD NEW

        meridian-tokens diff old/aero.resolver.json Data/tokens/aero.resolver.json

      Tells two token files apart by effect: values that changed, per mode; tokens that came, went,
      are deprecated or have another use; springs, haptics, targets, states, wallpapers, backdrops
      and components; materials; and what that does to contrast.
      """ + exits
    case .explain:
      """
      meridian-tokens explain NAME [FILE…]

        meridian-tokens explain ink.secondary
        meridian-tokens explain space.gutter Data/tokens/aero.resolver.json

      A token's type, value and aliases in every mode, what uses it, and, of an ink, where it can be
      read worst.
      """ + exits
    }
  }

  private static let exits = """


    Exit codes: 0 done; 1 the gate found something, or generated files are stale; 2 wrong words;
    5 no such file or token; 6 a token file is broken; 7 input or output failed; 8 not allowed;
    130 interrupted.
    """
}
