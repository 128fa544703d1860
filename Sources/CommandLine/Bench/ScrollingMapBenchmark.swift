import Cartouche

/// A map that scrolls back and forth, as under a finger, and measures its frames with one thread.
@MainActor
final class ScrollingMapBenchmark {
  /// The number of frames after which the map is back at its first position.
  static let period = 40

  private let map: MapView
  private let stage: Stage
  private let renderer = Renderer()
  nonisolated(unsafe) private let memory: UnsafeMutableRawPointer

  init(_ map: MapView, on stage: Stage) {
    (self.map, self.stage) = (map, stage)
    stage.workers = SerialWorkerPool()
    memory = .allocate(byteCount: stage.size.width * stage.size.height * 4, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 255, count: stage.size.width * stage.size.height * 4)
  }

  deinit { memory.deallocate() }

  /// Scrolls by eight points horizontally and four vertically, forward in the first half of the period,
  /// then back.
  func scroll(_ frame: Int) {
    let sign: Scalar = frame % Self.period < Self.period / 2 ? 1 : -1
    map.pan(by: Point(x: 8 * sign, y: 4 * sign))
  }

  /// Measures committing and completely drawing a frame of each of two maps.
  ///
  /// The maps take turns, and each frame is compared with the one right after it, so that a machine that
  /// becomes faster or slower during the measurement favors neither.
  ///
  /// - Returns: The median of the first map, and that median plus the median of the differences to the
  ///   second map.
  static func frameDurations(_ one: ScrollingMapBenchmark, _ other: ScrollingMapBenchmark) -> (one: Duration, other: Duration) {
    var times: [(one: Duration, more: Duration)] = []
    for frame in 0..<period * 7 {
      let (first, second) = (one.frame(frame), other.frame(frame))
      // The first period warms up.
      if frame >= period { times.append((first, second - first)) }
    }
    let (first, more) = (times.map(\.one).sorted()[times.count / 2], times.map(\.more).sorted()[times.count / 2])
    return (first, first + more)
  }

  private func frame(_ frame: Int) -> Duration {
    let size = stage.size
    let target = PixelBuffer(
      baseAddress: memory, size: size, bytesPerRow: size.width * 4, format: .xrgb8888,
      isOrdinaryMemory: true)
    scroll(frame)
    return ContinuousClock().measure {
      _ = stage.commit()
      _ = renderer.draw(stage.displayList, into: target, damage: [PixelRect(size)], workers: SerialWorkerPool())
    }
  }

  /// Returns how long copying the memory of a frame takes.
  func copyDuration() -> Duration {
    let count = stage.size.width * stage.size.height * 4
    let other = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
    defer { other.deallocate() }
    let clock = ContinuousClock()
    return (0..<20).map { _ in clock.measure { other.copyMemory(from: memory, byteCount: count) } }.min() ?? .zero
  }
}

extension Duration {
  /// The duration in milliseconds with one decimal.
  var tenths: String { digits(1) }

  /// The duration in milliseconds with two decimals.
  var hundredths: String { digits(2) }

  private func digits(_ count: Int) -> String {
    let scale = count == 1 ? 10 : 100
    let parts = Int(self / .microseconds(1000 / scale) + 0.5)
    let rest = "\(parts % scale)"
    return "\(parts / scale)." + String(repeating: "0", count: count - rest.count) + rest
  }
}
