package import CartoucheRaster
package import CartoucheScene

/// The smooth turn of a map toward a direction that changes in steps, such as a vehicle's course.
///
/// The map turns like a critically damped spring: quickly at first, without swinging over. A new direction
/// changes where the turn leads, and neither the angle nor the angular speed jumps. Directions within the
/// ``deadBand`` of the last one are ignored, so that a trembling compass does not turn the map.
package struct BearingGlide: Equatable {
  /// The smallest change of the direction that turns the map.
  package static let deadBand = Angle.degrees(4)
  /// The spring's frequency: after a second, 9 % of a turn are left.
  private static let frequency = 4.0
  /// The angle in degrees, and the angular speed in degrees per second, below which the map is at rest.
  private static let (still, slow) = (0.02, 0.05)

  /// The direction in which the turn ends.
  package private(set) var target: Angle
  private var began: Timestamp
  /// The angle from the target in degrees, and its change per second, at the beginning.
  private var (offset, speed) = (0.0, 0.0)

  /// Creates a turn from a bearing, which is at rest, to a direction.
  package init(from bearing: Angle, to target: Angle, at time: Timestamp) {
    (self.target, began) = (target, time)
    offset = Self.degrees((bearing - target).shortestTurn)
  }

  /// Turns toward another direction, unless it is within the dead band.
  package mutating func turn(to direction: Angle, at time: Timestamp) {
    guard (direction - target).shortestTurn.magnitude > Self.deadBand else { return }
    let (angle, change) = state(at: time)
    offset = Self.degrees((target + Self.angle(angle) - direction).shortestTurn)
    (target, began, speed) = (direction, max(began, time), change)
  }

  /// Returns the bearing at a time, and whether the map still turns then.
  package func bearing(at time: Timestamp) -> (bearing: Angle, isMoving: Bool) {
    let (angle, change) = state(at: time)
    guard abs(angle) > Self.still || abs(change) > Self.slow else { return (target, false) }
    return (target + Self.angle(angle), true)
  }

  private func state(at time: Timestamp) -> (offset: Double, speed: Double) {
    guard offset != 0 || speed != 0 else { return (0, 0) }
    let seconds = min(max(Double(time - began) / 1e9, 0), 60)
    let decay = ElementaryFunctions.exponential(-Self.frequency * seconds)
    let slope = speed + Self.frequency * offset
    return ((offset + slope * seconds) * decay, (speed - Self.frequency * slope * seconds) * decay)
  }

  private static func degrees(_ angle: Angle) -> Double { Double(angle.degrees.rawValue) / 4_294_967_296 }

  private static func angle(_ degrees: Double) -> Angle {
    Angle(degrees: WideFixed(rawValue: ElementaryFunctions.nearest(degrees * 4_294_967_296)))
  }
}
