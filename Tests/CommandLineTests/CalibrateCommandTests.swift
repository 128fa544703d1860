import Cartouche
import CartoucheTestSupport
import Foundation
import Testing

@Suite struct CalibrateCommandTests {
  private typealias Place = (x: Double, y: Double)

  /// The targets as fractions of the screen, in their order.
  private static let targets: [Place] = [
    (100.5 / 800, 60.5 / 480), (700.5 / 800, 420.5 / 480), (700.5 / 800, 60.5 / 480), (100.5 / 800, 420.5 / 480),
    (400.5 / 800, 240.5 / 480),
  ]

  /// Returns a recording of a panel of 4096 x 4096 positions, with a tap at each place, given as fractions.
  private func recording(_ places: [Place], milliseconds: Int64 = 300) -> Data {
    var device = DeviceDescription(name: "panel")
    device.properties = [1]
    let range = AxisRange(minimum: 0, maximum: 4095)
    device.axes = [0x2f: AxisRange(minimum: 0, maximum: 9), 0x35: range, 0x36: range, 0x39: AxisRange(minimum: 0, maximum: 65535)]
    var events: [InputEvent] = []
    var time: Int64 = 0
    func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: Timestamp(nanoseconds: time), type: type, code: code, value: value))
    }
    for (index, place) in places.enumerated() {
      add(3, 0x39, Int32(index + 1))
      add(3, 0x35, Int32(place.x * 4096))
      add(3, 0x36, Int32(place.y * 4096))
      add(0, 0, 0)
      time += milliseconds * 1_000_000
      add(3, 0x39, -1)
      add(0, 0, 0)
      time += 400_000_000
    }
    return Data(TouchRecording.evemu(of: device, events: events))
  }

  private let text = "# A bus\ndisplay: {kind: headless, mode: 800x480} # its panel\ntouch:\n  device: none\n"

  private func calibrate(_ places: [Place], milliseconds: Int64 = 300, board: String, options: [String] = []) throws -> (
    outcome: Outcome, board: String
  ) {
    try withScratchFolder { folder in
      try recording(places, milliseconds: milliseconds).write(to: folder.appending(path: "taps.evemu"))
      try Data(board.utf8).write(to: folder.appending(path: "bus.yaml"))
      let outcome = try cartouche(["calibrate", "--board", "bus.yaml", "--replay", "taps.evemu"] + options, in: folder)
      #expect(try names(in: folder) == ["bus.yaml", "taps.evemu"])
      return (outcome, try String(contentsOf: folder.appending(path: "bus.yaml"), encoding: .utf8))
    }
  }

  private static let panels: [@Sendable (Double, Double) -> (Double, Double)] = [
    { x, y in (x + 0.05, y - 0.03) },  // shifted
    { x, y in (x * 0.9 + 0.05, y * 0.8 + 0.1) },  // scaled
    { x, y in (x * 0.96 - y * 0.05 + 0.03, x * 0.09 + y * 0.95) },  // turned by some degrees
    { x, y in (1 - y, x) },  // turned by a quarter
    { x, y in (1 - x, 1 - y) },  // turned by a half
    { x, y in (0.95 - x * 0.9, y) },  // mirrored and scaled
  ]

  @Test("the taps on a shifted, scaled or turned panel give the matrix that aligns it", arguments: 0..<6)
  func panels(index: Int) throws {
    let panel = Self.panels[index]
    let (outcome, written) = try calibrate(Self.targets.map { panel($0.x, $0.y) }, board: text)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(written.hasPrefix(text + "  calibration: [") && written.hasSuffix("]\n"))
    let calibration = try Board(name: "bus", yaml: written, file: "bus.yaml").calibration
    for x in stride(from: 0.05, through: 0.95, by: 0.15) {
      for y in stride(from: 0.05, through: 0.95, by: 0.15) {
        let (u, v) = panel(x, y)
        let found = calibration.applied(to: PanelPosition(x: u, y: v))
        #expect(abs(found.x - x) * 800 < 0.5 && abs(found.y - y) * 480 < 0.5)
      }
    }
  }

  @Test("swap-axes, mirror and the rotation of the board are respected: an aligned panel keeps the identity")
  func oriented() throws {
    let board = text.replacing("device: none", with: "swap-axes: true\n  mirror: x\n  calibration: [2, 0, 0, 0, 1, 0]")
    // The screen is 480 x 800. Its place (u, v) is at (1 - v, u) of the panel, which reports the place
    // mirrored and then swapped: at (u, v).
    let places = Self.targets.indices.map { index in
      let (u, v) = ([60.5, 420.5, 420.5, 60.5, 240.5][index] / 480, [100.5, 700.5, 100.5, 700.5, 400.5][index] / 800)
      return (x: u, y: v)
    }
    let (outcome, written) = try calibrate(places, board: board, options: ["--rotate", "90"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let found = try Board(name: "bus", yaml: written, file: "bus.yaml")
    #expect(found.swapsTouchAxes && found.mirroredTouchAxes == [.x])
    for (number, identity) in zip(
      [
        found.calibration.a, found.calibration.b, found.calibration.c, found.calibration.d, found.calibration.e,
        found.calibration.f,
      ], [1.0, 0, 0, 0, 1, 0])
    {
      #expect(abs(Double(number) - identity) < 0.001, "\(written)")
    }
  }

  @Test("short taps and taps far from the target are asked for again")
  func again() throws {
    var places = Self.targets
    places.insert((0.5, 0.1), at: 2)
    let (outcome, _) = try calibrate(places, board: text)
    #expect(outcome.status == 0 && outcome.errors == "That was far from the target.\n")
    let (short, written) = try calibrate(Self.targets, milliseconds: 50, board: text)
    #expect(short.status == 1 && written == text)
    #expect(short.sentences.first == "Hold the finger a little longer.")
    #expect(
      short.sentences.last
        == "bus.yaml: only 0 of 5 targets were touched, so the file is unchanged. Run \"cartouche calibrate --board bus.yaml\" again."
    )
  }

  @Test("taps that fit no matrix end with status 1 and the command to repeat, and the file is unchanged")
  func residual() throws {
    var places = Self.targets
    places[4].x += 0.1
    let (outcome, written) = try calibrate(places, board: text)
    #expect(outcome.status == 1 && written == text && outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "bus.yaml: the touches are up to 63 pixels from their targets, and 16 pixels are allowed, so the file is unchanged. Run \"cartouche calibrate --board bus.yaml\" again, and touch the middle of each cross.\n"
    )
  }

  @Test("a board without a file is refused with the command that copies it, and the copy is calibrated")
  func builtIn() throws {
    try withScratchFolder { folder in
      let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(
        path: "cartouche")
      let copy = folder.appending(path: "cartouche")
      try FileManager.default.copyItem(at: program, to: copy)
      try recording(Self.targets).write(to: folder.appending(path: "taps.evemu"))
      let refused = try cartouche(["calibrate", "--board", "headless", "--replay", "taps.evemu"], in: folder, program: copy)
      #expect(refused.status == 1)
      #expect(
        refused.errors
          == "The board headless is built into the program, so its calibration cannot be written. Copy it with \"cartouche boards --print headless >headless.yaml\", and give the copy with --board headless.yaml.\n"
      )
      let none = try cartouche(["calibrate", "--replay", "taps.evemu"], in: folder, program: copy)
      #expect(none.status == 1 && none.errors.contains("cartouche boards --print generic-drm >board.yaml"))
      let printed = try cartouche(["boards", "--print", "headless"], in: folder, program: copy)
      #expect(printed.status == 0)
      try printed.output.write(to: folder.appending(path: "headless.yaml"))
      let untouchable = try cartouche(["calibrate", "--board", "headless.yaml"], in: folder, program: copy)
      #expect(untouchable.status == 1 && untouchable.errors.contains("touch: device: none"))
      let done = try cartouche(["calibrate", "--board", "headless.yaml", "--replay", "taps.evemu"], in: folder, program: copy)
      #expect(done.status == 0, "\(done.errors)")
      let written = try String(contentsOf: folder.appending(path: "headless.yaml"), encoding: .utf8)
      #expect(written.contains("  device: none\n  calibration: [") && written.contains("# One buffer:"))
    }
  }
}
