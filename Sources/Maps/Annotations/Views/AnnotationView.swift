public import CartoucheRaster
public import CartoucheScene

/// What is seen of an annotation: MapKit's `MKAnnotationView`.
///
/// A picture, if it has one; a subclass, or the layers in it, show anything else. It keeps its size when the map is zoomed, and stands with its middle, moved by
/// ``centerOffset``, at the annotation's coordinate, to whole points. Where views are needed no longer they are given to other annotations of the same
/// ``reuseIdentifier``.
///
/// What it says of clusters, priorities and zooms is read when it has been prepared; changed later, the map looks again before the next frame.
open class AnnotationView: Layer {
  /// What it shows; nil between two uses.
  public internal(set) var annotation: (any Annotation)?
  public let reuseIdentifier: String?

  /// A picture, one pixel a point; the view takes its size. An empty one is a touch target of its size all the same.
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

  /// From the annotation's place to the view's middle, in points.
  public final var centerOffset = Point.zero { didSet { if centerOffset != oldValue { map?.annotationStack.viewChanged(self) } } }

  /// From the middle of the view's upper edge to the tip of its callout.
  public final var calloutOffset = Point.zero

  /// Annotations whose views have the same name here become one where they would lie over one another; nil: never.
  public final var clusteringIdentifier: String? {
    didSet { if clusteringIdentifier != oldValue { map?.annotationStack.viewChanged(self) } }
  }

  public final var displayPriority = FeatureDisplayPriority.required {
    didSet { if displayPriority != oldValue { map?.annotationStack.viewChanged(self) } }
  }

  public final var collisionMode = CollisionMode.rectangle {
    didSet { if collisionMode != oldValue { map?.annotationStack.viewChanged(self) } }
  }

  /// The zooms at which it is shown: far away one town, near its shops. All ranges that end and begin at the same zoom change places together, and a
  /// tenth of a zoom late, so that nothing flickers.
  public final var zoomRange: Range<Scalar> = 0..<25 {
    didSet { if zoomRange != oldValue { map?.annotationStack.viewChanged(self) } }
  }

  /// Which of two views that overlap is in front, before the one further down the screen.
  public final var zPriority = 500 { didSet { if zPriority != oldValue { map?.annotationStack.viewChanged(self) } } }

  /// How long it takes to its new place when its annotation moves; 0, none.
  public final var moveDuration: Seconds = 0

  /// Whether a tap selects it.
  public final var isEnabled = true

  /// Whether it shows a callout while it is selected, provided its annotation has a title or there is a ``detailCalloutAccessory``.
  public final var canShowCallout = false

  /// What stands in its callout beside the text, and below it.
  public final var leftCalloutAccessory: Layer?
  public final var rightCalloutAccessory: Layer?
  public final var detailCalloutAccessory: Layer?

  /// Whether a finger that stays on it picks it up; its annotation has to be a ``MovableAnnotation``.
  public final var isDraggable = false

  /// Whether it is selected: see ``MapView/selectAnnotation(_:animated:)``.
  public private(set) final var isSelected = false

  /// The controls in its callout whose presses the map is told of.
  final var observedControls: [Layer] = []

  /// The map that shows it.
  weak var map: MapView?

  /// A view for `annotation`; ``Layer/bounds`` are its own to set, or its picture's.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    self.annotation = annotation
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  /// Makes the view ready for the ``annotation`` that it has been given; `super` first.
  open func prepareForDisplay() {}

  /// Takes back what was particular to the last annotation: `super` first.
  open func prepareForReuse() {}

  /// Shows that it is selected, or that it is no longer.
  open func setSelected(_ selected: Bool, animated: Bool) {
    isSelected = selected
  }

  /// The map is seen from elsewhere: for what changes its size with the map.
  func mapDidMove(_ transform: MapTransform) {}

  open override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let image, !image.isEmpty else { return }
    list.draw(image, transform: transform, filter: image.hasMipmaps ? .trilinear : .bilinear, opacity: opacity)
  }

  /// Where the view is when its annotation is at `place`.
  final func frame(at place: Point) -> Rect {
    let middle = place + centerOffset
    let left = middle.x - bounds.width / 2
    let top = middle.y - bounds.height / 2
    return Rect(
      origin: Point(x: Scalar(left.rounded), y: Scalar(top.rounded)), size: bounds.size)
  }
}

/// What the map has to know of a view to find room for it.
struct AnnotationTraits: Equatable {
  var clusteringIdentifier: String?
  var priority = FeatureDisplayPriority.required
  var mode = CollisionMode.rectangle
  var zoomRange: Range<Scalar> = 0..<25
  /// The view's rectangle round the annotation's place.
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
