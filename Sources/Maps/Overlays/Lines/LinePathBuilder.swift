import CartoucheRaster

/// Builds paths in the view's space from the visible parts of a line. Each point of a path is exactly where
/// ``MapTransform`` puts the point.
///
/// Chunks and segments that are wholly beyond one side of the view are left out, except where the whole line
/// is short. Segments that are too long for the rasterizer are clipped.
struct LinePathBuilder {
  let transform: MapTransform
  /// The offset to the east, in map units, of the copy of the world that is drawn.
  let shift: Int64
  /// The visible part of the plane, extended by the width of the pen, in the line's own copy of the world.
  let visible: InclusiveMapRect
  /// The part of the plane within the clip extent, which does not move with the view.
  let clipExtent: InclusiveMapRect
  /// The bounds beyond which geometry cannot be seen, in 1/65536 points of the view.
  let box: ClipBounds
  /// Whether one of the paths so far may depend on the clip extent. Where none does, a pan beyond the clip
  /// extent moves the same pixels.
  private(set) var dependsOnClipExtent = false
  private static let maximumLength: Int64 = 1 << 31  // 32 768 points
  /// The side of the square within which a line is short, in points at the whole zoom below. A short ring's
  /// outline and a short line's dashes are drawn as a whole.
  private static let shortSide: Scalar = 4096
  /// The side of the square within which a filled ring need not be clipped, in points at the whole zoom
  /// below. Turned, just below the next zoom, it is up to 46 341 points wide. The rasterizer clips from
  /// 65 536 on.
  private static let unclippedSide: Scalar = 16384
  /// These sides in map units.
  private let shortUnits, unclippedUnits: Int64

  init(
    transform: MapTransform, shift: Int64, visible: InclusiveMapRect, clipExtent: InclusiveMapRect, box: ClipBounds
  ) {
    (self.transform, self.shift, self.visible) = (transform, shift, visible)
    (self.clipExtent, self.box) = (clipExtent, box)
    (shortUnits, unclippedUnits) = (transform.units(for: Self.shortSide), transform.units(for: Self.unclippedSide))
  }

  /// Returns whether a line with at least one point is within a square of a side in map units.
  private func fits(_ line: LineLevelsOfDetail, in side: Int64) -> Bool {
    line.box.maxX - line.box.minX <= side && line.box.maxY - line.box.minY <= side
  }

  /// A part of a line, given by the lengths from the line's start, in map units.
  struct LengthRange {
    var from: Int64
    var to: Int64
  }

  @inline(__always)
  func raw(_ point: MapPoint) -> SIMD2<Int64> {
    let viewPoint = transform.point(at: MapPoint(x: point.x &+ shift, y: point.y))
    return SIMD2(viewPoint.x.rawValue, viewPoint.y.rawValue)
  }

  @inline(__always)
  private static func point(_ raw: SIMD2<Int64>) -> Point { Point(x: Scalar(rawValue: raw.x), y: Scalar(rawValue: raw.y)) }

  /// Adds a ring to a path, for filling. The points of chunks outside the view are left out.
  ///
  /// - Parameter ring: Points whose memory is reused.
  /// - Returns: Whether ``stroke(_:_:into:)`` adds the same to a path.
  mutating func fill(_ line: LineLevelsOfDetail, into path: inout Path, reusing ring: inout [SIMD2<Int64>]) -> Bool {
    guard visible.intersects(line.box) else { return true }
    let level = line.level(atZoomStep: transform.camera.tileZoom)
    guard level.points.count > 3 else { return level.points.count < 2 }
    ring.removeAll(keepingCapacity: true)
    for (index, chunk) in level.boxes.enumerated() {
      let first = index * LineLevelsOfDetail.chunk
      let isOutside =
        chunk.maxX < visible.minX || chunk.minX > visible.maxX || chunk.maxY < visible.minY || chunk.minY > visible.maxY
      // A chunk beyond one side contributes its ends only.
      let end = isOutside ? first + 1 : min(first + LineLevelsOfDetail.chunk, level.points.count - 1)
      for point in first..<max(end, first + 1) { ring.append(raw(level.points[point])) }
    }
    let isOutline = ring.count == level.points.count - 1 && fits(line, in: shortUnits)
    if !fits(line, in: unclippedUnits) {
      dependsOnClipExtent = true
      if ring.contains(where: { box.outcode($0) != 0 }) {
        var scratch: [SIMD2<Int64>] = []
        box.clip(&ring, scratch: &scratch)
      }
    }
    guard ring.count > 2 else { return isOutline }
    ring.withUnsafeBufferPointer { ring in path.addPolygon(count: ring.count) { Self.point(ring[$0]) } }
    return isOutline
  }

