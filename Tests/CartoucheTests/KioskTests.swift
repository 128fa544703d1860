import Cartouche
import Logging
import Synchronization
import Testing

/// Collects log messages.
private struct LogCollector: LogHandler {
  final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  let lines: Lines
  var logLevel = Logger.Level.trace
  var metadata = Logger.Metadata()

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.all.withLock { $0.append("\(event.level): \(event.message)") }
  }
}

/// Returns a headless board of a small size.
private func headless(_ width: Int = 96, _ height: Int = 64, rotation: Rotation = .none, threads: Int = 1) -> Board {
  var board = Board(name: "test")
  board.display = .headless
  board.mode = PreferredDisplayMode(size: PixelSize(width: width, height: height))
  board.rotation = rotation
  board.threads = threads
  board.buffers = 1
  return board
}

/// Returns a recording of one finger that moves from (20, 20) to (50, 30) in four reports, 100 ms apart.
///
/// The panel reports protocol B and has 96 × 64 steps.
private func drag() throws -> TouchRecording {
  let description = """
    N: test panel
    I: 0018 0000 0000 0000
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 9 0 0
    A: 35 0 95 0 0
    A: 36 0 63 0 0
    A: 39 0 65535 0 0

    """
  var events = ""
  for (index, (x, y)) in [(20, 20), (30, 24), (40, 26), (50, 30)].enumerated() {
    let time = "0.\(index)00000"
    if index == 0 { events += "E: \(time) 0003 0039 7\n" }
    events += "E: \(time) 0003 0035 \(x)\nE: \(time) 0003 0036 \(y)\nE: \(time) 0000 0000 0\n"
  }
  events += "E: 0.400000 0003 0039 -1\nE: 0.400000 0000 0000 0\n"
  return try TouchRecording(Array((description + events).utf8), file: "drag.evemu")
}

@MainActor
@Suite struct KioskTests {
  @Test("the first frame draws the entire screen, and no frame follows while nothing changes")
  func settles() throws {
    let kiosk = try Kiosk(board: headless())
    var frames: [FrameRecord] = []
    kiosk.onPresent { frames.append($0) }
    #expect(try kiosk.run() == .finished)
    #expect(frames.map(\.number) == [0])
    #expect(frames[0].time == .zero && frames[0].damage == PixelRect(kiosk.size))
  }

  @Test("headless time is virtual: one sixtieth of a second per tick while something moves")
  func virtualClock() throws {
    let kiosk = try Kiosk(board: headless())
    var times: [Int64] = []
    kiosk.onTick { now in
      times.append(now.nanoseconds)
      return times.count < 4 ? .moving : .still
    }
    try kiosk.run()
    #expect(times == [0, 16_666_666, 33_333_333, 50_000_000])
  }

  @Test("the virtual clock uses the board's refresh rate")
  func refreshRate() throws {
    var board = headless()
    board.mode?.refreshMillihertz = 50_000
    let kiosk = try Kiosk(board: board, replay: Replay(end: .at(Timestamp(nanoseconds: 59_999_999))))
    var times: [Int64] = []
    kiosk.onTick { now in
      times.append(now.nanoseconds)
      return .still
    }
    try kiosk.run()
    #expect(times == [0, 20_000_000, 40_000_000], "the tick at 60 ms is after the end")
  }

  @Test("a recorded finger pans in the first frame that is not before each event, and then the run ends")
  func replay() throws {
    let kiosk = try Kiosk(board: headless(), replay: Replay(recording: drag()))
    var steps: [PanEvent] = []
    var ticks: [Timestamp] = []
    var arrivedAt: [Timestamp] = []
    kiosk.onTick { now in
      ticks.append(now)
      while arrivedAt.count < steps.count { arrivedAt.append(now) }
      return .still
    }
    kiosk.onPan { steps.append($0) }
    try kiosk.run()
    #expect(steps.last?.phase == .ended)
    #expect(steps.last?.translation == Point(x: 30, y: 10))
    #expect(steps.reduce(Point.zero) { $0 + $1.delta } == Point(x: 30, y: 10))
    for (step, tick) in zip(steps, arrivedAt) {
      #expect(step.time <= tick && tick - step.time < 16_666_667, "delivered in the first frame that is not before it")
    }
    #expect(ticks.last! - Timestamp.zero == 400_000_000)
  }

  @Test("touches are rotated with the screen", arguments: Rotation.allCases)
  func rotation(_ rotation: Rotation) throws {
    let kiosk = try Kiosk(board: headless(rotation: rotation), replay: Replay(recording: drag()))
    #expect(kiosk.size == (rotation.swapsAxes ? PixelSize(width: 64, height: 96) : PixelSize(width: 96, height: 64)))
    #expect(kiosk.root.bounds.width == Scalar(kiosk.size.width))
    var sum = Point.zero
    kiosk.onPan { sum = sum + $0.delta }
    try kiosk.run()
    // The finger moves by (30, 10) on the panel; after a quarter turn clockwise the panel's right is the
    // screen's top.
    let expected =
      switch rotation {
      case .none: Point(x: 30, y: 10)
      case .quarter: Point(x: 10, y: -30)
      case .half: Point(x: -30, y: -10)
      case .threeQuarters: Point(x: -10, y: 30)
      }
    #expect(sum == expected)
  }

  @Test("posted work runs on the main actor, in order, before the run settles")
  func posting() throws {
    let kiosk = try Kiosk(board: headless())
    var log: [Int] = []
    kiosk.post { log.append(1) }
    kiosk.post {
      log.append(2)
      kiosk.post { log.append(3) }
    }
    try kiosk.run()
    #expect(log == [1, 2, 3])
  }

  @Test("stop ends the run after the current turn")
  func stopping() throws {
    let kiosk = try Kiosk(board: headless())
    var ticks = 0
    kiosk.onTick { _ in
      ticks += 1
      if ticks == 3 { kiosk.stop() }
      return .moving
    }
    #expect(try kiosk.run() == .stopped)
    #expect(ticks == 3)
  }

  @Test("is headless until it is closed, and its snapshot shows the layers before and after")
  func headlessSnapshot() throws {
    let kiosk = try Kiosk(board: headless())
    kiosk.root.backgroundColor = .red
    #expect(kiosk.isHeadless)
    try kiosk.run()
    let shown = kiosk.snapshot()
    kiosk.close()
    #expect(!kiosk.isHeadless && shown.size == kiosk.size)
    #expect(firstPixel(of: shown) == 0xffff_0000 && firstPixel(of: kiosk.snapshot()) == 0xffff_0000)
  }

  @Test("the log says which display was chosen, and why others were not")
  func chosenDisplay() {
    let lines = LogCollector.Lines()
    let logger = Logger(label: "test") { _ in LogCollector(lines: lines) }
    var all: [String] { lines.all.withLock { $0 } }
    let mode = DisplayMode(size: PixelSize(width: 800, height: 480), format: .xrgb8888)
    Board.log(DisplayChoice(kind: .fbdev, reasons: ["no card"]), mode: mode, to: logger)
    #expect(all == ["notice: no card", "notice: drawing on fbdev, 800x480 xrgb8888"])
  }

  @Test("an unsupported size is an error")
  func unsupportedSize() {
    #expect(throws: KioskError.self) { try Kiosk(board: headless(0, 0)) }
    #expect(throws: KioskError.self) { try Kiosk(board: headless(1_000_000, 10)) }
  }
}

/// The top left pixel as `0xAARRGGBB`. The image must outlive the read of its memory.
private func firstPixel(of image: Image) -> UInt32 {
  withExtendedLifetime(image) { image.storage.pixels[0] }
}
