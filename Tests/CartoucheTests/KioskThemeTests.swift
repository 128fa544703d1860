import Cartouche
import Testing

@MainActor
@Suite("Themes of a kiosk")
struct KioskThemeTests {
  private func board() -> Board {
    var board = Board(name: "test")
    board.display = .headless
    board.mode = PreferredDisplayMode(size: PixelSize(width: 160, height: 96), refreshMillihertz: 50_000)
    board.threads = 1
    return board
  }

  private func pixel(_ kiosk: Kiosk) -> UInt32 {
    let image = kiosk.snapshot()
    return withExtendedLifetime(image) { image.storage.pixels[8 * 160 + 8] }
  }

  private func screen(on kiosk: Kiosk) -> Screen {
    let screen = Screen("Map", theme: .standard)
    screen.frame = kiosk.root.bounds
    kiosk.root.addSublayer(screen)
    return screen
  }

  /// Changes the theme at 100 ms, again at `second`, and returns the times of all frames in milliseconds and
  /// the background's brightness in these frames.
  private func film(animated: Bool, second: Int64? = nil) throws -> (times: [Int64], levels: [Int]) {
    let kiosk = try Kiosk(board: board(), replay: Replay(end: .at(Timestamp(nanoseconds: 1_500_000_000))))
    let screen = screen(on: kiosk)
    var changes = [(Int64(100), Theme.standard.dark)]
    if let second { changes.append((second, .standard)) }
    kiosk.onTick { now in
      if let (due, theme) = changes.first, now.nanoseconds >= due * 1_000_000 {
        changes.removeFirst()
        kiosk.setTheme(theme, animated: animated) { screen.title = "Changed" }
        #expect(screen.title == "Changed" && screen.theme.tintColor == theme.tintColor)
        screen.title = ""
      }
      return changes.isEmpty ? .still : .moving
    }
    var (times, levels): ([Int64], [Int]) = ([], [])
    kiosk.onPresent {
      times.append($0.time.nanoseconds / 1_000_000)
      levels.append(Int(pixel(kiosk) >> 8 & 255))
    }
    try kiosk.run()
    #expect(kiosk.root.sublayers.count == 1)
    return (times, levels)
  }

  @Test("a theme fades in from the old to the new screen, and then no more frames are drawn")
  func fade() throws {
    let (times, levels) = try film(animated: true)
    #expect(times.first == 0 && levels.first == 0xf2)
    // At 440 ms, the rest of the old screen is too faint for a difference of pixels. At 460 ms, it is gone.
    #expect(times.last == 440 && levels.last == 0x12)
    #expect(times.count > 15)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(Set(levels).count > 10)
  }

  @Test("a second change in the fade turns back from the colors on the screen")
  func second() throws {
    let (times, levels) = try film(animated: true, second: 300)
    let lowest = levels.min() ?? 0
    #expect(lowest > 0x12 && lowest < 0xc0)
    #expect(times.last == 640 && levels.last == 0xf2)
    let turn = levels.firstIndex(of: lowest) ?? 0
    #expect(zip(levels[..<turn], levels[..<turn].dropFirst()).allSatisfy { $0 >= $1 })
    #expect(zip(levels[turn...], levels[turn...].dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("without animation, one frame shows the new theme")
  func immediate() throws {
    let (times, levels) = try film(animated: false)
    #expect(times == [0, 100] && levels == [0xf2, 0x12])
  }

  @Test("a theme that is set before the first frame does not fade")
  func early() throws {
    let kiosk = try Kiosk(board: board())
    let screen = screen(on: kiosk)
    kiosk.setTheme(.standard.dark)
    var count = 0
    kiosk.onPresent { _ in count += 1 }
    #expect(try kiosk.run() == .finished)
    #expect(count == 1 && pixel(kiosk) & 0xffff == 0x1216 && screen.sublayers.isEmpty)
  }
}
