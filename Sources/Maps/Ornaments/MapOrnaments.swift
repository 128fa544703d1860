import CartoucheRaster
import CartoucheScene

/// The compass, scale bar and attribution of a map, at the edges of the map's safe area.
///
/// The compass is at the top right, the scale bar at the bottom left, and the attribution at the bottom
/// right.
final class MapOrnaments {
  private unowned let map: MapView
  private var compass: CompassButton
  private var scale: ScaleView
  private var attribution: AttributionView
  private static let gap: Scalar = 10

  init(on map: MapView) {
    self.map = map
    (compass, scale, attribution) = (CompassButton(map: map), ScaleView(map: map), AttributionView(map: map))
    for ornament in ornaments { map.addSublayer(ornament) }
  }

  private var ornaments: [Layer] { [compass, scale, attribution] }

  /// Replaces the ornaments by those of the map's present theme.
  func themeDidChange() {
    let old = ornaments
    (compass, scale, attribution) = (CompassButton(map: map), ScaleView(map: map), AttributionView(map: map))
    for (old, new) in zip(old, ornaments) {
      // The application's layers and callouts stay above them.
      map.insertSublayer(new, at: (map.sublayers.firstIndex { $0 === old } ?? 0) + 1)
    }
    if !map.bounds.isEmpty { layOut() }
    for (old, new) in zip(old, ornaments) { map.crossFade(from: old, to: new) }
  }

  /// Positions the compass, scale bar and attribution, after they have updated their content as every
  /// ``MapFollower``.
  func layOut() {
    let area = map.safeArea.insetBy(dx: Self.gap, dy: Self.gap)
    compass.compassVisibility = map.showsCompass && !area.isEmpty ? .adaptive : .hidden
    compass.position = Point(x: area.maxX - compass.bounds.width / 2, y: area.minY + compass.bounds.height / 2)
    scale.scaleVisibility = map.showsScale && !area.isEmpty ? .visible : .hidden
    scale.maximumLength = min(area.width / 2, 120)
    scale.position = Point(x: area.minX + scale.bounds.width / 2, y: area.maxY - scale.bounds.height / 2)
    attribution.maximumWidth = max(area.width / 2, 0)
    attribution.isHidden = !map.showsAttribution || map.attribution.isEmpty || area.isEmpty
    let size = attribution.bounds.size
    attribution.frame = Rect(
      x: Scalar((area.maxX - size.width).floor), y: Scalar((area.maxY - size.height).floor), width: size.width,
      height: size.height)
  }
}
