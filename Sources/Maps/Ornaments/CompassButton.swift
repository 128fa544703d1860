public import CartoucheControls
import CartoucheRaster
import CartoucheScene

/// A compass whose needle points north, like MapKit's `MKCompassButton`. A tap rotates the map so that north
/// is up.
///
///     map.showsCompass = false
///     let compass = CompassButton(map: map)
///     compass.position = Point(x: 40, y: 40)
///     toolbar.addSublayer(compass)
///
/// The map has a compass of its own in its top right corner; see ``MapView/showsCompass``.
public final class CompassButton: Control {
  /// The map that the compass shows and rotates.
  public private(set) weak var map: MapView?

  /// Whether the compass is shown. If the value is ``FeatureVisibility/adaptive``, which is the default, it
  /// is hidden while north is up.
  ///
  /// The button sets ``Layer/isHidden``.
  public var compassVisibility = FeatureVisibility.adaptive { didSet { if compassVisibility != oldValue { update() } } }

  private let dial = ShapeLayer()
  private let north = ShapeLayer()
  private let south = ShapeLayer()

  /// The direction of north on the screen, clockwise from up.
  private var needle = Angle.zero

  /// Creates a compass of 40 by 40 points for a map, with the map's theme.
  public init(map: MapView) {
    self.map = map
    super.init(frame: Rect(x: 0, y: 0, width: 40, height: 40), theme: map.theme)
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
    addAction(for: .touchUpInside) { [weak self] _ in self?.map?.rotateToNorth() }
    map.followers.add(self)
    update()
  }

  private func update() {
    guard let map else { return }
    let bearing = map.camera.bearing.shortestTurn
    let isHidden = compassVisibility == .hidden || compassVisibility == .adaptive && bearing.degrees.magnitude < 0.05
    if self.isHidden != isHidden { self.isHidden = isHidden }
    guard !isHidden, -bearing != needle else { return }
    needle = -bearing
    let rotation = Transform3D.identity.rotated(by: needle, axis: .z)
    (north.transform, south.transform) = (rotation, rotation)
  }

  public override func updateAppearance() {
    super.updateAppearance()
    dial.fillColor = isHighlighted ? theme.separatorColor : theme.surfaceColor.withAlpha(0.92)
  }
}

extension CompassButton: MapFollower {
  func mapDidLayOut(_ map: MapView, _ transform: MapTransform) { update() }
}

extension MapView {
  /// Rotates the map so that north is up, as a tap on the compass does.
  func rotateToNorth() {
    if isTurningWithUser { setUserTrackingMode(.follow, animated: true) }
    var north = camera
    north.bearing = .zero
    setCamera(north, animated: true, cause: .control)
  }
}
