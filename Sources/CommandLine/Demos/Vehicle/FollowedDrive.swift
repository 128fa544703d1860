import Cartouche
import CartoucheInventedTown

/// A drive through the invented town, which a map follows and turns with.
///
/// The map gets the location once a second, as from a GPS receiver, and moves evenly in between.
@MainActor
final class FollowedDrive {
  /// 50 km/h, in meters a second.
  private static let speed = 50 / 3.6

  private let route = TownDrive.standard
  private let start: Double
  private var nextFix = 0

  /// - Parameter start: The distance along the route at which the drive begins, in meters.
  init(from start: Double) {
    self.start = min(start, route.length)
  }

  /// Shows the drive on a map until it ends.
  func start(on map: MapView, _ kiosk: Kiosk) {
    map.userTrackingMode = .followWithCourse
    kiosk.onTick { [self] in drive(map, until: $0) }
  }

  private func drive(_ map: MapView, until now: Timestamp) -> MotionState {
    while Int64(nextFix) * 1_000_000_000 <= now.nanoseconds {
      let driven = start + Double(nextFix) * Self.speed
      guard driven < route.length + Self.speed else { return .still }
      let direction = route.direction(at: min(driven, route.length))
      map.userLocation.course = Angle.arctangent(y: Scalar(direction.east), x: Scalar(direction.north))
      map.userLocation.location = route.coordinate(at: driven)
      nextFix += 1
    }
    return .moving
  }
}
