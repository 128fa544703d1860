public import CartoucheRaster

/// The transform from map points to points of a view, made from a camera and the view's bounds.
///
/// The transform computes a point of the view from a map point:
///
///     x = ⌊(a·Δx + b·Δy + half) / 2^K⌋ + middle.x
///     y = ⌊(a·Δy − b·Δx + half) / 2^K⌋ + middle.y
///
/// - x, y and `middle` are positions in the view, in 1/65536 points.
/// - Δ is the offset of the map point from the origin, in units of ``MapPoint``. The origin is the map point
///   at `middle`.
/// - `a` is 2^K · scale · cos(bearing), and `b` is 2^K · scale · sin(bearing).
/// - `scale` is the width of one unit of ``MapPoint`` in the view, in 1/65536 points: 2^(zoom − 16).
/// - `half` is 2^(K − 1).
/// - K is chosen so that a² + b² is from 2^76 to 2^78 at every zoom.
///
/// The transform uses only integers and rounds once. A map point on the common edge of two tiles therefore
/// has the same point of the view in both tiles. The tiles meet without a seam.
///
/// A transform that was created for a camera shows the camera's center exactly at the view's center. A
/// transform can also be aligned to a grid of whole points. Such a transform shows the camera's center up to
/// half a point away, horizontally and vertically. Two aligned transforms with the same zoom and bearing
/// differ by whole points.
public struct MapTransform: Equatable, Sendable {
  /// The camera for which the transform was created.
  public let camera: MapCamera
  /// The bounds of the view for which the transform was created, in points.
  public let bounds: Rect
  /// The distance, in points, by which ``bounds`` extend beyond the view on each side, where a pan draws in
  /// advance.
  let overscan: Scalar

  /// The scale times the cosine (`a`) and sine (`b`) of the bearing, times 2^`fractionBits`.
  ///
  /// The scale is from map units to 1/65536 points. Both |a| and |b| are less than 2^39.
  let a: Int64
  let b: Int64
  /// The K of the formula above: 54 − ⌊zoom⌋, which is 30 … 56.
  let fractionBits: Int
  /// The map point from which the transform counts other map points.
  let origin: MapPoint
  /// The position of `origin` in the view, in 1/65536 points.
  ///
  /// This is the view's center, or the position of the map's northwest corner, up to 2^51 away.
  let middle: SIMD2<Int64>

  /// Creates the transform for a camera and the bounds of a view.
  public init(camera: MapCamera, bounds: Rect) {
    typealias F = ElementaryFunctions
    self.camera = camera
    (self.bounds, overscan) = (bounds, 0)
    let zoom = camera.clampedZoom
    let mantissa = PowersOfTwo.mantissa(zoom.rawValue & 0xffff)  // 2^38 … 2^39
    fractionBits = 54 - zoom.floor
    let degrees = camera.bearing.degrees.rawValue % (360 << 32)
    let radians = Double(degrees) / 4_294_967_296 * (F.pi / 180)
    // Right angles are exact: nearest() of a cosine within 1e-15 of 0 or ±1 is 0 or ±2^40.
    let cosine = F.nearest(F.cosine(radians) * 1_099_511_627_776)
    let sine = F.nearest(F.sine(radians) * 1_099_511_627_776)
    func times(_ factor: Int64) -> Int64 { Int64((Int128(mantissa) * Int128(factor) + (1 << 39)) >> 40) }  // < 2^80
    a = times(cosine)
    b = times(sine)
    origin = camera.centerPoint
    middle = SIMD2(bounds.center.x.rawValue, bounds.center.y.rawValue)
  }

  /// Creates a copy of `other` that counts from another origin, which is at `middle` of the view.
  init(_ other: MapTransform, origin: MapPoint, at middle: SIMD2<Int64>) {
    (camera, bounds, overscan) = (other.camera, other.bounds, other.overscan)
    (a, b, fractionBits) = (other.a, other.b, other.fractionBits)
    (self.origin, self.middle) = (origin, middle)
  }

  /// Creates a copy of `other` for a view with other bounds, in which every place has the same point.
  init(_ other: MapTransform, bounds: Rect, overscan: Scalar) {
    (camera, self.bounds, self.overscan) = (other.camera, bounds, overscan)
    (a, b, fractionBits) = (other.a, other.b, other.fractionBits)
    (origin, middle) = (other.origin, other.middle)
  }

