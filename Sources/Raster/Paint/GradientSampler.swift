/// A gradient made ready for one shape: which table its colours are in, and the shortest way from a pixel to its entry.
struct GradientSampler: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// Without perspective, colours change along rows in equal steps: a table with an entry for each pixel is copied, begun elsewhere on each row.
    case ramp
    /// Without perspective, colours change from row to row only: the table has one for each of the shape's.
    case rows
    /// The place is the map's `u`.
    case linear
    /// Without perspective and focal point, padded: colours are found by the square of the place.
    case squared
    /// The place is k·u + √(u² + v²).
    case radial
    /// The place is the direction of (u, v).
    case conic
  }

  var kind = Kind.linear
  var table = GradientTable()
  /// k in 1/2^24.
  var focal: Int64 = 0
  /// Where the table's first place is, in 1/65536 of what it spans: taken off a circle's places.
  var offset: Int64 = 0
  var ramp = GradientRamp()
  /// Of `rows`, the first.
  var top: Int32 = 0

  /// Writes the colours of `count` pixels of row `y` from column `x`.
  func write(
    x: Int, y: Int, count: Int, map: InverseMapping, table entries: UnsafePointer<UInt32>, to colors: UnsafeMutablePointer<UInt32>
  ) {
    switch kind {
    case .ramp:
      colors.update(from: entries + ramp.entry(x: x, y: y, count: count, map: map), count: count)
    case .rows:
      fillRun(colors, count: count, with: entries[y &- Int(top)])
    case .linear:
      writeLinear(x: x, y: y, count: count, map: map, in: entries, to: colors)
    case .squared:
      writeSquared(x: x, y: y, count: count, map: map, last: entries[table.count + 1], entries + (table.count + 2), to: colors)
    case .radial:
      let (focal, offset) = (focal, offset)
      lookUp(x: x, y: y, count: count, map: map, in: entries, to: colors) { u, v in
        let (p, q) = (min(max(u, -(1 << 29)), 1 << 29), min(max(v, -(1 << 29)), 1 << 29))
        return approximateSquareRoot(UInt64(truncatingIfNeeded: p &* p &+ q &* q)) &+ (p &* focal) >> 24 &- offset  // ≤ 2^59, 2^53
      }
    case .conic:
      let shift = UInt32(32 &- table.bits)
      map.forEachPixel(x: x, y: y, count: count) { index, u, v in
        colors[index] = entries[Int(truncatingIfNeeded: approximateAngle(u, v) >> shift) &+ 1]
      }
    }
  }

  /// Looks colours up by the map's `u`; padded and in perspective by straight lines.
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
      var place = u &+ step &* Int64(lane)
      let end = place &+ step &* Int64(count &- 1)
      let to = colors + index
      if place | end >= 0 && max(place, end) >> 32 == 0 {
        // Between the first stop and the last nothing need be held.
        let down = shift &+ 16
        for pixel in 0..<count {
          to[pixel] = inside[Int(truncatingIfNeeded: place &>> down)]
          place &+= step
        }
      } else {
        for pixel in 0..<count {
          to[pixel] = entries[GradientTable.padded(place >> 16, shift: shift, last: last)]
          place &+= step
        }
      }
    }
  }

  /// Looks colours up by places that are made of the map's numbers.
  @inline(__always)
  private func lookUp(
    x: Int, y: Int, count: Int, map: InverseMapping, in entries: UnsafePointer<UInt32>, to colors: UnsafeMutablePointer<UInt32>,
    place: (_ u: Int64, _ v: Int64) -> Int64
  ) {
    let shift = Int64(16 &- table.bits)
    let mask = Int64(table.count &- 1)
    switch table.spread {
    case .pad:
      map.forEachPixel(x: x, y: y, count: count) { index, u, v in
        colors[index] = entries[GradientTable.padded(place(u, v), shift: shift, last: mask &+ 2)]
      }
    case .repeat:
      map.forEachPixel(x: x, y: y, count: count) { index, u, v in
        colors[index] = entries[GradientTable.repeated(place(u, v), shift: shift, mask: mask)]
      }
    case .reflect:
      map.forEachPixel(x: x, y: y, count: count) { index, u, v in
        colors[index] = entries[GradientTable.reflected(place(u, v), shift: shift, mask: mask)]
      }
    }
  }

  /// The square of the place changes along a row by differences that change by a constant.
  private func writeSquared(
    x: Int, y: Int, count: Int, map: InverseMapping, last: UInt32, _ squared: UnsafePointer<UInt32>,
    to colors: UnsafeMutablePointer<UInt32>
  ) {
    // In 1/2^28, so that squares of what is below 8 fit.
    func narrowed(_ value: Int64) -> Int64 { (value &+ 8) >> 4 }
    let line = map.line(y)
    let (uStep, vStep) = (narrowed(line.uStep), narrowed(line.vStep))
    var u = narrowed(line.u) &+ uStep &* Int64(x)  // ≤ 2^57 + 2^43 · 2^13
    var v = narrowed(line.v) &+ vStep &* Int64(x)
    let limit: Int64 = 8 << 28
    @inline(__always)
    func color(_ square: Int64) -> UInt32 {
      if square >= 1 << 56 { return last }
      if square < 1 << 50 { return squared[(1 << 12) &+ Int(truncatingIfNeeded: square >> 38)] }
      return squared[Int(truncatingIfNeeded: square >> 44)]
    }
    let (uEnd, vEnd) = (u &+ uStep &* Int64(count &- 1), v &+ vStep &* Int64(count &- 1))
    if max(u.magnitude, uEnd.magnitude, v.magnitude, vEnd.magnitude) < limit {
      var square = u &* u &+ v &* v  // < 2^63
      let bend = uStep &* uStep &+ vStep &* vStep
      var step = 2 &* (u &* uStep &+ v &* vStep) &+ bend
      for index in 0..<count {
        colors[index] = color(square)
        square &+= step
        step &+= 2 &* bend
      }
    } else {
      for index in 0..<count {
        colors[index] = max(u.magnitude, v.magnitude) < limit ? color(u &* u &+ v &* v) : last
        u &+= uStep
        v &+= vStep
      }
    }
  }
}

