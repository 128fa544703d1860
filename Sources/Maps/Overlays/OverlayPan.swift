import CartoucheRaster
import CartoucheScene

/// The speed of a pan, by which its next image is drawn in time, and ahead of the view.
struct OverlayPan {
  private var view: MapTransform?
  /// The movement of the map in the last frame of a pan, in whole points.
  private var step = Point.zero
  /// The time of that frame; nil after the pan.
  private var lastMove: Timestamp?

  /// The number of frames for which an image is drawn ahead.
  private static let framesAhead: Scalar = 20

  /// Takes note of the transform with which the map is drawn from now on.
  ///
  /// - Parameter isFollowing: Whether a zoom or turn does not end the pan.
  mutating func update(_ next: MapTransform, at now: Timestamp, isFollowing: Bool) {
    defer { view = next }
    guard let view, next.isScrolled(view), next.bounds == view.bounds else {
      step = .zero
      if !isFollowing { lastMove = nil }
      return
    }
    let moved = next.offset(from: view)
    guard moved != .zero else { return }
    lastMove = now
    // A longer step is a jump, or the map goes on at the other end of the world.
    step = moved.x.magnitude < next.bounds.width && moved.y.magnitude < next.bounds.height ? moved : .zero
  }

  /// Takes note of a zoom or turn that a pan may follow.
  mutating func keepMoving(at now: Timestamp) { lastMove = now }

  /// Whether the map was moved a short time ago, and was not zoomed or turned since.
  ///
  /// - Parameter interval: That time in nanoseconds.
  func isMoving(at now: Timestamp, within interval: Int64) -> Bool {
    lastMove.map { now.nanoseconds &- $0.nanoseconds < interval } ?? false
  }

  /// Takes note that the map is at rest.
  mutating func end() { (step, lastMove) = (.zero, nil) }

  /// Returns the number of frames in which an image still covers the view; nil if the map is not panned.
  func frames(in image: GroundImage, _ view: MapTransform) -> Int? {
    guard step != .zero, let bounds = image.scrolledBounds(in: view) else { return nil }
    let seen = view.bounds
    func frames(_ step: Scalar, _ before: Scalar, _ after: Scalar) -> Int {
      step == 0 ? .max : ((step > 0 ? before : after) / step.magnitude).floor
    }
    return min(
      frames(step.x, seen.minX - bounds.minX, bounds.maxX - seen.maxX),
      frames(step.y, seen.minY - bounds.minY, bounds.maxY - seen.maxY))
  }

  /// Returns how far the map will move while an image is in use, but not farther than the image's margin.
  func distanceAhead(within margin: Point) -> Point {
    func ahead(_ step: Scalar, _ margin: Scalar) -> Scalar {
      Scalar((step * Self.framesAhead).clamped(from: 0 - margin, to: margin).floor)
    }
    return Point(x: ahead(step.x, margin.x), y: ahead(step.y, margin.y))
  }
}
