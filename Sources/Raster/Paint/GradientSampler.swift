/// A gradient prepared for one shape: the layout of its color table, and the fastest lookup of a pixel's
/// entry.
///
/// A table has 256 to 4096 entries, enough for steps of a quarter of a level between neighbors. Compared
/// with floating-point results, colors are within 1 of 255. The exceptions are pixels within 0.3 px of a jump
/// of colors or within 1.5 px of a conic gradient's center.
struct GradientSampler: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// Colors change along rows in equal steps, without perspective. A ``GradientRamp`` has an entry for each
    /// pixel; rows are copied from it, each starting at its own entry.
    case ramp
    /// Colors change from row to row only, without perspective. The table has one color for each row of the
    /// shape.
    case rows
    /// The position is the mapping's `u`.
    case linear
    /// The gradient is a padded circle without perspective or focal point. Colors are looked up by the
    /// squared distance, in a ``SquaredDistanceTable``.
    case squared
    /// The position is k·u + √(u² + v²).
    case radial
    /// The position is the direction of (u, v).
    case conic
  }

  var kind = Kind.linear
  var table = GradientTable()
  /// k in 1/2^24.
  var focal: Int64 = 0
  /// The position of the table's first entry in 1/65536 of the table's span; subtracted from radial
  /// positions.
  var offset: Int64 = 0
  var ramp = GradientRamp()
  /// The first row of the table, for `rows`.
  var top: Int32 = 0
  /// The sum of two columns with the same color in every row, for `squared`; nil if the center is not in the
  /// middle of a column or between two.
  var mirrorSum: Int32?

  /// Writes the colors of `count` pixels of row `y`, starting at column `x`.
  func write(
    x: Int, y: Int, count: Int, map: InverseMapping, table entries: UnsafePointer<UInt32>, to colors: UnsafeMutablePointer<UInt32>
  ) {
    switch kind {
    case .ramp:
      copyRun(entries + ramp.entry(x: x, y: y, count: count, map: map), count: count, to: colors)
    case .rows:
      fillRun(colors, count: count, with: entries[y &- Int(top)])
    case .linear:
      writeLinear(x: x, y: y, count: count, map: map, in: entries, to: colors)
    case .squared:
      writeSquared(x: x, y: y, count: count, map: map, last: entries[table.count + 1], entries + (table.count + 2), to: colors)
    case .radial:
      let (focal, offset) = (focal, offset)
      lookUp(x: x, y: y, count: count, map: map, in: entries, to: colors) { u, v in
        let (p, q) = (u.clamped(from: -(1 << 29), to: 1 << 29), v.clamped(from: -(1 << 29), to: 1 << 29))
        return approximateSquareRoot(UInt64(truncatingIfNeeded: p &* p &+ q &* q)) &+ (p &* focal) >> 24 &- offset  // ≤ 2^59, 2^53
      }
    case .conic:
      let shift = UInt32(32 &- table.bits)
      map.forEachPixel(x: x, y: y, count: count) { index, u, v in
        colors[index] = entries[Int(truncatingIfNeeded: approximateAngle(u, v) >> shift) &+ 1]
      }
    }
  }

  /// Looks colors up by the mapping's `u`. Padded gradients in perspective take `u` along straight lines.
  private func writeLinear(
    x: Int, y: Int, count: Int, map: InverseMapping, in entries: UnsafePointer<UInt32>, to colors: UnsafeMutablePointer<UInt32>
  ) {
    guard table.spread == .pad, !map.isAffine else {
      return lookUp(x: x, y: y, count: count, map: map, in: entries, to: colors) { u, _ in u }
    }
    let shift = Int64(16 &- table.bits)
    let last = Int64(table.count &+ 1)
    let inside = entries + 1
    map.forEachGroupU(x: x, y: y, count: count) { index, lane, count, u, step in
      var position = u &+ step &* Int64(lane)
      let end = position &+ step &* Int64(count &- 1)
      let to = colors + index
      if position | end >= 0 && max(position, end) >> 32 == 0 {
        // Between the first and the last entry, nothing needs to be clamped.
        let down = shift &+ 16
        for pixel in 0..<count {
          to[pixel] = inside[Int(truncatingIfNeeded: position &>> down)]
          position &+= step
        }
      } else {
        for pixel in 0..<count {
          to[pixel] = entries[GradientTable.padded(position >> 16, shift: shift, last: last)]
          position &+= step
        }
      }
    }
  }

  /// Looks colors up by positions computed from the mapping's `u` and `v`.
  @inline(__always)
  private func lookUp(
    x: Int, y: Int, count: Int, map: InverseMapping, in entries: UnsafePointer<UInt32>, to colors: UnsafeMutablePointer<UInt32>,
    position: (_ u: Int64, _ v: Int64) -> Int64
  ) {
    let shift = Int64(16 &- table.bits)
    let mask = Int64(table.count &- 1)
    switch table.spread {
    case .pad:
      map.forEachPixel(x: x, y: y, count: count) { index, u, v in
        colors[index] = entries[GradientTable.padded(position(u, v), shift: shift, last: mask &+ 2)]
      }
    case .repeat:
      map.forEachPixel(x: x, y: y, count: count) { index, u, v in
        colors[index] = entries[GradientTable.repeated(position(u, v), shift: shift, mask: mask)]
      }
    case .reflect:
      map.forEachPixel(x: x, y: y, count: count) { index, u, v in
        colors[index] = entries[GradientTable.reflected(position(u, v), shift: shift, mask: mask)]
      }
    }
  }

  /// Writes colors by the squared distance from the gradient's center.
  ///
  /// - Parameters:
  ///   - last: The color from the gradient's end on.
  ///   - squared: A ``SquaredDistanceTable``.
  private func writeSquared(
    x: Int, y: Int, count: Int, map: InverseMapping, last: UInt32, _ squared: UnsafePointer<UInt32>,
    to colors: UnsafeMutablePointer<UInt32>
  ) {
    // In 1/2^28, so that squares of numbers below 8 fit.
    func narrowed(_ value: Int64) -> Int64 { (value &+ 8) >> 4 }
    let line = map.line(y)
    let (u, uStep, v, vStep) = (narrowed(line.u), narrowed(line.uStep), narrowed(line.v), narrowed(line.vStep))
    /// Writes the colors of `count` columns, the first of which is `column`, to the right or to the left.
    func write(
      from column: Int, by direction: Int64, count: Int, to colors: UnsafeMutablePointer<UInt32>,
      mirror: UnsafeMutablePointer<UInt32>? = nil
    ) {
      guard count > 0 else { return }
      writeSquared(
        u: u &+ uStep &* Int64(column), v: v &+ vStep &* Int64(column),  // ≤ 2^57 + 2^43 · 2^15
        uStep: uStep &* direction, vStep: vStep &* direction, count: count, last: last, squared, to: colors, mirror: mirror)
    }
    guard let sum = mirrorSum.map(Int.init) else { return write(from: x, by: 1, count: count, to: colors) }
    // Columns right of the middle always have the colors of the columns left of it, so that colors do not
    // depend on where a run starts. If both are part of this run, they are written together.
    let left = (sum >> 1 &+ 1 &- x).clamped(from: 0, to: count)
    var written = 0
    if left > 0 {
      /// The index in the run of the first column's mirror.
      let mirror = sum &- 2 &* x
      let end = min(mirror &+ 1, count)
      let unmirrored = (mirror &+ 1 &- end).clamped(from: 0, to: left)
      write(from: x, by: 1, count: unmirrored, to: colors)
      // Without mirrored columns, the pointer to the first one's mirror would be outside of the run.
      if unmirrored < left {
        write(
          from: x &+ unmirrored, by: 1, count: left &- unmirrored, to: colors + unmirrored, mirror: colors + (mirror &- unmirrored))
      }
      written = max(left, end)
    }
    write(from: sum &- x &- written, by: -1, count: count &- written, to: colors + written)
  }

  /// Writes colors by the squared length of (u, v), in 1/2^28, which grows by the steps from pixel to pixel.
  ///
  /// - Parameters:
  ///   - count: At least 1.
  ///   - mirror: Where the first color is written a second time, the next ones to the left of it; or nil.
  private func writeSquared(
    u: Int64, v: Int64, uStep: Int64, vStep: Int64, count: Int, last: UInt32, _ squared: UnsafePointer<UInt32>,
    to colors: UnsafeMutablePointer<UInt32>, mirror: UnsafeMutablePointer<UInt32>?
  ) {
    var (u, v) = (u, v)
    let limit: Int64 = 8 << 28
    let (uEnd, vEnd) = (u &+ uStep &* Int64(count &- 1), v &+ vStep &* Int64(count &- 1))
    if max(u.magnitude, uEnd.magnitude, v.magnitude, vEnd.magnitude) < limit {
      let squares = SquaredDistances(u: u, uStep: uStep, v: v, vStep: vStep)
      // The squares first fall and then rise, so the pixels of each part of the table lie inside those of the
      // next.
      let lowest = squares.lowest(count: count)
      let inside = squares.indices(below: 1 << 56, around: lowest, in: 0..<count)
      let center = squares.indices(below: 1 << 50, around: lowest, in: inside)
      fillRun(colors, count: inside.lowerBound, with: last)
      squares.lookUp(inside.lowerBound..<center.lowerBound, bits: 44, in: squared, to: colors, mirror: mirror)
      squares.lookUp(center, bits: 38, in: squared + (1 << 12), to: colors, mirror: mirror)
      squares.lookUp(center.upperBound..<inside.upperBound, bits: 44, in: squared, to: colors, mirror: mirror)
      fillRun(colors + inside.upperBound, count: count &- inside.upperBound, with: last)
      if let mirror {
        fillRun(mirror - (inside.lowerBound &- 1), count: inside.lowerBound, with: last)
        fillRun(mirror - (count &- 1), count: count &- inside.upperBound, with: last)
      }
    } else {
      for index in 0..<count {
        colors[index] = max(u.magnitude, v.magnitude) < limit ? SquaredDistanceTable.color(u &* u &+ v &* v, squared, last) : last
        if let mirror { (mirror - index).pointee = colors[index] }
        u &+= uStep
        v &+= vStep
      }
    }
  }
}

