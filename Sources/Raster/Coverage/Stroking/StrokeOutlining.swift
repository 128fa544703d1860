/// Outlines flattened lines: follows each line and records both sides of the pen.
struct StrokeOutlining {
  /// A straight piece of a line, long enough to have a direction.
  struct Segment {
    /// The start, in 1/65536, clamped to ±2^61.
    var x: Int64, y: Int64
    var unit: UnitVector
    var length: Int64
    /// The offset to the left side: the direction rotated by −90°, half a pen's width long.
    var sideX: Int64, sideY: Int64
    /// Whether the segment starts inside a curve, where there is no corner.
    var isSmooth: Bool
  }

  /// The length below which a segment is skipped, in 1/65536.
  private static var minimumLength: Int64 { 64 }
  /// The number of points of a side that are collected before they are appended to the contours.
  private static var chunk: Int { 256 }

  private var leftPoints: [Point] = []
  private var rightPoints: [Point] = []
  /// The right side of a line too long for one chunk.
  private var right: [Point] = []

  /// Adds the outlines of `lines`.
  ///
  /// - Parameters:
  ///   - flags: For each point, whether it is inside a curve; empty if none is.
  ///   - across: The direction of the square that a line without length becomes with square caps.
  ///   - bounds: The bounds of the lines whose outlines are needed; nil for all of them.
  mutating func outline(
    _ lines: Contours, flags: [Bool], pen: StrokeParameters, across: (x: Int64, y: Int64), within bounds: DamageBounds?,
    into contours: inout Contours
  ) {
    // A chunk, then one corner, and at the end a cap of two arcs.
    let capacity = StrokeOutlining.chunk + 3 * pen.maximumArcPoints + 16
    while leftPoints.count < capacity { leftPoints.append(contentsOf: repeatElement(.zero, count: capacity)) }
    while rightPoints.count < capacity { rightPoints.append(contentsOf: repeatElement(.zero, count: capacity)) }
    leftPoints.withUnsafeMutableBufferPointer { leftPoints in
      rightPoints.withUnsafeMutableBufferPointer { rightPoints in
        UnitVector.reciprocalRoots.withUnsafeBufferPointer { table in
          lines.points.withUnsafeBufferPointer { points in
            guard let left = leftPoints.baseAddress, let right = rightPoints.baseAddress, let table = table.baseAddress else {
              return
            }
            var begin = 0
            for index in lines.ends.indices {
              let end = lines.ends[index]
              defer { begin = end }
              let line = UnsafeBufferPointer(rebasing: points[begin..<end])
              if let bounds, !bounds.mayTouch(line) { continue }
              var tracer = Tracer(pen: pen, table: table, left: Side(start: left), right: Side(start: right))
              tracer.follow(
                line, flags: flags.isEmpty ? nil : flags[begin..<end], isClosed: lines.isClosed[index], across: across,
                longRight: &self.right, into: &contours)
            }
          }
        }
      }
    }
  }

  /// The points of one side that were not appended to the contours yet.
  struct Side {
    /// Memory for a chunk and the largest corner or cap.
    let start: UnsafeMutablePointer<Point>
    var count = 0

    init(start: UnsafeMutablePointer<Point>) { self.start = start }

    @inline(__always)
    mutating func append(_ x: Int64, _ y: Int64) {
      start[count] = Point(x: Scalar(rawValue: x), y: Scalar(rawValue: y))
      count &+= 1
    }

    mutating func reverse() {
      var (low, high) = (0, count &- 1)
      while low < high {
        (start[low], start[high]) = (start[high], start[low])
        (low, high) = (low &+ 1, high &- 1)
      }
    }

    /// Moves the points to the end of `points`.
    mutating func flush(to points: inout [Point]) {
      points.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
      count = 0
    }
  }

  /// Follows one line and records both sides.
  struct Tracer {
    let pen: StrokeParameters
    let table: UnsafePointer<UInt32>
    var left: Side
    var right: Side

