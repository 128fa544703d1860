/// A piece of an outline in pixels of 1/256, never horizontal, inside the screen.
///
/// Kept in the direction in which the outline goes: downwards counts +1 for the winding number, upwards −1.
struct Edge: BitwiseCopyable {
  var x0: Int32, y0: Int32
  var x1: Int32, y1: Int32
}

/// Turns closed contours into edges inside the screen.
///
/// What lies above or below is dropped, what lies to the right too; what lies to the left is moved onto the left edge, where it still counts
/// for the winding of everything beside it. Points are rounded to 1/256 px here, once; clipping depends on the screen's size alone, never on
/// what is being repainted, so a repainted part has the same bits as the whole.
struct EdgeBuilder: ~Copyable {
  var edges = GrowingBuffer<Edge>(capacity: 1024)
  private var right: Int64 = 0
  private var bottom: Int64 = 0
  /// The bounding box of the edges added since ``begin(size:)``, in 1/256 px; empty where `minX > maxX`.
  private(set) var minX: Int32 = .max, minY: Int32 = .max, maxX: Int32 = .min, maxY: Int32 = .min

  /// Whether something was dropped beyond the right edge, so that what it closes is open up to there.
  private(set) var reachesRight = false

  init() {}

  /// Starts a shape on a screen of `size`.
  mutating func begin(size: PixelSize) {
    right = Int64(size.width) << 8
    bottom = Int64(size.height) << 8
    (minX, minY, maxX, maxY) = (.max, .max, .min, .min)
    reachesRight = false
  }

  /// Adds every contour, closing those that are open.
  mutating func add(_ contours: borrowing Contours) {
    var first = 0
    contours.points.withUnsafeBufferPointer { points in
      for end in contours.ends {
        add(contour: UnsafeBufferPointer(rebasing: points[first..<end]))
        first = end
      }
    }
  }

  private mutating func add(contour points: UnsafeBufferPointer<Point>) {
    guard points.count > 1 else { return }
    edges.reserve(points.count)
    let last = points[points.count &- 1]
    var x0 = Self.pixels256(last.x)
    var y0 = Self.pixels256(last.y)
    var wasInside = isInside(x0, y0)
    if wasInside { include(x0, y0) }
    for point in points {
      let x1 = Self.pixels256(point.x)
      let y1 = Self.pixels256(point.y)
      let isInside = isInside(x1, y1)
      defer { wasInside = isInside }
      if isInside { include(x1, y1) }
      if isInside && wasInside {
        if y0 != y1 { append(x0, y0, x1, y1) }
      } else if y0 < y1 {
        clip(x0, y0, x1, y1, falls: true)
      } else if y0 > y1 {
        clip(x1, y1, x0, y0, falls: false)
      }
      x0 = x1
      y0 = y1
    }
  }

  /// 1/65536 to 1/256, to nearest; ≤ 2^55.
  @inline(__always)
  private static func pixels256(_ value: Scalar) -> Int64 {
    (value.rawValue >> 8) &+ ((value.rawValue >> 7) & 1)
  }

  @inline(__always)
  private func isInside(_ x: Int64, _ y: Int64) -> Bool {
    x | y >= 0 && x <= right && y <= bottom
  }

  /// Widens the bounding box; the place is on the screen.
  @inline(__always)
  private mutating func include(_ x: Int64, _ y: Int64) {
    let (x, y) = (Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y))
    minX = min(minX, x)
    maxX = max(maxX, x)
    minY = min(minY, y)
    maxY = max(maxY, y)
  }

  @inline(__always)
  private mutating func append(_ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64) {
    edges.append(
      Edge(
        x0: Int32(truncatingIfNeeded: x0), y0: Int32(truncatingIfNeeded: y0), x1: Int32(truncatingIfNeeded: x1),
        y1: Int32(truncatingIfNeeded: y1)))
  }

  private mutating func emit(_ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64) {
    guard y0 != y1 else { return }
    include(x0, y0)
    include(x1, y1)
    append(x0, y0, x1, y1)
  }

  /// The slow way, for segments that leave the screen; given downwards, so that an edge and its reverse are cut alike.
  private mutating func clip(_ ax: Int64, _ ay: Int64, _ bx: Int64, _ by: Int64, falls: Bool) {
    guard by > 0, ay < bottom else { return }
    if max(ax, bx) > right { reachesRight = true }
    guard min(ax, bx) < right else { return }
    let dx = bx &- ax
    let dy = by &- ay  // ≤ 2^56
    let y0 = max(ay, 0)
    let y1 = min(by, bottom)
    let x0 = y0 == ay ? ax : ax &+ Self.scaled(dx, by: y0 &- ay, over: dy)
    let x1 = y1 == by ? bx : ax &+ Self.scaled(dx, by: y1 &- ay, over: dy)
    func atX(_ x: Int64) -> Int64 {
      min(max(ay &+ Self.scaled(dy, by: x &- ax, over: dx), y0), y1)
    }
    let crossing0 = (x0 < 0) != (x1 < 0) ? atX(0) : y0
    let crossingRight = (x0 > right) != (x1 > right) ? atX(right) : y0
    if x0 < 0 && x1 < 0 {
      emit(0, y0, 0, y1, falls)
    } else if x0 > right && x1 > right {
      return
    } else if x0 < 0 {
      emit(0, y0, 0, crossing0, falls)
      emit(0, crossing0, min(x1, right), x1 > right ? crossingRight : y1, falls)
    } else if x1 < 0 {
      emit(min(x0, right), x0 > right ? crossingRight : y0, 0, crossing0, falls)
      emit(0, crossing0, 0, y1, falls)
    } else if x0 > right {
      emit(right, crossingRight, x1, y1, falls)
    } else if x1 > right {
      emit(x0, y0, right, crossingRight, falls)
    } else {
      emit(x0, y0, x1, y1, falls)
    }
  }

  private mutating func emit(_ x0: Int64, _ y0: Int64, _ x1: Int64, _ y1: Int64, _ falls: Bool) {
    if falls { emit(x0, y0, x1, y1) } else { emit(x1, y1, x0, y0) }
  }

  /// `length` × `part` ÷ `whole`, towards zero.
  private static func scaled(_ length: Int64, by part: Int64, over whole: Int64) -> Int64 {
    if length.magnitude < 1 << 31 && part.magnitude < 1 << 31 { return length &* part / whole }  // < 2^62
    return Int64(clamping: Int128(length) &* Int128(part) / Int128(whole))  // ≤ 2^112
  }
}
