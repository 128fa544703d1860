/// What clears fog: a disc that is drawn along straight legs, clear in the middle and less so towards its edge.
///
/// A leg clears what is near to it: each texel by its distance from the leg, in whole numbers of 1/16 texel. What two legs clear is the clearer of both, so
/// the same leg again, or all legs in another order, change nothing.
struct FogBrush {
  /// How clear, by the distance in 1024ths of the radius; and by its square.
  private let byDistance: [UInt8]
  private let bySquare: [UInt8]
  /// In 1/1024 of the radius: within it all is clear.
  private let core: Int64

  /// The largest radius, in texels.
  static let maximumRadius: Int64 = 4096
  /// Legs are painted in pieces of so many texels, so that products fit; one with more than ``maximumPieceCount`` is no way but a jump, and only its ends are cleared.
  private static let pieceLength: Int64 = 128
  private static let maximumPieceCount: Int64 = 4096

  /// - Parameter falloff: which share of the radius is edge, 0 … 1.
  init(falloff: Double) {
    let share = falloff == falloff ? min(max(falloff, 0), 1) : 0
    let edge = max(ElementaryFunctions.nearest(share * 1024), 1)
    core = 1024 - edge
    func clearness(_ distance: Int64) -> UInt8 {
      let t = min(max(1024 - distance, 0), edge)
      // t² (3 − 2t), smooth at both ends: ≤ 3 · 2^30
      return UInt8(truncatingIfNeeded: (255 * t * t * (3 * edge - 2 * t) + edge * edge * edge / 2) / (edge * edge * edge))
    }
    byDistance = (0...1024).map { clearness(Int64($0)) }
    bySquare = (0...1024).map { clearness(ElementaryFunctions.nearest((Double($0) * 1024).squareRoot())) }
  }

  /// A leg in 1/16 texels.
  struct Leg {
    var from: SIMD2<Int64>
    var to: SIMD2<Int64>
    var radius: Int64
  }

  /// How it went.
  struct Outcome {
    var hasChanged = false
    /// Tiles that there was no memory for.
    var refused = 0
  }

  /// Clears along a leg.
  ///
  /// - Complexity: the texels of the leg's box, for each piece of it.
  func clear(_ leg: Leg, of bitmap: FogBitmap, _ outcome: inout Outcome) {
    let way = leg.to &- leg.from
    let longest = max(abs(way.x), abs(way.y))
    let count = max((longest + 16 * Self.pieceLength - 1) / (16 * Self.pieceLength), 1)
    var leg = leg
    leg.radius = min(max(leg.radius, 1), 16 * Self.maximumRadius)
    if count > Self.maximumPieceCount {
      paint(Leg(from: leg.from, to: leg.from, radius: leg.radius), bitmap, &outcome)
      return paint(Leg(from: leg.to, to: leg.to, radius: leg.radius), bitmap, &outcome)
    }
    var before = leg.from
    for piece in 1...count {
      let next = SIMD2(leg.from.x + way.x * piece / count, leg.from.y + way.y * piece / count)
      paint(Leg(from: before, to: next, radius: leg.radius), bitmap, &outcome)
      before = next
    }
  }

  /// One piece: at most 2^11 sixteenths long each way.
  private func paint(_ leg: Leg, _ bitmap: FogBitmap, _ outcome: inout Outcome) {
    let low = SIMD2(min(leg.from.x, leg.to.x) - leg.radius, min(leg.from.y, leg.to.y) - leg.radius)
    let high = SIMD2(max(leg.from.x, leg.to.x) + leg.radius, max(leg.from.y, leg.to.y) + leg.radius)
    let bits = Int64(4 + FogTile.sideBits)
    let columns: Int64 = 1 << Int64(bitmap.columnBits(ofLevel: 0))
    let (top, bottom) = (max(low.y >> bits, 0), min(high.y >> bits, columns - 1))
    guard top <= bottom else { return }
    let shape = Shape(leg, core: core)
    for row in top...bottom {
      for column in (low.x >> bits)...(high.x >> bits) {
        let corner = SIMD2(column << bits, row << bits)
        switch shape.meeting(corner, 1 << bits) {
        case .nothing: continue
        case .all:
          let place = FogTileIndex(column: Int32(column & (columns - 1)), row: Int32(row))
          if bitmap.tiles[place]?.isClear == true { continue }
          guard let tile = bitmap.tiles[place] ?? bitmap.makeTile(at: place) else {
            outcome.refused += 1
            continue
          }
          bitmap.setClear(tile)
          bitmap.changed(tile, at: place)
          outcome.hasChanged = true
        case .some:
          let place = FogTileIndex(column: Int32(column & (columns - 1)), row: Int32(row))
          paint(shape, corner, place, bitmap, &outcome)
        }
      }
    }
  }

