import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheText

/// The compass, scale bar and attribution of a map, at the edges of the map's safe area.
///
/// The compass is at the top right, the scale bar at the bottom left, and the attribution at the bottom
/// right.
final class MapOrnaments {
  private unowned let map: MapView
  private var compass: Compass
  private var scale: ScaleBar
  private var attribution: TextLayer
  private static let gap: Scalar = 10

  init(on map: MapView) {
    self.map = map
    (compass, scale, attribution) = Self.ornaments(of: map)
    for ornament in ornaments { map.addSublayer(ornament) }
  }

  private var ornaments: [Layer] { [compass, scale, attribution] }

  private static func ornaments(of map: MapView) -> (Compass, ScaleBar, TextLayer) {
    let compass = Compass(theme: map.theme)
    compass.addAction(for: .touchUpInside) { [weak map] _ in
      guard let map else { return }
      if map.isTurningWithUser { map.setUserTrackingMode(.follow, animated: true) }
      var north = map.camera
      north.bearing = .zero
      map.setCamera(north, animated: true, cause: .control)
    }
    let attribution = TextLayer("", fonts: map.theme.fonts)
    attribution.fontSize = 11
    attribution.foregroundColor = map.theme.attributionColor
    attribution.halo = Halo(color: map.theme.mapHaloColor.withAlpha(0.8), width: 1.5)
    attribution.isUserInteractionEnabled = false
    attribution.truncationMode = .end
    return (compass, ScaleBar(theme: map.theme), attribution)
  }

  /// Replaces the ornaments by those of the map's present theme.
  func themeDidChange() {
    let old = ornaments
    (compass, scale, attribution) = Self.ornaments(of: map)
    for (old, new) in zip(old, ornaments) {
      // The application's layers and callouts stay above them.
      map.insertSublayer(new, at: (map.sublayers.firstIndex { $0 === old } ?? 0) + 1)
    }
    if !map.bounds.isEmpty { layOut(map.drawnTransformation) }
    for (old, new) in zip(old, ornaments) { map.crossFade(from: old, to: new) }
  }

  /// Positions the compass, scale bar and attribution, and updates their content.
  func layOut(_ transform: MapTransform) {
    let area = map.safeArea.insetBy(dx: Self.gap, dy: Self.gap)
    let bearing = map.camera.bearing.shortestTurn
    compass.isHidden = !map.showsCompass || bearing.degrees.magnitude < 0.05 || area.isEmpty
    if !compass.isHidden {
      compass.position = Point(x: area.maxX - compass.bounds.width / 2, y: area.minY + compass.bounds.height / 2)
      compass.point(to: -bearing)
    }
    scale.isHidden = !map.showsScale || area.isEmpty
    if !scale.isHidden {
      scale.show(pointsPerMeter: transform.pointsPerMeter(at: transform.camera.centerPoint), within: min(area.width / 2, 120))
      scale.position = Point(x: area.minX + scale.bounds.width / 2, y: area.maxY - scale.bounds.height / 2)
    }
    let text = map.attribution
    attribution.isHidden = text.isEmpty || area.isEmpty
    guard !attribution.isHidden else { return }
    if attribution.string != text {
      attribution.string = text
      attributionSize = attribution.preferredFrameSize()
    }
    let width = min(attributionSize.width, area.width / 2)
    attribution.frame = Rect(
      x: Scalar((area.maxX - width).floor), y: Scalar((area.maxY - attributionSize.height).floor), width: width,
      height: attributionSize.height)
  }

  private var attributionSize = Size.zero
}

/// A compass whose needle points north; a tap rotates the map so that north is up.
final class Compass: Control {
  private let dial = ShapeLayer()
  private let north = ShapeLayer()
  private let south = ShapeLayer()

  /// The direction of north on the screen, clockwise from up.
  private var needle = Angle.zero

  init(theme: Theme) {
    super.init(frame: Rect(x: 0, y: 0, width: 40, height: 40), theme: theme)
    dial.path = Path(ellipseIn: Rect(x: -18, y: -18, width: 36, height: 36))
    dial.fillColor = theme.surfaceColor.withAlpha(0.92)
    dial.shadow = Shadow(color: .black.withAlpha(0.3), offset: Size(width: 0, height: 1), radius: 3)
    for (needlePart, tip, color) in [(north, -13, Color(hex: 0xd9352c)), (south, 13, Color(hex: 0x8a9099))]
      as [(ShapeLayer, Int, Color)]
    {
      var path = Path()
      path.move(to: Point(x: 0, y: Scalar(tip)))
      path.addLine(to: Point(x: -4.5, y: 0))
      path.addLine(to: Point(x: 4.5, y: 0))
      path.closeSubpath()
      (needlePart.path, needlePart.fillColor) = (path, color)
    }
    for layer in [dial, north, south] {
      layer.position = bounds.center
      addSublayer(layer)
    }
  }

  func point(to angle: Angle) {
    guard angle != needle else { return }
    needle = angle
    let rotation = Transform3D.identity.rotated(by: angle, axis: .z)
    (north.transform, south.transform) = (rotation, rotation)
  }

  override func updateAppearance() {
    super.updateAppearance()
    dial.fillColor = isHighlighted ? theme.separatorColor : theme.surfaceColor.withAlpha(0.92)
  }
}

/// A scale bar: a line with a length of a round number of meters, labeled with that number.
final class ScaleBar: Layer {
  private let line = ShapeLayer()
  /// The light outline that makes the line visible on any map.
  private let outline = ShapeLayer()
  private let label: TextLayer
  private var shown: (meters: Int, width: Scalar)?

  init(theme: Theme) {
    label = TextLayer("", fonts: theme.fonts)
    super.init(frame: Rect(x: 0, y: 0, width: 120, height: 24))
    isUserInteractionEnabled = false
    label.fontSize = 11
    label.foregroundColor = theme.scaleColor
    label.halo = Halo(color: theme.mapHaloColor.withAlpha(0.85), width: 1.5)
    (line.fillColor, outline.fillColor) = (nil, nil)
    (line.strokeColor, line.lineWidth, line.lineJoin) = (theme.scaleColor, 1.5, .miter)
    (outline.strokeColor, outline.lineWidth) = (theme.mapHaloColor.withAlpha(0.85), 4)
    for layer in [outline, line, label] as [Layer] { addSublayer(layer) }
  }

  /// Shows the longest round length that fits in `maximum` points.
  ///
  /// A length is round if it is 1, 2 or 5 times a power of ten meters.
  func show(pointsPerMeter: Double, within maximum: Scalar) {
    let points = Double(maximum.rawValue) / 65_536
    guard pointsPerMeter > 0, points > 4 else { return }
    var meters = 1
    for power in 0..<8 {
      let base = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000][power]
      for step in [1, 2, 5] where Double(base * step) * pointsPerMeter <= points { meters = base * step }
    }
    let width = Scalar(rawValue: ElementaryFunctions.nearest(min(Double(meters) * pointsPerMeter, points) * 65_536))
    guard shown?.meters != meters || shown?.width != width else { return }
    if shown?.meters != meters {
      label.string = meters >= 1000 ? "\(meters / 1000) km" : "\(meters) m"
      label.frame = Rect(origin: Point(x: 4, y: 0), size: label.preferredFrameSize())
    }
    shown = (meters, width)
    var path = Path()
    path.move(to: Point(x: 1, y: 16))
    path.addLine(to: Point(x: 1, y: 22))
    path.addLine(to: Point(x: 1 + width, y: 22))
    path.addLine(to: Point(x: 1 + width, y: 16))
    (line.path, outline.path) = (path, path)
  }
}
