import CartoucheRaster

extension MapView {
  // MARK: Which there are

  /// The annotations, in the order in which they were added; clusters are none.
  public var annotations: [any Annotation] {
    annotationStack.records.lazy.filter { !$0.isRemoved }.map(\.annotation)
  }

  /// The annotations in a part of the map.
  public func annotations(in rect: MapRect) -> [any Annotation] {
    annotationStack.records.filter { !$0.isRemoved && ($0.place.map { rect.contains($0) } ?? false) }.map(\.annotation)
  }

  /// Shows an annotation; one that is there already stays as it is.
  public func addAnnotation(_ annotation: any Annotation) {
    annotationStack.add(annotation)
  }

  public func addAnnotations(_ annotations: [any Annotation]) {
    for annotation in annotations { annotationStack.add(annotation) }
  }

  /// Takes an annotation off; one that is not there changes nothing. The selected one is deselected first.
  public func removeAnnotation(_ annotation: any Annotation) {
    annotationStack.remove([annotation])
  }

  public func removeAnnotations(_ annotations: [any Annotation]) {
    annotationStack.remove(annotations)
  }

  /// Has the annotation looked at again: for classes that are not `@Observable`, whose changes nobody else tells.
  public func annotationDidMove(_ annotation: any Annotation) {
    if let record = annotationStack.record(for: annotation) {
      annotationStack.markMoved(record)
    } else if annotation is ClusterAnnotation, annotationStack.view(for: annotation) != nil {
      annotationStack.setNeedsPlacement()
    }
  }

  // MARK: Views

  /// The view that shows an annotation, or a cluster; nil while none does.
  public func view(for annotation: any Annotation) -> AnnotationView? {
    annotationStack.view(for: annotation)
  }

  /// The clusters that are shown.
  public var clusters: [ClusterAnnotation] {
    annotationStack.shownInOrder.compactMap { $0.annotation as? ClusterAnnotation }
  }

  /// A view that is not needed elsewhere, or a new one of the class that was registered under `identifier`; nil where none was.
  ///
  /// The annotation is the view's at once where it is given.
  public func dequeueReusableAnnotationView(withIdentifier identifier: String, for annotation: (any Annotation)? = nil)
    -> AnnotationView?
  {
    annotationStack.views.dequeue(identifier, for: annotation)
  }

  /// Lets ``dequeueReusableAnnotationView(withIdentifier:for:)`` make views of this class; nil, no more.
  ///
  /// Under ``defaultReuseIdentifier`` and ``defaultClusterReuseIdentifier`` it is the look of what has no other view.
  public func register(_ viewClass: AnnotationView.Type?, forAnnotationViewWithReuseIdentifier identifier: String) {
    annotationStack.views.register(viewClass, for: identifier)
  }

  /// `MKMapViewDefaultAnnotationViewReuseIdentifier`.
  public static let defaultReuseIdentifier = "annotation"
  /// `MKMapViewDefaultClusterAnnotationViewReuseIdentifier`.
  public static let defaultClusterReuseIdentifier = "cluster"

  // MARK: Selection

  /// The annotation that is selected, alone in its list, or none.
  public var selectedAnnotations: [any Annotation] { annotationStack.selected.map { [$0] } ?? [] }

  /// Selects an annotation that is on the map, or a cluster that is shown, in place of the one that was.
  public func selectAnnotation(_ annotation: any Annotation, animated: Bool) {
    annotationStack.select(annotation, animated: animated)
  }

  /// Deselects it; where it is not selected, nothing happens.
  public func deselectAnnotation(_ annotation: (any Annotation)?, animated: Bool) {
    guard let annotation, let selected = annotationStack.selected, selected === annotation else { return }
    annotationStack.deselect(animated: animated)
  }

  /// Shows a cluster's members, as near as they all fit; where they all lie at one place, as near as the map goes for them.
  func zoom(to cluster: ClusterAnnotation) {
    show(cluster.memberAnnotations.compactMap { MapPoint($0.coordinate) }, animated: true, padding: 64)
  }
}
