// Which pixels a clip owns: worked out once a frame, for every row of the screen.

/// A region of a frame's list.
struct PreparedClip: BitwiseCopyable {
  /// All that it owns, if it is upright.
  var rect: PixelBounds?
  /// The number of its rows among those that are written; −1 while none are.
  var rows: Int32 = -1
}

extension PixelClip {
  /// All that it owns, if it stands upright: then a rectangle says as much as a row's columns, row by row.
  func pixelRect(on size: PixelSize) -> PixelBounds? {
    let (a, b, c, d) = corners
    guard (a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x) || (a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y) else {
      return nil
    }
    // Pixels whose centre lies between the borders, as below.
    func pixel(_ value: Scalar, _ most: Int) -> Int32 {
      let held = min(max(value.rawValue, -(1 << 40)), 1 << 40)
      return Int32(truncatingIfNeeded: min(max((held &- 32768 &+ 65535) >> 16, 0), Int64(most)))
    }
    let owned = PixelBounds(
      minX: pixel(min(a.x, c.x), size.width), minY: pixel(min(a.y, c.y), size.height), maxX: pixel(max(a.x, c.x), size.width),
      maxY: pixel(max(a.y, c.y), size.height))
    return owned.isEmpty ? .empty : owned
  }

  /// Writes the first column and the one after the last of every row of a screen of `size`: `2 × size.height` numbers.
  ///
  /// A column belongs to the region right of a border if its centre is on the border or right of it; each border is worked out from its
  /// upper to its lower end, so the two regions beside it agree to the bit. Rows follow the same half-open rule.
  func write(rowsOf size: PixelSize, to rows: UnsafeMutablePointer<Int32>) {
    for y in 0..<size.height {
      rows[2 &* y] = .max
      rows[2 &* y &+ 1] = .min
    }
    let (a, b, c, d) = corners
    cross(a, b, size, rows)
    cross(b, c, size, rows)
    cross(c, d, size, rows)
    cross(d, a, size, rows)
    for y in 0..<size.height where rows[2 &* y] > rows[2 &* y &+ 1] {
      rows[2 &* y] = 0
      rows[2 &* y &+ 1] = 0
    }
  }

  private func cross(_ p: Point, _ q: Point, _ size: PixelSize, _ rows: UnsafeMutablePointer<Int32>) {
    let falls = p.y <= q.y
    // Held to ±2^24 pixels; what is further away is off every screen.
    func held(_ value: Scalar) -> Int64 { min(max(value.rawValue, -(1 << 40)), 1 << 40) }
    let x0 = held(falls ? p.x : q.x)
    let y0 = held(falls ? p.y : q.y)
    let x1 = held(falls ? q.x : p.x)
    let y1 = held(falls ? q.y : p.y)
    // Rows whose centre y + 1/2 lies in y0..<y1.
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
      // The first column whose centre is not left of the border.
      let column = (x0 &+ step &- 32768 &+ 65535) >> 16
      let held = Int32(truncatingIfNeeded: min(max(column, 0), Int64(size.width)))
      let index = Int(truncatingIfNeeded: y) &* 2
      rows[index] = min(rows[index], held)
      rows[index &+ 1] = max(rows[index &+ 1], held)
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
