import CartoucheControls
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A map that follows the sun")
struct DaylightTests {
  private let columbus = Coordinate(latitude: 39.96, longitude: -83)
  /// Dusk is at 22:38:42 UTC.
  private let evening = WallTime(year: 2026, month: 11, day: 26, hour: 22)

  private func screen(_ start: WallTime) throws -> MapScreen {
    let screen = try AppearanceTests.screen()
    screen.stage.wallClock = { start.advanced(byNanoseconds: $0.nanoseconds) }
    screen.map.appearances = AppearanceTests.appearances(screen)
    return screen
  }

  private func wait(_ screen: MapScreen) throws -> Int64 {
    guard case .at(let time) = screen.stage.nextWakeUp else {
      Issue.record("no wake-up")
      return 0
    }
    return (time.nanoseconds - screen.now.nanoseconds) / 1_000_000
  }

  @Test("a screen at rest wakes once, at dusk, and then at dawn")
  func dusk() throws {
    let screen = try screen(evening)
    screen.map.daylightCoordinate = columbus
    screen.runUntilIdle()
    #expect(screen.map.userInterfaceStyle == .light && screen.stage.nextFrame == .never && !screen.stage.needsCommit)
    let toDusk = try wait(screen)
    #expect((toDusk - (38 * 60 + 42) * 1000).magnitude < 60_000)
    // Before that time, a frame has nothing to do.
    #expect(screen.step(ms: toDusk - 1).isEmpty && screen.map.userInterfaceStyle == .light)
    screen.step(ms: 2)
    #expect(screen.map.userInterfaceStyle == .dark)
    screen.runUntilIdle()
    let fresh = try AppearanceTests.screen(AppearanceTests.dark)
    fresh.map.theme = fresh.map.theme.dark
    fresh.runUntilIdle()
    let isNight = screen.image.pixels == fresh.image.pixels
    #expect(isNight)
    screen.step(ms: try wait(screen) + 1)
    #expect(screen.map.userInterfaceStyle == .light)
    #expect((screen.now.nanoseconds / 1_000_000_000 - (13 * 3600 + 59 * 60 + 42 + 60)).magnitude < 120, "dawn is at 12:00 UTC")
  }

  @Test("a clock that jumps while the screen rests, or between two frames, is noticed")
  func jump() throws {
    let screen = try AppearanceTests.screen()
    // A machine whose clock begins in 1970, on a sunny afternoon in Columbus.
    nonisolated(unsafe) var date = WallTime(year: 1970, month: 1, day: 1, hour: 18)
    screen.stage.wallClock = { _ in date }
    screen.map.appearances = AppearanceTests.appearances(screen)
    screen.map.daylightCoordinate = columbus
    screen.runUntilIdle()
    #expect(screen.map.userInterfaceStyle == .light)
    date = WallTime(year: 2026, month: 11, day: 27, hour: 3)
    screen.step()
    #expect(screen.map.userInterfaceStyle == .light, "nothing asked for the date")
    screen.stage.wallClockDidChange()
    screen.step()
    #expect(screen.map.userInterfaceStyle == .dark)
    screen.runUntilIdle()
    // Back, without a report: the next frame that lays the map out finds it.
    date = WallTime(year: 2026, month: 11, day: 26, hour: 18)
    screen.map.pan(by: Point(x: 5, y: 0))
    screen.step()
    screen.step()
    #expect(screen.map.userInterfaceStyle == .light)
  }

  @Test("the user's location decides without a coordinate, and a choice of the application beats the sun")
  func choices() throws {
    let night = WallTime(year: 2026, month: 11, day: 27, hour: 3)
    let screen = try screen(night)
    screen.runUntilIdle()
    #expect(screen.map.userInterfaceStyle == .light, "no place is known")
    screen.map.userLocation.location = columbus
    screen.map.pan(by: Point(x: 5, y: 0))
    screen.runUntilIdle()
    #expect(screen.map.userInterfaceStyle == .dark)
    screen.map.overrideUserInterfaceStyle = .light
    screen.runUntilIdle()
    #expect(screen.map.userInterfaceStyle == .light && screen.stage.nextWakeUp == .never)
    screen.map.overrideUserInterfaceStyle = .unspecified
    screen.runUntilIdle()
    #expect(screen.map.userInterfaceStyle == .dark)
    screen.map.daylightCoordinate = Coordinate(latitude: -33.87, longitude: 151.21)
    screen.runUntilIdle()
    #expect(screen.map.userInterfaceStyle == .light, "it is day in Sydney")
    screen.stage.wallClock = nil
    screen.map.daylightCoordinate = columbus
    screen.runUntilIdle()
    #expect(screen.map.userInterfaceStyle == .light, "no date is known")
    screen.map.appearances = nil
    screen.runUntilIdle()
    #expect(screen.stage.nextWakeUp == .never)
  }

