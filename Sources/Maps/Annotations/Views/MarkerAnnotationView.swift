public import CartoucheRaster
import CartoucheScene
import CartoucheText

/// An annotation view with a balloon that contains a text, an image or a dot.
///
/// The class corresponds to MapKit's `MKMarkerAnnotationView`. The balloon's tip is at the annotation's
/// coordinate. The balloon of a selected marker is larger. Balloons of equal appearance share one image.
///
/// If an application returns no view for an annotation, the map usually creates a marker view.
open class MarkerAnnotationView: AnnotationView {
  // As in ``Layer``, what each frame reads is not checked for exclusivity.

  /// The color of the marker's balloon.
  public final var markerTintColor = Color(hex: 0xe5453b) { didSet { if markerTintColor != oldValue { setNeedsMarker() } } }
  /// The color of the text, image or dot in the marker's balloon.
  public final var glyphTintColor = Color.white { didSet { if glyphTintColor != oldValue { setNeedsMarker() } } }
  /// The text in the marker's balloon, usually one or two letters. The text replaces the dot.
  ///
  /// If this property is nil, the balloon of a cluster shows the number of the cluster's members.
  @exclusivity(unchecked) public final var glyphText: String? { didSet { if glyphText != oldValue { setNeedsMarker() } } }
  /// The image in the marker's balloon. The image replaces the dot and the ``glyphText``.
  ///
  /// The image is drawn in the color ``glyphTintColor``. Only the image's alpha channel is used. One pixel of
  /// the image is one point. If the image's longer side exceeds 18.75 points, the image is scaled down to
  /// that length. While the marker is selected, the limit is 27.5 points.
  @exclusivity(unchecked) public final var glyphImage: Image? { didSet { if glyphImage != oldValue { setNeedsMarker() } } }

  /// Whether the marker shows the annotation's title below the balloon.
  ///
  /// If the value is ``FeatureVisibility/adaptive``, the title is hidden where it would overlap another
  /// annotation view or title. While the marker is selected, an adaptive title is always shown.
  public final var titleVisibility = FeatureVisibility.adaptive { didSet { if titleVisibility != oldValue { titleChanged() } } }
  /// Whether the marker shows the annotation's subtitle below the title.
  ///
  /// The subtitle is shown only while the title is shown. If the value is ``FeatureVisibility/adaptive``, the
  /// subtitle is shown only while the marker is selected.
  public final var subtitleVisibility = FeatureVisibility.adaptive {
    didSet { if subtitleVisibility != oldValue { titleChanged() } }
  }

  /// Whether the marker springs up when it appears, as MapKit's markers do.
  ///
  /// If false, the marker grows and fades in, but appears at once when the map shows annotations for the
  /// first time. ``MapView/animatesAnnotations`` turns off both.
  public final var animatesWhenAdded = false

  @exclusivity(unchecked) private var isMarkerCurrent = false
  @exclusivity(unchecked) private var title: MarkerTitle?
  /// The theme with which the title was made: the value of ``MapView/themeRevision``.
  private var titleTheme = 0
  /// The marker's texts at the last placement.
  @exclusivity(unchecked) private var placedTitle: MarkerTitle.Content?

