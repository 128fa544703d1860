/// Moves lines sideways.
///
/// Each segment is moved for itself and joined to the segments already moved, which form a stack. If an inner
/// corner cuts more from a segment than it is long, the segment is removed, and its neighbors are joined
/// where they meet. So a bend tighter than the distance becomes a corner. Only neighbors along the line cut
/// each other, as in MapLibre's shader, which moves each corner by itself along its miter.
struct ParallelOffset {
  /// The numbers of a pen whose half width is the distance.
  private let pen: StrokeParameters
  /// The distance in 1/65536, within ±2^29 and not 0.
  private let distance: Int64
  private var segments: [OffsetSegment] = []

  init(distance: Scalar, join: LineJoin, miterLimit: Scalar) {
    let style = StrokeStyle(width: 1, join: join, miterLimit: miterLimit)
    self.distance = distance.rawValue.clamped(from: -(1 << 29), to: 1 << 29)
    pen = StrokeParameters(style: style, halfWidth: self.distance.magnitudeAsSigned, tolerance: Flattening.tolerance)
  }

  /// Adds the moved line of `points` to `path`.
  mutating func move(_ points: ArraySlice<Point>, isClosed: Bool, into path: inout Path) {
    var moved = moved(points, isClosed: isClosed)
    segments.removeAll(keepingCapacity: true)
    if moved.isEmpty { return }
    if isClosed {
      // Begin with the longest segment, the least likely to be removed, and end with a copy of it.
      var longest = 0
      for index in moved.indices where moved[index].length > moved[longest].length { longest = index }
      moved = Array(moved[longest...] + moved[...longest])
      for index in moved.indices { moved[index].index = index }
    }
    for segment in moved { add(segment, isClosed: isClosed) }
    if !isClosed {
      while let last = segments.last, segments.count > 1, last.begin > last.length { segments.removeLast() }
    }
    if isClosed && isTurnedOver(points) { return }
    emit(isClosed: isClosed, into: &path)
  }

