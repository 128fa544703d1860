/// The shadow of rounded rectangles of any size, with given corner radii and blur.
///
/// The blur of a rectangle is the product of its coverage along x and along y. Along each axis, the coverage
/// is the difference of two blurred edges. Rounding a corner removes the blur of the area between the corner
/// and its arc. That area is small, so its blur is stored as a table. The formula
///
///     shadow(x, y) = (e(x) − e(x − width)) · (e(y) − e(y − height)) − the four corners' tables
///
/// is correct for every size, even if the corners' blurs overlap. All terms include the width of a pixel. So
/// without a blur, the result is plain coverage.
///
/// If the sides of an upright rectangle lie between pixels, its shadow is drawn from a ``ShadowNinePatch``.
/// Any other upright shadow computes the two factors once a frame and fills its middle in runs. Under any
/// other transform, each pixel is looked up through an ``InverseMapping``.
final class RoundedRectShadow: Sendable {
  nonisolated(unsafe) let tables: UnsafePointer<ShadowTables>
  nonisolated(unsafe) private let memory: UnsafeMutablePointer<ShadowTables>
  nonisolated(unsafe) private let samples: UnsafeMutablePointer<UInt16>

  init(_ radii: CornerRadii, sigma: Scalar, side: ShadowMask.Side) {
    let sigma = sigma.clamped(from: 0, to: CoverageMask.maximumSigma).rawValue
    let edge = BlurredEdge(sigma: sigma)
    let extent = ShadowTables.extent(sigma: sigma)
    var all = (0...32 * extent).map { share(edge((Int64($0) << 12) - Int64(extent) << 16)) }
    // Equal corners share a table.
    var distinct: [(radius: Int64, corner: ShadowTables.Corner, start: Int)] = []
    var result = ShadowTables(extent: Int64(extent))
    var starts = [0, 0, 0, 0]
    let radii = radii.clampedForShadow
    for (index, radius) in [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].enumerated() {
      let radius = radius.rawValue
      if let known = distinct.first(where: { $0.radius == radius }) {
        (result[index], starts[index]) = (known.corner, known.start)
      } else {
        let (corner, values) = ShadowTables.Corner.make(radius: radius, sigma: sigma, edge: edge, extent: extent)
        distinct.append((radius, corner, all.count))
        (result[index], starts[index]) = (corner, all.count)
        all += values
      }
    }
    samples = .allocate(capacity: all.count)
    for index in all.indices { samples[index] = all[index] }
    result.edge = UnsafePointer(samples)
    for index in 0..<4 where result[index].side > 0 { result[index].values = UnsafePointer(samples + starts[index]) }
    memory = .allocate(capacity: 1)
    memory.initialize(to: result)
    tables = UnsafePointer(memory)
    // An inner shadow is only drawn inside of a shape, and each of its pixels is looked up.
    if side == .outer { memory.pointee.ninePatch = ShadowNinePatch(radii, tables: tables) }
  }

  deinit {
    memory.pointee.ninePatch?.coverages.deallocate()
    memory.deallocate()
    samples.deallocate()
  }
}

extension CornerRadii {
  /// The radii clamped to the range of a shadow's corners, 0…4096.
  var clampedForShadow: CornerRadii {
    CornerRadii(
      topLeft: topLeft.clamped(from: 0, to: 4096), topRight: topRight.clamped(from: 0, to: 4096),
      bottomRight: bottomRight.clamped(from: 0, to: 4096), bottomLeft: bottomLeft.clamped(from: 0, to: 4096))
  }
}

/// Returns a coverage of 0…2^32 as 0…65535, to nearest.
private func share(_ value: Int64) -> UInt16 {
  UInt16(truncatingIfNeeded: (value.clamped(from: 0, to: 1 << 32) * 65535 + (1 << 31)) >> 32)  // ≤ 2^48
}

/// The tables of a ``RoundedRectShadow``, with coverages of 0…65535.
struct ShadowTables: BitwiseCopyable {
  /// The coverage that rounding a corner removes, by the distances inward from the sharp corner along x and
  /// y.
  struct Corner: BitwiseCopyable {
    /// The radius in 1/65536.
    var radius: Int64 = 0
    /// The binary logarithm of the grid's step in 1/65536: the step is 2^`stepBits` / 65536.
    var stepBits: Int64 = 16
    /// The start and end of the grid along both axes, in 1/65536. Both are 0 if the corner removes nothing.
    var begin: Int64 = 0, end: Int64 = 0
    /// The number of rows and of columns of the grid.
    var side: Int32 = 0
    /// The coverages, row by row.
    var values: UnsafePointer<UInt16>?
  }

  /// The distance from an edge, in units, at which the blur ends.
  let extent: Int64
  /// The edge's profile at every sixteenth of a unit, from −`extent` to `extent` units inward.
  var edge: UnsafePointer<UInt16>?
  var topLeft = Corner(), topRight = Corner(), bottomRight = Corner(), bottomLeft = Corner()
  /// The coverages of shadows whose sides lie between pixels. It is nil for inner shadows, and where the
  /// patch would be too large.
  var ninePatch: ShadowNinePatch?

  init(extent: Int64) { self.extent = extent }

  /// Returns the distance in units at which a blur ends.
  ///
  /// - Parameter sigma: The standard deviation in 1/65536.
  static func extent(sigma: Int64) -> Int { Int((3 * sigma + 65535) >> 16) + 1 }

  /// The corners, clockwise from the top left one.
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