  /// Creates a marker view for an annotation.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    bounds = MarkerStyle.bounds(isSelected: false)
    centerOffset = MarkerStyle.centerOffset(isSelected: false)
    collisionMode = .circle
    canShowCallout = false
  }

  open override func prepareForDisplay() {
    super.prepareForDisplay()
    if annotation is ClusterAnnotation, glyphText == nil { setNeedsMarker() }
  }

  open override func prepareForReuse() {
    super.prepareForReuse()
    setNeedsMarker()
    showsTitle = false
  }

  open override func setSelected(_ selected: Bool, animated: Bool) {
    guard selected != isSelected else { return }
    super.setSelected(selected, animated: animated)
    if image == nil {
      bounds = MarkerStyle.bounds(isSelected: selected)
      centerOffset = MarkerStyle.centerOffset(isSelected: selected)
    }
    setNeedsMarker()
    titleChanged()
  }

  // MARK: Title

  /// The frame of the marker's title, in the view's space; nil if the marker has no title.
  final var titleFrame: Rect? {
    let texts = texts
    placedTitle = texts
    guard let map, let texts else { return nil }
    if titleTheme != map.themeRevision {
      self.title?.layer.removeFromSuperlayer()
      self.title = nil
    }
    let title = self.title ?? MarkerTitle(theme: map.theme)
    (self.title, titleTheme) = (title, map.themeRevision)
    title.texts = texts
    let left = Scalar((bounds.center.x - title.size.width / 2).rounded)
    return Rect(origin: Point(x: left, y: bounds.maxY), size: title.size)
  }

  private var texts: MarkerTitle.Content? {
    guard titleVisibility != .hidden, let title = annotation?.title, !title.isEmpty, title != shownNumber else { return nil }
    let isSubtitled = subtitleVisibility == .visible || (subtitleVisibility == .adaptive && isSelected)
    return MarkerTitle.Content(title: title, subtitle: isSubtitled ? annotation?.subtitle ?? "" : "")
  }

  /// Whether the marker's texts have changed since the last placement.
  final var hasTitleChanged: Bool { texts != placedTitle }

  /// Whether the marker's title is shown, as the last placement has decided.
  @exclusivity(unchecked) package final var showsTitle = false {
    didSet {
      guard let title else { return }
      if showsTitle, let frame = titleFrame {
        if title.layer.superlayer !== self { addSublayer(title.layer) }
        if title.layer.frame != frame { title.layer.frame = frame }
      } else if title.layer.superlayer === self {
        title.layer.removeFromSuperlayer()
      }
    }
  }

  final override func annotationDidChange() {
    setNeedsMarker()
    titleChanged()
  }

  final override func themeDidChange() {
    setNeedsMarker()
    guard showsTitle, let map, let old = title?.layer else { return titleChanged() }
    title = nil
    _ = titleFrame
    showsTitle = true
    if let new = title?.layer { map.crossFade(from: old, to: new) }
    titleChanged()
  }

  private func titleChanged() {
    guard let map, titleVisibility != .hidden || title != nil, !map.annotationPresenter.isPreparing else { return }
    map.annotationPresenter.setNeedsPlacement()
  }

  final override func beginEntrance(at frame: Rect) -> Bool {
    guard animatesWhenAdded else { return false }
    let spring = Spring(perceptualDuration: 0.4, bounce: 0.4)
    add(SpringAnimation(.scaleXY, from: .scalar(0), to: .scalar(1), spring: spring), forKey: "annotation.enter")
    return true
  }

  private func setNeedsMarker() {
    isMarkerCurrent = false
    setNeedsLayout()
    setNeedsDisplay()
  }

  open override func layoutSublayers() {
    guard !isMarkerCurrent, let map else { return }
    isMarkerCurrent = true
    let style = MarkerStyle(
      tint: markerTintColor, glyphTint: glyphTintColor, text: glyphImage == nil ? glyphText ?? count : nil, glyph: glyphImage,
      isSelected: isSelected)
    balloon = map.markerImages.image(of: style, theme: map.theme)
    setNeedsDisplay()
  }

  /// The number that a cluster's balloon shows, which the marker does not repeat as a title.
  private var shownNumber: String? { image == nil && glyphImage == nil && glyphText == nil ? count : nil }

  /// The number of the cluster's members; nil for a single annotation.
  private var count: String? { (annotation as? ClusterAnnotation).map { "\($0.memberAnnotations.count)" } }

  @exclusivity(unchecked) private var balloon: Image?

  open override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard image == nil, let balloon else { return super.draw(into: &list, transform: transform, opacity: opacity) }
    list.draw(balloon, transform: transform, opacity: opacity)
  }
}
