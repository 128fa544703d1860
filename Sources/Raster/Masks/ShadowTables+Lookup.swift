/// Converts a coverage of 65535 to one of 255, to nearest.
@inline(__always)
func coverage255(_ coverage: UInt32) -> UInt32 { (coverage &- coverage >> 8 &+ 128) >> 8 }

extension ShadowTables {
  /// Returns the coverage of a rectangle's shadow, of 65535, at a point inwards from its top left corner.
  ///
  /// - Parameters:
  ///   - u, v: The distances from the left and from the upper side, in 1/65536.
  ///   - width, height: The rectangle's size, in 1/65536.
  @inline(__always)
  func coverage(_ u: Int64, _ v: Int64, width: Int64, height: Int64) -> UInt32 {
    let horizontal = spanCoverage(at: u, length: width)
    if horizontal == 0 { return 0 }
    let vertical = spanCoverage(at: v, length: height)
    let sharp = (horizontal &* (vertical &+ 1)) >> 16
    if sharp == 0 { return 0 }
    let (fromRight, fromBottom) = (width &- u, height &- v)
    let removed =
      topLeft.removedCoverage(u, v) &+ topRight.removedCoverage(fromRight, v) &+ bottomLeft.removedCoverage(u, fromBottom)
      &+ bottomRight.removedCoverage(fromRight, fromBottom)
    return sharp > removed ? sharp &- removed : 0
  }
}

extension ShadowTables.Corner {
  /// Whether the corner removes coverage from a row or column at this distance inwards, in 1/65536.
  @inline(__always)
  func affects(_ inwards: Int64) -> Bool { inwards >= begin && inwards < end }

  /// Returns the coverage that the corner removes at a point inwards from the sharp corner.
  @inline(__always)
  func removedCoverage(_ across: Int64, _ down: Int64) -> UInt32 {
    guard affects(across), affects(down), let values else { return 0 }
    let (x, y) = (across &- begin, down &- begin)
    let index = Int(truncatingIfNeeded: y >> stepBits) &* Int(side) &+ Int(truncatingIfNeeded: x >> stepBits)
    let (a, b) = (fraction(x), fraction(y))
    let above = values + index
    let below = above + Int(side)
    let left = (UInt32(above[0]) &* (256 &- b) &+ UInt32(below[0]) &* b) >> 8  // ≤ 2^24
    let right = (UInt32(above[1]) &* (256 &- b) &+ UInt32(below[1]) &* b) >> 8
    return (left &* (256 &- a) &+ right &* a) >> 8
  }

  /// The position inside a cell of the table, 0…255 of 256.
  @inline(__always)
  private func fraction(_ position: Int64) -> UInt32 { UInt32(truncatingIfNeeded: position >> (stepBits &- 8)) & 255 }

  /// Subtracts what the corner removes from a row of `count` pixels.
  ///
  /// - Parameters:
  ///   - line: The coverage of the pixels, of 65535.
  ///   - across: The distance of the first pixel inwards from the sharp corner, in 1/65536.
  ///   - step: The distance from one pixel to the next: plus or minus one pixel.
  ///   - down: The distance of the row inwards from the sharp corner.
  ///   - row: Memory for a row of the table.
  func subtract(
    from line: UnsafeMutablePointer<UInt16>, count: Int, across: Int64, step: Int64, down: Int64,
    row: UnsafeMutablePointer<UInt16>
  ) {
    guard affects(down), let values else { return }
    // The pixels with begin ≤ across + index · step < end.
    let (first, stop) = step > 0 ? (begin &- across, end &- across) : (across &- end &+ 1, across &- begin &+ 1)
    let from = Int(truncatingIfNeeded: ((first &+ 65535) >> 16).clamped(from: 0, to: Int64(count)))
    let to = Int(truncatingIfNeeded: ((stop &+ 65535) >> 16).clamped(from: 0, to: Int64(count)))
    guard from < to else { return }
    let y = down &- begin
    let above = values + Int(truncatingIfNeeded: y >> stepBits) &* Int(side)
    let below = above + Int(side)
    let b = fraction(y)
    for cell in 0..<Int(side) {
      row[cell] = UInt16(truncatingIfNeeded: (UInt32(above[cell]) &* (256 &- b) &+ UInt32(below[cell]) &* b) >> 8)  // ≤ 2^24
    }
    // In 1/65536 of a cell from here on. A pixel's step is a power of two, so every position is exact,
    // whichever pixel comes first.
    var position = Int32(truncatingIfNeeded: ((across &- begin &+ Int64(from) &* step) << 16) >> stepBits)  // < 2^27
    let step = Int32(truncatingIfNeeded: (step << 16) >> stepBits)
    for index in from..<to {
      let cell = Int(position >> 16)
      let first = Int32(row[cell])
      let removed = first &+ ((Int32(row[cell &+ 1]) &- first) &* ((position >> 8) & 255)) >> 8  // ≤ 2^24
      line[index] = UInt16(truncatingIfNeeded: max(Int32(line[index]) &- removed, 0))
      position &+= step
    }
  }
}
