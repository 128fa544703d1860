import Cartouche
import CartoucheRaster
import Logging
import Testing

/// Returns a headless board with a refresh rate.
private func headless(millihertz: Int = 60_000) -> Board {
  var board = Board(name: "test")
  board.display = .headless
  board.mode = PreferredDisplayMode(size: PixelSize(width: 96, height: 64), refreshMillihertz: millihertz)
  board.threads = 1
  board.buffers = 1
  return board
}

/// Returns a recording of a finger that touches at 100 ms, moves right until 400 ms, and lifts at 500 ms.
private func drag() throws -> TouchRecording {
  var text = """
    N: test panel
    P: 02 00 00 00 00 00 00 00
    A: 2f 0 9 0 0
    A: 35 0 95 0 0
    A: 36 0 63 0 0
    A: 39 0 65535 0 0
    E: 0.000000 0000 0000 0
    E: 0.100000 0003 0039 7

    """
  for step in 1...4 {
    let time = "E: 0.\(step)00000"
    text += "\(time) 0003 0035 \(step * 20)\n\(time) 0003 0036 30\n\(time) 0000 0000 0\n"
  }
  text += "E: 0.500000 0003 0039 -1\nE: 0.500000 0000 0000 0\n"
  return try TouchRecording(Array(text.utf8), file: "drag.evemu")
}

private func pixels(of image: Image) -> [UInt32] {
  Array(UnsafeBufferPointer(start: image.storage.pixels, count: image.storage.count))
}

@MainActor
private func card(on kiosk: Kiosk) -> Layer {
  let card = Layer(frame: Rect(x: 0, y: 0, width: 20, height: 20))
  card.backgroundColor = .red
  card.cornerRadius = 4
  kiosk.root.addSublayer(card)
  return card
}

@MainActor
@Suite("Animations of a kiosk")
struct KioskAnimationTests {
  @Test("an animation is presented at every refresh until it has ended, and then no more frames")
  func frames() throws {
    let kiosk = try Kiosk(board: headless(millihertz: 50_000))
    let card = card(on: kiosk)
    var times: [Int64] = []
    var log: [String] = []
    kiosk.onPresent { times.append($0.time.nanoseconds / 1_000_000) }
    kiosk.animate(duration: 0.1, timing: .curve(.linear)) {
      card.position.x = 60
    } completion: {
      log.append("\($0) \(kiosk.currentTime)")
    }
    #expect(try kiosk.run() == .finished)
    #expect(times == [0, 20, 40, 60, 80, 100])
    #expect(log == ["finished 0.1"])
  }

  @Test("no frame is drawn during an animation's delay, and the run does not end")
  func delay() throws {
    let kiosk = try Kiosk(board: headless(millihertz: 50_000))
    let card = card(on: kiosk)
    var times: [Int64] = []
    kiosk.onPresent { times.append($0.time.nanoseconds / 1_000_000) }
    kiosk.animate(duration: 0.04, delay: 0.2) { card.opacity = 0 }
    try kiosk.run()
    #expect(times == [0, 220, 240], "at 200 ms nothing has changed yet")
  }

  /// Replays a drag at whose end a spring moves a card, and returns the frames' hashes and the last frame.
  private func film(millihertz: Int, slowly: Bool, until end: Replay.End) throws -> (frames: [Int], last: [UInt32]) {
    let kiosk = try Kiosk(board: headless(millihertz: millihertz), replay: Replay(recording: drag(), end: end))
    let card = card(on: kiosk)
    kiosk.onPan { pan in
      card.position.x += pan.delta.x
      guard pan.phase == .ended else { return }
      kiosk.animate(timing: .spring(Spring(perceptualDuration: 0.3, bounce: 0.3))) { card.position = Point(x: 20, y: 50) }
    }
    var spin = BasicAnimation(.rotationZ, from: .degrees(0), to: .degrees(90), duration: 0.25)
    spin.repeatCount = 4
    card.add(spin)
    if slowly {
      kiosk.onTick { now in
        // Longer than several refreshes.
        if now.nanoseconds < 100_000_000 {
          let start = ContinuousClock().now
          while ContinuousClock().now - start < .milliseconds(30) {}
        }
        return .still
      }
    }
    var frames: [Int] = []
    kiosk.onPresent { _ in frames.append(pixels(of: kiosk.snapshot()).hashValue) }
    try kiosk.run()
    return (frames, pixels(of: kiosk.snapshot()))
  }

  @Test("a replay gives the same frames however long turns take", arguments: [60_000, 50_000, 59_940, 24_000])
  func film(millihertz: Int) throws {
    let first = try film(millihertz: millihertz, slowly: false, until: .settled)
    let second = try film(millihertz: millihertz, slowly: true, until: .settled)
    #expect(first.frames == second.frames && first.frames.count > 20)
  }

  @Test("at a time that is a tick of several refresh rates, all show the same frame")
  func rates() throws {
    let moment = Timestamp(nanoseconds: 250_000_000)
    let frames = try [60_000, 20_000, 40_000, 120_000].map { try film(millihertz: $0, slowly: false, until: .at(moment)).last }
    #expect(frames.allSatisfy { $0 == frames[0] })
  }

