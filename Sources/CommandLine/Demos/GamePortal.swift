package import Cartouche

/// A location that two teams compete for. It is both an annotation, for touches, and an overlay, for drawing.
package final class GamePortal: Annotation, Overlay {
  package enum Team: String {
    case aliens = "ALIENS"
    case resistance = "RESISTANCE"
    case neutral = "NEUTRAL"
  }

  package let coordinate: Coordinate
  let name: String
  let team: Team
  /// Whether all data needed for drawing is known.
  let isComplete: Bool

  package init(_ name: String, _ team: Team, at coordinate: Coordinate, isComplete: Bool = true) {
    (self.name, self.team, self.coordinate, self.isComplete) = (name, team, coordinate, isComplete)
  }

  package var title: String? { name }
  package var subtitle: String? { "Portal · \(team.rawValue.lowercased())" }

  /// The range of a scanner, in meters.
  static let scannerRange = 40.0

  /// Returns whether the geodesic distance to `player` is at most ``scannerRange``.
  package func isInRange(of player: Coordinate) -> Bool {
    coordinate.distance(to: player).map { $0 <= Self.scannerRange } ?? false
  }

  /// A square with sides of 200 m around the portal.
  package var boundingMapRect: MapRect {
    MapRect(center: coordinate, meters: 200) ?? MapRect(origin: MapPoint(x: 0, y: 0), width: 0, height: 0)
  }
}

/// Draws the image of a portal's team, 400 map points wide, so that it scales with the map.
package final class PortalRenderer: OverlayRenderer {
  package override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let portal = overlay as? GamePortal, portal.isComplete, let center = MapPoint(portal.coordinate) else { return }
    context.draw(portal.team.image, in: context.rect(for: MapRect(center: center, mapPoints: 400)))
  }
}

extension GamePortal.Team {
  var color: Color {
    switch self {
    case .aliens: Color(hex: 0x2fb344)
    case .resistance: Color(hex: 0x2478d4)
    case .neutral: Color(hex: 0x8a8f98)
    }
  }

  var image: Image { Self.images[self] ?? Self.draw(self) }

  private static let images: [GamePortal.Team: Image] = [
    .aliens: draw(.aliens), .resistance: draw(.resistance), .neutral: draw(.neutral),
  ]

  /// Draws a glow with rings and an upward beam, so that an upside-down image would be noticed.
  private static func draw(_ team: GamePortal.Team) -> Image {
    Image.drawn(size: PixelSize(width: 128, height: 128)) { list in
      let middle = Point(x: 64, y: 72)
      let glow = RadialGradient(
        stops: [
          GradientStop(location: 0, color: team.color.withAlpha(0.9)),
          GradientStop(location: 0.5, color: team.color.withAlpha(0.45)),
          GradientStop(location: 1, color: team.color.withAlpha(0)),
        ], center: middle, radius: 56)
      list.fill(Path(ellipseIn: Rect(x: 8, y: 16, width: 112, height: 112)), with: .radialGradient(glow))
      var beam = Path()
      beam.move(to: Point(x: 56, y: 72))
      beam.addLine(to: Point(x: 61, y: 4))
      beam.addLine(to: Point(x: 67, y: 4))
      beam.addLine(to: Point(x: 72, y: 72))
      beam.closeSubpath()
      let fade = LinearGradient(
        stops: [GradientStop(location: 0, color: .white.withAlpha(0)), GradientStop(location: 1, color: .white.withAlpha(0.9))],
        start: Point(x: 64, y: 4), end: middle)
      list.fill(beam, with: .linearGradient(fade))
      list.stroke(
        Path(ellipseIn: Rect(x: 40, y: 60, width: 48, height: 24)), style: StrokeStyle(width: 4), with: .color(.white))
      list.stroke(
        Path(ellipseIn: Rect(x: 28, y: 54, width: 72, height: 36)), style: StrokeStyle(width: 2), with: .color(team.color))
    }.withMipmaps()
  }
}
