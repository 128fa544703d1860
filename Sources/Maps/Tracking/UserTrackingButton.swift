public import CartoucheControls
import CartoucheRaster
import CartoucheScene

/// A button that lets a map follow the user's location, like MapKit's `MKUserTrackingButton`.
///
///     let button = UserTrackingButton(map: map)
///     button.position = Point(x: map.bounds.maxX - 34, y: map.bounds.maxY - 60)
///     map.addSublayer(button)
///
/// A tap changes ``MapView/userTrackingMode``: the map follows; then it also turns with the user's course or
/// heading, if either is known; then it only follows again. The symbol is an arrow: an outline while the map
/// does not follow, filled while it does, and with a mark above it while the map turns.
public final class UserTrackingButton: Control {
  /// The map that the button controls.
  public private(set) weak var map: MapView?

  private let disc = ShapeLayer()
  private let arrow = ShapeLayer()
  private let mark = ShapeLayer()

  /// Creates a button of 44 by 44 points for a map, with the map's theme.
  public init(map: MapView) {
    self.map = map
    super.init(frame: Rect(x: 0, y: 0, width: 44, height: 44), theme: map.theme)
    disc.path = Path(ellipseIn: Rect(x: -20, y: -20, width: 40, height: 40))
    disc.shadow = Shadow(color: .black.withAlpha(0.3), offset: Size(width: 0, height: 1), radius: 3)
    // An arrow that points up and to the right.
    var outline = Path()
    outline.move(to: Point(x: 9, y: -9))
    for point in [Point(x: 1, y: 10), Point(x: -1, y: 1), Point(x: -10, y: -1)] { outline.addLine(to: point) }
    outline.closeSubpath()
    (arrow.path, arrow.lineWidth, arrow.lineJoin) = (outline, 1.5, .round)
    mark.path = Path(roundedRect: Rect(x: -1.25, y: -18, width: 2.5, height: 5), cornerRadius: 1.25)
    for layer in [disc, arrow, mark] {
      layer.position = bounds.center
      addSublayer(layer)
    }
    map.tracking.add(self)
    addAction(for: .touchUpInside) { [weak self] _ in self?.changeMode() }
    updateAppearance()
  }

  private func changeMode() {
    guard let map else { return }
    let user = map.userLocation
    let next: UserTrackingMode =
      switch map.userTrackingMode {
      case .none: .follow
      case .follow: user.course != nil ? .followWithCourse : user.heading != nil ? .followWithHeading : .none
      case .followWithHeading, .followWithCourse: .follow
      }
    map.setUserTrackingMode(next, animated: true)
  }

  public override func updateAppearance() {
    super.updateAppearance()
    let mode = map?.userTrackingMode ?? .none
    let ink = isEnabled ? theme.tintColor : theme.secondaryTextColor
    disc.fillColor = isHighlighted ? theme.separatorColor : theme.surfaceColor.withAlpha(0.92)
    arrow.strokeColor = ink
    arrow.fillColor = mode == .none ? nil : ink
    mark.fillColor = ink
    mark.isHidden = mode != .followWithHeading && mode != .followWithCourse
  }
}
