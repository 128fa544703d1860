/// What is kept to draw the shadow of rounded rectangles of any size.
///
/// A rectangle's blur is a product: how much of it one sees along x, times how much along y, and each is the difference of two edges.
/// Rounding a corner takes away the blur of what lies between the corner and its arc, which is small and kept as a table. So
///
///     shadow(x, y) = (e(x) − e(x − width)) · (e(y) − e(y − height)) − the four corners' tables
///
/// is right for every size, also where the corners' blurs meet. All of it includes the width of a pixel: without a blur it is plain
/// coverage.
final class RoundedRectShadow: Sendable {
  nonisolated(unsafe) let tables: UnsafePointer<ShadowTables>
  nonisolated(unsafe) private let memory: UnsafeMutablePointer<ShadowTables>
  nonisolated(unsafe) private let samples: UnsafeMutablePointer<UInt16>

  init(_ radii: CornerRadii, sigma: Scalar) {
    let sigma = min(max(sigma, 0), CoverageMask.maximumSigma).rawValue
    let edge = BlurredEdge(sigma: sigma)
    let extent = ShadowTables.extent(sigma: sigma)
    var all = (0...32 * extent).map { share(edge((Int64($0) << 12) - Int64(extent) << 16)) }
    // Equal corners share a table.
    var made: [(radius: Int64, corner: ShadowTables.Corner, start: Int)] = []
    var parts = ShadowTables(extent: Int64(extent))
    var starts = [0, 0, 0, 0]
    let radii = radii.clampedForShadow
    for (index, radius) in [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].enumerated() {
      let radius = radius.rawValue
      if let known = made.first(where: { $0.radius == radius }) {
        (parts[index], starts[index]) = (known.corner, known.start)
      } else {
        let (corner, values) = ShadowTables.Corner.made(radius: radius, sigma: sigma, edge: edge, extent: extent)
        made.append((radius, corner, all.count))
        (parts[index], starts[index]) = (corner, all.count)
        all += values
      }
    }
    samples = .allocate(capacity: all.count)
    for index in all.indices { samples[index] = all[index] }
    parts.edge = UnsafePointer(samples)
    for index in 0..<4 where parts[index].side > 0 { parts[index].values = UnsafePointer(samples + starts[index]) }
    memory = .allocate(capacity: 1)
    memory.initialize(to: parts)
    tables = UnsafePointer(memory)
  }

  deinit {
    memory.deallocate()
    samples.deallocate()
  }
}

extension CornerRadii {
  /// Held to what a shadow's corners may be.
  var clampedForShadow: CornerRadii {
    func clamped(_ radius: Scalar) -> Scalar { min(max(radius, 0), 4096) }
    return CornerRadii(
      topLeft: clamped(topLeft), topRight: clamped(topRight), bottomRight: clamped(bottomRight), bottomLeft: clamped(bottomLeft))
  }
}

/// 0…2^32 as 0…65535, to nearest.
private func share(_ value: Int64) -> UInt16 {
  UInt16(truncatingIfNeeded: (min(max(value, 0), 1 << 32) * 65535 + (1 << 31)) >> 32)  // ≤ 2^48
}

/// The tables of a ``RoundedRectShadow``; shares of 65535.
struct ShadowTables: BitwiseCopyable {
  /// What a rounded corner takes away, by the distance inwards from the sharp corner along x and y.
  struct Corner: BitwiseCopyable {
    /// In 1/65536.
    var radius: Int64 = 0
    /// The grid's step is 2^`stepBits` of 1/65536.
    var stepBits: Int64 = 16
    /// Where the grid begins and ends along x and along y, in 1/65536: both are 0 where nothing is taken away.
    var begin: Int64 = 0, end: Int64 = 0
    /// Rows and columns of the grid.
    var side: Int32 = 0
    /// Row by row.
    var values: UnsafePointer<UInt16>?
  }

  /// So many units from its edge the blur is over.
  let extent: Int64
  /// The edge, at every sixteenth from −`extent` to `extent` units inwards.
  var edge: UnsafePointer<UInt16>?
  var topLeft = Corner(), topRight = Corner(), bottomRight = Corner(), bottomLeft = Corner()

  init(extent: Int64) { self.extent = extent }

  /// - Parameter sigma: in 1/65536.
  static func extent(sigma: Int64) -> Int { Int((3 * sigma + 65535) >> 16) + 1 }

  /// The corners, clockwise from the top left.
  subscript(index: Int) -> Corner {
    get { index == 0 ? topLeft : index == 1 ? topRight : index == 2 ? bottomRight : bottomLeft }
    set {
      switch index {
      case 0: topLeft = newValue
      case 1: topRight = newValue
      case 2: bottomRight = newValue
      default: bottomLeft = newValue
      }
    }
  }

  /// How much of a straight edge's inside is seen at `distance` of 1/65536 inwards.
  @inline(__always)
  func edge(at distance: Int64) -> Int32 {
    let place = distance &+ (extent << 16)
    if place < 0 { return 0 }
    if place >= extent << 17 { return 65535 }
    guard let edge else { return 0 }
    let index = Int(truncatingIfNeeded: place >> 12)
    let from = Int32(edge[index])
    return from &+ ((Int32(edge[index &+ 1]) &- from) &* Int32(truncatingIfNeeded: (place & 4095) >> 1)) >> 11  // ≤ 2^27
  }

  /// How much of a stretch of `length` is seen at `distance` inwards from its beginning.
  @inline(__always)
  func spanCoverage(at distance: Int64, length: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: max(edge(at: distance) &- edge(at: distance &- length), 0))
  }
}

