import Cartouche

/// A map that is carried to and fro, as under a finger, and how long its frames take with one thread.
@MainActor
final class ScrolledMap {
  /// After how many frames it is where it was.
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

  /// Eight points across and four down, there and back.
  func scroll(_ frame: Int) {
    let way: Scalar = frame % Self.period < Self.period / 2 ? 1 : -1
    map.pan(by: Point(x: 8 * way, y: 4 * way))
  }

  /// How long each of two maps takes for a frame that is settled and drawn whole: the first's median, and it with the median of how much longer the other takes.
  ///
  /// They take turns, frame by frame, and each frame is compared with the one beside it, so that a machine that grows faster or slower meanwhile favours neither.
  static func frames(_ one: ScrolledMap, _ other: ScrolledMap) -> (one: Duration, other: Duration) {
    var times: [(one: Duration, more: Duration)] = []
    for frame in 0..<period * 7 {
      let (first, second) = (one.frame(frame), other.frame(frame))
      // The first round warms up.
      if frame >= period { times.append((first, second - first)) }
    }
    let (first, more) = (times.map(\.one).sorted()[times.count / 2], times.map(\.more).sorted()[times.count / 2])
    return (first, first + more)
  }

  private func frame(_ frame: Int) -> Duration {
    let size = stage.size
    let target = PixelBuffer(baseAddress: memory, size: size, bytesPerRow: size.width * 4, format: .xrgb8888)
    scroll(frame)
    return ContinuousClock().measure {
      _ = stage.commit()
      _ = renderer.draw(stage.displayList, into: target, damage: [PixelRect(size)], workers: SerialWorkerPool())
    }
  }

  /// How long the same memory takes to be copied.
  func copy() -> Duration {
    let count = stage.size.width * stage.size.height * 4
    let other = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
    defer { other.deallocate() }
    let clock = ContinuousClock()
    return (0..<20).map { _ in clock.measure { other.copyMemory(from: memory, byteCount: count) } }.min() ?? .zero
  }
}

extension Duration {
  var tenths: String { digits(1) }

  var hundredths: String { digits(2) }

  /// In milliseconds.
  private func digits(_ count: Int) -> String {
    let scale = count == 1 ? 10 : 100
    let parts = Int(self / .microseconds(1000 / scale) + 0.5)
    let rest = "\(parts % scale)"
    return "\(parts / scale)." + String(repeating: "0", count: count - rest.count) + rest
  }
}
