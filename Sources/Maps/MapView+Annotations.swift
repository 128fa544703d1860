import CartoucheRaster

extension MapView {
  // MARK: Annotations

  /// All annotations of the map, in the order in which they were added.
  ///
  /// The array contains annotations outside the visible region too. It does not contain the
  /// ``ClusterAnnotation`` objects that the map creates.
  public var annotations: [any Annotation] {
    annotationPresenter.records.lazy.filter { !$0.isRemoved }.map(\.annotation)
  }

  /// Returns the map's annotations whose coordinates are in a map rectangle.
  public func annotations(in rect: MapRect) -> [any Annotation] {
    annotationPresenter.records.filter { !$0.isRemoved && ($0.point.map { rect.contains($0) } ?? false) }.map(\.annotation)
  }

  /// Adds an annotation to the map. If the annotation is already on the map, nothing changes.
  public func addAnnotation(_ annotation: any Annotation) {
    annotationPresenter.add(annotation)
  }

  /// Adds annotations to the map, in the order of the array. Annotations that are already on the map are
  /// ignored.
  public func addAnnotations(_ annotations: [any Annotation]) {
    for annotation in annotations { annotationPresenter.add(annotation) }
  }

  /// Removes an annotation from the map. If the annotation is not on the map, nothing changes.
  ///
  /// If the annotation is selected, the map deselects the annotation before the removal.
  public func removeAnnotation(_ annotation: any Annotation) {
    annotationPresenter.remove([annotation])
  }

  /// Removes annotations from the map. Annotations that are not on the map are ignored.
  public func removeAnnotations(_ annotations: [any Annotation]) {
    annotationPresenter.remove(annotations)
  }

  /// Updates the map after the coordinate, title or subtitle of an annotation has changed.
  ///
  /// Call this method if the annotation's class is not `@Observable`. If the class is `@Observable`, the map
  /// notices the change without a call.
  public func annotationDidMove(_ annotation: any Annotation) {
    if let record = annotationPresenter.record(for: annotation) {
      annotationPresenter.markMoved(record)
    } else if annotation is ClusterAnnotation, annotationPresenter.view(for: annotation) != nil {
      annotationPresenter.setNeedsPlacement()
    }
  }

  // MARK: Views

  /// Returns the annotation view that shows an annotation or cluster on the map.
  ///
  /// - Parameter annotation: An annotation of the map, or a ``ClusterAnnotation`` that represents a cluster.
  /// - Returns: The view; nil if the map shows no view of the annotation at present.
  public func view(for annotation: any Annotation) -> AnnotationView? {
    annotationPresenter.view(for: annotation)
  }

  /// The cluster annotations that the map shows at present: one ``ClusterAnnotation`` for each visible
  /// cluster.
  ///
  /// The members of a cluster are its ``ClusterAnnotation/memberAnnotations``.
  public var clusters: [ClusterAnnotation] {
    annotationPresenter.shownInOrder.compactMap { $0.annotation as? ClusterAnnotation }
  }

  /// Returns an unused annotation view with a reuse identifier, or creates such a view.
  ///
  /// A new view is of the class that is registered for the identifier.
  ///
  /// - Parameters:
  ///   - identifier: The reuse identifier.
  ///   - annotation: The annotation for the view. The method sets ``AnnotationView/annotation`` to this
  ///     value.
  /// - Returns: The view; nil if there is no unused view and no class is registered for the identifier.
  public func dequeueReusableAnnotationView(withIdentifier identifier: String, for annotation: (any Annotation)? = nil)
    -> AnnotationView?
  {
    annotationPresenter.views.dequeue(identifier, for: annotation)
  }

  /// Registers the class of the annotation views that the map creates for a reuse identifier.
  ///
  /// The method ``dequeueReusableAnnotationView(withIdentifier:for:)`` creates views of this class.
  ///
  /// If an application returns no view for an annotation, the map uses the class registered for
  /// ``defaultReuseIdentifier``. If an application returns no view for a cluster, the map uses the class
  /// registered for ``defaultClusterReuseIdentifier``.
  ///
  /// - Parameters:
  ///   - viewClass: The class of the views. If `viewClass` is nil, the method removes the registration.
  ///   - identifier: The reuse identifier.
  public func register(_ viewClass: AnnotationView.Type?, forAnnotationViewWithReuseIdentifier identifier: String) {
    annotationPresenter.views.register(viewClass, for: identifier)
  }

  /// The reuse identifier of the map's default annotation views.
  ///
  /// The map uses such a view if the application returns no view for an annotation. MapKit's name for this
  /// identifier is `MKMapViewDefaultAnnotationViewReuseIdentifier`.
  public static let defaultReuseIdentifier = "annotation"
  /// The reuse identifier of the map's default cluster views.
  ///
  /// The map uses such a view if the application returns no view for a cluster. MapKit's name for this
  /// identifier is `MKMapViewDefaultClusterAnnotationViewReuseIdentifier`.
  public static let defaultClusterReuseIdentifier = "cluster"

  // MARK: Selection

  /// The selected annotations and clusters, in the order of their selection.
  ///
  /// Setting the array selects its annotations without animation, and deselects all others. Annotations that
  /// are not on the map are ignored. A tap and ``selectAnnotation(_:animated:)`` select one annotation, and
  /// deselect all others:
  ///
  ///     map.selectedAnnotations.append(stop)   // selects one more
  ///
  /// Each selected annotation has a view that shows the selection. At most one callout is shown: that of the
  /// annotation that was selected last.
  public var selectedAnnotations: [any Annotation] {
    get { annotationPresenter.selection.entries.map(\.annotation) }
    set { annotationPresenter.setSelection(newValue) }
  }

  /// Selects an annotation of the map or a cluster that the map shows.
  ///
  /// If other annotations or clusters, or a feature, are selected, the map deselects them first.
  ///
  /// - Parameter animated: Whether the annotation view and its callout show the selection with an animation.
  public func selectAnnotation(_ annotation: any Annotation, animated: Bool) {
    annotationPresenter.select(annotation, animated: animated)
  }

  /// Deselects an annotation or cluster. If the annotation is not selected, or if the argument is nil,
  /// nothing changes.
  ///
  /// - Parameter animated: Whether the annotation view and its callout show the deselection with an
  ///   animation.
  public func deselectAnnotation(_ annotation: (any Annotation)?, animated: Bool) {
    if let annotation { annotationPresenter.deselect(annotation, animated: animated) }
  }

  /// Moves the camera so that all members of a cluster are visible. The new zoom is at most 18.
  func zoom(to cluster: ClusterAnnotation) {
    let padding = EdgeInsets(top: 64, left: 64, bottom: 64, right: 64)
    show(cluster.memberAnnotations.compactMap { MapPoint($0.coordinate) }, animated: true, padding: padding, cause: .control)
  }
}
