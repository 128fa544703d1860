/// How long a path is, and what is where along it: made once for a path, asked as often as needed.
///
/// Lengths count from the path's first point along all of its subpaths, with closing lines and without the jumps between subpaths. Curves
/// are measured by chords no farther from them than 2^-17 of the path's larger side, or of 1/65536 where that is more, so a curve's
/// length is right to about 2^-16 of itself; places and directions are those of the curve itself.
public struct PathMeasure: Sendable {
  /// A place along a path.
  public struct Sample: Hashable, Sendable {
    public var point: Point
    /// Where the path is heading there: the angle of its tangent.
    public var direction: Angle
  }

  private struct Piece {
    let stretch: PathSegment
    let subpath: Int
    /// The index of its first chord.
    let firstChord: Int
    let chords: Int
    /// The length before it, enlarged.
    let start: Int64
  }

  private var pieces: [Piece] = []
  /// The length up to the end of each chord, enlarged.
  private var chordEnds: [Int64] = []
  /// The bits by which lengths are enlarged, 0 … 30: so small a path is still measured on a grid of 2^-30 of itself.
  private let enlargement: Int64
  private let firstPoint: Point?
  /// For each subpath, whether it is closed.
  private var isClosed: [Bool] = []

  /// - Complexity: one pass; some hundred chords for a curve as large as the path, 8 bytes each.
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
    path.forEachSegment(closing: false) { stretch, subpath in
      points.removeAll(keepingCapacity: true)
      // From the stretch's own start, so that nothing is lost far out.
      func enlarged(_ place: PathSegment.WidePoint) -> Point {
        func scaled(_ value: Int128) -> Scalar { Scalar(saturating: (value << Int128(enlargement)) >> 16) }  // ≤ 2^111
        return Point(x: scaled(place.x &- stretch.a.x), y: scaled(place.y &- stretch.a.y))
      }
      switch stretch.degree {
      case 1: points.append(enlarged(stretch.b))
      case 2: appendQuadratic(.zero, enlarged(stretch.b), enlarged(stretch.c), tolerance: tolerance, to: &points)
      default:
        appendCubic(.zero, enlarged(stretch.b), enlarged(stretch.c), enlarged(stretch.d), tolerance: tolerance, to: &points)
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
          Piece(stretch: stretch, subpath: subpath, firstChord: firstChord, chords: points.count, start: start))
      } else {
        chordEnds.removeLast(chordEnds.count &- firstChord)
      }
    }
    (self.pieces, self.chordEnds) = (pieces, chordEnds)
  }

  /// The whole length, held to the range.
  public var length: Scalar { Scalar(rawValue: (chordEnds.last ?? 0) >> enlargement) }

  /// The place `length` along the path; before its start and beyond its end the place there. Of a path without length it is the first point,
  /// heading along +x; of an empty path nil.
  public func sample(atLength length: Scalar) -> Sample? {
    guard let firstPoint else { return nil }
    guard let position = position(atLength: length) else { return Sample(point: firstPoint, direction: .zero) }
    let stretch = pieces[position.piece].stretch
    let (x, y) = stretch.direction(at: position.t)
    let excess = Int128(max(max(bitWidth(of: x), bitWidth(of: y)) &- 62, 0))
    return Sample(
      point: stretch.point(at: position.t).point, direction: .arctangent(y: Int64(y >> excess), x: Int64(x >> excess)))
  }

  /// The part of the path between two lengths; curves are cut, not flattened. A closed subpath that is in it whole stays closed. Empty where
  /// `end` is not beyond `start`.
  public func trimmed(from start: Scalar, to end: Scalar) -> Path {
    var path = Path()
    guard start < end, end > 0, start < length, let first = position(atLength: start), let last = position(atLength: end) else {
      return path
    }
    var index = first.piece
    var subpath = -1
    while index <= last.piece {
      let piece = pieces[index]
      var stretch = piece.stretch
      if index == last.piece && last.t < 1 << 32 { stretch = stretch.split(at: last.t).before }
      if index == first.piece && first.t > 0 {
        let t = index == last.piece && last.t > 0 ? min((first.t << 32) / last.t, 1 << 32) : first.t
        stretch = stretch.split(at: t).after
      }
      if piece.subpath != subpath { path.move(to: stretch.a.point) }
      subpath = piece.subpath
      switch stretch.degree {
      case 1: path.addLine(to: stretch.b.point)
      case 2: path.addQuadCurve(to: stretch.c.point, control: stretch.b.point)
      default: path.addCurve(to: stretch.d.point, control1: stretch.b.point, control2: stretch.c.point)
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

  /// The piece and, in 2^-32ths, the place in it; nil of a path without length.
  private func position(atLength length: Scalar) -> (piece: Int, t: Int128)? {
    guard let total = chordEnds.last, total > 0 else { return nil }
    let target = Int64(clamping: min(max(Int128(length.rawValue), 0) << Int128(enlargement), Int128(total)))
    // The first chord that ends at the target or beyond, and its piece.
    let chord = Self.firstIndex(below: chordEnds.count &- 1) { chordEnds[$0] >= target }
    let index = Self.firstIndex(below: pieces.count &- 1) { pieces[$0].firstChord &+ pieces[$0].chords > chord }
    let piece = pieces[index]
    let before = chord == piece.firstChord ? piece.start : chordEnds[chord &- 1]
    let part = (Int128(target &- before) << 32) / Int128(max(chordEnds[chord] &- before, 1))
    return (index, (Int128(chord &- piece.firstChord) << 32 &+ part) / Int128(piece.chords))
  }

  /// The least of 0 … `last` for which `isReached` holds, which then holds for all above; `last` where for none.
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
  /// The length of all subpaths, as ``PathMeasure`` has it.
  public var length: Scalar { PathMeasure(self).length }

  /// The place `length` along the path; to ask for more than one, keep a ``PathMeasure``.
  public func sample(atLength length: Scalar) -> PathMeasure.Sample? { PathMeasure(self).sample(atLength: length) }

  /// The part of the path between two lengths; to ask for more than one, keep a ``PathMeasure``.
  public func trimmed(from start: Scalar, to end: Scalar) -> Path { PathMeasure(self).trimmed(from: start, to: end) }
}

extension Int64 {
  /// The sum of two numbers that are not negative, held to the range.
  @inline(__always)
  fileprivate func addingSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
