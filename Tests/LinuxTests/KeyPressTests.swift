import CartoucheLinux
import Testing

@Suite("Keys of a keyboard")
struct KeyPressTests {
  private func typed(_ keys: [(UInt16, KeyDecoder.Modifiers)]) -> [KeyPress?] { typed(.unitedStates, keys) }

  private func typed(_ keymap: ConsoleKeymap, _ keys: [(UInt16, KeyDecoder.Modifiers)]) -> [KeyPress?] {
    var decoder = KeyDecoder(keymap, allowsLeaving: true)
    return keys.map { decoder.press($0.0, modifiers: $0.1) }
  }

  @Test("the layout of the United States types its letters, digits and signs")
  func unitedStates() {
    let all: [(UInt16, String, String)] = [
      (2, "1", "!"), (13, "=", "+"), (16, "q", "Q"), (25, "p", "P"), (38, "l", "L"), (40, "'", "\""), (41, "`", "~"),
      (43, "\\", "|"),
      (44, "z", "Z"), (53, "/", "?"), (57, " ", " "), (82, "0", "0"),
    ]
    for (key, plain, shifted) in all {
      #expect(typed([(key, []), (key, .shift)]) == [.text(plain), .text(shifted)])
    }
    #expect(typed([(0, []), (60, []), (127, []), (128, []), (.max, [])]) == [nil, nil, nil, nil, nil])
  }

  @Test("Caps Lock exchanges the cases of letters, and of nothing else")
  func capsLock() {
    #expect(
      typed([(58, []), (30, []), (30, .shift), (2, []), (58, []), (30, [])]) == [
        nil, .text("A"), .text("a"), .text("1"), nil, .text("a"),
      ])
  }

  @Test("keys that edit, and their repetition")
  func editing() {
    #expect(
      typed([(14, []), (111, []), (105, []), (106, []), (102, []), (107, []), (28, []), (96, []), (1, [])]) == [
        .deleteBackward, .deleteForward, .moveLeft, .moveRight, .moveToStart, .moveToEnd, .enter, .enter, .escape,
      ])
    var decoder = KeyDecoder(.unitedStates, allowsLeaving: true)
    #expect(decoder.press(30, isRepeat: true, modifiers: []) == .text("a"))
    #expect(decoder.press(28, isRepeat: true, modifiers: []) == nil && decoder.press(1, isRepeat: true, modifiers: []) == nil)
    #expect(decoder.press(60, isRepeat: true, modifiers: [.control, .alt]) == nil)
  }

  @Test("Ctrl, Alt and a function key show a console, and Ctrl and C end the program")
  func leaving() {
    let both: KeyDecoder.Modifiers = [.control, .alt]
    #expect(typed([(59, both), (60, both), (68, both), (87, both), (88, both)]) == [1, 2, 10, 11, 12].map { .showTerminal($0) })
    #expect(typed([(60, [.control, .altGr]), (60, .control), (60, .alt)]) == [.showTerminal(2), nil, nil])
    #expect(
      typed([(14, both), (46, .control), (46, [.control, .shift]), (46, both), (30, .control)]) == [.end, .end, nil, nil, nil])
  }

  @Test("a kiosk in public cannot be left")
  func staying() {
    var decoder = KeyDecoder(.unitedStates, allowsLeaving: false)
    let keys: [(UInt16, KeyDecoder.Modifiers)] = [(60, [.control, .alt]), (14, [.control, .alt]), (46, .control)]
    for (key, modifiers) in keys { #expect(decoder.press(key, modifiers: modifiers) == nil) }
    #expect(decoder.press(46, modifiers: []) == .text("c"))
  }

  /// A layout with a letter of Latin-1, one beyond it, a sign on AltGr and an acute accent.
  private var german: ConsoleKeymap {
    var keymap = ConsoleKeymap()
    keymap.set([0x0bfc, 0x0bdc, 0, 0], key: 26)  // ü, Ü: letters of Latin-1
    keymap.set([0xf000 ^ 0x15f, 0xf000 ^ 0x15e, 0xf000 ^ 0x20ac, 0], key: 31)  // ş, Ş, and the euro on AltGr
    keymap.set([0x0401, 0x0400, 0, 0], key: 13)  // the dead keys ' and `
    keymap.set([0x0b65, 0x0b45, 0, 0], key: 18)  // e
    keymap.set([0x0020, 0x0020, 0, 0], key: 57)
    keymap.addAccent("'", on: "e", gives: "é")
    return keymap
  }

  @Test("the kernel's layouts have letters of all scripts, AltGr and dead keys")
  func kernelLayout() {
    #expect(
      typed(german, [(26, []), (26, .shift), (31, []), (31, .shift), (31, .altGr)]) == ["ü", "Ü", "ş", "Ş", "€"].map { .text($0) })
    #expect(typed(german, [(58, []), (26, []), (31, []), (31, .shift)]) == [nil, .text("Ü"), .text("Ş"), .text("ş")])
    #expect(typed(german, [(13, []), (18, []), (18, [])]) == [nil, .text("é"), .text("e")])
    #expect(typed(german, [(13, []), (57, []), (13, []), (26, [])]) == [nil, .text("'"), nil, .text("'ü")])
    #expect(typed(german, [(13, []), (13, []), (18, [])]) == [nil, .text("'"), .text("e")])
    #expect(typed(german, [(13, []), (14, []), (18, [])]) == [nil, nil, .text("e")], "Backspace takes the accent away")
  }
}
