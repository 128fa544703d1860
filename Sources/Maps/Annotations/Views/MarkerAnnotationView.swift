public import CartoucheRaster
import CartoucheScene
import CartoucheText

/// A balloon whose tip is at the annotation, with a letter, an image or a dot in it: MapKit's
/// `MKMarkerAnnotationView`.
///
/// It is the default view of annotations. A selected balloon is larger. Balloons of equal appearance share
/// one image.
open class MarkerAnnotationView: AnnotationView {
  /// The color of the balloon.
  public final var markerTintColor = Color(hex: 0xe5453b) { didSet { if markerTintColor != oldValue { setNeedsMarker() } } }
  /// The color of the letter, image or dot.
  public final var glyphTintColor = Color.white { didSet { if glyphTintColor != oldValue { setNeedsMarker() } } }
  /// A letter or two in place of the dot. Clusters show the number of their members unless it is set.
  public final var glyphText: String? { didSet { if glyphText != oldValue { setNeedsMarker() } } }
  /// An image in place of the text, of which only the alpha is used, in ``glyphTintColor``. It is scaled down
  /// to fit 18 points.
  public final var glyphImage: Image? { didSet { if glyphImage != oldValue { setNeedsMarker() } } }

  /// Whether the annotation's title is shown below the balloon.
  ///
  /// Adaptive, it is shown if it overlaps nothing, and on a selected marker always.
  public final var titleVisibility = FeatureVisibility.adaptive { didSet { if titleVisibility != oldValue { titleChanged() } } }
  /// Whether the subtitle is shown below a title that is shown. Adaptive, it is shown while the marker is
  /// selected.
  public final var subtitleVisibility = FeatureVisibility.adaptive {
    didSet { if subtitleVisibility != oldValue { titleChanged() } }
  }

  private var isMarkerCurrent = false
  private var title: MarkerTitle?
  /// The texts at the last placement.
  private var placedTitle: MarkerTitle.Content?

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

  /// The title's frame in the view's space; nil without a title.
  final var titleFrame: Rect? {
    let texts = texts
    placedTitle = texts
    guard let map, let texts else { return nil }
    let title = self.title ?? MarkerTitle(theme: map.theme)
    self.title = title
    title.texts = texts
    let left = Scalar((bounds.center.x - title.size.width / 2).rounded)
    return Rect(origin: Point(x: left, y: bounds.maxY), size: title.size)
  }

  private var texts: MarkerTitle.Content? {
    guard titleVisibility != .hidden, let title = annotation?.title, !title.isEmpty, title != shownNumber else { return nil }
    let isSubtitled = subtitleVisibility == .visible || (subtitleVisibility == .adaptive && isSelected)
    return MarkerTitle.Content(title: title, subtitle: isSubtitled ? annotation?.subtitle ?? "" : "")
  }

  /// Whether the texts have changed since the last placement.
  final var hasTitleChanged: Bool { texts != placedTitle }

  /// Whether the title is shown, as the placement has decided.
  package final var showsTitle = false {
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

  private func titleChanged() {
    guard let map, titleVisibility != .hidden || title != nil, !map.annotationStack.isPreparing else { return }
    map.annotationStack.setNeedsPlacement()
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

  /// The number that a cluster's balloon shows, which is not repeated as a title.
  private var shownNumber: String? { image == nil && glyphImage == nil && glyphText == nil ? count : nil }

  /// The number of a cluster's members.
  private var count: String? { (annotation as? ClusterAnnotation).map { "\($0.memberAnnotations.count)" } }

  private var balloon: Image?

  open override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard image == nil, let balloon else { return super.draw(into: &list, transform: transform, opacity: opacity) }
    list.draw(balloon, transform: transform, opacity: opacity)
  }
}
