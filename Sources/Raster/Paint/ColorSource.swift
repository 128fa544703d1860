/// A paint prepared for one shape, which gives premultiplied colors for any run of pixels of a row.
///
/// A pixel's color depends on the pixel alone, never on the start of a run. So repainted parts keep their
/// bits.
struct ColorSource: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    case gradient, image
  }

  let kind: Kind
  /// Whether all colors of the source are opaque.
  let isOpaque: Bool
  /// The index of the gradient's table or nine-patch in the tables of the worker that prepared it.
  var table = 0
  let map: InverseMapping
  var gradient = GradientSampler()
  var image = ImageSampler()

  init(_ kind: Kind, isOpaque: Bool, map: InverseMapping) { (self.kind, self.isOpaque, self.map) = (kind, isOpaque, map) }

  /// Returns the address that row 0's color would have, if colors change from row to row only; nil for any
  /// other paint.
  func rowColors(in tables: UnsafePointer<UInt32>) -> UnsafePointer<UInt32>? {
    kind == .gradient && gradient.kind == .rows ? tables + (table &- Int(gradient.top)) : nil
  }

  /// Writes the colors of `count` pixels of row `y`, starting at column `x`.
  func write(
    x: Int, y: Int, count: Int, tables: UnsafePointer<UInt32>, rowCache: UnsafeMutablePointer<ImageRowCache>,
    to colors: UnsafeMutablePointer<UInt32>
  ) {
    switch kind {
    case .gradient: gradient.write(x: x, y: y, count: count, map: map, table: tables + table, to: colors)
    case .image: image.write(x: x, y: y, count: count, map: map, table: tables + table, rowCache: rowCache, to: colors)
    }
  }
}
