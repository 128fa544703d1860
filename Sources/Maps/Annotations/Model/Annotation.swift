public import Observation

/// An object that a map shows at a coordinate with an ``AnnotationView``: MapKit's `MKAnnotation`.
///
///     @Observable final class Cycle: Annotation {
///       var coordinate: Coordinate
///       …
///     }
///
/// An annotation is a model object. The annotation's view determines the appearance of the annotation on the
/// map.
///
/// If the annotation's class is `@Observable`, the view moves when ``coordinate`` changes. If the class is
/// not `@Observable`, call ``MapView/annotationDidMove(_:)`` after each change of the coordinate.
public protocol Annotation: AnyObject {
  /// The coordinate at which the map shows the annotation.
  ///
  /// If the coordinate is not on the map, the map does not show the annotation.
  var coordinate: Coordinate { get }
  /// The annotation's title, which is shown in the annotation's callout and below its marker.
  ///
  /// If a class does not implement this property, the title is nil.
  var title: String? { get }
  /// The annotation's subtitle, which is shown below the title, both in the annotation's callout and below
  /// its marker.
  ///
  /// If a class does not implement this property, the subtitle is nil.
  var subtitle: String? { get }
}

extension Annotation {
  /// The annotation's title. The default implementation returns nil.
  public var title: String? { nil }
  /// The annotation's subtitle. The default implementation returns nil.
  public var subtitle: String? { nil }
}

/// An annotation whose coordinate the map can change.
///
/// The map sets the coordinate while a finger drags the annotation's view: see
/// ``AnnotationView/isDraggable``.
public protocol MovableAnnotation: Annotation {
  /// The coordinate at which the map shows the annotation. The map sets the coordinate during a drag.
  var coordinate: Coordinate { get set }
}

/// An annotation with a coordinate, a title and a subtitle: MapKit's `MKPointAnnotation`.
///
/// The annotation reports changes of these three properties to its maps. The class is also `@Observable`, for
/// other observers. Change an annotation on the thread of its maps.
@Observable
public final class PointAnnotation: MovableAnnotation, ReportingAnnotation {
  /// The coordinate at which the map shows the annotation.
  public var coordinate: Coordinate { didSet { changeReports.report(oldValue, _coordinate) } }
  /// The annotation's title, which is shown in the annotation's callout and below its marker.
  public var title: String? { didSet { changeReports.report(oldValue, _title) } }
  /// The annotation's subtitle, which is shown below the title.
  public var subtitle: String? { didSet { changeReports.report(oldValue, _subtitle) } }

  @ObservationIgnored var changeReports = AnnotationChangeReports()

  /// Creates an annotation with a coordinate, a title and a subtitle.
  public init(coordinate: Coordinate = Coordinate(latitude: 0, longitude: 0), title: String? = nil, subtitle: String? = nil) {
    (self.coordinate, self.title, self.subtitle) = (coordinate, title, subtitle)
  }
}

/// An annotation that represents several annotations that are close to each other: MapKit's
/// `MKClusterAnnotation`.
///
/// An application can create the cluster annotation in
/// ``MapViewDelegate/mapView(_:clusterAnnotationForMemberAnnotations:)``. If the application returns no
/// cluster annotation, the map creates one.
public final class ClusterAnnotation: Annotation {
  /// The annotations that the cluster represents, in the order in which they were added to the map.
  public let memberAnnotations: [any Annotation]
  /// The coordinate at which the map shows the cluster: the mean position of its members.
  ///
  /// The mean is computed in the Web Mercator projection.
  public package(set) var coordinate = Coordinate(latitude: 0, longitude: 0)
  /// The title of the cluster, which an application may change.
  ///
  /// By default, the title is the number of the cluster's members.
  public var title: String?
  /// The subtitle of the cluster, which is nil by default.
  public var subtitle: String?

  /// Creates an annotation that represents the given annotations.
  ///
  /// The cluster's title is the number of these annotations.
  public init(memberAnnotations: [any Annotation]) {
    self.memberAnnotations = memberAnnotations
    title = "\(memberAnnotations.count)"
  }
}
