public import Observation

/// An object with a coordinate that a map shows with an ``AnnotationView``: MapKit's `MKAnnotation`.
///
///     @Observable final class Cycle: Annotation {
///       var coordinate: Coordinate
///       …
///     }
///
/// The model knows nothing of its appearance. If its class is `@Observable`, as here, the view follows when
/// `coordinate` changes; for another class, call ``MapView/annotationDidMove(_:)``.
public protocol Annotation: AnyObject {
  /// The annotation's coordinate; an annotation is not shown while its coordinate is not on the map.
  var coordinate: Coordinate { get }
  /// The title of its callout and the text below its marker; nil unless the class implements it.
  var title: String? { get }
  /// The text below the title; nil unless the class implements it.
  var subtitle: String? { get }
}

extension Annotation {
  public var title: String? { nil }
  public var subtitle: String? { nil }
}

/// An annotation whose coordinate the map may set, as when its view is ``AnnotationView/isDraggable``.
public protocol MovableAnnotation: Annotation {
  var coordinate: Coordinate { get set }
}

/// An annotation with a coordinate and a title: MapKit's `MKPointAnnotation`.
@Observable
public final class PointAnnotation: MovableAnnotation {
  public var coordinate: Coordinate
  public var title: String?
  public var subtitle: String?

  /// Creates an annotation at a coordinate.
  public init(coordinate: Coordinate = Coordinate(latitude: 0, longitude: 0), title: String? = nil, subtitle: String? = nil) {
    (self.coordinate, self.title, self.subtitle) = (coordinate, title, subtitle)
  }
}

/// An annotation that represents several annotations whose views would overlap: MapKit's
/// `MKClusterAnnotation`.
///
/// Created by the map, or by ``MapViewDelegate/mapView(_:clusterAnnotationForMemberAnnotations:)``.
public final class ClusterAnnotation: Annotation {
  /// The annotations in the cluster, in the order in which they were added to the map.
  public let memberAnnotations: [any Annotation]
  /// The mean position of the members.
  public package(set) var coordinate = Coordinate(latitude: 0, longitude: 0)
  /// The number of members, unless another title is set.
  public var title: String?
  public var subtitle: String?

  /// Creates a cluster of annotations, with their number as title.
  public init(memberAnnotations: [any Annotation]) {
    self.memberAnnotations = memberAnnotations
    title = "\(memberAnnotations.count)"
  }
}
