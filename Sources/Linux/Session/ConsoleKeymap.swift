internal import CLinux
internal import Glibc

/// The layout of a keyboard: the character of each key, with and without Shift and AltGr.
///
/// The kernel has a layout for its consoles. `loadkeys` sets it, and Debian does so at the start of the
/// system from `/etc/default/keyboard`. ``VirtualTerminal/readKeymap()`` reads it.
package struct ConsoleKeymap: Hashable, Sendable {
  /// What a key types.
  package enum Symbol: Hashable, Sendable {
    case none
    /// A character.
    case character(Unicode.Scalar)
    /// A dead key: an accent for the next character.
    case dead(Unicode.Scalar)
  }

  /// An accent on a character, and the character that results.
  struct Accent: Hashable, Sendable {
    var accent: UInt32
    var base: UInt32
    var result: UInt32
  }

  /// The number of keys that a layout describes. The kernel's keycodes are the event codes of keys.
  package static let keyCount = 128
  /// The bit of a plane with Shift, and the bit of a plane with AltGr. Both are the kernel's own.
  static let (shiftPlane, altGrPlane) = (1, 2)

  /// The kernel's symbols of four planes, `plane` × ``keyCount`` + `key`.
  var entries: [UInt16]
  var accents: [Accent] = []

  /// Creates a layout without symbols.
  package init() {
    entries = [UInt16](repeating: Self.hole, count: 4 * Self.keyCount)
  }

  /// Sets the kernel's symbols of a key: alone, with Shift, with AltGr, and with both.
  package mutating func set(_ symbols: [UInt16], key: Int) {
    for (plane, symbol) in symbols.prefix(4).enumerated() { entries[plane * Self.keyCount + key] = symbol }
  }

  /// Adds a character that an accent on another character gives.
  package mutating func addAccent(_ accent: Unicode.Scalar, on base: Unicode.Scalar, gives result: Unicode.Scalar) {
    accents.append(Accent(accent: accent.value, base: base.value, result: result.value))
  }

  /// Returns what a key types.
  ///
  /// - Parameters:
  ///   - key: The event code of the key.
  ///   - shift: Whether a Shift key is down.
  ///   - altGr: Whether AltGr is down.
  ///   - capsLock: Whether Caps Lock is on. It exchanges the cases of letters only.
  package func symbol(key: UInt16, shift: Bool, altGr: Bool, capsLock: Bool) -> Symbol {
    let key = Int(key)
    guard key < Self.keyCount else { return .none }
    let plane = altGr ? Self.altGrPlane : 0
    let entry = entries[(plane + (shift ? Self.shiftPlane : 0)) * Self.keyCount + key]
    guard capsLock else { return Self.symbol(of: entry) }
    let other = entries[(plane + (shift ? 0 : Self.shiftPlane)) * Self.keyCount + key]
    if Self.type(entry) == UInt16(KT_LETTER) { return Self.symbol(of: other) }
    // A letter that is not of Latin-1 has no type.
    guard Self.type(entry) >= Self.typeCount, case .character(let a) = Self.symbol(of: entry),
      case .character(let b) = Self.symbol(of: other), a.properties.isAlphabetic, b.properties.isAlphabetic
    else { return Self.symbol(of: entry) }
    return .character(b)
  }

  /// Returns the character of an accent on `base`; nil if the layout has none.
  package func composed(_ accent: Unicode.Scalar, _ base: Unicode.Scalar) -> Unicode.Scalar? {
    accents.first { $0.accent == accent.value && $0.base == base.value }.flatMap { Unicode.Scalar($0.result) }
  }

  // MARK: The kernel's symbols

  static let hole = UInt16(KT_SPEC) << 8
  /// `NR_TYPES`: symbols of a higher type are characters, exclusive-ored with 0xf000.
  private static let typeCount: UInt16 = 15
  /// The accents of the symbols of the type `KT_DEAD`, in order: see keymaps(5).
  private static let deadKeys = Array("`'^~\",_U.*=cki#o!?+-)(:n;$@".unicodeScalars)

  private static func type(_ entry: UInt16) -> UInt16 { entry >> 8 }

  /// - Source: The kernel's `drivers/tty/vt/keyboard.c`, `kbd_keycode`, and keymaps(5).
  private static func symbol(of entry: UInt16) -> Symbol {
    let value = entry & 0xff
    guard type(entry) < typeCount else { return printable(UInt32(entry ^ 0xf000)) }
    switch Int32(type(entry)) {
    case KT_LATIN, KT_LETTER: return printable(UInt32(value))
    case KT_DEAD:
      let accents = deadKeys
      return Int(value) < accents.count ? .dead(accents[Int(value)]) : .none
    case KT_DEAD2: return Unicode.Scalar(UInt32(value)).map { .dead($0) } ?? .none
    // Num Lock counts as on.
    case KT_PAD where value < 10: return printable(0x30 + UInt32(value))
    case KT_PAD where (10...13).contains(value): return printable([0x2b, 0x2d, 0x2a, 0x2f][Int(value) - 10])
    case KT_PAD where value == 15: return printable(0x2c)
    case KT_PAD where value == 16: return printable(0x2e)
    default: return .none
    }
  }

  private static func printable(_ code: UInt32) -> Symbol {
    guard code >= 0x20, !(0x7f..<0xa0).contains(code), let scalar = Unicode.Scalar(code) else { return .none }
    return .character(scalar)
  }

  // MARK: The layout of the United States

  /// The layout of keyboards of the United States, for a screen without a console of the kernel.
  package static let unitedStates = {
    var keymap = ConsoleKeymap()
    // The rows from their first key on.
    let rows: [(first: Int, plain: String, shifted: String)] = [
      (2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"), (30, "asdfghjkl;'`", "ASDFGHJKL:\"~"),
      (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"), (57, " ", " "), (55, "*", "*"), (74, "-", "-"), (78, "+", "+"), (98, "/", "/"),
      (71, "789", "789"), (75, "456", "456"), (79, "1230.", "1230."), (86, "\\", "|"),
    ]
    for row in rows {
      for (plane, text) in [row.plain, row.shifted].enumerated() {
        for (index, scalar) in text.unicodeScalars.enumerated() {
          let type = scalar.properties.isAlphabetic ? UInt16(KT_LETTER) : UInt16(KT_LATIN)
          keymap.entries[plane * keyCount + row.first + index] = type << 8 | UInt16(scalar.value)
        }
      }
    }
    return keymap
  }()
}

extension ConsoleKeymap {
  /// Reads the layout of the kernel's consoles.
  ///
  /// - Parameter descriptor: The file descriptor of a console, which may be open for reading only.
  /// - Returns: nil if the console has no layout.
  init?(reading descriptor: Int32) {
    self.init()
    for plane in 0..<4 {
      for key in 0..<Self.keyCount {
        var entry = kbentry(kb_table: UInt8(plane), kb_index: UInt8(key), kb_value: Self.hole)
        guard cartouche_ioctl(descriptor, UInt(KDGKBENT), &entry) >= 0 else { continue }
        entries[plane * Self.keyCount + key] = entry.kb_value
      }
    }
    var list = kbdiacrsuc()
    if cartouche_ioctl(descriptor, UInt(KDGKBDIACRUC), &list) >= 0 {
      withUnsafeBytes(of: &list.kbdiacruc) { bytes in
        let all = bytes.bindMemory(to: kbdiacruc.self)
        for accent in all.prefix(Int(list.kb_cnt)) {
          accents.append(Accent(accent: accent.diacr, base: accent.base, result: accent.result))
        }
      }
    }
    // The key A.
    if symbol(key: 30, shift: false, altGr: false, capsLock: false) == .none { return nil }
  }
}

extension VirtualTerminal {
  /// Reads the layout of the kernel's consoles.
  ///
  /// The kernel gives characters beyond Latin-1 only while the console's keyboard is on. So the keyboard is
  /// on for a moment, and the keys that are typed meanwhile are dropped.
  ///
  /// - Returns: nil if the console has no layout.
  package func readKeymap() -> ConsoleKeymap? {
    var keymap: ConsoleKeymap?
    withKeyboardOn { keymap = ConsoleKeymap(reading: $0) }
    return keymap
  }
}
