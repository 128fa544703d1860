import Cartouche
import Foundation
import Testing

private func board(_ yaml: String) throws(BoardError) -> Board {
  try Board(name: "test", yaml: yaml, file: "test.yaml")
}

/// Returns the error's description for a board's text, or "accepted".
private func sentence(_ yaml: String) -> String {
  do {
    _ = try board(yaml)
    return "accepted"
  } catch {
    return error.description
  }
}

private let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

@Suite struct BoardTests {
  @Test("every key of a board file is read")
  func everyKey() throws {
    let all = try board(
      """
      description: a test
      display:
        kind: fbdev
        connector: DSI-1
        device: /dev/fb1
        mode: 480x320@59.94
        format: rgb565
        rotation: 270
        buffers: 3
        atomic: false
        millimetres: 154x86
        blank-after: 10 min
      touch:
        device: /dev/input/event7
        screens: {HDMI-A-2: 0eef:0001, DSI-1: Acme Panel}
        calibration: [0, -1, 1, 0.5, 0, 0.25]
        palm-size: 80
        palm-pressure: 200
      desk:
        mouse: always
        keyboard: text
      memory:
        tiles: 2 GiB
        glyphs: 16 MiB
        picture: 1 GiB
      threads: 3
      """)
    var expected = Board(name: "test")
    expected.summary = "a test"
    expected.display = .fbdev
    expected.connector = "DSI-1"
    expected.displayDevice = "/dev/fb1"
    expected.mode = PreferredDisplayMode(size: PixelSize(width: 480, height: 320), refreshMillihertz: 59_940)
    expected.format = .rgb565
    expected.rotation = .threeQuarters
    expected.buffers = 3
    expected.usesAtomicModeSetting = false
    expected.panelSize = Size(width: 154, height: 86)
    expected.blankDelay = 600
    expected.palms = PalmLimits(size: 80, pressure: 200)
    expected.touch = .path("/dev/input/event7")
    expected.touchScreens = ["HDMI-A-2": TouchDeviceFilter(text: "0eef:0001"), "DSI-1": .name("Acme Panel")]
    (expected.mouse, expected.keyboard) = (.always, .text)
    expected.calibration = TouchMapping.Calibration(0, -1, 1, 0.5, 0, 0.25)
    expected.tileMemory = 2 << 30
    expected.glyphMemory = 16 << 20
    expected.imageMemory = 1 << 30
    expected.threads = 3
    #expect(all == expected)
  }

  @Test("a rotation of the board is used whatever the driver says of the panel")
  func panelOrientation() throws {
    #expect(try board("display: {rotation: auto}").usesPanelOrientation)
    let upright = try board("display: {rotation: 0}")
    #expect(upright.rotation == .none && !upright.usesPanelOrientation)
    var turned = Board(name: "test")
    turned.rotation = .half
    #expect(!turned.usesPanelOrientation)
  }

