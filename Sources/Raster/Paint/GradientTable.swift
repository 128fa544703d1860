/// A gradient's colours at 1024 places, premultiplied, and where on it each pixel lies.
///
/// The table is `GradientTable.size` pixels: entry i is the colour at (i + 1/2) / 1024.
enum GradientTable {
  static let size = 1024

  /// Writes the table of `gradient`; opacity is laid over it. Returns whether every entry is opaque.
  static func write(_ gradient: LinearGradient, opacity: UInt8, to table: UnsafeMutablePointer<UInt32>) -> Bool {
    let stops = inOrder(gradient.stops)
    guard let first = stops.first, let last = stops.last else {
      fill(table, count: size, with: 0)
      return false
    }
    var opaque: UInt32 = 0xff00_0000
    var next = 0
    for index in 0..<size {
      let place = Int64(index) << 6 &+ 32  // in 1/65536
      while next < stops.count && stops[next].location.rawValue <= place { next += 1 }
      let color: UInt32
      if next == 0 {
        color = first.color.premultiplied
      } else if next == stops.count {
        color = last.color.premultiplied
      } else {
        let (below, above) = (stops[next - 1], stops[next])
        let length = above.location.rawValue &- below.location.rawValue  // > 0, since the one is ≤ place and the other is not
        let part = Int128(place &- below.location.rawValue) * 65536 / Int128(length)
        color = interpolated(below.color, above.color, UInt32(truncatingIfNeeded: part))
      }
      let faded = scaled(color, by: UInt32(opacity))
      table[index] = faded
      opaque &= faded
    }
    return opaque == 0xff00_0000
  }

  /// The stops by location; those that are in order already, as most are, are not copied.
  private static func inOrder(_ stops: [GradientStop]) -> [GradientStop] {
    for index in stops.indices.dropFirst() where stops[index].location < stops[index - 1].location {
      return stops.sorted { $0.location < $1.location }
    }
    return stops
  }

  /// Between two colours at `part` / 65536, premultiplied, rounded once.
  private static func interpolated(_ a: Color, _ b: Color, _ part: UInt32) -> UInt32 {
    func channel(_ p: UInt8, _ q: UInt8) -> UInt32 {
      // Premultiplied in 1/255², ≤ 2^16; times 2^16 fits.
      let from = UInt64(p) * UInt64(a.alpha)
      let to = UInt64(q) * UInt64(b.alpha)
      let mix = from * UInt64(65536 - part) + to * UInt64(part)
      return UInt32(truncatingIfNeeded: (mix + (255 << 15)) / (255 << 16))
    }
    let alpha = (UInt64(a.alpha) * UInt64(65536 - part) + UInt64(b.alpha) * UInt64(part) + 32768) >> 16
    return UInt32(truncatingIfNeeded: alpha) << 24 | channel(a.red, b.red) << 16 | channel(a.green, b.green) << 8
      | channel(a.blue, b.blue)
  }

  /// The map from pixels to the place along the gradient, in 1/65536, for a shape that `transform` brings to the screen.
  ///
  /// A gradient whose start is its end shows its last colour; `nil` where the transform has no inverse.
  static func map(_ gradient: LinearGradient, transform: Homography) -> PlaneMap? {
    guard let inverse = transform.inverse else { return nil }
    func held(_ value: Scalar) -> Int128 { Int128(min(max(value.rawValue, -(1 << 38)), 1 << 38)) }  // ± 2^22 points
    let (startX, startY) = (held(gradient.start.x), held(gradient.start.y))
    let dx = held(gradient.end.x) - startX
    let dy = held(gradient.end.y) - startY
    let length = dx * dx + dy * dy  // ≤ 2^79
    if length == 0 {
      return PlaneMap(u: (0, 0, 1 << 17), v: (0, 0, 0), w: (0, 0, 1))
    }
    // With rows X, Y, W of the inverse: t = ((X − sx·W)·dx + (Y − sy·W)·dy) / (W · length).
    let scale = Self.scale(of: inverse)
    func row(_ x: Int64, _ y: Int64, _ w: Int64) -> Int128 {
      let (px, py, pw) = (Int128(x) >> scale, Int128(y) >> scale, Int128(w) >> scale)
      return ((px << 16) - startX * pw) * dx + ((py << 16) - startY * pw) * dy  // ≤ 2^44 · 2^39 · 2^39
    }
    // Both sides are scaled alike; t gets its 16 fraction bits from the divisor.
    func divisor(_ w: Int64) -> Int128 { ((Int128(w) >> scale) * length) >> 16 }
    return PlaneMap(
      u: (
        row(inverse.xx, inverse.yx, inverse.wx), row(inverse.xy, inverse.yy, inverse.wy), row(inverse.x0, inverse.y0, inverse.w0)
      ),
      v: (0, 0, 0),
      w: (divisor(inverse.wx), divisor(inverse.wy), divisor(inverse.w0)))
  }

  /// How far to shift a homography's numbers to bring them below 2^44.
  private static func scale(of map: Homography) -> Int128 {
    let all = map.xx.magnitude | map.xy.magnitude | map.x0.magnitude | map.yx.magnitude | map.yy.magnitude | map.y0.magnitude
    let largest = all | map.wx.magnitude | map.wy.magnitude | map.w0.magnitude
    return Int128(max(0, 64 - largest.leadingZeroBitCount - 44))
  }
}
