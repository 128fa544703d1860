/// Unicode properties of single characters that matter for layout.
enum CharacterProperties {
  static let tab: UInt32 = 9
  static let ellipsis: UInt32 = 0x2026

  /// Returns whether the character ends a paragraph.
  static func isParagraphSeparator(_ scalar: UInt32) -> Bool {
    scalar == 10 || scalar == 13 || scalar == 0x85 || scalar == 0x2029
  }

  /// Returns whether the character is invisible at the end of a line: white space and line separators.
  static func isHangingWhitespace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 9...13, 0x20, 0x85, 0x1680, 0x2000...0x2006, 0x2008...0x200b, 0x2028, 0x2029, 0x205f, 0x3000: true
    default: false
    }
  }

  /// Returns whether the character is a control character or line separator, which has no ink and no width.
  static func isControl(_ scalar: UInt32) -> Bool {
    scalar < 0x20 || (0x7f..<0xa0).contains(scalar) || scalar == 0x2028 || scalar == 0x2029
  }

  /// Returns whether the character can be ignored. If no font has such a character, no box is shown in its
  /// place.
  static func isIgnorable(_ scalar: UInt32) -> Bool {
    if scalar < 0xad { return isControl(scalar) }
    return isControl(scalar) || Unicode.Scalar(scalar)?.properties.isDefaultIgnorableCodePoint ?? true
  }

  /// Returns whether the character is ideographic, so that justification may add space before and after it.
  static func isIdeographic(_ scalar: UInt32) -> Bool {
    switch scalar {
    // CJK radicals to Yi, half-width and full-width forms except half-width Hangul, and the ideographic
    // planes.
    case 0x2e80...0xa4cf, 0xf900...0xfaff, 0xfe30...0xfe4f, 0xff00...0xff9f, 0x1b000...0x1b16f, 0x20000...0x3fffd: true
    default: false
    }
  }

  /// Returns whether the character is a space between words, which grows when a line is justified.
  static func isWordSeparator(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || scalar == 0xa0 || scalar == 0x3000
  }

  /// Returns whether the character's code is below the codes of all right-to-left scripts. If a text contains
  /// only such characters, its characters need no reordering.
  static func isNeverRightToLeft(_ scalar: UInt32) -> Bool {
    scalar < 0x590
  }

  /// Returns the character, or an older character with the same line-breaking behavior.
  ///
  /// libunibreak 1.1 predates emoji and flags. The library does not know emoji, and it ends the program when
  /// it sees one half of a flag or U+FFFF. Lines may be broken before and after an emoji, as with ideographs.
  /// A grapheme cluster is never split.
  static func lineBreakingEquivalent(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x1f000...0x1faff: 0x4e00
    case 0xffff: 0xfffd
    default: scalar
    }
  }
}
