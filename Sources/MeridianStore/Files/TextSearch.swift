/// Looking for text in text, byte for byte.
///
/// The standard module for this, `_StringProcessing`, comes with all of regular expressions, and a
/// program that holds it has a megabyte more to bring into memory whenever it starts.
extension String {
  /// Whether the UTF-8 of `text` stands somewhere in this.
  package func holds(_ text: String) -> Bool { place(of: text, from: utf8.startIndex) != nil }

  /// This with every `text`, which is not empty, replaced by another, from the left.
  package func replacing(every text: String, by other: String) -> String {
    var result = ""
    var start = utf8.startIndex
    while !text.isEmpty, let place = place(of: text, from: start) {
      result += self[start..<place]
      result += other
      start = utf8.index(place, offsetBy: text.utf8.count)
    }
    return result + self[start...]
  }

  private func place(of text: String, from start: Index) -> Index? {
    var at = start
    while true {
      if utf8[at...].starts(with: text.utf8) { return at }
      guard at != utf8.endIndex else { return nil }
      utf8.formIndex(after: &at)
    }
  }
}
