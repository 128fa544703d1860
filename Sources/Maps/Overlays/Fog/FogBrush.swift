import CartoucheRaster

/// A brush that clears fog along straight segments. The brush is a disc that is clear in its center and less
/// clear towards its edge.
///
/// How clear a texel becomes depends on the texel's distance from the segment, in whole numbers of 1/16
/// texel. If several segments clear the same texel, the clearest value counts. Repeating or reordering
/// segments therefore changes nothing, unless the memory limit is reached.
struct FogBrush {
  /// The clearness for each distance from the segment, in 1024ths of the radius, and for each square of the
  /// distance, in 1024ths of the radius' square.
  private let byDistance: [UInt8]
  private let bySquare: [UInt8]
  /// The distance from the center within which the brush clears the fog completely, in 1024ths of the radius.
  private let core: Int64

  /// The maximum radius, in texels.
  static let maximumRadius: Int64 = 4096
  /// The maximum length of the pieces in which segments are painted, in texels. The limit ensures that
  /// products fit in 64 bits.
  ///
  /// A segment with more than ``maximumPieceCount`` pieces is a jump and not a path, so only its ends are
  /// cleared.
  private static let pieceLength: Int64 = 128
  private static let maximumPieceCount: Int64 = 4096

  /// Creates a brush.
  ///
  /// - Parameter falloff: The share of the radius over which clearness falls off, 0 … 1.
  init(falloff: Double) {
    let share = falloff == falloff ? falloff.clamped(from: 0, to: 1) : 0
    let edge = max(ElementaryFunctions.nearest(share * 1024), 1)
    core = 1024 - edge
    func clearness(_ distance: Int64) -> UInt8 {
      let t = (1024 - distance).clamped(from: 0, to: edge)
      // t² (3 − 2t), smooth at both ends: ≤ 3 · 2^30
      return UInt8(truncatingIfNeeded: (255 * t * t * (3 * edge - 2 * t) + edge * edge * edge / 2) / (edge * edge * edge))
    }
    byDistance = (0...1024).map { clearness(Int64($0)) }
    bySquare = (0...1024).map { clearness(ElementaryFunctions.nearest((Double($0) * 1024).squareRoot())) }
  }

  /// A segment that the brush clears, in 1/16 texels.
  struct Segment {
    var from: SIMD2<Int64>
    var to: SIMD2<Int64>
    var radius: Int64
  }

  /// The outcome of clearing a segment.
  struct Outcome {
    var hasChanged = false
    /// The number of tiles that were not cleared because clearing them would have exceeded the memory limit.
    var refused = 0
  }

  /// Clears the fog of a bitmap along a segment.
  ///
  /// - Complexity: O(n) in the texels of the bounding box of each piece of the segment.
  func clear(_ segment: Segment, of bitmap: FogBitmap, _ outcome: inout Outcome) {
    let delta = segment.to &- segment.from
    let length = max(abs(delta.x), abs(delta.y))
    let count = max((length + 16 * Self.pieceLength - 1) / (16 * Self.pieceLength), 1)
    var segment = segment
    segment.radius = segment.radius.clamped(from: 1, to: 16 * Self.maximumRadius)
    if count > Self.maximumPieceCount {
      paint(Segment(from: segment.from, to: segment.from, radius: segment.radius), bitmap, &outcome)
      return paint(Segment(from: segment.to, to: segment.to, radius: segment.radius), bitmap, &outcome)
    }
    var previous = segment.from
    for piece in 1...count {
      let next = SIMD2(segment.from.x + delta.x * piece / count, segment.from.y + delta.y * piece / count)
      paint(Segment(from: previous, to: next, radius: segment.radius), bitmap, &outcome)
      previous = next
    }
  }

  /// Paints one part of a segment, at most 2^11 sixteenths long in each direction.
  private func paint(_ segment: Segment, _ bitmap: FogBitmap, _ outcome: inout Outcome) {
    let low = SIMD2(min(segment.from.x, segment.to.x) - segment.radius, min(segment.from.y, segment.to.y) - segment.radius)
    let high = SIMD2(max(segment.from.x, segment.to.x) + segment.radius, max(segment.from.y, segment.to.y) + segment.radius)
    let bits = Int64(4 + FogTile.sideBits)
    let columns: Int64 = 1 << Int64(bitmap.columnBits(ofLevel: 0))
    let (top, bottom) = (max(low.y >> bits, 0), min(high.y >> bits, columns - 1))
    guard top <= bottom else { return }
    let shape = Shape(segment, core: core)
    for row in top...bottom {
      for column in (low.x >> bits)...(high.x >> bits) {
        let corner = SIMD2(column << bits, row << bits)
        switch shape.overlap(corner, 1 << bits) {
        case .nothing: continue
        case .all:
          let index = FogTileIndex(column: Int32(column & (columns - 1)), row: Int32(row))
          if bitmap.tiles[index]?.isClear == true { continue }
          guard let tile = bitmap.tiles[index] ?? bitmap.makeTile(at: index) else {
            outcome.refused += 1
            continue
          }
          bitmap.setClear(tile)
          bitmap.changed(tile, at: index)
          outcome.hasChanged = true
        case .some:
          let index = FogTileIndex(column: Int32(column & (columns - 1)), row: Int32(row))
          paint(shape, corner, index, bitmap, &outcome)
        }
      }
    }
  }

