import CartoucheRaster

/// The sums of the heat of points on a grid of the view, in whole numbers, so that neither the order of the
/// points nor the CPU matters.
///
/// - Source: MapLibre GL JS, `heatmap.vertex.glsl` and `heatmap.fragment.glsl`.
struct HeatDensity {
  /// The width of a cell in points.
  static let cellWidth = 4

  let columns: Int
  let rows: Int
  /// The heat at the center of each cell, row by row, in 2^-24.
  private(set) var sums: [Int64]
  /// The cells to which heat was added: the lowest and highest columns and rows.
  private(set) var touched = PixelRect.empty

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    sums = [Int64](repeating: 0, count: columns * rows)
  }

  /// The height of the normal distribution, 1 / √(2π).
  private static let peak = 0.3989422804014327
  /// The heat below which a point is not drawn.
  private static let least = 1.0 / 255 / 16
  /// exp(−4.5 t²) in 2^-16, for t in steps of 1/2048 up to 2.5.
  private static let kernel: [Int64] = (0...5120).map { step in
    let t = Double(step) / 2048
    return ElementaryFunctions.nearest(ElementaryFunctions.exponential(-4.5 * t * t) * 65536)
  }

  /// Returns how far the heat of a point reaches, in radii.
  static func reach(weight: Scalar) -> Double {
    let height = Double(min(weight.rawValue, 1 << 32)) / 65536 * peak / least
    guard height > 1 else { return 0 }
    return (ElementaryFunctions.logarithm(height) / 4.5).squareRoot()
  }

  /// Adds the heat of a point.
  ///
  /// - Parameters:
  ///   - x: The position to the right of the grid's left edge, in 1/65536 points.
  ///   - y: The position below the grid's top edge.
  mutating func add(x: Int64, y: Int64, radius: Scalar, weight: Scalar) {
    let reach = ElementaryFunctions.nearest(Self.reach(weight: weight) * Double(radius.rawValue))
    guard reach > 0, radius.rawValue > 0 else { return }
    let bits: Int64 = 18  // of a cell's width in 1/65536 points
    let half = Int64(1) << (bits - 1)
    // The cells whose centers are within reach.
    func low(_ position: Int64) -> Int { Int(max((position - reach - half + (1 << bits) - 1) >> bits, 0)) }
    func high(_ position: Int64, _ count: Int) -> Int { Int(min((position + reach - half) >> bits, Int64(count - 1))) }
    let (left, right) = (low(x), high(x, columns))
    let (top, bottom) = (low(y), high(y, rows))
    guard left <= right, top <= bottom else { return }
    func share(_ cell: Int, _ position: Int64) -> Int64 {
      let distance = abs(Int64(cell) << bits + half - position)  // ≤ reach < 2^36
      return Self.kernel[min(Int((distance << 11) / radius.rawValue), Self.kernel.count - 1)]
    }
    let height = ElementaryFunctions.nearest(Double(min(weight.rawValue, 1 << 32)) * Self.peak * 256)  // < 2^39
    let across = (left...right).map { (height * share($0, x)) >> 16 }
    sums.withUnsafeMutableBufferPointer { sums in
      for row in top...bottom {
        let down = share(row, y)
        let start = row &* columns &+ left
        for index in 0..<across.count { sums[start &+ index] &+= (across[index] &* down) >> 16 }
      }
    }
    let box = PixelRect(minX: left, minY: top, maxX: right + 1, maxY: bottom + 1)
    touched =
      touched.isEmpty
      ? box
      : PixelRect(
        minX: min(touched.minX, left), minY: min(touched.minY, top), maxX: max(touched.maxX, right + 1),
        maxY: max(touched.maxY, bottom + 1))
  }

  /// Returns an image with a pixel for each cell.
  ///
  /// - Parameter colors: The premultiplied colors of 256 heats from 0 to 1.
  func image(_ colors: [UInt32]) -> Image {
    Image(size: PixelSize(width: columns, height: rows)) { pixels in
      for index in pixels.indices { pixels[index] = colors[Int(min((sums[index] &* 255 &+ (1 << 23)) >> 24, 255))] }
    }
  }
}
