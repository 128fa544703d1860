import Foundation

/// The most resident memory of the program in each half of a measurement.
///
/// The first tenth is left out: caches and buffers grow until then. What grows without end shows as a
/// difference of the halves, and a difference by chance, as between moments with one and two images of the
/// ground, does not.
struct ResidentMemory {
  private let frameCount: Int
  private var halves = (first: 0, second: 0)

  /// - Parameter frameCount: The number of frames of the measurement.
  init(frameCount: Int) {
    self.frameCount = frameCount
  }

  /// Looks at the memory before a frame. It does so for one frame in ten of a long measurement, since the
  /// system takes time for it.
  mutating func sample(frame: Int) {
    let start = frameCount / 10
    guard frameCount < 100 || frame % 10 == 0, frame >= start else { return }
    if frame < start + (frameCount - start) / 2 {
      halves.first = max(halves.first, Self.kibibytes)
    } else {
      halves.second = max(halves.second, Self.kibibytes)
    }
  }

  /// Looks at the memory after the last frame.
  mutating func end() {
    halves.second = max(halves.second, Self.kibibytes)
  }

  /// The result, as in “at most 81116 KiB, then 81124 KiB”.
  ///
  /// A single frame has no first half.
  var text: String { "at most \(halves.first == 0 ? "" : "\(halves.first) KiB, then ")\(halves.second) KiB" }

  private static var kibibytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4
  }
}
