/// A table of lengths along a path, for finding the point at a given length.
///
/// If you need many points of one path, create its measure once and keep it.
///
/// A length is measured from the path's first point, along one subpath after the other. Lines that close a
/// subpath are included. The jump from the end of a subpath to the start of the next is not.
///
/// A curve's length is measured along chords: straight lines that approximate the curve. A chord's distance
/// from the curve is at most 2^-16 times the larger side of the path's bounding box (``Path/controlBounds``).
/// Returned points lie on the curve itself, not on a chord.
public struct PathMeasure: Sendable {
  /// A point on a path, with the path's direction at that point.
  public struct Sample: Hashable, Sendable {
    /// The point on the path, in the path's coordinate space.
    public var point: Point
    /// The direction in which the path runs at the point: the angle of the path's tangent.
    public var direction: Angle
  }

  private struct Piece {
    let segment: BezierSegment
    let subpath: Int
    /// The index of the piece's first chord in `chordEnds`.
    let firstChord: Int
    let chords: Int
    /// The length of the path before the piece, enlarged by 2^`enlargement`.
    let start: Int64
  }

  private var pieces: [Piece] = []
  /// For each chord, the length of the path up to the chord's end, enlarged by 2^`enlargement`.
  private var chordEnds: [Int64] = []
  /// The number of bits by which lengths are enlarged, 0 … 30.
  ///
  /// With these bits, even a small path is measured on a grid of 2^-30 of its size.
  private let enlargement: Int64
  private let firstPoint: Point?
  /// For each subpath, whether it is closed.
  private var isClosed: [Bool] = []

  /// Creates the measure of a path, which is a table of lengths along the path.
  ///
  /// - Complexity: One pass over the path. A curve that is about as large as the whole path takes a few
  ///   hundred entries of 8 bytes in the table.
  public init(_ path: Path) {
    firstPoint = path.points.first
    let box = path.controlBounds ?? .zero
    let extent = max(box.width.rawValue, box.height.rawValue, 1)
    let enlargement = Int64(max(extent.leadingZeroBitCount &- 33, 0))
    self.enlargement = enlargement
    for verb in path.verbs {
      if verb == .move { isClosed.append(false) }
      if verb == .close && !isClosed.isEmpty { isClosed[isClosed.count &- 1] = true }
    }
    let tolerance = max((extent << enlargement) >> 17, 1)
    var (pieces, chordEnds) = ([Piece](), [Int64]())
    var points: [Point] = []
    var total: Int64 = 0
    path.forEachSegment(closing: false) { segment, subpath in
      points.removeAll(keepingCapacity: true)
      // Relative to the segment's start, so that no precision is lost far from the origin.
      func enlarged(_ point: BezierSegment.WidePoint) -> Point {
        func scaled(_ value: Int128) -> Scalar { Scalar(saturating: (value << Int128(enlargement)) >> 16) }  // ≤ 2^111
        return Point(x: scaled(point.x &- segment.a.x), y: scaled(point.y &- segment.a.y))
      }
      switch segment.degree {
      case 1: points.append(enlarged(segment.b))
      case 2: appendQuadratic(.zero, enlarged(segment.b), enlarged(segment.c), tolerance: tolerance, to: &points)
      default:
        appendCubic(.zero, enlarged(segment.b), enlarged(segment.c), enlarged(segment.d), tolerance: tolerance, to: &points)
      }
      let (start, firstChord) = (total, chordEnds.count)
      var before = Point.zero
      for point in points {
        total = total.addingSaturating(Scalar.hypotenuse(point.x - before.x, point.y - before.y).rawValue)
        chordEnds.append(total)
        before = point
      }
      if total > start {
        pieces.append(
          Piece(segment: segment, subpath: subpath, firstChord: firstChord, chords: points.count, start: start))
      } else {
        chordEnds.removeLast(chordEnds.count &- firstChord)
      }
    }
    (self.pieces, self.chordEnds) = (pieces, chordEnds)
  }

  /// The sum of the lengths of all subpaths of the measured path, clamped to the range of ``Scalar``.
  public var length: Scalar { Scalar(rawValue: (chordEnds.last ?? 0) >> enlargement) }

  /// Returns the point and direction of the path at a given length along the path.
  ///
  /// - Parameter length: The length from the path's first point. It is clamped to the length of the path.
  /// - Returns: The point and the direction; nil if the path is empty. For a path with a total length of 0,
  ///   these are the path's first point and the direction +x.
  public func sample(atLength length: Scalar) -> Sample? {
    guard let firstPoint else { return nil }
    guard let position = position(atLength: length) else { return Sample(point: firstPoint, direction: .zero) }
    let segment = pieces[position.piece].segment
    let (x, y) = segment.direction(at: position.t)
    let excess = Int128(max(max(bitWidth(of: x), bitWidth(of: y)) &- 62, 0))
    return Sample(
      point: segment.point(at: position.t).point, direction: .arctangent(y: Int64(y >> excess), x: Int64(x >> excess)))
  }

