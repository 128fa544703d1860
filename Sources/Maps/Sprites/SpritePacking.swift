package import CartoucheRaster

/// An arrangement of images in rows, without overlaps, in a sheet that is about a square.
package struct SpritePacking {
  /// The size of the sheet, with the padding around every image.
  package private(set) var size = PixelSize(width: 0, height: 0)
  /// The position of each image.
  package private(set) var origins: [PixelPoint] = []

  /// A row of images. Its height is that of its first image, because the images are placed by height.
  private struct Row {
    var y: Int
    var height: Int
    var endX: Int
  }

  /// The number of widths of the sheet that are tried.
  private static let widthCount = 32

  /// Arranges images of these sizes, each with a side of at most 2^15 pixels.
  ///
  /// - Parameter padding: The number of empty pixels around each image.
  package init(_ sizes: [PixelSize], padding: Int) {
    guard !sizes.isEmpty else { return }
    let order = sizes.indices.sorted { a, b in
      (-sizes[a].height, -sizes[a].width, a) < (-sizes[b].height, -sizes[b].width, b)
    }
    let padded = sizes.map { PixelSize(width: $0.width + padding, height: $0.height + padding) }
    let widest = padded.reduce(0) { max($0, $1.width) }
    let area = padded.reduce(0.0) { $0 + Double($1.width) * Double($1.height) }
    let side = Int(area.squareRoot()) + 1
    for step in 0..<Self.widthCount {
      // From a square of the images' area to twice that width.
      let width = max(widest, side + side * step / Self.widthCount)
      let candidate = Self.placed(padded, order, width: width, padding: padding)
      if origins.isEmpty || Self.cost(candidate.size) < Self.cost(size) { (size, origins) = candidate }
    }
  }

  /// Returns the cost of a sheet: its area, and a little of the area of the smallest square around it.
  private static func cost(_ size: PixelSize) -> (Int, Int) {
    let side = max(size.width, size.height)
    return (size.width * size.height + side * side / 8, side)
  }

  /// Places each image in the first row that has space for it.
  private static func placed(
    _ padded: [PixelSize], _ order: [Int], width: Int, padding: Int
  ) -> (size: PixelSize, origins: [PixelPoint]) {
    var rows: [Row] = []
    var origins = [PixelPoint](repeating: PixelPoint(x: 0, y: 0), count: padded.count)
    for index in order {
      let size = padded[index]
      let found = rows.firstIndex { $0.endX + size.width <= width }
      if found == nil {
        rows.append(Row(y: rows.last.map { $0.y + $0.height } ?? 0, height: size.height, endX: 0))
      }
      let row = found ?? rows.count - 1
      origins[index] = PixelPoint(x: padding + rows[row].endX, y: padding + rows[row].y)
      rows[row].endX += size.width
    }
    let used = rows.reduce(0) { max($0, $1.endX) }
    let height = rows.last.map { $0.y + $0.height } ?? 0
    return (PixelSize(width: padding + used, height: padding + height), origins)
  }
}