    init(pen: StrokeParameters, table: UnsafePointer<UInt32>, left: Side, right: Side) {
      (self.pen, self.table, self.left, self.right) = (pen, table, left, right)
    }

    /// Adds the outline of a line: one contour if it is open, two if it is closed.
    mutating func follow(
      _ points: UnsafeBufferPointer<Point>, flags: ArraySlice<Bool>?, isClosed: Bool, across: (x: Int64, y: Int64),
      longRight: inout [Point], into contours: inout Contours
    ) {
      let first = clamped(points[0])
      var from = first
      var isSmooth = false
      var opening: Segment?
      var last = Segment(x: 0, y: 0, unit: UnitVector(x: 0, y: 0), length: 0, sideX: 0, sideY: 0, isSmooth: false)
      longRight.removeAll(keepingCapacity: true)
      var index = 1
      let stop = points.count &+ (isClosed ? 1 : 0)
      while index < stop {
        let to = index == points.count ? first : clamped(points[index])
        defer { index &+= 1 }
        guard
          let (unit, length) = UnitVector.direction(to.x &- from.x, to.y &- from.y, shortest: minimumLength, table: table)
        else { continue }
        let segment = Segment(
          x: from.x, y: from.y, unit: unit, length: length, sideX: times(unit.y, pen.halfWidth),
          sideY: 0 &- times(unit.x, pen.halfWidth), isSmooth: isSmooth)
        if opening == nil {
          opening = segment
          if !isClosed { cap(segment, isStart: true) }
        } else {
          join(last, segment)
          if max(left.count, right.count) >= chunk {
            left.flush(to: &contours.points)
            right.flush(to: &longRight)
          }
        }
        last = segment
        from = to
        if let flags { isSmooth = index < points.count && flags[flags.startIndex &+ index] }
      }
      guard let opening else {
        dot(at: from, across: across, into: &contours)
        return
      }
      if isClosed {
        join(last, opening)
        left.flush(to: &contours.points)
        contours.endContour(isClosed: true)
      } else {
        (last.x, last.y) = from
        cap(last, isStart: false)
        left.flush(to: &contours.points)
      }
      right.reverse()
      right.flush(to: &contours.points)
      if !longRight.isEmpty { contours.points.append(contentsOf: longRight.reversed()) }
      contours.endContour(isClosed: true)
    }

    /// Adds the caps of a line without length.
    private mutating func dot(at end: (x: Int64, y: Int64), across: (x: Int64, y: Int64), into contours: inout Contours) {
      if pen.cap == .butt { return }
      let unit =
        UnitVector.direction(across.x >> 1, across.y >> 1, shortest: 1, table: table)?.unit ?? UnitVector(x: 1 << 30, y: 0)
      let segment = Segment(
        x: end.x, y: end.y, unit: unit, length: 0, sideX: times(unit.y, pen.halfWidth), sideY: 0 &- times(unit.x, pen.halfWidth),
        isSmooth: false)
      cap(segment, isStart: true)
      cap(segment, isStart: false)
      left.flush(to: &contours.points)
      contours.endContour(isClosed: true)
    }
  }

  /// Returns a point clamped so that its differences from others cannot overflow.
  @inline(__always)
  static func clamped(_ point: Point) -> (x: Int64, y: Int64) {
    (point.x.rawValue.clamped(from: -(1 << 61), to: 1 << 61), point.y.rawValue.clamped(from: -(1 << 61), to: 1 << 61))
  }

  /// Returns `unit` × `length`, rounded; the product is below 2^62.6.
  @inline(__always)
  static func times(_ unit: Int64, _ length: Int64) -> Int64 {
    (unit &* length &+ (1 << 29)) >> 30
  }
}

extension Int64 {
  /// The absolute value of a number that is not the smallest.
  @inline(__always)
  var magnitudeAsSigned: Int64 { self < 0 ? 0 &- self : self }
}