  /// Adds the visible parts of a line to a path, so that one stroke draws them all.
  mutating func stroke(_ line: LineLevelsOfDetail, _ part: LengthRange? = nil, into path: inout Path) {
    var runs = Runs(path: path, isSplit: false)
    path = Path()  // The storage belongs to `runs` meanwhile.
    follow(line, part, &runs)
    path = runs.path
    dependsOnClipExtent = dependsOnClipExtent || runs.isClipped
  }

  /// A part of a line that is drawn without a break.
  struct Run {
    var path: Path
    /// The length from the line's start at which the run begins: `start` in map units, plus `extraLength` in
    /// points.
    var start: Int64
    var extraLength: Scalar
  }

  /// Returns the visible parts of a line, one run for each part without a break.
  mutating func runs(of line: LineLevelsOfDetail, _ part: LengthRange? = nil) -> [Run] {
    var runs = Runs(path: Path(), isSplit: true)
    follow(line, part, &runs)
    runs.end()
    // The phase of dashes depends on where a run begins.
    if !runs.ended.isEmpty, !fits(line, in: shortUnits) { dependsOnClipExtent = true }
    return runs.ended
  }

  private struct Runs {
    var path: Path
    let isSplit: Bool
    var ended: [Run] = []
    /// Whether a segment was clipped.
    var isClipped = false
    private var start: Int64 = 0
    private var extraLength: Scalar = 0

    init(path: Path, isSplit: Bool) { (self.path, self.isSplit) = (path, isSplit) }

    mutating func begin(at raw: SIMD2<Int64>, length: Int64, extraLength delta: SIMD2<Int64> = .zero) {
      if isSplit {
        end()
        (start, extraLength) = (length, Scalar.hypotenuse(Scalar(rawValue: delta.x), Scalar(rawValue: delta.y)))
      }
      path.move(to: LinePathBuilder.point(raw))
    }

    mutating func end() {
      if !path.isEmpty && isSplit {
        ended.append(Run(path: path, start: start, extraLength: extraLength))
        path = Path()
      }
    }
  }

  private func follow(_ line: LineLevelsOfDetail, _ part: LengthRange?, _ runs: inout Runs) {
    guard visible.intersects(line.box) else { return }
    let step = transform.camera.tileZoom
    let isMeasured = part != nil || runs.isSplit
    let level = isMeasured ? line.measuredLevel(atZoomStep: step) : line.level(atZoomStep: step)
    let points = level.points
    guard points.count > 1 else { return }
    let isWhole = line.isRing && part == nil && !runs.isSplit
    let isShort = fits(line, in: shortUnits)
    if isWhole, isShort {
      return points.withUnsafeBufferPointer { points in
        runs.path.addPolygon(count: points.count - 1) { Self.point(raw(points[$0])) }
      }
    }
    var pen = Pen(box: isShort ? nil : box)
    var index = 0
    var last = points.count - 1
    if let part {
      guard part.to > part.from, let total = level.lengths.last, total > 0, part.to > 0, part.from < total else { return }
      index = Self.segment(at: part.from, level.lengths)
      last = Self.segment(at: part.to, level.lengths)
      let start = part.from <= 0 ? points[0] : Self.point(part.from, on: index, level)
      let end = part.to >= total ? points[points.count - 1] : Self.point(part.to, on: last, level)
      pen.put(down: raw(start), length: max(part.from, 0))
      if index < last {
        pen.draw(to: raw(points[index + 1]), length: level.lengths[index + 1], &runs)
        index += 1
        walk(level, &index, last, &pen, &runs)
      }
      pen.draw(to: raw(end), length: part.to, &runs)
      return
    }
    pen.put(down: raw(points[0]), length: 0)
    walk(level, &index, last, &pen, &runs)
    // The ring's first segment again, for the join where it is closed.
    if isWhole, points.count > 2 { pen.draw(to: raw(points[1]), length: 0, &runs) }
  }

