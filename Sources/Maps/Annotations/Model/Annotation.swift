public import Observation

/// An object with a coordinate, which a map shows with an ``AnnotationView``: MapKit's `MKAnnotation`.
///
///     @Observable final class Cycle: Annotation {
///       var coordinate: Coordinate
///       …
///     }
///
/// An annotation is a model object. The annotation's view determines the appearance on the map.
///
/// If the annotation's class is `@Observable`, the view moves when `coordinate` changes. If the class is not
/// `@Observable`, call ``MapView/annotationDidMove(_:)`` after each change.
public protocol Annotation: AnyObject {
  /// The coordinate at which the map shows the annotation.
  ///
  /// While the coordinate is not on the map, the map does not show the annotation.
  var coordinate: Coordinate { get }
  /// The annotation's title, which is shown in the annotation's callout and below its marker.
  ///
  /// If a class does not implement this property, the title is nil.
  var title: String? { get }
  /// The annotation's subtitle, which is shown below the title in the annotation's callout and marker.
  ///
  /// If a class does not implement this property, the subtitle is nil.
  var subtitle: String? { get }
}

extension Annotation {
  public var title: String? { nil }
  public var subtitle: String? { nil }
}

/// An annotation whose coordinate the map may set.
///
/// The map sets the coordinate when a finger drags the annotation's view: see ``AnnotationView/isDraggable``.
public protocol MovableAnnotation: Annotation {
  var coordinate: Coordinate { get set }
}

/// An annotation with a coordinate, a title and a subtitle: MapKit's `MKPointAnnotation`.
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

/// An annotation that represents several annotations that are close to each other: MapKit's
/// `MKClusterAnnotation`.
///
/// The map creates a cluster annotation, unless
/// ``MapViewDelegate/mapView(_:clusterAnnotationForMemberAnnotations:)`` returns another cluster annotation.
public final class ClusterAnnotation: Annotation {
  /// The annotations in the cluster, in the order in which they were added to the map.
  public let memberAnnotations: [any Annotation]
  /// The mean position of the cluster's members.
  public package(set) var coordinate = Coordinate(latitude: 0, longitude: 0)
  /// The title of the cluster, which is the number of its members unless an application sets another title.
  public var title: String?
  public var subtitle: String?

  /// Creates a cluster of annotations. The cluster's title is the number of annotations.
  public init(memberAnnotations: [any Annotation]) {
    self.memberAnnotations = memberAnnotations
    title = "\(memberAnnotations.count)"
  }
}