  @Test("a map that is hidden, empty or replaced sleeps after dusk, and is dark when it is seen", arguments: 0..<4, [0, 2])
  func unseen(kind: Int, workers: Int) throws {
    let queue = workers > 0 ? ShufflingQueue(workerCount: workers) : nil
    let screen = try AppearanceTests.screen(AppearanceTests.light, queue)
    let (map, start, size) = (screen.map, evening, screen.map.bounds)
    screen.stage.wallClock = { start.advanced(byNanoseconds: $0.nanoseconds) }
    map.appearances = AppearanceTests.appearances(screen)
    map.daylightCoordinate = columbus
    AppearanceTests.settle(screen, queue)
    switch kind {
    case 0: map.isHidden = true
    case 1: screen.stage.root.isHidden = true
    case 2: map.bounds = .zero
    default:
      let overlay = TileOverlay(zoomRange: 0...16) { _ in nil }
      overlay.canReplaceMapContent = true
      map.addOverlay(overlay)
    }
    AppearanceTests.settle(screen, queue)
    screen.step(ms: try wait(screen) + 1)
    AppearanceTests.settle(screen, queue)
    let next = screen.stage.nextFrame
    #expect(map.userInterfaceStyle == .dark && next == .never)
    (map.isHidden, screen.stage.root.isHidden, map.bounds) = (false, false, size)
    map.removeOverlays(map.overlays)
    AppearanceTests.settle(screen, queue)
    let freshQueue = queue.map { _ in ShufflingQueue(workerCount: 1) }
    let fresh = try AppearanceTests.screen(AppearanceTests.dark, freshQueue)
    fresh.map.theme = fresh.map.theme.dark
    AppearanceTests.settle(fresh, freshQueue)
    let isNight = fresh.image.pixels == screen.image.pixels
    #expect(isNight && map.theme.surfaceColor == fresh.map.theme.surfaceColor)
  }

  @Test("a date that becomes known while the screen rests is noticed")
  func laterDate() throws {
    let screen = try AppearanceTests.screen()
    screen.map.appearances = AppearanceTests.appearances(screen)
    screen.map.daylightCoordinate = columbus
    screen.runUntilIdle()
    #expect(screen.map.userInterfaceStyle == .light && screen.stage.nextWakeUp == .never)
    screen.stage.wallClock = { _ in WallTime(year: 2026, month: 11, day: 27, hour: 3) }
    screen.step()
    #expect(screen.map.userInterfaceStyle == .dark)
  }

  @Test("a map that left its stage looks at the date when it is back, and one that is gone wakes nothing")
  func offStage() throws {
    let screen = try screen(evening)
    screen.map.daylightCoordinate = columbus
    screen.runUntilIdle()
    let (map, root) = (screen.map, screen.stage.root)
    map.removeFromSuperlayer()
    screen.step(ms: 3_600_000)
    #expect(map.userInterfaceStyle == .light)
    root.addSublayer(map)
    screen.step()
    #expect(map.userInterfaceStyle == .dark)
    weak var gone: MapView?
    do {
      let other = MapView(frame: root.bounds, theme: map.theme)
      other.appearances = AppearanceTests.appearances(screen)
      other.daylightCoordinate = columbus
      root.addSublayer(other)
      screen.step()
      gone = other
      other.removeFromSuperlayer()
    }
    screen.step()
    #expect(gone == nil)
    map.appearances = nil
    screen.runUntilIdle()
    #expect(screen.stage.nextWakeUp == .never && screen.stage.nextFrame == .never)
  }
}
