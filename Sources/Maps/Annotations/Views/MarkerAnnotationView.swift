public import CartoucheRaster
import CartoucheScene
import CartoucheText

/// A balloon whose tip is at the annotation, with a letter, a picture or a dot in it: MapKit's `MKMarkerAnnotationView`, and the look of annotations for which no
/// other view is given.
///
/// Selected, it grows. Balloons that look the same share one picture.
open class MarkerAnnotationView: AnnotationView {
  /// The balloon's colour.
  public final var markerTintColor = Color(hex: 0xe5453b) { didSet { if markerTintColor != oldValue { setNeedsMarker() } } }
  public final var glyphTintColor = Color.white { didSet { if glyphTintColor != oldValue { setNeedsMarker() } } }
  /// A letter or two, in place of the dot; of a cluster, how many there are unless something else is said.
  public final var glyphText: String? { didSet { if glyphText != oldValue { setNeedsMarker() } } }
  /// A picture, in place of the text: its alpha, in ``glyphTintColor``; larger than 18 points it is made smaller.
  public final var glyphImage: Image? { didSet { if glyphImage != oldValue { setNeedsMarker() } } }

  /// Whether the annotation's title stands below the balloon; of a marker that is selected it does wherever it lies, unless it is hidden.
  public final var titleVisibility = FeatureVisibility.adaptive { didSet { if titleVisibility != oldValue { titleChanged() } } }
  /// Whether the subtitle stands below the title, where that is shown: adaptive, while the marker is selected.
  public final var subtitleVisibility = FeatureVisibility.adaptive {
    didSet { if subtitleVisibility != oldValue { titleChanged() } }
  }

  private var isMarkerCurrent = false
  private var title: MarkerTitle?
  /// What it was to say when the map last looked for room.
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

  /// Where in the view's space its words are to stand; nil without any.
  package final var titleFrame: Rect? {
    let words = words
    placedTitle = words
    guard let map, let words else { return nil }
    let title = self.title ?? MarkerTitle(theme: map.theme)
    self.title = title
    title.words = words
    let left = Scalar((bounds.center.x - title.size.width / 2).rounded)
    return Rect(origin: Point(x: left, y: bounds.maxY), size: title.size)
  }

  private var words: MarkerTitle.Content? {
    guard titleVisibility != .hidden, let title = annotation?.title, !title.isEmpty, title != shownNumber else { return nil }
    let isSubtitled = subtitleVisibility == .visible || (subtitleVisibility == .adaptive && isSelected)
    return MarkerTitle.Content(title: title, subtitle: isSubtitled ? annotation?.subtitle ?? "" : "")
  }

  /// Whether the annotation says something else than when the map last looked for room.
  final var hasTitleChanged: Bool { words != placedTitle }

  /// Whether the map found room for the title.
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
    let look = MarkerStyle(
      tint: markerTintColor, glyphTint: glyphTintColor, text: glyphImage == nil ? glyphText ?? count : nil, glyph: glyphImage,
      isSelected: isSelected)
    balloon = map.markerImages.image(of: look, theme: map.theme)
    setNeedsDisplay()
  }

  /// What a cluster's balloon shows already is no title.
  private var shownNumber: String? { image == nil && glyphImage == nil && glyphText == nil ? count : nil }

  /// How many a cluster has.
  private var count: String? { (annotation as? ClusterAnnotation).map { "\($0.memberAnnotations.count)" } }

  private var balloon: Image?

  open override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard image == nil, let balloon else { return super.draw(into: &list, transform: transform, opacity: opacity) }
    list.draw(balloon, transform: transform, opacity: opacity)
  }
}
