package import CartoucheScene

/// The smooth movement of a marker between the fixes of a receiver.
///
///     fix ──one interval, at a speed that changes evenly──▶ fix ──the next is late: slower, 1 s──▶ rest
///
/// The marker reaches a fix when the next one is expected. The path is a cubic Hermite curve: it leaves with
/// the marker's present velocity, and arrives with that of the vehicle. So neither the position nor the speed
/// jumps. A fix that comes too late is awaited on a straight line, while the marker loses its speed within a
/// second.
///
/// Fixes tremble by some meters. While a vehicle moves, an alpha-beta filter estimates its position and its
/// velocity from them: of the difference between a fix and the expected position, it believes 0.6, and 0.3
/// for the velocity. A fix that is repeated ends the movement, and the marker rests at it.
///
/// A value without a clock: pass times, and read positions.
package struct LocationGlide: Equatable {
  /// The seconds between two fixes below which the marker shows them as they are, because an application
  /// that sends 20 positions in a second moves the marker itself.
  private static let directInterval = 0.05
  /// The longest time between two fixes in seconds that counts as the receiver's interval.
  private static let longestInterval = 2.5
  /// The speed in meters per second above which the marker jumps: no vehicle moves so fast.
  private static let fastest = 350.0
  /// The seconds after a fix that is late in which the marker comes to rest.
  private static let extrapolation = 1.0

  /// The parts of a surprise that change the estimated position and velocity.
  private static let (alpha, beta) = (0.6, 0.3)

  private var fix: MapPoint
  /// The estimated position at the newest fix.
  package private(set) var goal: MapPoint
  private var began: Timestamp
  /// The seconds in which the marker reaches the goal; 0 if it is there.
  private var duration = 0.0
  /// The offset from the goal, in map units, and the velocity, in map units per second, at the beginning.
  private var offset = SIMD2<Double>(0, 0)
  private var velocity = SIMD2<Double>(0, 0)
  /// The velocity at the goal.
  private var arrival = SIMD2<Double>(0, 0)

  /// Creates a marker that rests at the first fix.
  package init(at point: MapPoint, time: Timestamp) {
    (fix, goal, began) = (point, point, time)
  }

  /// Moves the marker toward a new fix.
  ///
  /// - Parameters:
  ///   - point: The position. If it is too far away for a movement, the marker jumps.
  ///   - time: The time at which the fix arrived. A time before the last one counts as that.
  ///   - unitsPerMeter: The map units in a meter at `point`.
  package mutating func add(_ point: MapPoint, at time: Timestamp, unitsPerMeter: Double) {
    let seconds = Double(max(time - began, 0)) / 1e9
    let (shown, speed, drift) = (offset(at: time), velocity(at: time), arrival)
    let step = Self.vector(from: fix, to: point)
    let old = goal
    (fix, goal, began) = (point, point, max(began, time))
    (offset, velocity, arrival, duration) = (.zero, .zero, .zero, 0)
    let meters = Self.length(step) / max(unitsPerMeter, .leastNormalMagnitude)
    guard seconds > Self.directInterval, meters <= Self.fastest * max(seconds, 1) else { return }
    let isSteady = seconds <= Self.longestInterval
    if isSteady, step != .zero {
      arrival = step / seconds
      if drift != .zero {
        let way = drift * seconds
        let surprise = Self.vector(from: old, to: point) - way
        goal = Self.point(old, movedBy: way + surprise * Self.alpha)
        arrival = drift + surprise * (Self.beta / seconds)
      }
    }
    (offset, velocity, duration) = (shown - Self.vector(from: old, to: goal), speed, isSteady ? seconds : 1)
    // A receiver that repeats its position moves nothing.
    if offset == .zero, velocity == .zero, arrival == .zero { duration = 0 }
  }

  /// Returns the marker's position at a time that is not before the newest fix.
  package func point(at time: Timestamp) -> MapPoint {
    Self.point(goal, movedBy: offset(at: time))
  }

  /// Returns whether the marker still moves at a time.
  package func isMoving(at time: Timestamp) -> Bool {
    guard duration > 0 else { return false }
    return Double(time - began) / 1e9 < duration + (arrival == .zero ? 0 : Self.extrapolation)
  }

  /// Returns the offset from the goal, in map units.
  private func offset(at time: Timestamp) -> SIMD2<Double> {
    guard duration > 0 else { return .zero }
    let seconds = max(Double(time - began) / 1e9, 0)
    guard seconds < duration else {
      let late = min(seconds - duration, Self.extrapolation)
      return arrival * (late - late * late / (2 * Self.extrapolation))
    }
    let t = seconds / duration
    let (square, cube) = (t * t, t * t * t)
    let start: Double = 2 * cube - 3 * square + 1
    let leaving: Double = (cube - 2 * square + t) * duration
    let arriving: Double = (cube - square) * duration
    return offset * start + velocity * leaving + arrival * arriving
  }

  /// Returns the velocity in map units per second: the derivative of the offset.
  private func velocity(at time: Timestamp) -> SIMD2<Double> {
    guard duration > 0 else { return .zero }
    let seconds = max(Double(time - began) / 1e9, 0)
    guard seconds < duration else { return arrival * max(1 - (seconds - duration) / Self.extrapolation, 0) }
    let t = seconds / duration
    let square = t * t
    let start: Double = (6 * square - 6 * t) / duration
    let leaving: Double = 3 * square - 4 * t + 1
    let arriving: Double = 3 * square - 2 * t
    return offset * start + velocity * leaving + arrival * arriving
  }

  private static func point(_ point: MapPoint, movedBy way: SIMD2<Double>) -> MapPoint {
    MapPoint(x: point.x &+ ElementaryFunctions.nearest(way.x), y: point.y &+ ElementaryFunctions.nearest(way.y)).wrapped
  }

  /// Returns the way between two points, the shorter way around the world.
  private static func vector(from: MapPoint, to: MapPoint) -> SIMD2<Double> {
    SIMD2(Double(MapPoint.wrappedDelta(from: from.x, to: to.x)), Double(to.y &- from.y))
  }

  private static func length(_ vector: SIMD2<Double>) -> Double {
    (vector.x * vector.x + vector.y * vector.y).squareRoot()
  }
}
