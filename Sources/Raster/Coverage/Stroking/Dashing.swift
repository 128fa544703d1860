/// Cuts lines into dashes, before the dashes get their width.
///
/// The pattern starts again with each line. If a closed line starts and ends inside a dash, the two dashes
/// are joined. So the point where the line closes is not visible.
///
/// Working memory is reused from call to call.
struct Dashing {
  /// The limit of dashes in a stroke. A stroke with more dashes is drawn solid.
  private static var maximumDashes: Int { 1 << 16 }
  /// The limit of pattern lengths that are begun, most of which may be zero.
  private static var maximumLengths: Int { 1 << 18 }
  /// The limit of points in round caps. A wide pen near the viewer has a thousand points in each cap.
  private static var maximumCapPoints: Int { 1 << 22 }
  /// The length to which shorter dashes are extended, in 1/65536, because caps need a direction.
  private static var minimumLength: Int64 { 128 }

  /// The dashes of the last lines.
  private(set) var dashes = Contours()
  /// For each point of ``dashes``, whether it is inside a curve.
  private(set) var flags: [Bool] = []

  /// The lengths of dashes and gaps in turn, in 1/65536.
  private var pattern: [Int64] = []
  /// The index of the pattern length in which a line starts.
  private var first = 0
  /// The part of the pattern length at index ``first`` that remains at a line's start.
  private var firstRest: Int64 = 0
  private var hasCaps = false
  /// The limit of dashes with the current pen.
  private var dashLimit = 0
  /// The number of pattern lengths that the stroke's lines have begun.
  private var lengths = 0
  /// The dash in which a closed line starts, saved until the line's end is known.
  private var head: [Point] = []
  private var headFlags: [Bool] = []

  /// Sets the pattern to that of `style`, its lengths multiplied by `scale`.
  ///
  /// - Returns: False if the pattern has no gaps, so that lines are solid.
  mutating func setPattern(_ style: StrokeStyle, scale: WideFixed<32>) -> Bool {
    pattern.removeAll(keepingCapacity: true)
    var period: Int128 = 0
    var covered: Int128 = 0
    // With an odd number of lengths, dashes and gaps change places the second time.
    for round in 0..<(style.dashes.count & 1 == 0 ? 1 : 2) {
      for (index, length) in style.dashes.enumerated() {
        if length < 0 { return false }
        let scaled = (Int128(length.rawValue) &* Int128(scale.rawValue) &+ (1 << 31)) >> 32  // ≤ 2^94
        pattern.append(Int64(min(scaled, 1 << 60)))
        period &+= min(scaled, 1 << 60)  // ≤ 2^61 · the count
        if (index &+ round &* style.dashes.count) & 1 == 0 { covered &+= min(scaled, 1 << 60) }
      }
    }
    // Without gaps, lines are solid.
    if period == 0 || covered == period { return false }
    hasCaps = style.cap != .butt
    if covered == 0 && !hasCaps {
      // Dots without caps are invisible.
      pattern.removeAll(keepingCapacity: true)
      return true
    }
    let scaledPhase = (Int128(style.dashPhase.rawValue) &* Int128(scale.rawValue) &+ (1 << 31)) >> 32
    var phase = scaledPhase % period
    if phase < 0 { phase &+= period }
    first = 0
    // A dash of length zero at the very start is still to come.
    while phase >= Int128(pattern[first]) && (phase > 0 || pattern[first] > 0) && first < pattern.count &- 1 {
      phase &-= Int128(pattern[first])
      first &+= 1
    }
    firstRest = Int64(clamping: Int128(pattern[first]) &- phase)
    return true
  }

  /// Cuts `lines` into ``dashes``.
  ///
  /// - Parameter lineFlags: For each point, whether the point is inside a curve. The array is empty if no
  ///   point is.
  /// - Returns: False if there would be too many dashes. The lines are then to be drawn solid.
  mutating func cut(_ lines: Contours, flags lineFlags: [Bool], pen: StrokeParameters) -> Bool {
    dashLimit =
      pen.cap == .round ? min(Dashing.maximumDashes, Dashing.maximumCapPoints / (2 &* pen.maximumArcPoints)) : Dashing.maximumDashes
    lengths = 0
    dashes.removeAll()
    flags.removeAll(keepingCapacity: true)
    if pattern.isEmpty { return true }
    return UnitVector.reciprocalRoots.withUnsafeBufferPointer { table in
      lines.points.withUnsafeBufferPointer { points in
        guard let table = table.baseAddress else { return false }
        var begin = 0
        for index in lines.ends.indices {
          let end = lines.ends[index]
          let line = UnsafeBufferPointer(rebasing: points[begin..<end])
          let isComplete = cut(
            line, flags: lineFlags.isEmpty ? nil : lineFlags[begin..<end], isClosed: lines.isClosed[index], table: table)
          if !isComplete { return false }
          begin = end
        }
        return true
      }
    }
  }

