public import CartoucheRaster
public import CartoucheScene

/// A layer that shows an annotation on a map: MapKit's `MKAnnotationView`.
///
/// The view shows its ``image``, if there is an image, and its sublayers. The view's size does not change
/// with the map's zoom. The view's center is at the annotation's position on the map, moved by
/// ``centerOffset``. The view's position is then rounded to whole points.
///
/// A view that the map no longer shows can be reused for another annotation: see ``reuseIdentifier``.
///
/// After ``prepareForDisplay()``, the map reads the properties that control clusters, collisions and
/// visibility. These are ``clusteringIdentifier``, ``displayPriority``, ``collisionMode``, ``zoomRange`` and
/// ``zPriority``. If one of them changes later, the map places all annotations again before the next frame.
open class AnnotationView: Layer {
  // As in ``Layer``, what each frame reads is not checked for exclusivity.

  /// The annotation or cluster that the view shows; nil while the view is unused.
  ///
  /// The map sets the property before it shows the view. An application that reuses a view may set it, too,
  /// as in MapKit. Setting it while the map shows the view changes the texts of the view, but not its
  /// position, which is that of the map's annotation.
  @exclusivity(unchecked) open var annotation: (any Annotation)? { didSet { if annotation !== oldValue { annotationDidChange() } } }
  /// The reuse identifier of the view. Views with the same identifier can replace each other.
  ///
  /// A view that the map no longer shows is reused for an annotation that needs a view with the same
  /// identifier. If the identifier is nil, the view belongs to one annotation and is not reused for others.
  public let reuseIdentifier: String?

  /// The image that the view shows. One pixel of the image is one point wide and high.
  ///
  /// Setting an image sets the size of the view's bounds to the size of the image. The whole area of the view
  /// can be tapped, even where the image is transparent.
  @exclusivity(unchecked) public final var image: Image? {
    didSet {
      guard image != oldValue else { return }
      if let image {
        bounds = Rect(x: 0, y: 0, width: Scalar(image.size.width), height: Scalar(image.size.height))
      }
      setNeedsDisplay()
      map?.annotationPresenter.viewChanged(self)
    }
  }

  /// The offset, in points, from the annotation's position on the map to the center of the view.
  @exclusivity(unchecked) public final var centerOffset = Point.zero {
    didSet { if centerOffset != oldValue { map?.annotationPresenter.viewChanged(self) } }
  }

  /// The offset, in points, from the center of the view's upper edge to the tip of the view's callout.
  public final var calloutOffset = Point.zero

  /// The identifier of the annotation views that may form clusters with each other.
  ///
  /// Views with the same identifier form a cluster if their annotations are within ``MapView/clusterRadius``
  /// points of each other. If the identifier is nil, the view never becomes part of a cluster.
  public final var clusteringIdentifier: String? {
    didSet { if clusteringIdentifier != oldValue { map?.annotationPresenter.viewChanged(self) } }
  }

  /// The priority of the view over other annotation views. The default is
  /// ``FeatureDisplayPriority/required``.
  ///
  /// If two views would overlap, the map hides the view with the lower priority. A view with the default
  /// priority is never hidden because of an overlap.
  public final var displayPriority = FeatureDisplayPriority.required {
    didSet { if displayPriority != oldValue { map?.annotationPresenter.viewChanged(self) } }
  }

  /// The shape with which the map tests whether the view overlaps other annotation views.
  @exclusivity(unchecked) public final var collisionMode = CollisionMode.rectangle {
    didSet { if collisionMode != oldValue { map?.annotationPresenter.viewChanged(self) } }
  }

  /// The range of zooms at which the view is shown.
  ///
  /// For example, a town has one view for low zooms, and each of the town's shops has a view for high zooms.
  ///
  /// A view appears or disappears when the camera's zoom is 0.1 past a limit of the range. The view therefore
  /// does not flicker while the zoom varies slightly. If one view's range ends where another view's range
  /// begins, both views change in the same frame.
  ///
  /// Take the range `10..<13`. When the user zooms in, the view appears at zoom 10.1 and disappears at zoom
  /// 13.1. When the user zooms out, the view appears below zoom 12.9 and disappears below zoom 9.9.
  ///
  /// A lower bound of 0 is no limit: the view is also shown below zoom 0.
  public final var zoomRange: Range<Scalar> = 0..<25 {
    didSet { if zoomRange != oldValue { map?.annotationPresenter.viewChanged(self) } }
  }

  /// The order of overlapping annotation views. A view with a higher value is in front.
  ///
  /// If two values are equal, the view whose annotation is farther down the screen is in front. The selected
  /// view is in front of all other annotation views.
  @exclusivity(unchecked) public final var zPriority = 500 {
    didSet { if zPriority != oldValue { map?.annotationPresenter.viewChanged(self) } }
  }

  /// The duration, in seconds, of the animation that moves the view after a change of the annotation's
  /// coordinate.
  ///
  /// If the duration is 0, the view jumps to its new position.
  public final var moveDuration: Seconds = 0

  /// Whether the view responds to taps and long presses.
  ///
  /// A tap selects the view's annotation. A long press picks up the view if ``isDraggable`` is true.
  public final var isEnabled = true

  /// Whether the map shows a callout for the view while the view's annotation is selected.
  ///
  /// The callout is shown only if the annotation has a title or the view has a ``detailCalloutAccessory``.
  public final var canShowCallout = false

  /// The layer to the left of the text in the view's callout; nil if there is none.
  public final var leftCalloutAccessory: Layer?
  /// The layer to the right of the text in the view's callout; nil if there is none.
  public final var rightCalloutAccessory: Layer?
  /// The layer below the title in the view's callout. The layer replaces the annotation's subtitle.
  public final var detailCalloutAccessory: Layer?

  /// Whether a long press picks up the view, so that the finger can drag the view to another coordinate.
  ///
  /// Only the view of a ``MovableAnnotation`` can be dragged. The map sets the annotation's coordinate.
  public final var isDraggable = false

  /// Whether the view's annotation is selected: see ``MapView/selectAnnotation(_:animated:)``.
  public private(set) final var isSelected = false

  /// The controls in the view's callout whose taps the map observes.
  final var observedControls: [Layer] = []

  /// The map that shows the view.
  weak var map: MapView?

  /// Creates a view for an annotation.
  ///
  /// The view's ``Layer/bounds`` are empty. A subclass sets the bounds. Setting ``AnnotationView/image`` to
  /// an image sets the bounds too.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    self.annotation = annotation
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  /// Prepares the view to show its ``AnnotationView/annotation``. The map sets the annotation before it calls
  /// this method.
  ///
  /// An override calls `super` first.
  open func prepareForDisplay() {}

  /// Resets the view when the map no longer uses the view for an annotation.
  ///
  /// The view can then be reused for another annotation. An override calls `super` first.
  open func prepareForReuse() {}

  /// Updates the view's appearance when the view's annotation is selected or deselected. The map calls this
  /// method.
  ///
  /// An override calls `super` and then changes the appearance. To select an annotation, an application calls
  /// ``MapView/selectAnnotation(_:animated:)``.
  open func setSelected(_ selected: Bool, animated: Bool) {
    isSelected = selected
  }

  /// Begins the animation with which the view appears at `frame` of the map, in place of growing and fading
  /// in.
  ///
  /// - Returns: Whether the view has an animation of its own.
  func beginEntrance(at frame: Rect) -> Bool { false }

  /// Called when the view has got another annotation.
  func annotationDidChange() {}

  /// Called when the map has another theme.
  func themeDidChange() {}

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
