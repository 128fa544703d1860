/// Cuts lines into dashes, before they get their width.
///
/// Each line begins the pattern anew. A closed one that starts inside a dash and ends inside one has the two joined, so that the place where it
/// closes cannot be seen.
///
/// Keeps its working memory from call to call.
struct Dashing {
  /// More dashes than this a stroke does not get: it is drawn solid.
  private static var maxDashes: Int { 1 << 16 }
  /// Nor more lengths of the pattern, most of which may be without length.
  private static var maxLengths: Int { 1 << 18 }
  /// Nor more corners of round caps than this: wide pens near the eye have a thousand each.
  private static var maxCorners: Int { 1 << 22 }
  /// Shorter dashes, in 1/65536ths, are made so long, for their caps need a direction.
  private static var shortest: Int64 { 128 }

  /// What is left of the lines.
  private(set) var dashes = Contours()
  /// As for ``StrokeOutlining``: whether a point lies inside a curve.
  private(set) var flags: [Bool] = []

  /// The lengths of dashes and gaps in turn, in 1/65536ths.
  private var pattern: [Int64] = []
  /// Where the pattern stands at a line's start: inside which length, and what is left of it.
  private var first = 0
  private var firstRest: Int64 = 0
  private var hasCaps = false
  private var most = 0
  /// Lengths of the pattern that the stroke's lines have begun.
  private var lengths = 0
  /// The dash that a closed line starts in, kept until its end is known.
  private var head: [Point] = []
  private var headFlags: [Bool] = []

  /// Takes the pattern of `style`, its lengths multiplied by `scale`.
  ///
  /// - Returns: false where the pattern is none, so that lines are solid.
  mutating func setPattern(_ style: StrokeStyle, scale: WideFixed<32>) -> Bool {
    pattern.removeAll(keepingCapacity: true)
    var period: Int128 = 0
    var covered: Int128 = 0
    // An odd number of lengths changes its dashes into gaps the second time round.
    for round in 0..<(style.dashes.count & 1 == 0 ? 1 : 2) {
      for (index, length) in style.dashes.enumerated() {
        if length < 0 { return false }
        let scaled = (Int128(length.rawValue) &* Int128(scale.rawValue) &+ (1 << 31)) >> 32  // ≤ 2^94
        pattern.append(Int64(min(scaled, 1 << 60)))
        period &+= min(scaled, 1 << 60)  // ≤ 2^61 · the count
        if (index &+ round &* style.dashes.count) & 1 == 0 { covered &+= min(scaled, 1 << 60) }
      }
    }
    // Without gaps it is a solid line too.
    if period == 0 || covered == period { return false }
    hasCaps = style.cap != .butt
    if covered == 0 && !hasCaps {
      // Dots that nothing is seen of.
      pattern.removeAll(keepingCapacity: true)
      return true
    }
    let scaledPhase = (Int128(style.dashPhase.rawValue) &* Int128(scale.rawValue) &+ (1 << 31)) >> 32
    var phase = scaledPhase % period
    if phase < 0 { phase &+= period }
    first = 0
    // A dash without length at the very start is still to come.
    while phase >= Int128(pattern[first]) && (phase > 0 || pattern[first] > 0) && first < pattern.count &- 1 {
      phase &-= Int128(pattern[first])
      first &+= 1
    }
    firstRest = Int64(clamping: Int128(pattern[first]) &- phase)
    return true
  }

  /// Puts the dashes of `lines` into ``dashes``.
  ///
  /// - Parameter lineFlags: for each point whether it lies inside a curve; empty where none does.
  /// - Returns: false where there would be too many; then lines are to be solid.
  mutating func cut(_ lines: Contours, flags lineFlags: [Bool], pen: Pen) -> Bool {
    most = pen.cap == .round ? min(Dashing.maxDashes, Dashing.maxCorners / (2 &* pen.maxArcPoints)) : Dashing.maxDashes
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
          let isWhole = cut(
            line, flags: lineFlags.isEmpty ? nil : lineFlags[begin..<end], isClosed: lines.isClosed[index], table: table)
          if !isWhole { return false }
          begin = end
        }
        return true
      }
    }
  }

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
        let place = (from.x &+ Self.along(unit.x, along), from.y &+ Self.along(unit.y, along))
        if isOn {
          append(place, isSmooth: false)
          if isInHead {
            moveToHead()
            isInHead = false
          } else {
            end(direction)
          }
        }
        lengths &+= 1
        if dashes.ends.count > most || lengths > Dashing.maxLengths { return false }
        index = index &+ 1 == pattern.count ? 0 : index &+ 1
        rest = pattern[index]
        isOn = index & 1 == 0
        if isOn { append(place, isSmooth: false) }
      }
      rest &-= length &- along
      if isOn { append(to, isSmooth: isSmooth) }
      from = to
    }
    if startsOn && isInHead {
      // One dash all the way round.
      dashes.endContour(isClosed: true)
      return true
    }
    if isOn {
      // The start comes again as the last dash's last point; the first dash goes on from there.
      if startsOn { appendHead(from: 1) }
      end(direction)
    } else if startsOn {
      appendHead(from: 0)
      end(direction)
    }
    return true
  }

  @inline(__always)
  private mutating func append(_ place: (x: Int64, y: Int64), isSmooth: Bool) {
    dashes.points.append(Point(x: Scalar(rawValue: place.x), y: Scalar(rawValue: place.y)))
    flags.append(isSmooth)
  }

  /// Ends the dash whose points were appended last.
  private mutating func end(_ direction: UnitVector) {
    let begin = dashes.ends.last ?? 0
    let count = dashes.points.count &- begin
    guard count > 0 else { return }
    let (a, b) = (dashes.points[begin], dashes.points[dashes.points.count &- 1])
    if count <= 2 && max((a.x - b.x).magnitude, (a.y - b.y).magnitude).rawValue < Dashing.shortest {
      dashes.points.removeLast(count)
      flags.removeLast(count)
      // A dot: nothing without caps, else a hair of line that tells them which way it goes.
      if !hasCaps && a == b { return }
      let (x, y) = (direction.x >> 24, direction.y >> 24)  // half of `shortest`: 64
      append((a.x.rawValue &- x, a.y.rawValue &- y), isSmooth: false)
      append((a.x.rawValue &+ x, a.y.rawValue &+ y), isSmooth: false)
    }
    dashes.endContour(isClosed: false)
  }

  private mutating func moveToHead() {
    let begin = dashes.ends.last ?? 0
    head.append(contentsOf: dashes.points[begin...])
    headFlags.append(contentsOf: flags[begin...])
    dashes.points.removeLast(head.count)
    flags.removeLast(head.count)
  }

  private mutating func appendHead(from first: Int) {
    dashes.points.append(contentsOf: head[min(first, head.count)...])
    flags.append(contentsOf: headFlags[min(first, head.count)...])
  }

  /// `unit` × `length`, rounded.
  @inline(__always)
  private static func along(_ unit: Int64, _ length: Int64) -> Int64 {
    if length < 1 << 31 { return (unit &* length &+ (1 << 29)) >> 30 }  // ≤ 2^61
    return Int64(truncatingIfNeeded: (Int128(unit) &* Int128(length) &+ (1 << 29)) >> 30)  // ≤ 2^63
  }
}
