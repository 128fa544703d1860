/// A paint prepared for one shape. It writes premultiplied colors for any run of a row.
///
/// A color depends on its pixel alone, never on where a run starts, so repainted parts keep their bits.
struct ColorSource: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// A single color, which needs no computation for each pixel.
    case color, gradient, image
  }

  var kind = Kind.color
  /// Whether all of its colors are opaque.
  var isOpaque = false
  /// The index of the gradient's table or nine-patch in the tables of the worker that prepared it.
  var table = 0
  var map = InverseMapping()
  var gradient = GradientSampler()
  var image = ImageRows()

  /// Returns the address that row 0's color would have, if colors change from row to row only; nil for any
  /// other paint.
  func rowColors(in tables: UnsafePointer<UInt32>) -> UnsafePointer<UInt32>? {
    kind == .gradient && gradient.kind == .rows ? tables + (table &- Int(gradient.top)) : nil
  }

  /// Writes the colors of `count` pixels of row `y`, starting at column `x`.
  func write(
    x: Int, y: Int, count: Int, tables: UnsafePointer<UInt32>, rowCache: UnsafeMutablePointer<RowCache>,
    to colors: UnsafeMutablePointer<UInt32>
  ) {
    switch kind {
    case .color: break
    case .gradient: gradient.write(x: x, y: y, count: count, map: map, table: tables + table, to: colors)
    case .image: image.write(x: x, y: y, count: count, map: map, table: tables + table, rowCache: rowCache, to: colors)
    }
  }
}

extension RenderScratch {
  /// Makes the paint of `item` ready: sets ``PreparedItem/color``, ``PreparedItem/alpha`` and ``PreparedItem/source``.
  ///
  /// - Returns: false if nothing can be seen of it.
  mutating func preparePaint(of item: DisplayList.Item, in prepared: inout PreparedItem) -> Bool {
    prepared.alpha = UInt32(item.opacity)
    switch item.shape {
    case .image(let image, let filter):
      return prepare(image, filter: filter, transform: item.transform, in: &prepared)
    case .ninePatch(let image, let insets, let rect):
      return prepare(image, insets: insets, over: rect, transform: item.transform, in: &prepared)
    default: break
    }
    switch item.paint {
    case .color(let color):
      prepared.color = 0xff00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
      prepared.alpha = product255(UInt32(color.alpha), UInt32(item.opacity))
      prepared.source.kind = .color
      prepared.source.isOpaque = true
      return prepared.alpha > 0 || !item.blend.preservesUncoveredPixels
    case .linearGradient(let gradient): return prepare(gradient, of: item, in: &prepared)
    case .radialGradient(let gradient): return prepare(gradient, of: item, in: &prepared)
    case .conicGradient(let gradient): return prepare(gradient, of: item, in: &prepared)
    case .image(let pattern):
      return prepare(
        pattern.image, filter: pattern.filter, across: pattern.horizontalTiling, down: pattern.verticalTiling,
        transform: Homography(pattern.transform).concatenating(item.transform), in: &prepared)
    }
  }
}
