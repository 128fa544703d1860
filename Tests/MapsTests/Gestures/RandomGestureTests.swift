import CartoucheTestSupport
import Foundation
import Testing

/// Random gestures on maps whose tiles are late.
///
/// The environment variable `MAP_GESTURES` is the number of gestures, 24 by default.
@Suite("Random gestures on a map whose tiles are late")
struct RandomGestureTests {
  private static let filmLength = 12
  private static let gestureCount = ProcessInfo.processInfo.environment["MAP_GESTURES"].flatMap { Int($0) } ?? 24
  private static let filmCount = max(1, gestureCount / filmLength)
  private static let first = ProcessInfo.processInfo.environment["MAP_GESTURES_SEED"].flatMap { Int($0) } ?? 0

  @Test(
    "show no background where the last frame had map, and end with the bits of a map that was set there",
    arguments: first..<first + filmCount)
  func film(seed: Int) {
    let film = RandomGestures(seed: UInt64(seed))
    var random = SplitMix64(seed: UInt64(seed) + 1000)
    for index in 0..<Self.filmLength {
      film.perform()
      guard index == Self.filmLength - 1 || random.int(in: 0...2) == 0 else { continue }
      film.rest()
      let isExact = film.isExact
      #expect(isExact, "after \(film.name), frame \(film.frameCount)")
    }
    #expect(film.holes.isEmpty, "\(film.holes.count) frames: \(film.holes.prefix(6).joined(separator: "; "))")
  }
}
