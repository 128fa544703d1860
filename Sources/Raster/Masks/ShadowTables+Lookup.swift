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

/// Writes rows of the shadow of an upright rectangle.
struct ShadowRowWriter: BitwiseCopyable {
  let tables: UnsafePointer<ShadowTables>
  /// The rectangle's size, in 1/65536 pixel.
  let width: Int64, height: Int64
  /// Memory for the longest row.
  let line: UnsafeMutablePointer<UInt16>
  /// Memory for a row of a corner's table.
  let cornerRow: UnsafeMutablePointer<UInt16>

  /// Returns whether a corner removes coverage from a row.
  ///
  /// - Parameter down: The distance of the row's center from the rectangle's upper side, in 1/65536 pixel.
  @inline(__always)
  func touchesCorner(_ down: Int64) -> Bool {
    let up = height &- down
    return tables.pointee.topLeft.affects(down) || tables.pointee.topRight.affects(down)
      || tables.pointee.bottomLeft.affects(up) || tables.pointee.bottomRight.affects(up)
  }

  /// Writes the coverages, 0…255, of `count` pixels of a row.
  ///
  /// - Parameters:
  ///   - columns: The coverage of the pixels' columns, 0…65535.
  ///   - row: The coverage of the row, 0…65535.
  ///   - across: The distance of the first pixel's center from the rectangle's left side, in 1/65536 pixel.
  ///   - down: The distance of the row's center from the rectangle's upper side.
  @inline(__always)
  func write(
    _ count: Int, columns: UnsafePointer<UInt16>, row: UInt32, across: Int64, down: Int64, touchesCorner: Bool,
    to coverages: UnsafeMutablePointer<UInt8>
  ) {
    let rowCoverage = UInt16(truncatingIfNeeded: row)
    // 16-bit operations, which vectorize well: the upper half of a product.
    for index in 0..<count { line[index] = UInt16(truncatingIfNeeded: (UInt32(columns[index]) &* UInt32(rowCoverage)) >> 16) }
    if touchesCorner {
      let (back, up) = (width &- across, height &- down)
      tables.pointee.topLeft.subtract(from: line, count: count, across: across, step: 65536, down: down, row: cornerRow)
      tables.pointee.bottomLeft.subtract(from: line, count: count, across: across, step: 65536, down: up, row: cornerRow)
      tables.pointee.topRight.subtract(from: line, count: count, across: back, step: -65536, down: down, row: cornerRow)
      tables.pointee.bottomRight.subtract(from: line, count: count, across: back, step: -65536, down: up, row: cornerRow)
    }
    for index in 0..<count { coverages[index] = UInt8(truncatingIfNeeded: (line[index] &- line[index] >> 8 &+ 128) >> 8) }
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
