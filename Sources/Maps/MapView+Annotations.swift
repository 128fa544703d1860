import CartoucheRaster

extension MapView {
  // MARK: Annotations

  /// The annotations on the map, in the order in which they were added, without clusters.
  public var annotations: [any Annotation] {
    annotationStack.records.lazy.filter { !$0.isRemoved }.map(\.annotation)
  }

  /// Returns the annotations in a rectangle of the map.
  public func annotations(in rect: MapRect) -> [any Annotation] {
    annotationStack.records.filter { !$0.isRemoved && ($0.point.map { rect.contains($0) } ?? false) }.map(\.annotation)
  }

  /// Adds an annotation; one that is already on the map is not added twice.
  public func addAnnotation(_ annotation: any Annotation) {
    annotationStack.add(annotation)
  }

  /// Adds annotations; those that are already on the map are not added twice.
  public func addAnnotations(_ annotations: [any Annotation]) {
    for annotation in annotations { annotationStack.add(annotation) }
  }

  /// Removes an annotation, and deselects it first; one that is not on the map changes nothing.
  public func removeAnnotation(_ annotation: any Annotation) {
    annotationStack.remove([annotation])
  }

  /// Removes annotations; those that are not on the map change nothing.
  public func removeAnnotations(_ annotations: [any Annotation]) {
    annotationStack.remove(annotations)
  }

  /// Reads the annotation's coordinate and titles again.
  ///
  /// Call it when an annotation of a class that is not `@Observable` has changed.
  public func annotationDidMove(_ annotation: any Annotation) {
    if let record = annotationStack.record(for: annotation) {
      annotationStack.markMoved(record)
    } else if annotation is ClusterAnnotation, annotationStack.view(for: annotation) != nil {
      annotationStack.setNeedsPlacement()
    }
  }

  // MARK: Views

  /// Returns the view that shows an annotation or a cluster; nil while there is none.
  public func view(for annotation: any Annotation) -> AnnotationView? {
    annotationStack.view(for: annotation)
  }

  /// The clusters that are shown.
  public var clusters: [ClusterAnnotation] {
    annotationStack.shownInOrder.compactMap { $0.annotation as? ClusterAnnotation }
  }

  /// Returns an unused view with the reuse identifier, or a new one of the class registered for it.
  ///
  /// - Parameter annotation: The annotation that the view gets at once.
  /// - Returns: nil if no view is unused and no class is registered.
  public func dequeueReusableAnnotationView(withIdentifier identifier: String, for annotation: (any Annotation)? = nil)
    -> AnnotationView?
  {
    annotationStack.views.dequeue(identifier, for: annotation)
  }

  /// Registers the class of which ``dequeueReusableAnnotationView(withIdentifier:for:)`` makes views; nil
  /// unregisters it.
  ///
  /// A class registered for ``defaultReuseIdentifier`` or ``defaultClusterReuseIdentifier`` makes the views
  /// of annotations and clusters for which the application returns none.
  public func register(_ viewClass: AnnotationView.Type?, forAnnotationViewWithReuseIdentifier identifier: String) {
    annotationStack.views.register(viewClass, for: identifier)
  }

  /// The reuse identifier of default annotation views: `MKMapViewDefaultAnnotationViewReuseIdentifier`.
  public static let defaultReuseIdentifier = "annotation"
  /// The reuse identifier of default cluster views: `MKMapViewDefaultClusterAnnotationViewReuseIdentifier`.
  public static let defaultClusterReuseIdentifier = "cluster"

  // MARK: Selection

  /// The selected annotation, in an array of one, or an empty array.
  public var selectedAnnotations: [any Annotation] { annotationStack.selected.map { [$0] } ?? [] }

  /// Selects an annotation on the map, or a cluster that is shown, and deselects the previous one.
  public func selectAnnotation(_ annotation: any Annotation, animated: Bool) {
    annotationStack.select(annotation, animated: animated)
  }

  /// Deselects an annotation; one that is not selected changes nothing.
  public func deselectAnnotation(_ annotation: (any Annotation)?, animated: Bool) {
    guard let annotation, let selected = annotationStack.selected, selected === annotation else { return }
    annotationStack.deselect(animated: animated)
  }

  /// Zooms to where all members of a cluster fit, at most to zoom 18.
  func zoom(to cluster: ClusterAnnotation) {
    show(cluster.memberAnnotations.compactMap { MapPoint($0.coordinate) }, animated: true, padding: 64)
  }
}
