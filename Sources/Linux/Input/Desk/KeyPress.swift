/// What a pressed key of a keyboard means.
package enum KeyPress: Hashable, Sendable {
  /// The key types a character.
  case text(String)
  case deleteBackward, deleteForward
  case moveLeft, moveRight, moveToStart, moveToEnd
  case enter
  /// Escape: ends the editing of a text.
  case escape
  /// Ctrl, Alt and a function key from F1 on: shows the virtual terminal of this number.
  case showTerminal(Int)
  /// Ctrl and C, or Ctrl, Alt and Backspace: ends the program.
  case end
}

/// Decodes the keys of a keyboard.
///
/// A value with no clock. The modifiers are handed in, because the kernel knows which keys are down.
package struct KeyDecoder: Sendable {
  /// The modifier keys that are down.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let shift = Modifiers(rawValue: 1)
    package static let control = Modifiers(rawValue: 2)
    package static let alt = Modifiers(rawValue: 4)
    /// The right Alt key, which selects the third characters of keys in many layouts.
    package static let altGr = Modifiers(rawValue: 8)

    /// The modifier keys by their event codes.
    static let keys: [(code: UInt16, modifier: Modifiers)] = [
      (42, .shift), (54, .shift), (29, .control), (97, .control), (56, .alt), (100, .altGr),
    ]
  }

  private let keymap: ConsoleKeymap
  /// Whether keys may leave the program.
  private let allowsLeaving: Bool
  private var capsLock = false
  /// The accent of a dead key, for the next character.
  private var accent: Unicode.Scalar?

  /// - Parameter allowsLeaving: Whether keys may show other consoles and end the program.
  package init(_ keymap: ConsoleKeymap, allowsLeaving: Bool) {
    (self.keymap, self.allowsLeaving) = (keymap, allowsLeaving)
  }

  /// Decodes a key that was pressed, or repeats because it is held down.
  package mutating func press(_ code: UInt16, isRepeat: Bool = false, modifiers: Modifiers) -> KeyPress? {
    if modifiers.contains(.control) {
      guard allowsLeaving, !isRepeat else { return nil }
      let hasAlt = !modifiers.isDisjoint(with: [.alt, .altGr])
      switch code {
      case 59...68 where hasAlt: return .showTerminal(Int(code) - 58)
      case 87...88 where hasAlt: return .showTerminal(Int(code) - 76)
      case 14 where hasAlt: return .end
      case 46 where !hasAlt && !modifiers.contains(.shift): return .end
      default: return nil
      }
    }
    guard !modifiers.contains(.alt) else { return nil }
    switch code {
    case 58:
      if !isRepeat { capsLock.toggle() }
      return nil
    case 1:
      accent = nil
      return isRepeat ? nil : .escape
    case 28, 96: return isRepeat ? nil : .enter
    case 14:
      if accent != nil {
        accent = nil
        return nil
      }
      return .deleteBackward
    case 111: return .deleteForward
    case 105: return .moveLeft
    case 106: return .moveRight
    case 102: return .moveToStart
    case 107: return .moveToEnd
    default: return type(code, modifiers)
    }
  }

  private mutating func type(_ code: UInt16, _ modifiers: Modifiers) -> KeyPress? {
    let symbol = keymap.symbol(
      key: code, shift: modifiers.contains(.shift), altGr: modifiers.contains(.altGr), capsLock: capsLock)
    switch (symbol, accent) {
    case (.none, _): return nil
    case (.character(let character), nil): return .text(String(character))
    case (.dead(let next), nil):
      accent = next
      return nil
    case (.character(let character), let accent?):
      self.accent = nil
      if character == " " { return .text(String(accent)) }
      if let composed = keymap.composed(accent, character) { return .text(String(composed)) }
      return .text(String(accent) + String(character))
    case (.dead(let next), let accent?):
      self.accent = nil
      return .text(String(keymap.composed(accent, next) ?? accent))
    }
  }
}