/// The table of a linear gradient with an entry for each pixel of a row.
///
/// It has `1 << phaseBits` phases, each of which starts a fraction of a pixel later than the one before.
struct GradientRamp: BitwiseCopyable {
  var phaseBits: Int32 = 0
  /// The number of pixels of each phase.
  var length: Int32 = 0
  /// The shape's first column.
  var left: Int32 = 0
  /// The position, in 1/2^32, of the pixel whose row starts the ramp.
  var start: Int64 = 0

  /// The maximum number of entries of all phases together.
  static let maximumCount = 16384

  init() {}

  /// Plans the table for a shape within `bounds`.
  ///
  /// - Returns: nil if the table would not pay off: it is too large for the shape, or needs phases finer than
  ///   a sixteenth of a pixel.
  init?(
    _ stops: UnsafeBufferPointer<GradientStop>, span: Int64, spread: GradientSpread, map: InverseMapping, bounds: PixelRect32
  ) {
    guard map.isAffine, map.ux != 0, !bounds.isEmpty else { return nil }
    let (levels, jumpsInside) = GradientStops.slope(stops)
    let jumps = jumpsInside || spread == .repeat
    let step = Int128(map.ux.magnitude) * 2
    // Four phases for each level by which the color changes from one pixel to the next.
    let phaseCount = (((Int128(levels) * Int128(span)) >> 14) * step) >> 32
    guard phaseCount <= 16 else { return nil }
    while phaseBits < (jumps ? 2 : 0) || Int128(1) << Int128(phaseBits) < phaseCount { phaseBits += 1 }
    let (width, height) = (Int128(bounds.maxX - bounds.minX), Int128(bounds.maxY - bounds.minY))
    let slant = Int128(map.uy.magnitude) * 2 * (height - 1) / step
    let length = width + slant + 2
    guard length << Int128(phaseBits) <= min(Int128(Self.maximumCount), width * height / 3) else { return nil }
    self.length = Int32(truncatingIfNeeded: length)
    left = bounds.minX
    let first = (map.ux > 0) == (map.uy >= 0) ? bounds.minY : bounds.maxY - 1
    let line = map.line(Int(first))
    start = line.u &+ line.uStep &* Int64(left)
  }