extension ShadowTables.Corner {
  /// No grid has more rows: 1024 for the radius and what the blur reaches on both sides, (6 σ + 4) units in steps of σ/8 or, for the
  /// smallest, 1/16.
  static var maximumSide: Int { 1200 }

  /// How finely a corner is seen.
  struct Grid {
    /// A step is 2^`bits` of 1/65536.
    let bits: Int64
    /// Rows and columns.
    let side: Int
    /// To how many places a cell gives something.
    let taps: Int

    /// - Parameters: all in 1/65536.
    init(radius: Int64, sigma: Int64) {
      // An eighth to a quarter of the blur: what lies between is straight, within half a 255th.
      var bits: Int64 = 12
      while bits < 24 && (2 << bits) * 4 <= BlurredEdge.deviation(sigma) { bits += 1 }
      while radius >> bits > 1024 { bits += 1 }
      self.bits = bits
      let begin = Int64(ShadowTables.extent(sigma: sigma)) << 16
      side = Int((radius + 2 * begin) >> bits) + 2
      taps = Int((2 * begin) >> bits) + 2
    }
  }

  /// - Parameters:
  ///   - radius, sigma: in 1/65536.
  ///   - extent: in units.
  static func made(radius: Int64, sigma: Int64, edge: BlurredEdge, extent: Int) -> (ShadowTables.Corner, [UInt16]) {
    var corner = ShadowTables.Corner()
    corner.radius = radius
    if radius == 0 { return (corner, []) }
    let grid = Grid(radius: radius, sigma: sigma)
    let (bits, side, taps) = (grid.bits, grid.side, grid.taps)
    let mask = cells(radius: radius, bits: bits)
    let begin = Int64(extent) << 16
    // How much a cell gives to a place so many steps on: what the edge grows there.
    let ends: [Int64] = (-1..<taps).map { tap in edge((Int64(tap) << bits) - begin) }
    let weights: [Int64] = (0..<taps).map { tap in (ends[tap + 1] - ends[tap] + (1 << 15)) >> 16 }
    let values = blurred(mask, by: weights, side: side)
    // What is taken is less than a quarter of 255 in much of it: the lines are kept that have more in their row or their column.
    var (first, last) = (side, -1)
    for row in 0..<side {
      for column in 0..<side where values[row &* side &+ column] > 64 {
        (first, last) = (min(first, row, column), max(last, row, column))
      }
    }
    if last < 0 { return (corner, []) }
    let kept = max(first - 1, 0)..<min(last + 2, side)
    corner.stepBits = bits
    corner.begin = Int64(kept.lowerBound) << bits - begin
    corner.end = Int64(kept.upperBound - 1) << bits - begin
    corner.side = Int32(truncatingIfNeeded: kept.count)
    var table: [UInt16] = []
    table.reserveCapacity(kept.count * kept.count)
    for row in kept { table += values[row * side + kept.lowerBound..<row * side + kept.upperBound] }
    return (corner, table)
  }

  /// A mask's coverages spread by `weights` to the right and down: `side` rows and columns of shares of 65535.
  private static func blurred(_ mask: CoverageMask, by weights: [Int64], side: Int) -> [UInt16] {
    let (bounds, height) = (mask.bounds, mask.bounds.height)
    let rows = UnsafeMutablePointer<UInt16>.allocate(capacity: height * side)
    let sums = UnsafeMutablePointer<Int64>.allocate(capacity: side)
    defer {
      rows.deallocate()
      sums.deallocate()
    }
    var values = [UInt16](repeating: 0, count: side * side)
    weights.withUnsafeBufferPointer { weights in
      for row in 0..<height {
        sums.update(repeating: 0, count: side)
        for cell in 0..<bounds.width {
          let value = Int64(mask.storage.bytes[row * bounds.width + cell])
          if value == 0 { continue }
          let place = cell + bounds.minX
          let (from, to) = (max(-place, 0), min(weights.count, side - place))
          for tap in from..<max(to, from) { sums[place &+ tap] &+= value &* weights[tap] }  // ≤ 255 · 2^16 in all
        }
        let line = rows + row * side
        for index in 0..<side { line[index] = UInt16(truncatingIfNeeded: min((sums[index] &* 257 &+ 32768) >> 16, 65535)) }
      }
      values.withUnsafeMutableBufferPointer { values in
        for place in 0..<side {
          sums.update(repeating: 32768, count: side)
          let y = place - bounds.minY
          let from = max(y - weights.count + 1, 0)
          for cell in from..<max(min(height, y + 1), from) {
            let (weight, line) = (weights[y - cell], rows + cell * side)
            if weight == 0 { continue }
            for index in 0..<side { sums[index] &+= Int64(line[index]) &* weight }  // ≤ 65535 · 2^16 in all
          }
          for index in 0..<side { values[place &* side &+ index] = UInt16(truncatingIfNeeded: min(sums[index] >> 16, 65535)) }
        }
      }
    }
    return values
  }

  /// What lies between a sharp corner at the origin and an arc of `radius`, in cells of 2^`bits` of 1/65536.
  private static func cells(radius: Int64, bits: Int64) -> CoverageMask {
    var path = Path()
    let radius = Scalar(rawValue: radius)
    path.move(to: .zero)
    path.addLine(to: Point(x: radius, y: 0))
    path.addArc(
      center: Point(x: radius, y: radius), radius: radius, startAngle: .degrees(270), endAngle: .degrees(180),
      direction: .counterclockwise)
    path.closeSubpath()
    let scale = WideFixed<32>(rawValue: 1 << (48 - bits))
    return CoverageMask(path, transform: .scale(x: scale, y: scale))
  }
}
