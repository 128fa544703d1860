import Cartouche

/// A person who walks through a town under fog and clears it.
@MainActor
enum FogOfWarWalk {
  static let start = Coordinate(latitude: 39.9, longitude: 116.38)
  /// The radius of the cleared circle, in meters.
  static let sight = 45.0
  /// The duration of the walk, in seconds.
  static let duration = 12.0
  static let stepsPerSecond = 30.0

  static func show(_ fog: FogOverlay, town: TownTileSource, on kiosk: Kiosk) {
    let map = MapView(frame: kiosk.root.bounds, theme: .standard)
    map.autoresizingMask = .fill
    map.sources = [town]
    map.rendererFor = { overlay in
      guard let fog = overlay as? FogOverlay else { return nil }
      let renderer = FogRenderer(fog: fog)
      renderer.color = Color(hex: 0x1b2430).withAlpha(0.88)
      return renderer
    }
    map.addOverlay(fog)
    map.region = CoordinateRegion(center: start, latitudinalMeters: 1000, longitudinalMeters: 1000)
    map.showsUserLocation = true
    map.viewFor = { annotation in
      guard let user = annotation as? UserLocation else { return nil }
      let dot = UserLocationView(annotation: user, reuseIdentifier: nil)
      // So that nothing moves on the screen after the walk.
      dot.isPulsing = false
      return dot
    }
    kiosk.root.addSublayer(map)

    var cleared: Int?
    var began: Timestamp?
    kiosk.onTick { now in
      let since = began ?? now
      began = since
      let seconds = min(Double(now.nanoseconds - since.nanoseconds) / 1e9, duration)
      // Clears in fixed steps of the walk, so that the cleared area does not depend on the frame rate.
      let step = Int(seconds * stepsPerSecond)
      for next in (cleared.map { $0 + 1 } ?? 0)..<(step + 1) {
        let segment = [max(next - 1, 0), next].map { position(at: Double($0) / stepsPerSecond) }
        fog.clear(along: segment, radius: sight, falloff: 0.4)
      }
      cleared = step
      map.userLocation.heading = heading(at: seconds)
      map.userLocation.location = position(at: seconds)
      return seconds < duration ? .moving : .still
    }
  }

  /// Returns the position on a figure eight, which is traversed at about three times walking speed.
  static func position(at seconds: Double) -> Coordinate {
    let turn = Angle.degrees(360) * Scalar(seconds / duration)
    let (sine, cosine) = (Double(turn.sine), Double((turn * 2).sine))
    return Coordinate(latitude: start.latitude + cosine * 0.0016, longitude: start.longitude + sine * 0.0042)
  }

  private static func heading(at seconds: Double) -> Angle {
    let (here, next) = (position(at: seconds), position(at: seconds + 0.05))
    let north = Scalar((next.latitude - here.latitude) * 1e6)
    let east = Scalar((next.longitude - here.longitude) * 0.767e6)
    return Angle.arctangent(y: east, x: north)
  }
}
