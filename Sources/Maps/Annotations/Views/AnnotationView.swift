public import CartoucheRaster
public import CartoucheScene

/// The view of an annotation: MapKit's `MKAnnotationView`.
///
/// It shows its ``image``, if it has one, and its sublayers. Its size does not change with the zoom. Its
/// center, moved by ``centerOffset``, is at the annotation's coordinate, rounded to whole points. A view that
/// is no longer needed is reused for other annotations with the same ``reuseIdentifier``.
///
/// The map reads its clustering identifier, priority and zoom range after it was prepared. If they change
/// later, the map places annotations again before the next frame.
open class AnnotationView: Layer {
  /// The annotation that the view shows; nil while it waits for reuse.
  public internal(set) var annotation: (any Annotation)?
  /// The identifier of views that replace each other; nil for a view that belongs to one annotation.
  public let reuseIdentifier: String?

  /// The image that the view shows, one pixel per point; setting it sets the view's size.
  ///
  /// An empty image has a size too, and can be tapped.
  public final var image: Image? {
    didSet {
      guard image != oldValue else { return }
      if let image {
        bounds = Rect(x: 0, y: 0, width: Scalar(image.size.width), height: Scalar(image.size.height))
      }
      setNeedsDisplay()
      map?.annotationStack.viewChanged(self)
    }
  }

  /// The offset from the annotation's position to the view's center, in points.
  public final var centerOffset = Point.zero { didSet { if centerOffset != oldValue { map?.annotationStack.viewChanged(self) } } }

  /// The offset from the center of the view's upper edge to the tip of its callout.
  public final var calloutOffset = Point.zero

  /// The identifier of views that form clusters with each other where they would overlap; nil for a view that
  /// is never clustered.
  public final var clusteringIdentifier: String? {
    didSet { if clusteringIdentifier != oldValue { map?.annotationStack.viewChanged(self) } }
  }

  /// The priority by which the view is shown where views overlap.
  public final var displayPriority = FeatureDisplayPriority.required {
    didSet { if displayPriority != oldValue { map?.annotationStack.viewChanged(self) } }
  }

  /// The shape by which the view overlaps others.
  public final var collisionMode = CollisionMode.rectangle {
    didSet { if collisionMode != oldValue { map?.annotationStack.viewChanged(self) } }
  }

  /// The zooms at which the view is shown: one view for the town at low zooms, others for its shops at high
  /// ones.
  ///
  /// Ranges that end and begin at the same zoom switch at the same moment. They switch a tenth of a zoom
  /// late, so that views do not flicker.
  public final var zoomRange: Range<Scalar> = 0..<25 {
    didSet { if zoomRange != oldValue { map?.annotationStack.viewChanged(self) } }
  }

  /// The order of overlapping views, higher in front; among equals, the one farther down the screen is in
  /// front.
  public final var zPriority = 500 { didSet { if zPriority != oldValue { map?.annotationStack.viewChanged(self) } } }

  /// The duration of the slide to its new position when the annotation moves; 0 for none.
  public final var moveDuration: Seconds = 0

  /// Whether a tap selects the view.
  public final var isEnabled = true

  /// Whether a callout is shown while the view is selected, provided that the annotation has a title or there
  /// is a ``detailCalloutAccessory``.
  public final var canShowCallout = false

  /// The layer to the left of the callout's text.
  public final var leftCalloutAccessory: Layer?
  /// The layer to the right of the callout's text.
  public final var rightCalloutAccessory: Layer?
  /// The layer below the callout's title, in place of the subtitle.
  public final var detailCalloutAccessory: Layer?

  /// Whether a long press picks up the view to drag it; its annotation has to be a ``MovableAnnotation``.
  public final var isDraggable = false

  /// Whether the view is selected: see ``MapView/selectAnnotation(_:animated:)``.
  public private(set) final var isSelected = false

  /// The controls in its callout whose taps are observed for the map.
  final var observedControls: [Layer] = []

  /// The map that shows the view.
  weak var map: MapView?

  /// Creates a view for `annotation`. A subclass sets its ``Layer/bounds``, or an ``AnnotationView/image``
  /// does.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    self.annotation = annotation
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  /// Prepares the view for the ``AnnotationView/annotation`` that was assigned to it. An override calls
  /// `super` first.
  open func prepareForDisplay() {}

  /// Resets the view for reuse with another annotation. An override calls `super` first.
  open func prepareForReuse() {}

  /// Changes whether the view is selected. An override calls `super` and changes the appearance.
  open func setSelected(_ selected: Bool, animated: Bool) {
    isSelected = selected
  }

  /// Called when the camera has changed, for views whose content scales with the map.
  func mapDidMove(_ transform: MapTransform) {}

  open override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let image, !image.isEmpty else { return }
    list.draw(image, transform: transform, filter: image.hasMipmaps ? .trilinear : .bilinear, opacity: opacity)
  }

  /// Returns the view's frame for an annotation at `position`.
  final func frame(at position: Point) -> Rect {
    let middle = position + centerOffset
    let left = middle.x - bounds.width / 2
    let top = middle.y - bounds.height / 2
    return Rect(
      origin: Point(x: Scalar(left.rounded), y: Scalar(top.rounded)), size: bounds.size)
  }
}

/// The properties of a view that decide where and whether it is shown.
struct AnnotationTraits: Equatable {
  var clusteringIdentifier: String?
  var priority = FeatureDisplayPriority.required
  var mode = CollisionMode.rectangle
  var zoomRange: Range<Scalar> = 0..<25
  /// The view's frame relative to the annotation's position.
  var extent = Rect.zero
  var zPriority = 500

  init(_ view: AnnotationView) {
    clusteringIdentifier = view.clusteringIdentifier
    priority = view.displayPriority
    mode = view.collisionMode
    zoomRange = view.zoomRange
    extent = view.frame(at: .zero)
    zPriority = view.zPriority
  }
}
