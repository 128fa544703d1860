public import Observation

/// Something at a place, that a map shows with an ``AnnotationView``: MapKit's `MKAnnotation`.
///
///     @Observable final class Cycle: Annotation {
///       var coordinate: Coordinate
///       …
///     }
///
/// The model knows nothing of how it looks. Where its class is `@Observable`, as here, the view follows when `coordinate` changes; of another,
/// ``MapView/annotationDidMove(_:)`` tells the map.
public protocol Annotation: AnyObject {
  /// Where it is; what is no place on the map is not shown.
  var coordinate: Coordinate { get }
  /// What its callout says, and what stands below its marker; nil unless the class has one.
  var title: String? { get }
  /// What they say below that.
  var subtitle: String? { get }
}

extension Annotation {
  public var title: String? { nil }
  public var subtitle: String? { nil }
}

/// An annotation that a finger, or the map, may move: one whose view is ``AnnotationView/isDraggable`` has to be one.
public protocol MovableAnnotation: Annotation {
  var coordinate: Coordinate { get set }
}

/// A place with a title: MapKit's `MKPointAnnotation`.
@Observable
public final class PointAnnotation: MovableAnnotation {
  public var coordinate: Coordinate
  public var title: String?
  public var subtitle: String?

  public init(coordinate: Coordinate = Coordinate(latitude: 0, longitude: 0), title: String? = nil, subtitle: String? = nil) {
    (self.coordinate, self.title, self.subtitle) = (coordinate, title, subtitle)
  }
}

/// Several annotations that would lie over one another, as one: MapKit's `MKClusterAnnotation`.
///
/// Made by the map, or by ``MapViewDelegate/mapView(_:clusterAnnotationForMemberAnnotations:)``.
public final class ClusterAnnotation: Annotation {
  /// Those that it stands for, in the order in which they were added to the map.
  public let memberAnnotations: [any Annotation]
  /// The middle of its members.
  public package(set) var coordinate = Coordinate(latitude: 0, longitude: 0)
  /// How many they are, unless something else is said.
  public var title: String?
  public var subtitle: String?

  public init(memberAnnotations: [any Annotation]) {
    self.memberAnnotations = memberAnnotations
    title = "\(memberAnnotations.count)"
  }
}
