/// The segments, corners and caps of a stroke whose coverage depends on the distance from its lines.
///
/// Each part covers its own pixels, and a pixel gets the largest of their coverages. So overlaps are not
/// darker. Pixels count by their centers, so parts that touch neither overlap nor leave a gap.
struct SoftStroke {
  /// A straight piece of a line.
  struct Segment {
    /// The start, in 1/65536 px, below 2^47.
    var x: Int64, y: Int64
    var unit: UnitVector
    var length: Int64
    /// The lengths by which a cap extends the segment at its ends, in 1/65536 px.
    var startExtension: Int64 = 0, endExtension: Int64 = 0
    /// Whether the ends are the line's own flat ends, which are antialiased.
    var hasFlatStart = false, hasFlatEnd = false
  }

  /// The outer side of a corner, or a round cap: the pixels beyond the end of one segment and before the
  /// start of the next.
  struct Corner {
    enum Shape { case round, miter, bevel }

    var x: Int64, y: Int64
    /// The directions of the segments before and after the corner.
    var a: UnitVector, b: UnitVector
    var shape: Shape
  }

  private(set) var segments: [Segment] = []
  private(set) var corners: [Corner] = []
  /// The pixels that the stroke may cover, before they are clipped.
  private(set) var bounds = BoundingBox()

  /// One plus the cosine of the sharpest turn whose corner gets a miter or bevel, in 2^-30: 177.5°.
  static var sharpestTurn: Int64 { 1 << 20 }

  /// Creates the parts of a stroke.
  ///
  /// - Parameters:
  ///   - isSmooth: For each point, whether it is inside a curve; empty if none is.
  ///   - half: Half the width in 1/65536 px, 0 … 2^29.
  ///   - reach: The greatest distance of covered pixels from the line, in 1/65536 px.
  init(_ lines: Contours, isSmooth: [Bool], style: StrokeStyle, half: Int64, reach: Int64) {
    let pen = StrokeParameters(style: style, halfWidth: half, tolerance: Flattening.tolerance)
    UnitVector.reciprocalRoots.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      var begin = 0
      for (end, isClosed) in zip(lines.ends, lines.isClosed) {
        add(begin..<end, of: lines, isClosed: isClosed, isSmooth: isSmooth, pen: pen, half: half, reach: reach, table: table)
        begin = end
      }
    }
  }

  /// Adds the parts of one line.
  private mutating func add(
    _ range: Range<Int>, of lines: Contours, isClosed: Bool, isSmooth: [Bool], pen: StrokeParameters, half: Int64, reach: Int64,
    table: UnsafePointer<UInt32>
  ) {
    let firstSegment = segments.count
    func clamped(_ point: Point) -> (x: Int64, y: Int64) {
      (point.x.rawValue.clamped(from: -(1 << 46), to: 1 << 46), point.y.rawValue.clamped(from: -(1 << 46), to: 1 << 46))
    }
    guard range.count > 0 else { return }
    let first = clamped(lines.points[range.lowerBound])
    var from = first
    var startsSmoothly = false
    include(from, reach)
    for index in range.lowerBound &+ 1..<range.upperBound &+ (isClosed ? 1 : 0) {
      let to = index == range.upperBound ? first : clamped(lines.points[index])
      guard let (unit, length) = UnitVector.direction(to.x &- from.x, to.y &- from.y, shortest: 64, table: table) else { continue }
      let segment = Segment(x: from.x, y: from.y, unit: unit, length: length)
      if segments.count > firstSegment { join(segments[segments.count &- 1], segment, pen: pen, isSmooth: startsSmoothly, reach) }
      segments.append(segment)
      from = to
      include(from, reach)
      startsSmoothly = index < isSmooth.count && index < range.upperBound && isSmooth[index]
    }
    if segments.count == firstSegment {
      addDot(first, pen: pen, half: half, reach)
    } else if isClosed {
      join(segments[segments.count &- 1], segments[firstSegment], pen: pen, isSmooth: false, reach)
    } else {
      addCaps(firstSegment, at: from, pen: pen, half: half, reach)
    }
  }

  private mutating func addCaps(_ first: Int, at end: (x: Int64, y: Int64), pen: StrokeParameters, half: Int64, _ reach: Int64) {
    let last = segments.count &- 1
    let (start, stop) = (segments[first], segments[last])
    if pen.cap == .round {
      corners.append(Corner(x: start.x, y: start.y, a: start.unit.reversed, b: start.unit, shape: .round))
      corners.append(Corner(x: end.x, y: end.y, a: stop.unit, b: stop.unit.reversed, shape: .round))
      return
    }
    (segments[first].hasFlatStart, segments[last].hasFlatEnd) = (true, true)
    if pen.cap == .square {
      (segments[first].startExtension, segments[last].endExtension) = (half, half)
      include((start.x, start.y), reach &+ half)
      include(end, reach &+ half)
    }
  }

  /// Adds the caps of a line without length.
  private mutating func addDot(_ point: (x: Int64, y: Int64), pen: StrokeParameters, half: Int64, _ reach: Int64) {
    let right = UnitVector(x: 1 << 30, y: 0)
    switch pen.cap {
    case .butt: break
    case .round:
      corners.append(Corner(x: point.x, y: point.y, a: right.reversed, b: right, shape: .round))
      corners.append(Corner(x: point.x, y: point.y, a: right, b: right.reversed, shape: .round))
    case .square:
      include(point, reach &+ half)
      segments.append(
        Segment(
          x: point.x, y: point.y, unit: right, length: 0, startExtension: half, endExtension: half, hasFlatStart: true,
          hasFlatEnd: true))
    }
  }

  private mutating func join(_ a: Segment, _ b: Segment, pen: StrokeParameters, isSmooth: Bool, _ reach: Int64) {
    let (cosine, sine) = UnitVector.turn(a.unit, b.unit)
    // A wedge narrower than 1/1024 px contains no pixel's center, or one whose distance is known anyway.
    if cosine > 0 && (sine.magnitudeAsSigned &* reach) >> 30 < 64 { return }
    let opening = (1 << 30) &+ cosine
    var shape: Corner.Shape = isSmooth || pen.join == .round ? .round : .bevel
    if shape == .bevel && opening < Self.sharpestTurn { return }
    if shape == .bevel && pen.join == .miter && opening >= pen.miterThreshold { shape = .miter }
    corners.append(Corner(x: b.x, y: b.y, a: a.unit, b: b.unit, shape: shape))
    // A miter is as long as half the width divided by the cosine of half the turn.
    if shape == .miter { include((b.x, b.y), (reach << 15) / max(squareRoot(of: opening >> 1), 1)) }
  }

  private mutating func include(_ point: (x: Int64, y: Int64), _ reach: Int64) {
    bounds.add(Point(x: Scalar(rawValue: point.x &- reach), y: Scalar(rawValue: point.y &- reach)))
    bounds.add(Point(x: Scalar(rawValue: point.x &+ reach), y: Scalar(rawValue: point.y &+ reach)))
  }
}

extension UnitVector {
  /// The opposite direction.
  var reversed: UnitVector { UnitVector(x: 0 &- x, y: 0 &- y) }
}
