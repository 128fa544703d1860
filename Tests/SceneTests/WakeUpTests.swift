import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Dates, and layers that wait for them")
struct WakeUpTests {
  /// A layer that counts its ticks.
  private final class Clock: Layer {
    private(set) var ticks: [Timestamp] = []
    private(set) lazy var wakeUp = WakeUp(self)

    override func tick(at now: Timestamp) -> MotionState {
      ticks.append(now)
      return .still
    }

    deinit { wakeUp.cancel() }
  }

  private func seconds(_ count: Int64) -> Timestamp { Timestamp(nanoseconds: count * 1_000_000_000) }

  @Test("a layer is ticked once, in the first frame at or after its time, and nothing moves until then")
  func once() {
    let stage = Stage(size: PixelSize(width: 10, height: 10))
    let layer = Clock(frame: .zero)
    stage.root.addSublayer(layer)
    _ = stage.commit(at: seconds(1))
    layer.wakeUp.schedule(at: seconds(100))
    layer.wakeUp.schedule(at: seconds(60))
    #expect(stage.nextFrame == .never && !stage.needsCommit && stage.nextWakeUp == .at(seconds(60)))
    _ = stage.commit(at: seconds(59))
    #expect(layer.ticks.isEmpty)
    _ = stage.commit(at: seconds(61))
    #expect(layer.ticks == [seconds(61)] && stage.nextWakeUp == .never)
    _ = stage.commit(at: seconds(200))
    #expect(layer.ticks.count == 1)
    layer.wakeUp.schedule(at: seconds(300))
    layer.wakeUp.schedule(at: nil)
    #expect(stage.nextWakeUp == .never)
    _ = stage.commit(at: seconds(400))
    #expect(layer.ticks.count == 1)
  }

  @Test("the earliest of several layers wakes the stage; a clock that is set wakes all of them")
  func several() {
    let stage = Stage(size: PixelSize(width: 10, height: 10))
    let layers = (0..<3).map { _ in Clock(frame: .zero) }
    for (index, layer) in layers.enumerated() {
      stage.root.addSublayer(layer)
      layer.wakeUp.schedule(at: seconds(Int64(30 - index)))
    }
    _ = stage.commit(at: seconds(0))
    #expect(stage.nextWakeUp == .at(seconds(28)))
    _ = stage.commit(at: seconds(28))
    #expect(layers.map(\.ticks.count) == [0, 0, 1] && stage.nextWakeUp == .at(seconds(29)))
    stage.wallClockDidChange()
    #expect(stage.needsCommit)
    _ = stage.commit(at: seconds(28))
    #expect(layers.map(\.ticks.count) == [1, 1, 1] && stage.nextWakeUp == .never)
  }

  @Test("a layer without a stage is ticked when it gets one; one that is released wakes nothing")
  func lifetimes() {
    let stage = Stage(size: PixelSize(width: 10, height: 10))
    var layer: Clock? = Clock(frame: .zero)
    layer?.wakeUp.schedule(at: seconds(5))
    if let layer { stage.root.addSublayer(layer) }
    _ = stage.commit(at: seconds(1))
    #expect(layer?.ticks.count == 1)
    layer?.wakeUp.schedule(at: seconds(5))
    layer?.removeFromSuperlayer()
    layer = nil
    _ = stage.commit(at: seconds(9))
    #expect(stage.nextWakeUp == .never)
  }

  @Test(
    "a date is the number of seconds since 1970",
    arguments: [
      (1970, 1, 1, 0), (1969, 12, 31, -86_400), (2000, 2, 29, 951_782_400), (2000, 3, 1, 951_868_800), (1900, 3, 1, -2_203_891_200),
      (2026, 11, 26, 1_795_651_200), (2026, 12, 31, 1_798_675_200), (2024, 14, 1, 1_738_368_000),
    ])
  func dates(year: Int, month: Int, day: Int, seconds: Int64) {
    let date = WallTime(year: year, month: month, day: day, hour: 1, minute: 2, second: 3)
    #expect(date == WallTime(secondsSince1970: seconds + 3723))
    #expect(WallTime(year: year, month: month, day: day, hour: 25) == WallTime(secondsSince1970: seconds + 90_000))
  }

  @Test("dates saturate")
  func extremes() {
    let (first, last) = (WallTime(nanosecondsSince1970: .min), WallTime(nanosecondsSince1970: .max))
    #expect(WallTime(year: .max, month: .max, day: .max, hour: .max) == last && WallTime(year: .min, month: 1, day: 1) == first)
    #expect(last.advanced(byNanoseconds: 1) == last && first.advanced(byNanoseconds: -1) == first)
    #expect(last.nanoseconds(since: first) == .max && first.nanoseconds(since: last) == .min)
    #expect(WallTime(secondsSince1970: .max) == last && WallTime(secondsSince1970: .min) == first && first < last)
  }
}