  /// Returns the coverage of a straight edge at `distance` / 65536 inward.
  @inline(__always)
  func edge(at distance: Int64) -> Int32 {
    let position = distance &+ (extent << 16)
    if position < 0 { return 0 }
    if position >= extent << 17 { return 65535 }
    guard let edge else { return 0 }
    let index = Int(truncatingIfNeeded: position >> 12)
    let from = Int32(edge[index])
    return from &+ ((Int32(edge[index &+ 1]) &- from) &* Int32(truncatingIfNeeded: (position & 4095) >> 1)) >> 11  // ≤ 2^27
  }

  /// Returns the coverage of a span of `length` at `distance` inward from its start, both in 1/65536.
  @inline(__always)
  func spanCoverage(at distance: Int64, length: Int64) -> UInt32 {
    UInt32(truncatingIfNeeded: max(edge(at: distance) &- edge(at: distance &- length), 0))
  }
}

extension ShadowTables.Corner {
  /// The maximum number of rows of a grid: 1024 for the radius, plus the blur's extent on both sides. That is
  /// (6 σ + 4) units in steps of σ/8, or 1/16 for the smallest σ.
  static var maximumSide: Int { 1200 }

  /// The resolution of a corner's table.
  struct Grid {
    /// A step is 2^`bits` / 65536.
    let bits: Int64
    /// The number of rows and of columns.
    let side: Int
    /// The number of grid points to which a cell contributes along each axis.
    let taps: Int

    /// Chooses the resolution.
    ///
    /// - Parameters:
    ///   - radius: The corner's radius in 1/65536.
    ///   - sigma: The standard deviation in 1/65536.
    init(radius: Int64, sigma: Int64) {
      // Steps of an eighth to a quarter of the blur: linear interpolation between them is within half a
      // 255th.
      var bits: Int64 = 12
      while bits < 24 && (2 << bits) * 4 <= BlurredEdge.deviation(sigma) { bits += 1 }
      while radius >> bits > 1024 { bits += 1 }
      self.bits = bits
      let begin = Int64(ShadowTables.extent(sigma: sigma)) << 16
      side = Int((radius + 2 * begin) >> bits) + 2
      taps = Int((2 * begin) >> bits) + 2
    }
  }

  /// Computes a corner and its table.
  ///
  /// - Parameters:
  ///   - radius, sigma: In 1/65536.
  ///   - extent: In units.
  static func make(radius: Int64, sigma: Int64, edge: BlurredEdge, extent: Int) -> (ShadowTables.Corner, [UInt16]) {
    var corner = ShadowTables.Corner()
    corner.radius = radius
    if radius == 0 { return (corner, []) }
    let grid = Grid(radius: radius, sigma: sigma)
    let (bits, side, taps) = (grid.bits, grid.side, grid.taps)
    let mask = cells(radius: radius, bits: bits)
    let begin = Int64(extent) << 16
    // The contribution of a cell to a point that many steps away: the growth of the edge's profile there.
    let ends: [Int64] = (-1..<taps).map { tap in edge((Int64(tap) << bits) - begin) }
    let weights: [Int64] = (0..<taps).map { tap in (ends[tap + 1] - ends[tap] + (1 << 15)) >> 16 }
    let values = blurred(mask, by: weights, side: side)
    // Most values are below a quarter of 1/255. Keep only the rows and columns that contain larger ones.
    var (first, last) = (side, -1)
    for row in 0..<side {
      for column in 0..<side where values[row &* side &+ column] > 64 {
        (first, last) = (min(first, row, column), max(last, row, column))
      }
    }
    if last < 0 { return (corner, []) }
    let relevant = max(first - 1, 0)..<min(last + 2, side)
    corner.stepBits = bits
    corner.begin = Int64(relevant.lowerBound) << bits - begin
    corner.end = Int64(relevant.upperBound - 1) << bits - begin
    corner.side = Int32(truncatingIfNeeded: relevant.count)
    var table: [UInt16] = []
    table.reserveCapacity(relevant.count * relevant.count)
    for row in relevant { table += values[row * side + relevant.lowerBound..<row * side + relevant.upperBound] }
    return (corner, table)
  }

  /// Returns a mask's coverages spread by `weights` to the right and down, as `side` × `side` coverages of
  /// 0…65535.
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
          let column = cell + bounds.minX
          let (from, to) = (max(-column, 0), min(weights.count, side - column))
          for tap in from..<max(to, from) { sums[column &+ tap] &+= value &* weights[tap] }  // ≤ 255 · 2^16 in all
        }
        let line = rows + row * side
        for index in 0..<side { line[index] = UInt16(truncatingIfNeeded: min((sums[index] &* 257 &+ 32768) >> 16, 65535)) }
      }
      values.withUnsafeMutableBufferPointer { values in
        for row in 0..<side {
          sums.update(repeating: 32768, count: side)
          let y = row - bounds.minY
          let from = max(y - weights.count + 1, 0)
          for cell in from..<max(min(height, y + 1), from) {
            let (weight, line) = (weights[y - cell], rows + cell * side)
            if weight == 0 { continue }
            for index in 0..<side { sums[index] &+= Int64(line[index]) &* weight }  // ≤ 65535 · 2^16 in all
          }
          for index in 0..<side { values[row &* side &+ index] = UInt16(truncatingIfNeeded: min(sums[index] >> 16, 65535)) }
        }
      }
    }
    return values
  }

  /// Returns the coverage of the area between a sharp corner at the origin and an arc of `radius`, in cells
  /// of 2^`bits` / 65536.
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
