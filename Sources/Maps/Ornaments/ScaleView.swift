public import CartoucheControls
import CartoucheRaster
public import CartoucheScene
import CartoucheText

/// A scale bar: a line with a length of a round number of meters, labeled with that number. MapKit's
/// `MKScaleView`.
///
///     let scale = ScaleView(map: map)
///     scale.position = Point(x: 80, y: 300)
///     root.addSublayer(scale)
///
/// The map has a scale of its own in its bottom left corner; see ``MapView/showsScale``. The scale is that of
/// the map's center.
public final class ScaleView: Layer, ThemedLayer {
  /// The side of the view from which the line extends.
  public enum LegendAlignment: Hashable, Sendable {
    /// The line extends from the left edge to the right.
    case leading
    /// The line extends from the right edge to the left.
    case trailing
  }

  /// The map whose scale is shown.
  public private(set) weak var map: MapView?

  /// Whether the scale is shown. If the value is ``FeatureVisibility/adaptive``, it is shown while the map
  /// zooms, and then fades out. The default is ``FeatureVisibility/visible``.
  ///
  /// The view sets ``Layer/isHidden``.
  public var scaleVisibility = FeatureVisibility.visible { didSet { if scaleVisibility != oldValue { update() } } }

  /// The side of the view from which the line extends. The default is ``LegendAlignment/leading``.
  public var legendAlignment = LegendAlignment.leading { didSet { if legendAlignment != oldValue { reload() } } }

  /// The formatter of the length, whose units also decide which lengths are round.
  public var formatter = DistanceFormatter() { didSet { if formatter != oldValue { reload() } } }

  /// The theme that determines the colors and fonts.
  public var theme: Theme {
    didSet {
      themeDidChange()
      // Other fonts give the length another size.
      reload()
    }
  }

  private let line = ShapeLayer()
  /// The light outline that makes the line visible on any map.
  private let outline = ShapeLayer()
  private let label: TextLayer
  private var shown: (length: DistanceFormatter.RoundLength, width: Scalar)?
  /// The zoom of the map at the last update.
  private var zoom: Scalar?

  /// The maximum length of the line, in points.
  var maximumLength: Scalar = 116 { didSet { if maximumLength != oldValue { update() } } }

  /// Creates a scale of 120 by 24 points for a map, with the map's theme.
  public init(map: MapView) {
    (self.map, theme) = (map, map.theme)
    label = TextLayer("", fonts: map.theme.fonts)
    super.init(frame: Rect(x: 0, y: 0, width: 120, height: 24))
    isUserInteractionEnabled = false
    label.fontSize = 11
    (line.fillColor, outline.fillColor) = (nil, nil)
    (line.lineWidth, line.lineJoin, outline.lineWidth) = (1.5, .miter, 4)
    for layer in [outline, line, label] as [Layer] { addSublayer(layer) }
    themeDidChange()
    map.followers.add(self)
    update()
  }

  private func themeDidChange() {
    label.fonts = theme.fonts
    (label.foregroundColor, line.strokeColor) = (theme.scaleColor, theme.scaleColor)
    let halo = theme.mapHaloColor.withAlpha(0.85)
    (label.halo, outline.strokeColor) = (Halo(color: halo, width: 1.5), halo)
  }

  private func reload() {
    shown = nil
    update()
  }

  private func update() {
    guard let map, !map.bounds.isEmpty else { return }
    update(map.drawnTransformation)
  }

  private func update(_ transform: MapTransform) {
    let isHidden = scaleVisibility == .hidden
    if self.isHidden != isHidden { self.isHidden = isHidden }
    updateFading(zoom: transform.camera.clampedZoom)
    if !isHidden { show(pointsPerMeter: transform.pointsPerMeter(at: transform.camera.centerPoint)) }
  }

  /// Shows an adaptive scale while the map zooms.
  private func updateFading(zoom: Scalar) {
    defer { self.zoom = zoom }
    guard scaleVisibility == .adaptive else {
      removeAnimation(forKey: "scale.fade")
      opacity = 1
      return
    }
    opacity = 0
    guard let known = self.zoom, known != zoom, isOnStage else { return }
    // Shown for a second and a half, and then faded out. Each frame of the zoom begins this again.
    let fade = KeyframeAnimation(
      .opacity, values: [.scalar(1), .scalar(1), .scalar(0)], keyTimes: [0, 0.8, 1], duration: Self.fadeDuration)
    add(fade, forKey: "scale.fade")
  }

  private static var fadeDuration: Seconds { 1.875 }

  /// Shows the longest round length that fits.
  private func show(pointsPerMeter: Double) {
    let points = Double(maximumLength.rawValue) / 65_536
    guard pointsPerMeter > 0, points > 4,
      let length = formatter.longestRoundLength(within: points / pointsPerMeter)
    else {
      // No round length is short enough.
      guard shown != nil else { return }
      (shown, label.string, line.path, outline.path) = (nil, "", Path(), Path())
      return
    }
    let width = Scalar(rawValue: ElementaryFunctions.nearest(min(length.meters * pointsPerMeter, points) * 65_536))
    guard shown?.length != length || shown?.width != width else { return }
    if shown?.length != length {
      label.string = formatter.text(of: length)
      let size = label.preferredFrameSize()
      label.frame = Rect(origin: Point(x: legendAlignment == .leading ? 4 : bounds.width - 4 - size.width, y: 0), size: size)
    }
    shown = (length, width)
    let left = legendAlignment == .leading ? 1 : bounds.width - 1 - width
    var path = Path()
    path.move(to: Point(x: left, y: 16))
    path.addLine(to: Point(x: left, y: 22))
    path.addLine(to: Point(x: left + width, y: 22))
    path.addLine(to: Point(x: left + width, y: 16))
    (line.path, outline.path) = (path, path)
  }
}

extension ScaleView: MapFollower {
  func mapDidLayOut(_ map: MapView, _ transform: MapTransform) { update(transform) }
}
