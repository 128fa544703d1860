/// What layout has to know of single characters.
enum CharacterProperties {
  static let tab: UInt32 = 9
  static let ellipsis: UInt32 = 0x2026

  /// Whether a paragraph ends behind the character.
  static func isParagraphSeparator(_ scalar: UInt32) -> Bool {
    scalar == 10 || scalar == 13 || scalar == 0x85 || scalar == 0x2029
  }

  /// Whether it is invisible at a line's end: blanks, and what ends lines.
  static func isHangingWhitespace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 9...13, 0x20, 0x85, 0x1680, 0x2000...0x2006, 0x2008...0x200b, 0x2028, 0x2029, 0x205f, 0x3000: true
    default: false
    }
  }

  /// Whether it has neither ink nor width and is no one's letter: control characters and line ends.
  static func isControl(_ scalar: UInt32) -> Bool {
    scalar < 0x20 || (0x7f..<0xa0).contains(scalar) || scalar == 0x2028 || scalar == 0x2029
  }

  /// Whether no font need have it.
  static func isIgnorable(_ scalar: UInt32) -> Bool {
    if scalar < 0xad { return isControl(scalar) }
    return isControl(scalar) || Unicode.Scalar(scalar)?.properties.isDefaultIgnorableCodePoint ?? true
  }

  /// Whether lines may grow before and behind it when they are stretched.
  static func isIdeographic(_ scalar: UInt32) -> Bool {
    switch scalar {
    // Radicals to Yi, half- and fullwidth forms but halfwidth Hangul's, and the planes of ideographs.
    case 0x2e80...0xa4cf, 0xf900...0xfaff, 0xfe30...0xfe4f, 0xff00...0xff9f, 0x1b000...0x1b16f, 0x20000...0x3fffd: true
    default: false
    }
  }

  /// Whether spaces between words grow when a line is stretched.
  static func isWordSeparator(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || scalar == 0xa0 || scalar == 0x3000
  }

  /// Whether nothing in a text of such characters runs from right to left.
  static func isNeverRightToLeft(_ scalar: UInt32) -> Bool {
    scalar < 0x590
  }

  /// The character, or one that breaks as it does.
  ///
  /// libunibreak 1.1 is older than pictures and flags: of pictures it knows nothing, and at a half of a flag, as at U+FFFF, it ends the program. Like
  /// ideographs they may be parted on both sides; what belongs to one cluster is never parted.
  static func lineBreakingEquivalent(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x1f000...0x1faff: 0x4e00
    case 0xffff: 0xfffd
    default: scalar
    }
  }
}
