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
