extension PixelClip {
  /// Returns the rectangle of the pixels of an upright clip; nil for any other clip.
  ///
  /// For an upright clip, one rectangle replaces the columns of every row.
  func pixelRect(on size: PixelSize) -> PixelRect32? {
    let (a, b, c, d) = corners
    guard (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x) || (a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y) else {
      return nil
    }
    // Pixels whose center is between the borders, as in `write`.
    func pixel(_ value: Scalar, _ limit: Int) -> Int32 {
      let near = value.rawValue.clamped(from: -(1 << 40), to: 1 << 40)
      return Int32(truncatingIfNeeded: ((near &- 32768 &+ 65535) >> 16).clamped(from: 0, to: Int64(limit)))
    }
    let pixels = PixelRect32(
      minX: pixel(min(a.x, c.x), size.width), minY: pixel(min(a.y, c.y), size.height), maxX: pixel(max(a.x, c.x), size.width),
      maxY: pixel(max(a.y, c.y), size.height))
    return pixels.isEmpty ? .empty : pixels
  }

  /// Writes the clip's columns in every row of a screen: the first column, and the column after the last.
  ///
  /// A pixel counts as right of a border if its center is on the border or right of the border. Each border
  /// is computed from its upper to its lower end. So two clips that share a border agree to the bit. Rows
  /// follow the same half-open rule.
  ///
  /// - Parameter rows: Memory for `2 × size.height` numbers.
  func write(rowsOf size: PixelSize, to rows: UnsafeMutablePointer<Int32>) {
    for y in 0..<size.height {
      rows[2 &* y] = .max
      rows[2 &* y &+ 1] = .min
    }
    let (a, b, c, d) = corners
    addBorder(a, b, size, rows)
    addBorder(b, c, size, rows)
    addBorder(c, d, size, rows)
    addBorder(d, a, size, rows)
    for y in 0..<size.height where rows[2 &* y] > rows[2 &* y &+ 1] {
      rows[2 &* y] = 0
      rows[2 &* y &+ 1] = 0
    }
  }

  /// Extends every row that the border from `p` to `q` crosses to the column where it does.
  private func addBorder(_ p: Point, _ q: Point, _ size: PixelSize, _ rows: UnsafeMutablePointer<Int32>) {
    let descends = p.y <= q.y
    // Clamped to ±2^24 pixels; points beyond are off every screen.
    func near(_ value: Scalar) -> Int64 { value.rawValue.clamped(from: -(1 << 40), to: 1 << 40) }
    let x0 = near(descends ? p.x : q.x)
    let y0 = near(descends ? p.y : q.y)
    let x1 = near(descends ? q.x : p.x)
    let y1 = near(descends ? q.y : p.y)
    // Rows whose center y + 1/2 is in y0..<y1.
    let first = max((y0 &- 32768 &+ 65535) >> 16, 0)
    let end = min((y1 &- 32768 &+ 65535) >> 16, Int64(size.height))
    guard first < end else { return }
    let dx = x1 &- x0
    let dy = y1 &- y0
    for y in first..<end {
      let down = y << 16 &+ 32768 &- y0
      let step: Int64
      if dx == 0 {
        step = 0
      } else if dx.magnitude < 1 << 31 && down < 1 << 31 {
        step = Self.floored(dx &* down, dy)
      } else {
        step = Self.floored(Int128(dx) &* Int128(down), Int128(dy))
      }
      // The first column whose center is not left of the border.
      let column = ((x0 &+ step &- 32768 &+ 65535) >> 16).clamped(from: 0, to: Int64(size.width))
      let index = Int(truncatingIfNeeded: y) &* 2
      rows[index] = min(rows[index], Int32(truncatingIfNeeded: column))
      rows[index &+ 1] = max(rows[index &+ 1], Int32(truncatingIfNeeded: column))
    }
  }

  private static func floored(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient &- 1 : quotient
  }

  private static func floored(_ value: Int128, _ divisor: Int128) -> Int64 {
    let quotient = Int64(clamping: value / divisor)
    return value % divisor < 0 ? quotient &- 1 : quotient
  }
}
