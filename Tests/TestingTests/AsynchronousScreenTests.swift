import Cartouche
import CartoucheTesting
import Testing

@MainActor
@Suite("Asynchronous work on a screen for tests")
struct AsynchronousScreenTests {
  private let size = PixelSize(width: 40, height: 30)

  @Test("announced tasks of the main actor sleep in virtual time, and the screen settles after they have ended")
  func announced() async throws {
    var times: [Seconds] = []
    let screen = try TestScreen(size: size) { kiosk in
      kiosk.announce {
        for _ in 0..<3 {
          try await kiosk.clock.sleep(for: .milliseconds(500))
          times.append(kiosk.currentTime)
          kiosk.root.backgroundColor = times.count % 2 == 0 ? .red : .blue
        }
      }
    }
    try await screen.settle()
    #expect(times == [0.5, 1, 1.5])
    #expect(screen.time == 1.5, "the result is in the frame of the tick at which the task woke")
    let image = try await screen.snapshot()
    #expect(withExtendedLifetime(image) { image.storage.pixels[0] } == 0xff00_00ff)
  }

  @Test("tasks wake in the order of their deadlines, at the first tick that is not before them")
  func order() async throws {
    var woken: [(name: String, time: Seconds)] = []
    let screen = try TestScreen(board: .headless(size: size, refreshMillihertz: 50_000)) { kiosk in
      for (name, delay) in [("a", 95), ("b", 31), ("c", 31), ("d", 0)] {
        kiosk.announce {
          try await kiosk.clock.sleep(until: Timestamp(nanoseconds: Int64(delay) * 1_000_000))
          woken.append((name, kiosk.currentTime))
        }
      }
    }
    try await screen.settle()
    #expect(Set(woken.dropFirst().dropLast().map(\.name)) == ["b", "c"] && woken.first?.name == "d" && woken.last?.name == "a")
    #expect(woken.map { ($0.time * 1000).rounded } == [0, 40, 40, 100])
  }

  @Test("a snapshot of a map that an application announces is in the settled frame")
  func snapshot() async throws {
    let screen = try TestScreen(size: size) { kiosk in
      let thumbnail = ImageLayer(frame: kiosk.root.bounds)
      kiosk.root.addSublayer(thumbnail)
      var options = MapSnapshotOptions(size: size)
      options.style = MapStyle(layers: [
        StyleLayer("background", kind: .background, properties: [.backgroundColor: 0x123456])
      ])
      let snapshotter = MapSnapshotter(options: options)
      kiosk.announce { thumbnail.contents = try await snapshotter.start().image }
    }
    try await screen.settle()
    let image = try await screen.snapshot()
    #expect(withExtendedLifetime(image) { image.storage.pixels[0] } == 0xff12_3456)
  }

  @Test("the virtual clock stands still while announced work takes real time")
  func realTime() async throws {
    var arrival: Seconds?
    let screen = try TestScreen(size: size) { kiosk in
      kiosk.onTap { _ in
        kiosk.announce {
          try await Task.sleep(nanoseconds: 60_000_000)
          arrival = kiosk.currentTime
          kiosk.root.backgroundColor = .red
        }
      }
    }
    try await screen.tap(at: Point(x: 20, y: 15))
    let lift = screen.time
    try await screen.settle()
    #expect(try #require(arrival) - lift < 0.02)
    #expect(screen.time - lift < 0.04)
  }

  @Test("tasks that are not announced run too, and time does not wait for them")
  func unannounced() async throws {
    var count = 0
    let screen = try TestScreen(size: size) { kiosk in
      Task {
        while true {
          try await kiosk.clock.sleep(for: .seconds(1))
          count += 1
        }
      }
    }
    try await screen.settle()
    #expect(count == 0 && screen.time < 0.1)
    // The task begins to sleep at some time, as it is not announced.
    for _ in 0..<1000 where count < 3 { try await screen.wait(0.1) }
    #expect(count >= 3 && screen.time >= 3)
  }

  @Test("an endless announced task is an error that names the announcement")
  func endless() async throws {
    var board = Board.headless(size: size)
    board.threads = 1
    let kiosk = try Kiosk(
      board: board,
      replay: {
        var replay = Replay()
        replay.workTimeout = 0.1
        return replay
      }())
    let work = kiosk.beginWork()
    #expect(throws: KioskError.workNeverEnded(seconds: 0)) { try kiosk.run() }
    work.end()
    #expect(try kiosk.run() == .finished)
  }
}