  /// Draws with the pen from point `index` to point `last`.
  private func walk(_ level: LineLevelsOfDetail.Level, _ index: inout Int, _ last: Int, _ pen: inout Pen, _ runs: inout Runs) {
    while index < last {
      if index % LineLevelsOfDetail.chunk == 0, index + LineLevelsOfDetail.chunk <= last,
        skips(index / LineLevelsOfDetail.chunk, level, pen, runs)
      {
        index += LineLevelsOfDetail.chunk
        pen.put(down: raw(level.points[index]), length: level.lengths.isEmpty ? 0 : level.lengths[index])
        continue
      }
      index += 1
      pen.draw(to: raw(level.points[index]), length: level.lengths.isEmpty ? 0 : level.lengths[index], &runs)
    }
  }

  /// Returns whether the segments of a chunk are left out.
  ///
  /// The phase of dashes depends on the point at which a run begins. For lines that are split into runs, the
  /// answer must therefore not depend on the view. The drawing of other segments depends only on the adjacent
  /// segments, because of joins. A chunk next to a visible chunk is therefore drawn. A line of few points is
  /// never left out, because all points of the line may coincide.
  private func skips(_ chunk: Int, _ level: LineLevelsOfDetail.Level, _ pen: Pen, _ runs: Runs) -> Bool {
    guard level.points.count > LineLevelsOfDetail.simplificationThreshold else { return false }
    if runs.isSplit { return pen.box != nil && !clipExtent.intersects(level.boxes[chunk]) }
    return (max(chunk - 1, 0)...min(chunk + 1, level.boxes.count - 1)).allSatisfy { !visible.intersects(level.boxes[$0]) }
  }

  /// Returns the index of the segment that contains the point at a length along the line. The last point of
  /// the line belongs to the last segment.
  private static func segment(at length: Int64, _ lengths: [Int64]) -> Int {
    var (low, high) = (0, max(lengths.count - 2, 0))
    while low < high {
      let middle = (low + high + 1) / 2
      if lengths[middle] <= length { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private static func point(_ length: Int64, on segment: Int, _ level: LineLevelsOfDetail.Level) -> MapPoint {
    let (a, b) = (level.points[segment], level.points[segment + 1])
    let whole = level.lengths[segment + 1] - level.lengths[segment]
    guard whole > 0 else { return a }
    let share = (length - level.lengths[segment]).clamped(from: 0, to: whole)
    func between(_ from: Int64, _ to: Int64) -> Int64 { from + Int64((Int128(to - from) * Int128(share)) / Int128(whole)) }
    return MapPoint(x: between(a.x, b.x), y: between(a.y, b.y))
  }

  /// A pen that adds segments to the runs of a line, except segments that are wholly beyond one side of the
  /// box. For a short line, there is no box.
  private struct Pen {
    let box: ClipBounds?
    private var from = SIMD2<Int64>.zero
    private var start: Int64 = 0
    private var isDown = false

    init(box: ClipBounds?) { self.box = box }

    mutating func put(down raw: SIMD2<Int64>, length: Int64) {
      // A run continues where the line does.
      if isDown && raw == from { return }
      (from, start, isDown) = (raw, length, false)
    }

    mutating func draw(to: SIMD2<Int64>, length: Int64, _ runs: inout Runs) {
      defer { (from, start) = (to, length) }
      if let box, box.outcode(from) & box.outcode(to) != 0 {
        isDown = false
        return
      }
      let delta = to &- from
      if let box, abs(delta.x) > LinePathBuilder.maximumLength || abs(delta.y) > LinePathBuilder.maximumLength {
        (isDown, runs.isClipped) = (false, true)
        guard let (a, b) = box.clip(from, to) else { return }
        runs.begin(at: a, length: start, extraLength: a &- from)
        runs.path.addLine(to: LinePathBuilder.point(b))
      } else {
        if !isDown { runs.begin(at: from, length: start) }
        runs.path.addLine(to: LinePathBuilder.point(to))
        isDown = true
      }
    }
  }
}
