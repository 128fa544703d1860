public import CartoucheRaster
import CartoucheScene
public import Observation

/// The annotation that represents the user's location: MapKit's `MKUserLocation`.
///
///     map.showsUserLocation = true
///     map.userLocation.coordinate = fix.coordinate
///     map.userLocation.accuracy = fix.accuracy
///
/// The application sets the location, for example from a GPS receiver, on the map's thread. The map does not
/// determine the location.
@Observable
public final class UserLocation: Annotation, ReportingAnnotation {
  /// The user's location; nil while the location is unknown.
  ///
  /// Each location that is set counts as a fix of the receiver, even if it is the same as before. The map
  /// moves the view evenly from fix to fix: it reaches a fix when the next one is expected. If that is late,
  /// the view goes on for at most a second, slower and slower. Locations that are set 20 times in a second or
  /// more often are shown as they are, and so is one that no vehicle can reach.
  public var location: Coordinate? {
    get { fix.location }
    set { fix = Fix(location: newValue, number: _fix.number &+ 1) }
  }

  private struct Fix: Hashable {
    var location: Coordinate?
    var number = 0
  }

  private var fix = Fix() { didSet { changeReports.report(oldValue, _fix) } }
  /// The number of locations that were set.
  var fixNumber: Int { fix.number }

  /// The accuracy of the user's location, in meters. The map shows the accuracy as the radius of a ring
  /// around the location's dot.
  ///
  /// If the ring's radius on the screen would be 12 points or less, the map shows no ring. An accuracy of 0
  /// therefore means no ring.
  public var accuracy = 0.0 { didSet { changeReports.report(oldValue, _accuracy) } }
  /// The direction that the user faces, as an angle clockwise from north; nil while the direction is unknown.
  public var heading: Angle? { didSet { changeReports.report(oldValue, _heading) } }
  /// The direction in which the user travels, as an angle clockwise from north; nil while it is unknown, as
  /// at rest. A map may turn with it: ``UserTrackingMode/followWithCourse``.
  public var course: Angle? { didSet { changeReports.report(oldValue, _course) } }
  /// The title of the user's location, which is nil by default. A callout of the location shows the title.
  public var title: String? { didSet { changeReports.report(oldValue, _title) } }
  /// The subtitle of the user's location, which is nil by default. A callout of the location shows the
  /// subtitle below the title.
  public var subtitle: String? { didSet { changeReports.report(oldValue, _subtitle) } }

  /// The user's location, as the coordinate of this annotation.
  ///
  /// While ``location`` is nil, the latitude and the longitude are NaN (not a number). Setting the coordinate
  /// sets ``location``.
  public var coordinate: Coordinate {
    get { location ?? Coordinate(latitude: .nan, longitude: .nan) }
    set { location = newValue }
  }

  @ObservationIgnored var changeReports = AnnotationChangeReports()

  init() {}
}

/// An annotation view that shows the user's location as a pulsing blue dot.
///
/// A ring around the dot shows the accuracy of the location. A beam from the dot shows the direction that the
/// user faces.
public final class UserLocationView: AnnotationView {
  /// Whether the dot of the user's location pulses.
  ///
  /// While the dot pulses, the screen is redrawn continually. To redraw the screen only after changes, set
  /// this property or ``MapView/animatesUserLocation`` to false.
  public var isPulsing = true { didSet { if isPulsing != oldValue { setNeedsLayout() } } }
  /// The color of the dot and its pulse, of the accuracy ring, and of the beam that shows the user's
  /// direction.
  public var tintColor = Color(hex: 0x0a7aff) { didSet { if tintColor != oldValue { updateColors() } } }

  private let ring = ShapeLayer()
  private let pulse = ShapeLayer()
  private let beam = DrawingLayer(frame: Rect(x: 0, y: 0, width: 68, height: 68))
  private let dot = ShapeLayer()
  private var shownRadius = Scalar.zero

