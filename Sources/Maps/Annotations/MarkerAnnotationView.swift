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
  public final var glyphImage: Picture? { didSet { if glyphImage != oldValue { setNeedsMarker() } } }

  private var isMarkerCurrent = false

  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    bounds = MarkerLook.bounds(isSelected: false)
    centerOffset = MarkerLook.centerOffset(isSelected: false)
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
  }

  open override func setSelected(_ selected: Bool, animated: Bool) {
    guard selected != isSelected else { return }
    super.setSelected(selected, animated: animated)
    bounds = MarkerLook.bounds(isSelected: selected)
    centerOffset = MarkerLook.centerOffset(isSelected: selected)
    setNeedsMarker()
  }

  private func setNeedsMarker() {
    isMarkerCurrent = false
    setNeedsLayout()
    setNeedsDisplay()
  }

  open override func layoutSublayers() {
    guard !isMarkerCurrent, let map else { return }
    isMarkerCurrent = true
    let count = (annotation as? ClusterAnnotation).map { "\($0.memberAnnotations.count)" }
    let look = MarkerLook(
      tint: markerTintColor, glyphTint: glyphTintColor, text: glyphImage == nil ? glyphText ?? count : nil, glyph: glyphImage,
      isSelected: isSelected)
    balloon = map.markerPictures.picture(of: look, theme: map.theme)
    setNeedsDisplay()
  }

  private var balloon: Picture?

  open override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard image == nil, let balloon else { return super.draw(into: &list, transform: transform, opacity: opacity) }
    list.draw(balloon, transform: transform, opacity: opacity)
  }
}