  @Test("a missing key and the value auto give the default")
  func defaults() throws {
    #expect(try board("") == Board(name: "test"))
    #expect(try board("# nothing but a comment\n") == Board(name: "test"))
    #expect(try board("display: {kind: auto, mode: auto}\ntouch: {device: auto}\nthreads: auto") == Board(name: "test"))
    #expect(try board("display: {blank-after: never}") == Board(name: "test"))
    #expect(try board("display: {blank-after: 24 h}").blankDelay == 86_400)
    #expect(try board("touch: {device: none}").touch == .none)
    #expect(try board("touch: {device: Goodix}").touch == .named("Goodix"))
    let id = InputDeviceID(vendor: 0xeef, product: 1)
    #expect(try board("touch: {device: 0eef:0001}").touch == .devices([.id(id)]))
    #expect(
      try board("touch:\n  device: [0eef:0001, Acme Panel, /dev/input/event7]").touch
        == .devices([.id(id), .name("Acme Panel"), .path("/dev/input/event7")]))
    let turned = try board("touch: {swap-axes: true, mirror: xy}")
    #expect(turned.swapsTouchAxes && turned.mirroredTouchAxes == [.x, .y])
    #expect(try board("touch: {swap-axes: false, mirror: none}") == Board(name: "test"))
  }

  @Test(
    "an unknown key and an invalid value are errors with file, line and what is allowed",
    arguments: [
      ("display:\n  kind: drm\n  color: red", "test.yaml:3: unknown key \"display.color\"; allowed here: kind, connector"),
      ("displays: {}", "test.yaml:1: unknown key \"displays\"; allowed here: description, display, touch, desk, memory, threads"),
      ("display:\n  kind: vga", "test.yaml:2: display.kind cannot be \"vga\"; allowed: auto, drm, fbdev, window, headless"),
      ("display:\n  mode: 800", "test.yaml:2: display.mode cannot be \"800\"; allowed: auto, WxH or WxH@Hz"),
      ("display:\n  mode: 0x0", "display.mode cannot be \"0x0\""),
      ("display:\n  mode: 800x480@0", "display.mode cannot be \"800x480@0\""),
      ("display:\n  mode: 8193x1", "each side from 1 to 8192"),
      ("display:\n  format: argb", "display.format cannot be \"argb\"; allowed: xrgb8888, rgb565"),
      ("display:\n  rotation: 45", "display.rotation cannot be \"45\"; allowed: auto, 0, 90, 180 or 270"),
      ("display:\n  buffers: 4", "display.buffers cannot be \"4\"; allowed: a whole number from 1 to 3"),
      ("display:\n  device: fb0", "display.device cannot be \"fb0\""),
      ("display:\n  connector: [a]", "display.connector cannot be \"[a]\"; allowed: text"),
      ("display:\n  millimetres: 154", "display.millimetres cannot be \"154\"; allowed: the panel's width and height"),
      ("display:\n  blank-after: 10", "display.blank-after cannot be \"10\"; allowed: never, or a time from 1 s to 24 h"),
      ("display:\n  blank-after: 0 s", "display.blank-after cannot be"),
      ("display:\n  blank-after: 25 h", "display.blank-after cannot be"),
      ("display:\n  millimetres: 9x86", "display.millimetres cannot be"),
      ("touch:\n  palm-size: 0", "test.yaml:2: touch.palm-size cannot be \"0\"; allowed: a whole number from 1 to 65535"),
      ("display: drm", "test.yaml:1: display cannot be \"drm\""),
      ("touch:\n  mirror: left", "test.yaml:2: touch.mirror cannot be \"left\"; allowed: none, x, y or xy"),
      ("touch:\n  device: [auto, Goodix]", "test.yaml:2: touch.device cannot be \"[auto, Goodix]\"; allowed: auto, none, a node"),
      ("touch:\n  device: []", "test.yaml:2: touch.device cannot be \"[]\"; allowed: auto, none, a node"),
      ("touch:\n  screens: {DSI-1: [a]}", "touch.screens.DSI-1 cannot be \"[a]\"; allowed: a node, an id as 0eef:0001, or a name"),
      ("touch:\n  screens: DSI-1", "touch.screens cannot be \"DSI-1\"; allowed: a list of"),
      ("touch:\n  swap-axes: yes", "test.yaml:2: touch.swap-axes cannot be \"yes\"; allowed: true or false"),
      ("touch:\n  calibration: [1, 2]", "touch.calibration cannot be \"[1, 2]\"; allowed: six numbers"),
      ("touch:\n  calibration: [1, 0, 0, 0, nan, 0]", "touch.calibration cannot be"),
      ("touch:\n  calibration: [1, 0, 0, 0, 1e300, 0]", "touch.calibration cannot be"),
      ("memory:\n  tiles: 64", "memory.tiles cannot be \"64\"; allowed: a size"),
      ("memory:\n  tiles: 99 GiB", "memory.tiles cannot be"),
      ("\n\nthreads: 0", "test.yaml:3: threads cannot be \"0\"; allowed: auto or a whole number from 1 to 64"),
      ("threads: 1\nthreads: 2", "the key \"threads\" appears twice"),
      ("display: {kind: drm\n", "test.yaml:2: not a board file: did not find expected"),
      ("- a\n- b", "test.yaml:1: not a board file: it is not a list of `key: value`"),
      ("a\tb: \u{1}", "not a board file"),
      ("threads: 1\ndisplay:\n  kind: \u{1}", "test.yaml:3: not a board file: control characters are not allowed"),
    ])
  func refused(yaml: String, expected: String) {
    #expect(sentence(yaml).contains(expected))
  }

  @Test("D5: every board in boards/ can be read and has a description")
  func shipped() throws {
    let library = BoardLibrary(folders: [checkout.appending(path: "boards").path])
    let names = library.entries().map(\.name)
    #expect(names == ["generic-drm", "generic-fbdev", "headless", "raspberry-pi-4", "raspberry-pi-touch-display"])
    var boards: [String: Board] = [:]
    for name in names {
      let board = try library.board(name)
      #expect(!board.summary.isEmpty && board.name == name)
      boards[name] = board
    }
    let fbdev = boards["generic-fbdev"]!
    #expect(fbdev.display == .fbdev && fbdev.displayDevice == "/dev/fb0" && fbdev.mode == nil && fbdev.tileMemory == 32 << 20)
    let drm = boards["generic-drm"]!
    #expect(drm.display == .drm && drm.mode == nil && drm.format == .xrgb8888 && drm.rotation == .none && drm.buffers == 2)
    #expect(drm.touch == .automatic && drm.calibration == .identity && drm.tileMemory == 64 << 20 && drm.threads == nil)
    let four = boards["raspberry-pi-4"]!
    #expect(four.connector == "HDMI-A-1" && four.threads == 4 && four.tileMemory == 128 << 20)
    #expect(four.mode == PreferredDisplayMode(size: PixelSize(width: 1920, height: 1080), refreshMillihertz: 60_000))
    let panel = boards["raspberry-pi-touch-display"]!
    #expect(panel.connector == "DSI-1" && panel.mode?.size == PixelSize(width: 800, height: 480))
    let slop = panel.touchMetrics(for: PixelSize(width: 800, height: 480)).slop
    #expect(slop > 10.6 && slop < 10.7 && drm.touchMetrics(for: PixelSize(width: 800, height: 480)) == .standard)
    let headless = boards["headless"]!
    #expect(headless.display == .headless && headless.buffers == 1 && headless.touch == .none)
    #expect(headless.mode == PreferredDisplayMode(size: PixelSize(width: 800, height: 480), refreshMillihertz: 60_000))
  }

  @Test("a board is found by name in the first folder that has it, or by path")
  func finding() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "boards-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("threads: 2".utf8).write(to: folder.appending(path: "headless.yaml"))
    try Data([0xff, 0xfe]).write(to: folder.appending(path: "binary.yaml"))
    let library = BoardLibrary(folders: [folder.path, checkout.appending(path: "boards").path])
    #expect(try library.board("headless").threads == 2)
    #expect(try library.board(checkout.appending(path: "boards/headless.yaml").path).display == .headless)
    #expect(try library.board("raspberry-pi-4").connector == "HDMI-A-1")
    #expect(try library.board("auto") == .automatic)
    #expect(throws: BoardError.notFound(name: "pi", searched: library.folders, known: library.entries().map(\.name))) {
      try library.board("pi")
    }
    #expect(throws: BoardError.unreadable(file: "/nowhere/x.yaml", reason: "No such file or directory")) {
      try library.board("/nowhere/x.yaml")
    }
    #expect(throws: BoardError.malformed(file: folder.path + "/binary.yaml", line: 1, reason: "it is not UTF-8 text")) {
      try library.board("binary")
    }
  }

  @Test("without board files, a library has the built-in boards, which are those in boards/")
  func builtIn() throws {
    let library = BoardLibrary(folders: [], builtIn: .included)
    let files = BoardLibrary(folders: [checkout.appending(path: "boards").path])
    #expect(library.entries().map(\.name) == files.entries().map(\.name) && library.entries().allSatisfy { $0.source == .builtIn })
    for (name, _) in library.entries() { #expect(try library.board(name) == files.board(name)) }
    #expect(try library.board("auto") == .automatic)
    let message = "board \"pi\": no pi.yaml; the known boards are generic-drm, generic-fbdev, headless, raspberry-pi-4"
    let error = #expect(throws: BoardError.self) { try library.board("pi") }
    #expect(error?.description.hasPrefix(message) == true)
    #expect(throws: BoardError.notFound(name: "headless", searched: [], known: [])) {
      try BoardLibrary(folders: []).board("headless")
    }
  }

  @Test("a board file in a folder stands for the built-in board of its name, and is listed with its path")
  func replacedBuiltIn() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "boards-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["headless", "tram"] { try Data("threads: 2".utf8).write(to: folder.appending(path: name + ".yaml")) }
    let library = BoardLibrary(folders: [folder.path], builtIn: .included)
    #expect(try library.board("headless").threads == 2 && library.board("generic-fbdev").display == .fbdev)
    let sources = Dictionary(uniqueKeysWithValues: library.entries().map { ($0.name, $0.source.description) })
    #expect(sources["headless"] == folder.path + "/headless.yaml" && sources["tram"] == folder.path + "/tram.yaml")
    #expect(sources["generic-drm"] == "built in" && sources.count == 6)
  }
}
