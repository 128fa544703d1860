public import CartoucheRaster
public import CartoucheScene

/// A layer that shows an annotation on a map: MapKit's `MKAnnotationView`.
///
/// The view shows its sublayers and its ``image``, if there is an image. The view's size does not change with
/// the map's zoom. The view's center is at the annotation's coordinate, moved by ``centerOffset`` and rounded
/// to whole points.
///
/// A view that the map no longer shows is reused for other annotations: see ``reuseIdentifier``.
///
/// After ``prepareForDisplay()``, the map reads the view's clustering identifier, priority and zoom range. If
/// one of these properties changes later, the map places all annotations again before the next frame.
open class AnnotationView: Layer {
  /// The annotation that the view shows; nil while the view is unused.
  public internal(set) var annotation: (any Annotation)?
  /// The identifier of annotation views that can replace each other.
  ///
  /// A view that is no longer shown is reused for an annotation that needs a view with the same identifier.
  /// If the identifier is nil, the view belongs to one annotation and is not reused for other annotations.
  public let reuseIdentifier: String?

  /// The image that the view shows, with one pixel of the image per point of the view.
  ///
  /// Setting an image sets the size of the view's bounds. A fully transparent image has a size too, so that a
  /// tap can select the view.
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

  /// The offset from the annotation's position to the center of the view, in points.
  public final var centerOffset = Point.zero { didSet { if centerOffset != oldValue { map?.annotationStack.viewChanged(self) } } }

  /// The offset, in points, from the center of the view's upper edge to the tip of the view's callout.
  public final var calloutOffset = Point.zero

  /// The identifier of annotation views that form clusters.
  ///
  /// Views with the same identifier form a cluster if their annotations are within ``MapView/clusterRadius``
  /// points of each other. If the identifier is nil, the view is never part of a cluster.
  public final var clusteringIdentifier: String? {
    didSet { if clusteringIdentifier != oldValue { map?.annotationStack.viewChanged(self) } }
  }

  /// The priority that decides which annotation views are shown where views would overlap.
  public final var displayPriority = FeatureDisplayPriority.required {
    didSet { if displayPriority != oldValue { map?.annotationStack.viewChanged(self) } }
  }

  /// The shape of the view that must not overlap the shapes of other annotation views.
  public final var collisionMode = CollisionMode.rectangle {
    didSet { if collisionMode != oldValue { map?.annotationStack.viewChanged(self) } }
  }

  /// The range of zooms at which the view is shown.
  ///
  /// For example, one view shows a town at low zooms, and other views show the town's shops at high zooms.
  ///
  /// If one view's range ends at the zoom at which another view's range begins, both views switch at the same
  /// moment. The switch is a tenth of a zoom late, so that the views do not flicker.
  public final var zoomRange: Range<Scalar> = 0..<25 {
    didSet { if zoomRange != oldValue { map?.annotationStack.viewChanged(self) } }
  }

  /// The order of overlapping annotation views: a view with a higher value is in front.
  ///
  /// If two views have equal values, the view farther down the screen is in front. A selected view is in
  /// front of all other views.
  public final var zPriority = 500 { didSet { if zPriority != oldValue { map?.annotationStack.viewChanged(self) } } }

  /// The duration of the view's slide to its new position after the annotation has moved.
  ///
  /// If the duration is 0, the view jumps to its new position.
  public final var moveDuration: Seconds = 0

  /// Whether a tap on the view selects its annotation.
  public final var isEnabled = true

  /// Whether the map shows a callout while the view is selected.
  ///
  /// The callout is shown only if the annotation has a title or the view has a ``detailCalloutAccessory``.
  public final var canShowCallout = false

  /// The layer to the left of the text in the view's callout.
  public final var leftCalloutAccessory: Layer?
  /// The layer to the right of the text in the view's callout.
  public final var rightCalloutAccessory: Layer?
  /// The layer below the title in the view's callout, in place of the annotation's subtitle.
  public final var detailCalloutAccessory: Layer?

  /// Whether a long press picks up the view, so that a finger can drag the annotation.
  ///
  /// Only the view of a ``MovableAnnotation`` can be dragged.
  public final var isDraggable = false

  /// Whether the view's annotation is selected: see ``MapView/selectAnnotation(_:animated:)``.
  public private(set) final var isSelected = false

  /// The controls in the view's callout whose taps the map observes.
  final var observedControls: [Layer] = []

  /// The map that shows the view.
  weak var map: MapView?

  /// Creates a view for an annotation.
  ///
  /// The view's ``Layer/bounds`` are empty. A subclass sets the bounds, or setting an
  /// ``AnnotationView/image`` sets the bounds.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    self.annotation = annotation
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  /// Prepares the view for the ``AnnotationView/annotation`` that was assigned to it.
  ///
  /// An override calls `super` first.
  open func prepareForDisplay() {}

  /// Resets the view before it is reused for another annotation.
  ///
  /// An override calls `super` first.
  open func prepareForReuse() {}

  /// Changes whether the view is selected.
  ///
  /// An override calls `super` and then changes the view's appearance.
  open func setSelected(_ selected: Bool, animated: Bool) {
    isSelected = selected
  }

  /// Called when the camera has changed, for views whose content scales with the map.
  func mapDidMove(_ transform: MapTransform) {}

  open override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let image, !image.isEmpty else { return }
    list.draw(image, transform: transform, filter: image.hasMipmaps ? .trilinear : .bilinear, opacity: opacity)
  }

  /// Returns the view's frame for an annotation at a position on the map view.
  final func frame(at position: Point) -> Rect {
    let middle = position + centerOffset
    let left = middle.x - bounds.width / 2
    let top = middle.y - bounds.height / 2
    return Rect(
      origin: Point(x: Scalar(left.rounded), y: Scalar(top.rounded)), size: bounds.size)
  }
}

/// The properties of an annotation view that decide where and whether the map shows the view.
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