  @Test("M10: a display link is called once per refresh after it was added, also during a drag, and never before")
  func links() throws {
    let kiosk = try Kiosk(board: headless(), replay: Replay(recording: drag(), end: .at(Timestamp(nanoseconds: 590_000_000))))
    var (never, added) = (0, [Int64]())
    let idle = DisplayLink { _ in never += 1 }
    let link = DisplayLink { link in
      added.append(link.timestamp.nanoseconds)
      #expect(link.targetTimestamp - link.timestamp == 16_666_666)
    }
    link.add(to: kiosk)
    try kiosk.run()
    #expect(never == 0 && idle.duration == 0)
    let expected: [Int64] = (0..<36).map { frame in frame * 1_000_000_000 / 60 }
    #expect(added == expected)
    #expect(link.duration > 0.0166 && link.duration < 0.0167)
  }

  @Test(
    "M10: a display link is called once per refresh even if touches cause more turns"
  )
  func closeTurns() throws {
    let kiosk = try Kiosk(board: headless())
    let interval: Int64 = 16_666_666
    for preferred in [0, 30] {
      for step in [1, 3, 5, 7, 11] as [Int64] {
        var calls: [Int64] = []
        let link = DisplayLink { calls.append($0.timestamp.nanoseconds) }
        link.preferredFramesPerSecond = preferred
        link.add(to: kiosk)
        for turn in 0..<(1000 / step) { link.tick(at: Timestamp(nanoseconds: turn * step * 1_000_000), interval: interval) }
        let expected = preferred == 0 ? 60 : 30
        #expect(abs(calls.count - expected) <= 1, "\(calls.count) calls by turns \(step) ms apart")
        link.invalidate()
      }
    }
    withExtendedLifetime(kiosk) {}
  }

  @Test("M10: a display link added during a run is called from that frame until it is invalidated")
  func addedLater() throws {
    let kiosk = try Kiosk(
      board: headless(millihertz: 50_000), replay: Replay(recording: drag(), end: .at(Timestamp(nanoseconds: 590_000_000))))
    var calls: [Int64] = []
    let link = DisplayLink { calls.append($0.timestamp.nanoseconds / 1_000_000) }
    kiosk.onTick { now in
      if now.nanoseconds == 100_000_000 { link.add(to: kiosk) }
      if now.nanoseconds == 460_000_000 { link.invalidate() }
      return .still
    }
    try kiosk.run()
    // Tickers run before links: the link is not called in the frame in which a ticker invalidates it.
    #expect(calls == (5..<23).map { Int64($0) * 20 })
  }

  @Test("a display link follows its preferred rate and is not called while paused or invalidated")
  func rest() throws {
    let kiosk = try Kiosk(board: headless(millihertz: 50_000), replay: Replay(end: .at(Timestamp(nanoseconds: 990_000_000))))
    var calls: [Int64] = []
    var others = 0
    let other = DisplayLink { _ in others += 1 }
    let link = DisplayLink { link in
      calls.append(link.timestamp.nanoseconds / 1_000_000)
      if calls.count == 4 { link.isPaused = true }
      if calls.count == 6 { link.invalidate() }
    }
    link.preferredFramesPerSecond = 25
    link.add(to: kiosk)
    other.add(to: kiosk)
    other.isPaused = true
    kiosk.onTick { now in
      if now.nanoseconds == 500_000_000 { link.isPaused = false }
      return .still
    }
    try kiosk.run()
    #expect(calls == [0, 40, 80, 120, 500, 540])
    #expect(others == 0)
  }

  @Test("M14: paused links and animations with speed 0 do not keep a kiosk from settling")
  func settled() throws {
    let kiosk = try Kiosk(board: headless())
    let card = card(on: kiosk)
    let link = DisplayLink { _ in Issue.record("called though paused") }
    link.add(to: kiosk)
    link.isPaused = true
    card.speed = 0
    kiosk.animate { card.position.x = 50 }
    var turns = 0
    kiosk.onTick { _ in
      turns += 1
      return .still
    }
    #expect(try kiosk.run() == .finished)
    #expect(turns == 1, "\(turns)")
  }

  @Test("M14: a display link causes one turn per refresh while it is added, and none before or after")
  func idle() throws {
    for (isAdded, isInvalidated) in [(false, false), (true, true), (true, false)] {
      let runs = isAdded && !isInvalidated
      let end = Replay.End.at(Timestamp(nanoseconds: 990_000_000))
      let kiosk = try Kiosk(board: headless(), replay: runs ? Replay(end: end) : nil)
      var calls = 0
      let link = DisplayLink { _ in calls += 1 }
      if isAdded { link.add(to: kiosk) }
      if isInvalidated { link.invalidate() }
      var turns = 0
      kiosk.onTick { _ in
        turns += 1
        return .still
      }
      #expect(try kiosk.run() == .finished)
      #expect(turns == (runs ? 60 : 1) && calls == (runs ? 60 : 0), "\(turns) turns, \(calls) calls")
    }
  }

  @Test("an animation without effect is logged once")
  func diagnostics() throws {
    let messages = LogMessages()
    let kiosk = try Kiosk(
      board: headless(), replay: nil, logger: Logger(label: "test") { _ in MessageLogHandler(messages: messages) })
    let card = card(on: kiosk)
    for _ in 0..<3 { card.add(BasicAnimation(.strokeEnd, from: 0, to: 1, duration: 0.1)) }
    try kiosk.run()
    #expect(messages.sentences.count { $0.contains("strokeEnd") } == 1)
  }
}