  private func paint(_ shape: Shape, _ corner: SIMD2<Int64>, _ index: FogTileIndex, _ bitmap: FogBitmap, _ outcome: inout Outcome) {
    let known = bitmap.tiles[index]
    if known?.isClear == true { return }
    var tile = known
    var texels = tile?.texels
    var hasChanged = false
    let side = Int64(FogTile.side)
    // The texels whose centers are within the bounding box.
    let firstX = max((shape.low.x - corner.x - 8) >> 4, 0)
    let lastX = min((shape.high.x - corner.x - 8) >> 4 + 1, side - 1)
    let firstY = max((shape.low.y - corner.y - 8) >> 4, 0)
    let lastY = min((shape.high.y - corner.y - 8) >> 4 + 1, side - 1)
    guard firstX <= lastX, firstY <= lastY else { return }
    byDistance.withUnsafeBufferPointer { byDistance in
      bySquare.withUnsafeBufferPointer { bySquare in
        for y in firstY...lastY {
          for x in firstX...lastX {
            let value: UInt8
            switch shape.distance(SIMD2(corner.x &+ x &* 16 &+ 8, corner.y &+ y &* 16 &+ 8)) {
            case .far: continue
            case .across(let share): value = byDistance[Int(share)]
            case .round(let share): value = bySquare[Int(share)]
            }
            guard value > 0 else { continue }
            if texels == nil {
              guard let made = bitmap.makeTile(at: index) else {
                outcome.refused += 1
                return
              }
              tile = made
              texels = made.texels
            }
            guard let texels else { return }
            let index = Int(y &* side &+ x)
            if texels[index] < value {
              texels[index] = value
              hasChanged = true
            }
          }
        }
      }
    }
    if hasChanged, let tile {
      bitmap.changed(tile, at: index)
      outcome.hasChanged = true
    }
  }

  /// A part of a segment, with the values by which texels are measured.
  private struct Shape {
    let from: SIMD2<Int64>
    let to: SIMD2<Int64>
    let delta: SIMD2<Int64>
    let low: SIMD2<Int64>
    let high: SIMD2<Int64>
    /// The square of the length, ≤ 2^23.
    let square: Int64
    /// The radius, ≤ 2^16, its square, and its product with the length.
    let radius: Int64
    let radiusSquare: Int64
    let radiusTimesLength: Int64
    /// 2^40 divided by ``radiusSquare``, and 2^40 divided by ``radiusTimesLength``.
    let perSquare: Int64
    let perRadiusTimesLength: Int64
    let inner: Int64

    init(_ segment: Segment, core: Int64) {
      (from, to) = (segment.from, segment.to)
      delta = to &- from
      low = SIMD2(min(from.x, to.x) - segment.radius, min(from.y, to.y) - segment.radius)
      high = SIMD2(max(from.x, to.x) + segment.radius, max(from.y, to.y) + segment.radius)
      square = delta.x * delta.x + delta.y * delta.y
      radius = segment.radius
      radiusSquare = radius * radius
      radiusTimesLength = max(radius * ElementaryFunctions.nearest(Double(square).squareRoot()), 1)  // ≤ 2^28
      perSquare = (1 << 40) / radiusSquare
      perRadiusTimesLength = (1 << 40) / radiusTimesLength
      inner = radius * core >> 10
    }

    enum Distance {
      case far
      /// The point is beside the segment. The value is the point's distance from the segment, in 1024ths of
      /// the radius.
      case across(Int64)
      /// The point is beyond an end of the segment. The value is the square of the point's distance from that
      /// end, in 1024ths of the radius' square.
      case round(Int64)
    }

    @inline(__always)
    func distance(_ point: SIMD2<Int64>) -> Distance {
      let (x, y) = (point.x &- from.x, point.y &- from.y)
      let along = x &* delta.x &+ y &* delta.y  // ≤ 2^30
      if along <= 0 { return distance(ofSquare: x &* x &+ y &* y) }
      if along >= square {
        let (x, y) = (point.x &- to.x, point.y &- to.y)
        return distance(ofSquare: x &* x &+ y &* y)
      }
      let across = abs(x &* delta.y &- y &* delta.x)
      return across >= radiusTimesLength ? .far : .across((across &* perRadiusTimesLength) >> 30)
    }

    @inline(__always)
    private func distance(ofSquare square: Int64) -> Distance {
      square >= radiusSquare ? .far : .round((square &* perSquare) >> 30)
    }

    enum Overlap { case nothing, some, all }

    /// Returns how a segment affects a square of texels: nothing changes, some texels change, or the whole
    /// square becomes completely clear.
    func overlap(_ corner: SIMD2<Int64>, _ side: Int64) -> Overlap {
      // The distance of the square's center from the segment, and half a diagonal.
      let (x, y) = (Double(corner.x + side / 2 - from.x), Double(corner.y + side / 2 - from.y))
      let (deltaX, deltaY) = (Double(delta.x), Double(delta.y))
      let part = square > 0 ? ((x * deltaX + y * deltaY) / Double(square)).clamped(from: 0, to: 1) : 0
      let (dx, dy) = (x - deltaX * part, y - deltaY * part)
      let distance = (dx * dx + dy * dy).squareRoot()
      let half = Double(side) * 0.7072
      if distance - half > Double(radius) { return .nothing }
      return distance + half + 1 < Double(inner) ? .all : .some
    }
  }
}