/// A linear gradient's colours as the pixels of a row see them, one after the other, in `1 << phaseBits` rows that each begin a fraction of a pixel later.
struct GradientRamp: BitwiseCopyable {
  var phaseBits: Int32 = 0
  /// Pixels of each phase.
  var length: Int32 = 0
  /// The shape's first column.
  var left: Int32 = 0
  /// The place, in 1/2^32, of the pixel whose row begins the ramp.
  var start: Int64 = 0

  /// What a table of all phases may take.
  static let maximumCount = 16384

  init() {}

  /// - Returns: nil where the table would not pay: too large for the shape, or finer than a sixteenth of a pixel.
  init?(
    _ stops: UnsafeBufferPointer<GradientStop>, span: Int64, spread: GradientSpread, map: InverseMapping, bounds: PixelBounds
  ) {
    guard map.isAffine, map.ux != 0, !bounds.isEmpty else { return nil }
    let (levels, jumpsInside) = GradientStops.slope(stops)
    let jumps = jumpsInside || spread == .repeat
    let step = Int128(map.ux.magnitude) * 2
    // Four phases a level that changes from one pixel to the next.
    let wanted = (((Int128(levels) * Int128(span)) >> 14) * step) >> 32
    guard wanted <= 16 else { return nil }
    while phaseBits < (jumps ? 2 : 0) || Int128(1) << Int128(phaseBits) < wanted { phaseBits += 1 }
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
      let entries = table + phase &* Int(length)
      var place = start &+ (step &* Int64(2 &* phase &+ 1)) >> Int64(phaseBits &+ 1)  // ≤ 2^61 + 2^47 · 2^5
      for index in 0..<Int(length) {
        entries[index] = colors.color(at: place)
        place &+= step
      }
    }
  }

  /// Where the colours of row `y` from column `x` begin in the table.
  @inline(__always)
  func entry(x: Int, y: Int, count: Int, map: InverseMapping) -> Int {
    let line = map.line(y)
    let distance = (line.u &+ line.uStep &* Int64(left) &- start) << Int64(phaseBits)  // ≤ 2^14 steps
    let place = max(0, distance / line.uStep)
    let phase = Int(truncatingIfNeeded: place) & (1 << Int(phaseBits) &- 1)
    let index = Int(truncatingIfNeeded: place >> Int64(phaseBits)) &+ x &- Int(left)
    return phase &* Int(length) &+ max(0, min(index, Int(length) &- count))
  }
}
