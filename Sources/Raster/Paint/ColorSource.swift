/// A paint made ready for one shape: gives premultiplied colours for any run of a row.
///
/// Colours depend on the pixel alone, never on where a run starts.
struct ColorSource: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    /// One colour: nothing to work out.
    case color, gradient, picture
  }

  var kind = Kind.color
  /// Whether every colour it gives is opaque.
  var isOpaque = false
  /// Where the gradient's table begins in the tables of the worker that made it.
  var table = 0
  var map: PlaneMap?
  var pixels: UnsafePointer<UInt32>?
  var width: Int32 = 0, height: Int32 = 0

  /// Writes the colours of `count` pixels of row `y` from column `x`.
  func write(x: Int, y: Int, count: Int, tables: UnsafePointer<UInt32>, to colors: UnsafeMutablePointer<UInt32>) {
    guard let map else { return }
    switch kind {
    case .color: break
    case .gradient: ColorRows.gradient(map, tables + table).write(x: x, y: y, count: count, to: colors)
    case .picture:
      guard let pixels else { return }
      ColorRows.picture(map, pixels, width: Int(width), height: Int(height)).write(x: x, y: y, count: count, to: colors)
    }
  }
}

extension Workbench {
  /// Makes the paint of `item` ready: sets ``PreparedItem/color``, ``PreparedItem/alpha`` and ``PreparedItem/source``.
  ///
  /// - Returns: false if nothing can be seen of it.
  mutating func preparePaint(of item: DisplayList.Item, in prepared: inout PreparedItem) -> Bool {
    prepared.alpha = UInt32(item.opacity)
    switch item.shape {
    case .picture(let picture, _):
      guard let inverse = item.transform.inverse else { return false }
      func row(_ x: Int64, _ y: Int64, _ one: Int64, _ bits: Int128) -> (Int128, Int128, Int128) {
        (Int128(x) << bits, Int128(y) << bits, Int128(one) << bits)
      }
      prepared.source.kind = .picture
      prepared.source.map = PlaneMap(
        u: row(inverse.xx, inverse.xy, inverse.x0, 16), v: row(inverse.yx, inverse.yy, inverse.y0, 16),
        w: row(inverse.wx, inverse.wy, inverse.w0, 0))
      prepared.source.pixels = UnsafePointer(picture.storage.pixels)
      prepared.source.width = Int32(truncatingIfNeeded: picture.size.width)
      prepared.source.height = Int32(truncatingIfNeeded: picture.size.height)
      prepared.source.isOpaque = picture.isOpaque
      return prepared.source.map != nil
    case .ninePatch:
      return false
    default: break
    }
    switch item.paint {
    case .color(let color):
      prepared.color = 0xff00_0000 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
      prepared.alpha = product255(UInt32(color.alpha), UInt32(item.opacity))
      prepared.source.kind = .color
      prepared.source.isOpaque = true
      return prepared.alpha > 0 || !item.blend.keepsWhatIsUncovered
    case .linearGradient(let gradient):
      guard !gradient.stops.isEmpty, let map = GradientTable.map(gradient, transform: item.transform) else { return false }
      tables.reserve(GradientTable.size)
      prepared.source.kind = .gradient
      prepared.source.table = tables.count
      prepared.source.isOpaque = GradientTable.write(gradient, opacity: item.opacity, to: tables.base + tables.count)
      tables.count += GradientTable.size
      prepared.alpha = 255  // the table has the opacity in it already
      prepared.source.map = map
      return true
    case .radialGradient, .conicGradient, .picture:
      return false
    }
  }
}
