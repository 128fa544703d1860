import CartoucheRaster

extension MapView {
  // MARK: Annotations

  /// All annotations on the map, in the order in which they were added. Clusters are not included.
  public var annotations: [any Annotation] {
    annotationStack.records.lazy.filter { !$0.isRemoved }.map(\.annotation)
  }

  /// Returns the annotations whose coordinates are in a rectangle of the map.
  public func annotations(in rect: MapRect) -> [any Annotation] {
    annotationStack.records.filter { !$0.isRemoved && ($0.point.map { rect.contains($0) } ?? false) }.map(\.annotation)
  }

  /// Adds an annotation to the map. If the annotation is already on the map, nothing changes.
  public func addAnnotation(_ annotation: any Annotation) {
    annotationStack.add(annotation)
  }

  /// Adds annotations to the map. Annotations that are already on the map are ignored.
  public func addAnnotations(_ annotations: [any Annotation]) {
    for annotation in annotations { annotationStack.add(annotation) }
  }

  /// Removes an annotation from the map. If the annotation is not on the map, nothing changes.
  ///
  /// If the annotation is selected, the map deselects the annotation first.
  public func removeAnnotation(_ annotation: any Annotation) {
    annotationStack.remove([annotation])
  }

  /// Removes annotations from the map. Annotations that are not on the map are ignored.
  public func removeAnnotations(_ annotations: [any Annotation]) {
    annotationStack.remove(annotations)
  }

  /// Updates the map after the coordinate or titles of an annotation have changed.
  ///
  /// Call this method if the annotation's class is not `@Observable`. If the class is `@Observable`, the map
  /// notices the change by itself.
  public func annotationDidMove(_ annotation: any Annotation) {
    if let record = annotationStack.record(for: annotation) {
      annotationStack.markMoved(record)
    } else if annotation is ClusterAnnotation, annotationStack.view(for: annotation) != nil {
      annotationStack.setNeedsPlacement()
    }
  }

  // MARK: Views

  /// Returns the annotation view that shows an annotation or cluster on the map.
  ///
  /// - Returns: nil if no view shows the annotation or cluster at present.
  public func view(for annotation: any Annotation) -> AnnotationView? {
    annotationStack.view(for: annotation)
  }

  /// The annotations of the clusters that the map shows at present.
  public var clusters: [ClusterAnnotation] {
    annotationStack.shownInOrder.compactMap { $0.annotation as? ClusterAnnotation }
  }

  /// Returns an annotation view with a reuse identifier for use with another annotation.
  ///
  /// The result is an unused view with this identifier. If there is no unused view, the method creates a view
  /// of the class that is registered for the identifier.
  ///
  /// - Parameter annotation: The annotation that is assigned to the view before the method returns.
  /// - Returns: nil if there is no unused view and no class is registered.
  public func dequeueReusableAnnotationView(withIdentifier identifier: String, for annotation: (any Annotation)? = nil)
    -> AnnotationView?
  {
    annotationStack.views.dequeue(identifier, for: annotation)
  }

  /// Registers the class of the annotation views that are created for a reuse identifier.
  ///
  /// ``dequeueReusableAnnotationView(withIdentifier:for:)`` creates views of this class. If `viewClass` is
  /// nil, the method removes the registration.
  ///
  /// A class registered for ``defaultReuseIdentifier`` creates the views of annotations for which the
  /// application returns no view. A class registered for ``defaultClusterReuseIdentifier`` creates such views
  /// of clusters.
  public func register(_ viewClass: AnnotationView.Type?, forAnnotationViewWithReuseIdentifier identifier: String) {
    annotationStack.views.register(viewClass, for: identifier)
  }

  /// The reuse identifier of annotation views that the map creates if the application returns no view.
  ///
  /// MapKit's name for this identifier is `MKMapViewDefaultAnnotationViewReuseIdentifier`.
  public static let defaultReuseIdentifier = "annotation"
  /// The reuse identifier of cluster views that the map creates if the application returns no view.
  ///
  /// MapKit's name for this identifier is `MKMapViewDefaultClusterAnnotationViewReuseIdentifier`.
  public static let defaultClusterReuseIdentifier = "cluster"

  // MARK: Selection

  /// An array that contains the selected annotation, or an empty array if no annotation is selected.
  public var selectedAnnotations: [any Annotation] { annotationStack.selected.map { [$0] } ?? [] }

  /// Selects an annotation on the map or a visible cluster, and deselects the annotation selected before.
  public func selectAnnotation(_ annotation: any Annotation, animated: Bool) {
    annotationStack.select(annotation, animated: animated)
  }

  /// Deselects an annotation. If the annotation is not selected, nothing changes.
  public func deselectAnnotation(_ annotation: (any Annotation)?, animated: Bool) {
    guard let annotation, let selected = annotationStack.selected, selected === annotation else { return }
    annotationStack.deselect(animated: animated)
  }

  /// Zooms the map so that all members of a cluster are visible, to zoom 18 at most.
  func zoom(to cluster: ClusterAnnotation) {
    show(cluster.memberAnnotations.compactMap { MapPoint($0.coordinate) }, animated: true, padding: 64)
  }
}