  /// Cuts one line.
  private mutating func cut(
    _ points: UnsafeBufferPointer<Point>, flags lineFlags: ArraySlice<Bool>?, isClosed: Bool, table: UnsafePointer<UInt32>
  ) -> Bool {
    var (index, rest) = (first, firstRest)
    var isOn = index & 1 == 0
    let startsOn = isOn && isClosed
    head.removeAll(keepingCapacity: true)
    headFlags.removeAll(keepingCapacity: true)
    var isInHead = startsOn
    var from = StrokeOutlining.clamped(points[0])
    let start = from
    var direction = UnitVector(x: 1 << 30, y: 0)
    if isOn { append(from, isSmooth: false) }
    var corner = 1
    let stop = points.count &+ (isClosed ? 1 : 0)
    while corner < stop {
      let to = corner == points.count ? start : StrokeOutlining.clamped(points[corner])
      let isSmooth = corner < points.count && (lineFlags.map { $0[$0.startIndex &+ corner] } ?? false)
      corner &+= 1
      guard let (unit, length) = UnitVector.direction(to.x &- from.x, to.y &- from.y, shortest: 1, table: table) else { continue }
      direction = unit
      var along: Int64 = 0
      while length &- along > rest {
        along &+= rest  // < length ≤ 2^62.5
        let point = (from.x &+ Self.along(unit.x, along), from.y &+ Self.along(unit.y, along))
        if isOn {
          append(point, isSmooth: false)
          if isInHead {
            moveToHead()
            isInHead = false
          } else {
            end(direction)
          }
        }
        lengths &+= 1
        if dashes.ends.count > dashLimit || lengths > Dashing.maximumLengths { return false }
        index = index &+ 1 == pattern.count ? 0 : index &+ 1
        rest = pattern[index]
        isOn = index & 1 == 0
        if isOn { append(point, isSmooth: false) }
      }
      rest &-= length &- along
      if isOn { append(to, isSmooth: isSmooth) }
      from = to
    }
    if startsOn && isInHead {
      // One dash around the whole line.
      dashes.endContour(isClosed: true)
      return true
    }
    if isOn {
      // The start is also the last dash's last point; the first dash continues it.
      if startsOn { appendHead(from: 1) }
      end(direction)
    } else if startsOn {
      appendHead(from: 0)
      end(direction)
    }
    return true
  }

  @inline(__always)
  private mutating func append(_ point: (x: Int64, y: Int64), isSmooth: Bool) {
    dashes.points.append(Point(x: Scalar(rawValue: point.x), y: Scalar(rawValue: point.y)))
    flags.append(isSmooth)
  }

  /// Ends the dash whose points were appended last.
  private mutating func end(_ direction: UnitVector) {
    let begin = dashes.ends.last ?? 0
    let count = dashes.points.count &- begin
    guard count > 0 else { return }
    let (a, b) = (dashes.points[begin], dashes.points[dashes.points.count &- 1])
    if count <= 2 && max((a.x - b.x).magnitude, (a.y - b.y).magnitude).rawValue < Dashing.minimumLength {
      dashes.points.removeLast(count)
      flags.removeLast(count)
      // A dot: nothing without caps; with caps, a short line that gives them a direction.
      if !hasCaps && a == b { return }
      let (x, y) = (direction.x >> 24, direction.y >> 24)  // half of `minimumLength`: 64
      append((a.x.rawValue &- x, a.y.rawValue &- y), isSmooth: false)
      append((a.x.rawValue &+ x, a.y.rawValue &+ y), isSmooth: false)
    }
    dashes.endContour(isClosed: false)
  }

  /// Moves the dash whose points were appended last to the head.
  private mutating func moveToHead() {
    let begin = dashes.ends.last ?? 0
    head.append(contentsOf: dashes.points[begin...])
    headFlags.append(contentsOf: flags[begin...])
    dashes.points.removeLast(head.count)
    flags.removeLast(head.count)
  }

  /// Appends the head's points from number `first` on.
  private mutating func appendHead(from first: Int) {
    dashes.points.append(contentsOf: head[min(first, head.count)...])
    flags.append(contentsOf: headFlags[min(first, head.count)...])
  }

  /// Returns `unit` × `length`, rounded.
  @inline(__always)
  private static func along(_ unit: Int64, _ length: Int64) -> Int64 {
    if length < 1 << 31 { return (unit &* length &+ (1 << 29)) >> 30 }  // ≤ 2^61
    return Int64(truncatingIfNeeded: (Int128(unit) &* Int128(length) &+ (1 << 29)) >> 30)  // ≤ 2^63
  }
}
