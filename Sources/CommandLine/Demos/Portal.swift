package import Cartouche

/// A place that two sides contend for: one object that a finger hits and that is drawn with the map.
package final class Portal: Annotation, Overlay {
  package enum Team: String {
    case aliens = "ALIENS"
    case resistance = "RESISTANCE"
    case neutral = "NEUTRAL"
  }

  package let coordinate: Coordinate
  let name: String
  let team: Team
  /// Whether everything is known that has to be to draw it.
  let isComplete: Bool

  package init(_ name: String, _ team: Team, at coordinate: Coordinate, isComplete: Bool = true) {
    (self.name, self.team, self.coordinate, self.isComplete) = (name, team, coordinate, isComplete)
  }

  package var title: String? { name }
  package var subtitle: String? { "Portal · \(team.rawValue.lowercased())" }

  /// As far as a scanner reaches, in metres.
  static let scannerRange = 40.0

  package func isInRange(of player: Coordinate) -> Bool {
    coordinate.distance(to: player).map { $0 <= Self.scannerRange } ?? false
  }

  /// A square of 200 m round the portal.
  package var boundingMapRect: MapRect {
    MapRect(center: coordinate, meters: 200) ?? MapRect(origin: MapPoint(x: 0, y: 0), width: 0, height: 0)
  }
}

/// Draws a portal's picture, 400 map points wide: it grows and shrinks with the map.
package final class PortalRenderer: OverlayRenderer {
  package override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let portal = overlay as? Portal, portal.isComplete, let center = MapPoint(portal.coordinate) else { return }
    context.draw(portal.team.image, in: context.rect(for: MapRect(center: center, mapPoints: 400)))
  }
}

extension Portal.Team {
  var color: Color {
    switch self {
    case .aliens: Color(hex: 0x2fb344)
    case .resistance: Color(hex: 0x2478d4)
    case .neutral: Color(hex: 0x8a8f98)
    }
  }

  var image: Image { Self.images[self] ?? Self.draw(self) }

  private static let images: [Portal.Team: Image] = [
    .aliens: draw(.aliens), .resistance: draw(.resistance), .neutral: draw(.neutral),
  ]

  /// A glow with a ring and a beam upwards: it has an up and a down.
  private static func draw(_ team: Portal.Team) -> Image {
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