  var count: Int { Int(length) << Int(phaseBits) }

  /// Writes the table.
  func write(_ colors: inout GradientInterpolator, map: InverseMapping, to table: UnsafeMutablePointer<UInt32>) {
    let step = map.ux &* 2
    let phases = 1 << Int(phaseBits)
    for phase in 0..<phases {
      let position = start &+ (step &* Int64(2 &* phase &+ 1)) >> Int64(phaseBits &+ 1)  // ≤ 2^61 + 2^47 · 2^5
      colors.write(Int(length), from: position, step: step, to: table + phase &* Int(length))
    }
  }

  /// Returns the index in the table of the colors of row `y` from column `x` on.
  @inline(__always)
  func entry(x: Int, y: Int, count: Int, map: InverseMapping) -> Int {
    let line = map.line(y)
    let distance = (line.u &+ line.uStep &* Int64(left) &- start) << Int64(phaseBits)  // ≤ 2^14 steps
    let ticks = max(0, distance / line.uStep)
    let phase = Int(truncatingIfNeeded: ticks) & (1 << Int(phaseBits) &- 1)
    let index = Int(truncatingIfNeeded: ticks >> Int64(phaseBits)) &+ x &- Int(left)
    return phase &* Int(length) &+ max(0, min(index, Int(length) &- count))
  }
}
