/// What fills a shape when it isn't one colour: gives premultiplied pixels for any run of a row.
enum ColorRows {
  case gradient(PlaneMap, UnsafePointer<UInt32>)
  case picture(PlaneMap, UnsafePointer<UInt32>, width: Int, height: Int)

  /// Writes the colours of `count` pixels of row `y` from column `x`.
  func write(x: Int, y: Int, count: Int, to colors: UnsafeMutablePointer<UInt32>) {
    switch self {
    case .gradient(let map, let table):
      map.each(x: x, y: y, count: count) { index, place, _ in
        colors[index] = table[Int(truncatingIfNeeded: min(max(place >> 6, 0), Int64(GradientTable.size - 1)))]
      }
    case .picture(let map, let pixels, let width, let height):
      let lastX = Int64(width - 1)
      let lastY = Int64(height - 1)
      map.each(x: x, y: y, count: count) { index, u, v in
        // From corners to centres of texels.
        let u = u &- 32768
        let v = v &- 32768
        let column = u >> 16
        let row = v >> 16
        let x0 = Int(truncatingIfNeeded: min(max(column, 0), lastX))
        let x1 = Int(truncatingIfNeeded: min(max(column &+ 1, 0), lastX))
        let y0 = Int(truncatingIfNeeded: min(max(row, 0), lastY))
        let y1 = Int(truncatingIfNeeded: min(max(row &+ 1, 0), lastY))
        let top = pixels + y0 &* width
        let bottom = pixels + y1 &* width
        let right = UInt32(truncatingIfNeeded: (u >> 8) & 255)
        let down = UInt32(truncatingIfNeeded: (v >> 8) & 255)
        colors[index] = bilinear(top[x0], top[x1], bottom[x0], bottom[x1], right, down)
      }
    }
  }
}

/// Four texels mixed by `right` and `down`, 0…255 of 256; two channels at a time.
@inline(__always)
func bilinear(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ right: UInt32, _ down: UInt32) -> UInt32 {
  // Weights of 1/256 that sum to 256, so that one colour stays itself.
  let wd = (right &* down &+ 128) >> 8
  let wb = right &- wd
  let wc = down &- wd
  let wa = 256 &- right &- down &+ wd
  let even =
    (a & 0x00ff_00ff) &* wa &+ (b & 0x00ff_00ff) &* wb &+ (c & 0x00ff_00ff) &* wc &+ (d & 0x00ff_00ff) &* wd &+ 0x0080_0080
  let oddA = (a >> 8) & 0x00ff_00ff
  let oddB = (b >> 8) & 0x00ff_00ff
  let oddC = (c >> 8) & 0x00ff_00ff
  let oddD = (d >> 8) & 0x00ff_00ff
  let odd = oddA &* wa &+ oddB &* wb &+ oddC &* wc &+ oddD &* wd &+ 0x0080_0080
  return (even >> 8) & 0x00ff_00ff | odd & 0xff00_ff00  // a lane is ≤ 255 · 256 + 128
}