  /// Returns the part of the path between two lengths along the path.
  ///
  /// Curves are split, not flattened. A closed subpath that lies completely inside the part stays closed. If
  /// `end` ≤ `start`, the returned path is empty.
  public func trimmed(from start: Scalar, to end: Scalar) -> Path {
    var path = Path()
    guard start < end, end > 0, start < length, let first = position(atLength: start), let last = position(atLength: end) else {
      return path
    }
    var index = first.piece
    var subpath = -1
    while index <= last.piece {
      let piece = pieces[index]
      var segment = piece.segment
      if index == last.piece && last.t < 1 << 32 { segment = segment.split(at: last.t).before }
      if index == first.piece && first.t > 0 {
        let t = index == last.piece && last.t > 0 ? min((first.t << 32) / last.t, 1 << 32) : first.t
        segment = segment.split(at: t).after
      }
      if piece.subpath != subpath { path.move(to: segment.a.point) }
      subpath = piece.subpath
      switch segment.degree {
      case 1: path.addLine(to: segment.b.point)
      case 2: path.addQuadCurve(to: segment.c.point, control: segment.b.point)
      default: path.addCurve(to: segment.d.point, control1: segment.b.point, control2: segment.c.point)
      }
      let isLastOfSubpath = index &+ 1 == pieces.count || pieces[index &+ 1].subpath != subpath
      let hasFirst = pieces[first.piece].subpath != subpath || (first.t == 0 && beginsSubpath(first.piece))
      let hasLast = isLastOfSubpath && (index < last.piece || last.t == 1 << 32)
      if isClosed[subpath] && hasFirst && hasLast { path.closeSubpath() }
      index &+= 1
    }
    return path
  }

  private func beginsSubpath(_ index: Int) -> Bool {
    index == 0 || pieces[index &- 1].subpath != pieces[index].subpath
  }

  /// Returns the index of the piece at a length and the parameter in it, in units of 2^-32; nil for a path
  /// without length.
  private func position(atLength length: Scalar) -> (piece: Int, t: Int128)? {
    guard let total = chordEnds.last, total > 0 else { return nil }
    let target = Int64(clamping: min(max(Int128(length.rawValue), 0) << Int128(enlargement), Int128(total)))
    // Find the first chord that ends at or beyond the target, and its piece.
    let chord = Self.firstIndex(below: chordEnds.count &- 1) { chordEnds[$0] >= target }
    let index = Self.firstIndex(below: pieces.count &- 1) { pieces[$0].firstChord &+ pieces[$0].chords > chord }
    let piece = pieces[index]
    let before = chord == piece.firstChord ? piece.start : chordEnds[chord &- 1]
    let part = (Int128(target &- before) << 32) / Int128(max(chordEnds[chord] &- before, 1))
    return (index, (Int128(chord &- piece.firstChord) << 32 &+ part) / Int128(piece.chords))
  }

  /// Returns the least index of 0 … `last` for which `isReached` holds, or `last` if there is none.
  ///
  /// `isReached` must hold for all indices above the first one for which it holds.
  private static func firstIndex(below last: Int, _ isReached: (Int) -> Bool) -> Int {
    var (low, high) = (0, last)
    while low < high {
      let middle = (low &+ high) / 2
      if isReached(middle) { high = middle } else { low = middle &+ 1 }
    }
    return low
  }
}

extension Path {
  /// The sum of the lengths of all subpaths of the path, as measured by ``PathMeasure``.
  public var length: Scalar { PathMeasure(self).length }

  /// Returns the point and direction of the path at a given length along the path.
  ///
  /// Each call measures the whole path. If you need many points of one path, create a ``PathMeasure``.
  public func sample(atLength length: Scalar) -> PathMeasure.Sample? { PathMeasure(self).sample(atLength: length) }

  /// Returns the part of the path between two lengths along the path.
  ///
  /// Each call measures the whole path. If you need many points of one path, create a ``PathMeasure``.
  public func trimmed(from start: Scalar, to end: Scalar) -> Path { PathMeasure(self).trimmed(from: start, to: end) }
}

extension Int64 {
  /// Returns the sum of two non-negative numbers, clamped to the range.
  @inline(__always)
  fileprivate func addingSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
