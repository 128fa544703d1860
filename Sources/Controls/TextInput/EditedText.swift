/// A line of text with a cursor between two of its characters.
struct EditedText {
  private(set) var characters: [Character] = []
  /// The number of characters before the cursor.
  private(set) var cursor = 0

  /// The largest number of characters; nil for no limit.
  var maximumLength: Int?

  /// The whole text. Setting the text puts the cursor at its end.
  ///
  /// Line breaks and control characters become spaces, and characters beyond the maximum length are cut off.
  var string: String {
    get { String(characters) }
    set {
      characters = Self.line(newValue, count: maximumLength ?? .max)
      cursor = characters.count
    }
  }

  /// Puts the cursor between two characters; an index beyond the text puts it at the nearest end.
  mutating func moveCursor(to index: Int) { cursor = min(max(index, 0), characters.count) }

  /// Inserts the characters of `text` at the cursor that fit the maximum length.
  ///
  /// - Returns: Whether the text has changed.
  mutating func insert(_ text: String) -> Bool {
    let room = maximumLength.map { max($0 - characters.count, 0) } ?? .max
    let added = Self.line(text, count: room)
    // A combining accent joins the character before the cursor, and may so change the number of characters.
    let head = String(characters[..<cursor]) + String(added)
    let all = Array(head + String(characters[cursor...]))
    guard !added.isEmpty, all.count <= maximumLength ?? .max else { return false }
    characters = all
    cursor = min(head.count, all.count)
    return true
  }

  /// Deletes the character before the cursor.
  ///
  /// - Returns: Whether the text has changed.
  mutating func deleteBackward() -> Bool {
    guard cursor > 0 else { return false }
    characters.remove(at: cursor - 1)
    cursor -= 1
    return true
  }

  private static func line(_ text: String, count: Int) -> [Character] {
    text.prefix(max(count, 0)).map { character in
      let isControl = character.isNewline || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      return isControl ? " " : character
    }
  }
}