  /// Creates a view of the user's location.
  public required init(annotation: (any Annotation)?, reuseIdentifier: String?) {
    super.init(annotation: annotation, reuseIdentifier: reuseIdentifier)
    bounds = Rect(x: 0, y: 0, width: 24, height: 24)
    zPriority = 1000
    collisionMode = .none
    let middle = bounds.center
    for layer in [ring, beam, pulse, dot] as [Layer] {
      layer.position = middle
      addSublayer(layer)
    }
    pulse.path = Path(ellipseIn: Rect(x: -11, y: -11, width: 22, height: 22))
    dot.path = Path(ellipseIn: Rect(x: -9, y: -9, width: 18, height: 18))
    (dot.strokeColor, dot.lineWidth) = (.white, 3)
    dot.shadow = Shadow(color: .black.withAlpha(0.4), offset: Size(width: 0, height: 1), radius: 3)
    beam.isHidden = true
    beam.isUserInteractionEnabled = false
    ring.isHidden = true
    updateColors()
  }

  private func updateColors() {
    (dot.fillColor, pulse.fillColor) = (tintColor, tintColor.withAlpha(0.35))
    (ring.fillColor, ring.strokeColor, ring.lineWidth) = (tintColor.withAlpha(0.12), tintColor.withAlpha(0.35), 1)
    beam.drawing = { [tintColor] list, bounds in Self.drawBeam(of: tintColor, into: &list, bounds) }
  }

  /// Draws a sector of 60° to the north, which fades from its center to its edge.
  private static func drawBeam(of color: Color, into list: inout DisplayList, _ bounds: Rect) {
    let (middle, length) = (bounds.center, bounds.width / 2)
    var path = Path()
    path.move(to: middle)
    path.addArc(center: middle, radius: length, startAngle: .degrees(240), endAngle: .degrees(300), direction: .clockwise)
    path.closeSubpath()
    let light = RadialGradient(
      stops: [
        GradientStop(location: 0.3, color: color.withAlpha(0.6)), GradientStop(location: 1, color: color.withAlpha(0)),
      ], center: middle, radius: length)
    list.fill(path, with: .radialGradient(light))
  }

  public override func layoutSublayers() {
    guard isPulsing, map?.animatesUserLocation != false else {
      pulse.isHidden = true
      return pulse.removeAllAnimations()
    }
    pulse.isHidden = false
    guard pulse.animation(forKey: "pulse") == nil else { return }
    var beat = AnimationGroup([
      .basic(BasicAnimation(.scaleXY, from: .scalar(0.8), to: .scalar(2), duration: 1.6)),
      .basic(BasicAnimation(.opacity, from: .scalar(1), to: .scalar(0), duration: 1.6)),
    ])
    beat.timing.duration = 2.4
    beat.timing.repeatCount = .infinity
    beat.timing.timingFunction = .easeOut
    // When the dot leaves the stage, the animation is cancelled; it begins again when the dot is back.
    pulse.add(beat, forKey: "pulse") { [weak self] _ in self?.setNeedsLayout() }
  }

  override func mapDidMove(_ transform: MapTransform) {
    guard let user = annotation as? UserLocation, let map, let point = user.location.flatMap({ map.mapPoint(for: $0) }) else {
      return
    }
    let meters = user.accuracy.isFinite ? user.accuracy.clamped(from: 0, to: 1e6) : 0
    let points = min(meters * transform.pointsPerMeter(at: point), 20_000)
    let radius = Scalar(rawValue: ElementaryFunctions.nearest(points * 65_536))
    ring.isHidden = radius <= 12
    if !ring.isHidden, radius != shownRadius {
      shownRadius = radius
      ring.path = Path(ellipseIn: Rect(x: -radius, y: -radius, width: radius * 2, height: radius * 2))
    }
    beam.isHidden = user.heading == nil
    if let heading = user.heading {
      beam.transform = Transform3D.identity.rotated(by: heading - transform.camera.bearing, axis: .z)
    }
  }
}