  /// Returns the segments of a line that are long enough to have a direction, each moved for itself.
  private func moved(_ points: ArraySlice<Point>, isClosed: Bool) -> [OffsetSegment] {
    var result: [OffsetSegment] = []
    func clamped(_ point: Point) -> (x: Int64, y: Int64) {
      (point.x.rawValue.clamped(from: -(1 << 46), to: 1 << 46), point.y.rawValue.clamped(from: -(1 << 46), to: 1 << 46))
    }
    guard let first = points.first else { return [] }
    var from = clamped(first)
    UnitVector.reciprocalRoots.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress else { return }
      for index in points.startIndex &+ 1..<points.endIndex &+ (isClosed ? 1 : 0) {
        let to = clamped(index == points.endIndex ? first : points[index])
        guard let (unit, length) = UnitVector.direction(to.x &- from.x, to.y &- from.y, shortest: 64, table: table) else {
          continue
        }
        let (x, y) = (0 &- StrokeOutlining.times(unit.y, distance), StrokeOutlining.times(unit.x, distance))
        result.append(
          OffsetSegment(
            index: result.count, unit: unit, length: length, startX: from.x &+ x, startY: from.y &+ y, endX: to.x &+ x,
            endY: to.y &+ y))
        from = to
      }
    }
    return result
  }

  /// Joins a segment to the last one on the stack that it meets, and removes the segments between them.
  private mutating func add(_ segment: OffsetSegment, isClosed: Bool) {
    let shortest = 2 &* pen.halfWidth
    var segment = segment
    // If no segment fits, the last one gets a straight line to this one.
    (segment.entry, segment.begin) = (segments.isEmpty ? .first : .straight, 0)
    var index = segments.count &- 1
    var removed: Int64 = 0
    while index >= 0 {
      let last = segments[index]
      let isCorner = segment.index == last.index &+ 1
      if let meeting = isCorner ? corner(last, segment) : crossing(last, segment) {
        if meeting.end >= last.begin {
          if meeting.begin > segment.length && segment.length > shortest { break }
          segments.removeLast(segments.count &- 1 &- index)
          (segment.entry, segment.begin) = (meeting.entry, meeting.begin)
          break
        }
        if isCorner && meeting.begin > segment.length && segment.length < min(last.length, shortest) {
          // Neither has room. The shorter one, which is this one, will be removed by the next.
          segment.begin = meeting.begin
          break
        }
      }
      if last.length > shortest || (isClosed && index == 0) { break }
      removed &+= last.length
      index &-= 1
    }
    if index < 0 && removed <= shortest {
      segments.removeAll(keepingCapacity: true)
      segment.entry = .first
    }
    segments.append(segment)
  }

  /// How two segments are joined: the position on each at which the path leaves or enters it, and the way
  /// between.
  private typealias Meeting = (end: Int64, begin: Int64, entry: OffsetSegment.Entry)

  /// Returns the join of two successive segments; nil if the corner is too sharp for both.
  private func corner(_ a: OffsetSegment, _ b: OffsetSegment) -> Meeting? {
    let (cosine, sine) = UnitVector.turn(a.unit, b.unit)
    let opening = (1 << 30) &+ cosine
    let isInner = (sine >= 0) == (distance > 0) || (sine == 0 && cosine < 0)
    if !isInner && opening < pen.shallowTurnThreshold {
      if pen.join == .round { return (a.length, 0, .arc(turn: sine > 0 ? 1 : -1)) }
      if pen.join == .bevel || opening < pen.miterThreshold { return (a.length, 0, .straight) }
    }
    // A hairpin's sides never meet.
    if opening < 1 << 24 { return isInner ? (0 &- (1 << 60), 1 << 60, .straight) : (a.length, 0, .straight) }
    let factor = (distance << 30) / opening  // ≤ 2^59 / 2^24
    // Positive on the inner side. The sine is small where the factor is large: ≤ 2^35 × 2^27.6.
    let cut = (factor &* sine) >> 30
    let x = a.endX &- StrokeOutlining.times(a.unit.x, cut)
    let y = a.endY &- StrokeOutlining.times(a.unit.y, cut)
    return (a.length &- cut, cut, .point(x, y))
  }

  /// Returns the join of two segments between which others are removed; nil if they do not meet nearby.
  private func crossing(_ a: OffsetSegment, _ b: OffsetSegment) -> Meeting? {
    let half = pen.halfWidth
    let (dx, dy) = (b.startX &- a.endX, b.startY &- a.endY)  // ≤ 2^48
    let sine = a.unit.x &* b.unit.y &- a.unit.y &* b.unit.x  // ≤ 2^61, in 2^-60
    if sine.magnitude >= 1 << 42 {
      func along(_ unit: UnitVector) -> Int64 {
        let product = Int128(dx) &* Int128(unit.y) &- Int128(dy) &* Int128(unit.x)  // ≤ 2^79.1
        return Int64(clamping: ((product << 30) / Int128(sine)).clamped(from: -(1 << 50), to: 1 << 50))
      }
      let (ahead, begin) = (along(b.unit), along(a.unit))
      // A point before the end of `a` or after the start of `b` is at the right distance. Others are miters.
      let limit = ahead > 0 && begin < 0 ? (pen.join == .miter ? half : half / 4) : half
      if ahead <= limit && begin >= 0 &- limit {
        func product(_ unit: Int64, _ length: Int64) -> Int64 { Int64(truncatingIfNeeded: (Int128(unit) &* Int128(length)) >> 30) }
        return (a.length &+ ahead, begin, .point(a.endX &+ product(a.unit.x, ahead), a.endY &+ product(a.unit.y, ahead)))
      }
    }
    return max(dx.magnitude, dy.magnitude) <= half.magnitude / 2 ? (a.length, 0, .straight) : nil
  }

  /// Returns whether a closed line runs around the other way than its original, because it has no room.
  private func isTurnedOver(_ points: ArraySlice<Point>) -> Bool {
    guard let origin = segments.first else { return true }
    func doubledArea(_ corners: [(x: Int64, y: Int64)]) -> Int128 {
      var sum: Int128 = 0
      for index in corners.indices {
        let (a, b) = (corners[index], corners[index + 1 == corners.count ? 0 : index + 1])
        sum &+= Int128(a.x &- origin.startX) &* Int128(b.y &- origin.startY)  // each ≤ 2^96
        sum &-= Int128(b.x &- origin.startX) &* Int128(a.y &- origin.startY)
      }
      return sum
    }
    let before = doubledArea(
      points.map {
        ($0.x.rawValue.clamped(from: -(1 << 46), to: 1 << 46), $0.y.rawValue.clamped(from: -(1 << 46), to: 1 << 46))
      })
    var corners: [(x: Int64, y: Int64)] = []
    for (index, segment) in segments.enumerated().dropFirst() {
      if case .point(let x, let y) = segment.entry {
        corners.append((x, y))
      } else {
        corners.append((segments[index - 1].endX, segments[index - 1].endY))
        corners.append((segment.startX, segment.startY))
      }
    }
    let after = doubledArea(corners)
    return corners.count < 3 || (before > 0 && after <= 0) || (before < 0 && after >= 0)
  }

  /// Adds the segments of the stack to `path`.
  private func emit(isClosed: Bool, into path: inout Path) {
    var isFirst = true
    func add(_ x: Int64, _ y: Int64) {
      let point = Point(x: Scalar(rawValue: x), y: Scalar(rawValue: y))
      if isFirst { path.move(to: point) } else if path.currentPoint != point { path.addLine(to: point) }
      isFirst = false
    }
    for (index, segment) in segments.enumerated() {
      switch segment.entry {
      case .first: if !isClosed { add(segment.startX, segment.startY) }
      case .point(let x, let y): add(x, y)
      case .straight, .arc:
        let last = segments[index - 1]
        add(last.endX, last.endY)
        if case .arc(let turn) = segment.entry { addArc(from: last, to: segment, turn: turn, add) }
        add(segment.startX, segment.startY)
      }
    }
    if isClosed { path.closeSubpath() } else if let last = segments.last { add(last.endX, last.endY) }
  }

  /// Adds the points strictly between the ends of an arc about the original corner of two segments.
  private func addArc(from a: OffsetSegment, to b: OffsetSegment, turn: Int64, _ add: (Int64, Int64) -> Void) {
    let (toX, toY) = (0 &- StrokeOutlining.times(b.unit.y, distance), StrokeOutlining.times(b.unit.x, distance))
    let (centerX, centerY) = (b.startX &- toX, b.startY &- toY)
    var (x, y) = (a.endX &- centerX, a.endY &- centerY)  // ≤ 2^29 and a little
    let (cosine, sine) = (pen.stepCosine, pen.stepSine &* turn)
    for step in 1...pen.maximumArcPoints {
      (x, y) = ((x &* cosine &- y &* sine &+ (1 << 29)) >> 30, (x &* sine &+ y &* cosine &+ (1 << 29)) >> 30)  // ≤ 2^60
      let remaining = (x &* toY &- y &* toX) &* turn  // ≤ 2^59
      if remaining <= 0 && (x &* toX &+ y &* toY > 0 || step > 3) { return }
      add(centerX &+ x, centerY &+ y)
    }
  }
}

/// A straight piece of a line, moved sideways.
private struct OffsetSegment {
  /// The path from the segment before to this one.
  enum Entry {
    case first
    /// Both segments end at one point.
    case point(Int64, Int64)
    /// A straight line from the end of one to the start of the other.
    case straight
    /// An arc about the corner of the original line, clockwise on the screen if `turn` is 1.
    case arc(turn: Int64)
  }

  /// The number of the segment in its line.
  var index: Int
  var unit: UnitVector
  var length: Int64
  /// The moved ends, in 1/65536, below 2^47.
  var startX: Int64, startY: Int64
  var endX: Int64, endY: Int64
  var entry = Entry.first
  /// The position along the segment at which the path enters it. It exceeds the length if nothing is left.
  var begin: Int64 = 0
}