  /// Creates a copy of `other` for a view with other bounds that counts from another origin.
  init(_ other: MapTransform, origin: MapPoint, at middle: SIMD2<Int64>, bounds: Rect) {
    (camera, self.bounds, overscan) = (other.camera, bounds, 0)
    (a, b, fractionBits) = (other.a, other.b, other.fractionBits)
    (self.origin, self.middle) = (origin, middle)
  }

  /// Returns the point of the view at which a map point is shown.
  ///
  /// The map repeats the world to the east and west, so the map point may be shown several times. The result
  /// is the point nearest to the view's center.
  public func point(for mapPoint: MapPoint) -> Point {
    point(at: mapPoint.nearestCopy(to: camera.centerPoint))
  }

  /// Returns the point of the view at a map point, in the copy of the world that contains `mapPoint`.
  @inline(__always)
  func point(at mapPoint: MapPoint) -> Point {
    point(forOffset: MapPoint(x: mapPoint.x &- origin.x, y: mapPoint.y &- origin.y))
  }

  /// Returns the point of the view at an offset from the origin, in map units.
  func point(forOffset offset: MapPoint) -> Point {
    let (dx, dy) = (Int128(offset.x), Int128(offset.y))
    let half: Int128 = 1 << Int128(fractionBits - 1)
    let x = (Int128(a) * dx + Int128(b) * dy + half) >> Int128(fractionBits)  // < 2^104
    let y = (Int128(a) * dy - Int128(b) * dx + half) >> Int128(fractionBits)
    return Point(x: Scalar(saturating: x + Int128(middle.x)), y: Scalar(saturating: y + Int128(middle.y)))
  }

  /// Returns the map point at a point of the view.
  ///
  /// The map repeats the world to the east and west, so the result's x may be in another copy of the world.
  /// The result's y may be beyond the world's north or south edge.
  public func mapPoint(at point: Point) -> MapPoint {
    let offset = mapOffset(
      of: Point(x: point.x - Scalar(rawValue: middle.x), y: point.y - Scalar(rawValue: middle.y)))
    return MapPoint(x: origin.x &+ offset.x, y: origin.y &+ offset.y)
  }

  /// Returns the offset on the map between two points of the view that are `delta` points apart.
  ///
  /// The offset is in units of ``MapPoint``, rounded to the nearest unit.
  func mapOffset(of delta: Point) -> MapPoint {
    // The inverse of a rotation with scale is its transpose over a² + b². Clamped to ±2^40 points, far beyond
    // any view.
    let limit: Int64 = 1 << 56
    let dx = Int128(delta.x.rawValue.clamped(from: -limit, to: limit))
    let dy = Int128(delta.y.rawValue.clamped(from: -limit, to: limit))
    let divisor = Int128(a) * Int128(a) + Int128(b) * Int128(b)  // 2^75 … 2^79
    func divide(_ numerator: Int128) -> Int64 {
      // numerator < 2^97, and 2^K times it would not fit: integer part and remainder one after the other.
      let (whole, rest) = numerator.quotientAndRemainder(dividingBy: divisor)  // whole < 2^22, |rest| < 2^79
      // rest · 2^K / divisor in two steps of K/2 bits, each numerator < 2^79+28.
      let first = fractionBits / 2
      let second = fractionBits - first
      let (q1, r1) = (rest << Int128(first)).quotientAndRemainder(dividingBy: divisor)
      let scaled = r1 << Int128(second)
      let q2 = (scaled + (scaled < 0 ? -divisor : divisor) / 2) / divisor
      let sum = (whole << Int128(fractionBits)) + (q1 << Int128(second)) + q2  // < 2^79
      return Int64(clamping: sum.clamped(from: -(1 << 60), to: 1 << 60))
    }
    return MapPoint(
      x: divide(Int128(a) * dx - Int128(b) * dy),
      y: divide(Int128(b) * dx + Int128(a) * dy))
  }

  /// Returns a length in points of the screen as a length in map units, rounded up.
  func units(for points: Scalar) -> Int64 {
    Int64(clamping: ((Int128(min(points, 1_048_576).rawValue) << Int128(fractionBits)) >> 38) + 1)
  }
}
