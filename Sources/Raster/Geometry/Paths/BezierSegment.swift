/// A segment of an outline between two of its points: a line, or a quadratic or cubic Bézier curve.
///
/// Points between the ends are computed by de Casteljau's algorithm, which stays inside the hull of the
/// control points. It uses 128 bits, with 16 fraction bits more than ``Scalar``, so no coordinate of a point
/// is large enough to overflow.
struct BezierSegment {
  /// The degree: 1, 2 or 3. A segment of degree n has n + 1 points.
  var degree: Int
  var a: WidePoint, b: WidePoint, c: WidePoint, d: WidePoint

  /// A point in units of 2^-32, within ±2^80.
  struct WidePoint: Equatable {
    var x: Int128, y: Int128

    init(x: Int128, y: Int128) { (self.x, self.y) = (x, y) }

    init(_ point: Point) { self.init(x: Int128(point.x.rawValue) << 16, y: Int128(point.y.rawValue) << 16) }

    /// The nearest point in 1/65536ths.
    var point: Point { Point(x: Scalar(saturating: (x &+ 32768) >> 16), y: Scalar(saturating: (y &+ 32768) >> 16)) }

    /// Returns the interpolated point at `t`, in units of 2^-32.
    @inline(__always)
    func toward(_ other: WidePoint, _ t: Int128) -> WidePoint {
      // ≤ 2^81 · 2^32
      WidePoint(
        x: x &+ ((other.x &- x) &* t &+ (1 << 31)) >> 32, y: y &+ ((other.y &- y) &* t &+ (1 << 31)) >> 32)
    }
  }

  private init(degree: Int, _ a: WidePoint, _ b: WidePoint, _ c: WidePoint, _ d: WidePoint) {
    (self.degree, self.a, self.b, self.c, self.d) = (degree, a, b, c, d)
  }

  init(from a: Point, to b: Point) {
    self.init(degree: 1, WidePoint(a), WidePoint(b), WidePoint(b), WidePoint(b))
  }

  init(from a: Point, control b: Point, to c: Point) {
    self.init(degree: 2, WidePoint(a), WidePoint(b), WidePoint(c), WidePoint(c))
  }

  init(from a: Point, control1 b: Point, control2 c: Point, to d: Point) {
    self.init(degree: 3, WidePoint(a), WidePoint(b), WidePoint(c), WidePoint(d))
  }

  /// The segment's last point.
  var end: WidePoint { degree == 1 ? b : degree == 2 ? c : d }

  /// Returns the two parts of the segment before and after `t`, in units of 2^-32.
  func split(at t: Int128) -> (before: BezierSegment, after: BezierSegment) {
    let ab = a.toward(b, t)
    if degree == 1 { return (BezierSegment(degree: 1, a, ab, ab, ab), BezierSegment(degree: 1, ab, b, b, b)) }
    let bc = b.toward(c, t)
    let abc = ab.toward(bc, t)
    if degree == 2 { return (BezierSegment(degree: 2, a, ab, abc, abc), BezierSegment(degree: 2, abc, bc, c, c)) }
    let cd = c.toward(d, t)
    let bcd = bc.toward(cd, t)
    let middle = abc.toward(bcd, t)
    return (BezierSegment(degree: 3, a, ab, abc, middle), BezierSegment(degree: 3, middle, bcd, cd, d))
  }

  /// Returns the point at `t`, in units of 2^-32.
  func point(at t: Int128) -> WidePoint { split(at: t).before.end }

  /// Returns a tangent vector of arbitrary length at `t`, which is in units of 2^-32.
  ///
  /// The vector is zero only if no direction can be found. At a cusp, or where control points coincide with
  /// an end, the vector points from shortly before `t` to shortly after.
  func direction(at t: Int128) -> (x: Int128, y: Int128) {
    let (before, after) = split(at: t)
    // The two middle points of the last interpolation step lie on the tangent, 1/3 (cubic) or 1/2 (quadratic)
    // of the derivative apart.
    let (from, to) = degree == 1 ? (a, b) : degree == 2 ? (before.b, after.b) : (before.c, after.b)
    let (x, y) = (to.x &- from.x, to.y &- from.y)
    if max(x.magnitude, y.magnitude) > 1 << 12 { return (x, y) }
    let (back, ahead) = (point(at: max(t &- (1 << 24), 0)), point(at: min(t &+ (1 << 24), 1 << 32)))
    return (ahead.x &- back.x, ahead.y &- back.y)
  }
}

extension Path {
  /// Calls `visit` with each segment of the outline and the index of its subpath, from 0.
  ///
  /// - Parameter closing: Whether open subpaths are closed by a line, as for filling.
  func forEachSegment(closing: Bool, _ visit: (_ segment: BezierSegment, _ subpath: Int) -> Void) {
    var next = 0
    var subpath = -1
    var (first, pen) = (Point.zero, Point.zero)
    func close() {
      if pen != first { visit(BezierSegment(from: pen, to: first), subpath) }
      pen = first
    }
    for verb in verbs {
      switch verb {
      case .move:
        if closing && subpath >= 0 { close() }
        subpath &+= 1
        pen = points[next]
        first = pen
        next &+= 1
      case .line:
        visit(BezierSegment(from: pen, to: points[next]), subpath)
        pen = points[next]
        next &+= 1
      case .quadratic:
        visit(BezierSegment(from: pen, control: points[next], to: points[next &+ 1]), subpath)
        pen = points[next &+ 1]
        next &+= 2
      case .cubic:
        visit(BezierSegment(from: pen, control1: points[next], control2: points[next &+ 1], to: points[next &+ 2]), subpath)
        pen = points[next &+ 2]
        next &+= 3
      case .close:
        close()
      }
    }
    if closing && subpath >= 0 { close() }
  }
}