  private func paint(_ shape: Shape, _ corner: SIMD2<Int64>, _ place: FogTileIndex, _ bitmap: FogBitmap, _ outcome: inout Outcome) {
    let known = bitmap.tiles[place]
    if known?.isClear == true { return }
    var tile = known
    var texels = tile?.texels
    var hasChanged = false
    let side = Int64(FogTile.side)
    // Texels whose middles are within the leg's box.
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
              guard let made = bitmap.makeTile(at: place) else {
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
      bitmap.changed(tile, at: place)
      outcome.hasChanged = true
    }
  }

  /// A leg with what its texels are measured by.
  private struct Shape {
    let from: SIMD2<Int64>
    let to: SIMD2<Int64>
    let way: SIMD2<Int64>
    let low: SIMD2<Int64>
    let high: SIMD2<Int64>
    /// The way's length squared, ≤ 2^23.
    let square: Int64
    /// The radius, ≤ 2^16, squared, and times the way's length.
    let radius: Int64
    let radiusSquare: Int64
    let reach: Int64
    /// 2^40 over the last two.
    let perSquare: Int64
    let perReach: Int64
    let inner: Int64

    init(_ leg: Leg, core: Int64) {
      (from, to) = (leg.from, leg.to)
      way = to &- from
      low = SIMD2(min(from.x, to.x) - leg.radius, min(from.y, to.y) - leg.radius)
      high = SIMD2(max(from.x, to.x) + leg.radius, max(from.y, to.y) + leg.radius)
      square = way.x * way.x + way.y * way.y
      radius = leg.radius
      radiusSquare = radius * radius
      reach = max(radius * ElementaryFunctions.nearest(Double(square).squareRoot()), 1)  // ≤ 2^28
      perSquare = (1 << 40) / radiusSquare
      perReach = (1 << 40) / reach
      inner = radius * core >> 10
    }

    enum Distance {
      case far
      /// Beside the leg, in 1024ths of the radius.
      case across(Int64)
      /// Beyond an end, the square in 1024ths of the radius' square.
      case round(Int64)
    }

    @inline(__always)
    func distance(_ point: SIMD2<Int64>) -> Distance {
      let (x, y) = (point.x &- from.x, point.y &- from.y)
      let along = x &* way.x &+ y &* way.y  // ≤ 2^30
      if along <= 0 { return ofSquare(x &* x &+ y &* y) }
      if along >= square {
        let (x, y) = (point.x &- to.x, point.y &- to.y)
        return ofSquare(x &* x &+ y &* y)
      }
      let across = abs(x &* way.y &- y &* way.x)
      return across >= reach ? .far : .across((across &* perReach) >> 30)
    }

    @inline(__always)
    private func ofSquare(_ square: Int64) -> Distance {
      square >= radiusSquare ? .far : .round((square &* perSquare) >> 30)
    }

    enum Meeting { case nothing, some, all }

    /// What of a square the leg can touch.
    func meeting(_ corner: SIMD2<Int64>, _ side: Int64) -> Meeting {
      // The distance of the square's middle from the leg, and half a diagonal.
      let (x, y) = (Double(corner.x + side / 2 - from.x), Double(corner.y + side / 2 - from.y))
      let (wayX, wayY) = (Double(way.x), Double(way.y))
      let part = square > 0 ? min(max((x * wayX + y * wayY) / Double(square), 0), 1) : 0
      let (dx, dy) = (x - wayX * part, y - wayY * part)
      let distance = (dx * dx + dy * dy).squareRoot()
      let half = Double(side) * 0.7072
      if distance - half > Double(radius) { return .nothing }
      return distance + half + 1 < Double(inner) ? .all : .some
    }
  }
}
