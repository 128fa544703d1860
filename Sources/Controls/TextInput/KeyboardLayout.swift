public import CartoucheRaster

/// The keys of an on-screen keyboard, as data.
///
/// A layout has one or more planes, such as letters and symbols. A plane has rows of keys. An application may
/// use ``letters``, ``digits`` or ``decimal``, letters of another language, or keys of its own:
///
///     field.keyboardLayout = .letters(["qwertzuiopü", "asdfghjklöä", "yxcvbnm"])
///     field.keyboardLayout = KeyboardLayout(planes: [[
///       [.character("A"), .character("B"), .delete], [.character("1"), .character("2"), .return()],
///     ]])
public struct KeyboardLayout: Hashable, Sendable {
  /// The effect of a key.
  public enum Action: Hashable, Sendable {
    /// Inserts a text. While shift is on, the text is inserted in upper case.
    case insert(String)
    /// Switches upper case on for one letter, then for all letters, and then off.
    case shift
    /// Deletes the character before the cursor, and repeats while the key is held.
    case delete
    /// Shows another plane. The number is an index into ``KeyboardLayout/planes``.
    case showPlane(Int)
    /// Ends the input, like the return key of a hardware keyboard.
    case `return`
    /// Hides the keyboard.
    case dismiss
    /// No effect and no key: an empty space in a row.
    case space
  }

  /// A key of a layout.
  public struct Key: Hashable, Sendable {
    /// The effect of the key.
    public var action: Action
    /// The text on the key. If the string is empty, the key shows the symbol or the text of its ``action``.
    public var title: String
    /// The width of the key. An ordinary letter has a width of 1. Must be positive.
    public var width: Scalar

    /// Creates a key.
    public init(_ action: Action, title: String = "", width: Scalar = 1) {
      (self.action, self.title, self.width) = (action, title, width)
    }

    /// Returns a key that inserts a text, which is usually one character.
    public static func character(_ text: String, width: Scalar = 1) -> Key { Key(.insert(text), width: width) }
    /// Returns the space bar.
    public static func spaceBar(width: Scalar = 1) -> Key { Key(.insert(" "), width: width) }
    /// Returns a key that switches between lower and upper case.
    public static func shift(width: Scalar = 1) -> Key { Key(.shift, width: width) }
    /// Returns a key that shows another plane of the layout.
    public static func plane(_ index: Int, title: String, width: Scalar = 1) -> Key {
      Key(.showPlane(index), title: title, width: width)
    }
    /// Returns a return key. Its title is that of the text field, if the field has one.
    public static func `return`(width: Scalar = 1) -> Key { Key(.return, width: width) }
    /// Returns an empty space.
    public static func space(width: Scalar = 1) -> Key { Key(.space, width: width) }
    /// A key that deletes the character before the cursor.
    public static let delete = Key(.delete)
    /// A key that hides the keyboard.
    public static let dismiss = Key(.dismiss)
  }

  /// The planes of the layout, each with its rows of keys from top to bottom. The first plane is shown first.
  public var planes: [[[Key]]]

  /// Creates a layout from its planes.
  public init(planes: [[[Key]]]) {
    self.planes = planes
  }
}

extension KeyboardLayout {
  /// The letters of English, with two planes of digits and symbols.
  public static let letters = letters(["qwertyuiop", "asdfghjkl", "zxcvbnm"])

  /// A layout for whole numbers: the ten digits.
  public static let digits = numbers([.space(), .character("0"), .space()])

  /// A layout for numbers with a sign and a decimal point.
  public static let decimal = numbers([.character("-"), .character("0"), .character(".")])

  /// Returns a layout with the letters of a language, and two planes of digits and symbols.
  ///
  /// Shift and delete are in the last row of letters.
  ///
  /// - Parameter rows: The letters of each row in lower case, from top to bottom.
  public static func letters(_ rows: [String]) -> KeyboardLayout {
    let symbols = (first: ["1234567890", "-/:;()€&@\""], second: ["[]{}#%^*+=", "_\\|~<>$£¥•"])
    return KeyboardLayout(planes: [
      plane(rows.dropLast(), last: rows.last ?? "", leading: .shift(), bottom: .plane(1, title: "123")),
      plane(symbols.first, last: ".,?!'", leading: .plane(2, title: "#+="), bottom: .plane(0, title: "ABC")),
      plane(symbols.second, last: ".,?!'", leading: .plane(1, title: "123"), bottom: .plane(0, title: "ABC")),
    ])
  }

  private static func characters(_ text: String) -> [Key] { text.map { .character(String($0)) } }

  /// Returns the plane of some rows, a last row between a leading key and delete, and the row with the space
  /// bar.
  private static func plane(_ rows: some Sequence<String>, last: String, leading: Key, bottom: Key) -> [[Key]] {
    let upper = rows.map(characters)
    let width = max(Scalar(upper.map(\.count).max() ?? 0), Scalar(last.count + 2))
    // The keys at the ends take the width that the letters leave, up to one and a half letters.
    let side = min((width - Scalar(last.count)) / 2, 1.5)
    func wide(_ key: Key, _ width: Scalar) -> Key { Key(key.action, title: key.title, width: width) }
    let stretched = last.count < 6 ? (width - side * 2) / Scalar(max(last.count, 1)) : 1
    let lower = characters(last).map { wide($0, stretched) }
    return upper + [
      [wide(leading, side)] + lower + [wide(.delete, side)],
      [wide(bottom, 1.5), wide(.dismiss, 1.5), .spaceBar(width: max(width - 6, 1)), .character("."), .return(width: 2)],
    ]
  }

  private static func numbers(_ last: [Key]) -> KeyboardLayout {
    KeyboardLayout(planes: [
      [characters("123") + [.delete], characters("456") + [.dismiss], characters("789") + [.space()], last + [.return()]]
    ])
  }
}
