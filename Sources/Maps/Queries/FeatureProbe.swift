import CartoucheRaster

/// Draws the shapes of single features into memory, to find those that reach a part of the view.
///
/// So a feature is exactly where the map draws it: with the width, gap and offset of its line, and clipped
/// to its tile.
struct FeatureProbe {
  /// The part of the view, which is not empty.
  let part: PixelRect
  /// The number of pixels that are drawn at once, of a wide view a row.
  private static let bandSize = 1 << 14
  private let renderer = Renderer()
  /// The pixels of a band, with premultiplied alpha.
  private var pixels: [UInt32] = []
  private var ground = GroundDrawing()
  private var list = DisplayList()

  init(_ part: PixelRect) {
    self.part = part
  }

  /// Returns the index of the topmost shape of a drawing that reaches a pixel of the part; nil if none does.
  ///
  /// - Parameter isClipped: Whether the shapes' cells may hide a part of them.
  mutating func topmostShape(of drawing: inout MapDrawing, isClipped: Bool) -> Int? {
    var shapes: [MapDrawing.Shape] = []
    swap(&shapes, &drawing.shapes)
    defer { swap(&shapes, &drawing.shapes) }
    for index in shapes.indices.reversed() {
      drawing.shapes = [shapes[index]]
      if isDrawn(shapes[index].content, of: drawing, isClipped: isClipped) { return index }
    }
    return nil
  }

  private mutating func isDrawn(_ content: MapDrawing.Content, of drawing: MapDrawing, isClipped: Bool) -> Bool {
    var searched = part
    if let bounds = Self.bounds(of: content) {
      let rect = part.rect
      guard bounds.drawn.intersects(rect) else { return false }
      // What lies in the part as a whole need not be drawn to know that it is visible.
      if !isClipped, rect.contains(bounds.drawn), !bounds.own.isEmpty { return true }
      searched = part.intersection(PixelRect(covering: bounds.drawn))
    }
    // Most shapes reach a pixel of the first rows.
    let rows = max(Self.bandSize / max(searched.width, 1), 1)
    for start in stride(from: searched.minY, to: searched.maxY, by: rows) where !searched.isEmpty {
      let band = PixelRect(
        minX: searched.minX, minY: start, maxX: searched.maxX, maxY: min(start + rows, searched.maxY))
      if reaches(band, drawing) { return true }
    }
    return false
  }

  private mutating func reaches(_ band: PixelRect, _ drawing: MapDrawing) -> Bool {
    list.removeAll()
    let move = Homography.translation(x: Scalar(-band.minX), y: Scalar(-band.minY))
    ground.draw(drawing, within: nil, over: .zero, into: &list, transform: move)
    let size = PixelSize(width: band.width, height: band.height)
    let count = size.width * size.height
    if pixels.count < count { pixels = [UInt32](repeating: 0, count: count) }
    return pixels.withUnsafeMutableBufferPointer { memory in
      let own = UnsafeMutableBufferPointer(rebasing: memory[..<count])
      guard let buffer = PixelBuffer(own, size: size) else { return false }
      renderer.draw(list, over: .clear, into: buffer, damage: [PixelRect(size)], workers: SerialWorkerPool())
      return own.contains { $0 >> 24 != 0 }
    }
  }

  /// Returns the bounds of a shape without and with the width of its line; nil if they are not known.
  private static func bounds(of content: MapDrawing.Content) -> (own: Rect, drawn: Rect)? {
    switch content {
    case .fill(let path, _): return path.bounds.map { ($0, $0) }
    case .stroke(let path, let style, _):
      // Miters, and the corners of square caps.
      let reach = style.width * max(style.miterLimit, 2) / 2 + 1
      // A dash may be anywhere, and a line along an axis has no area of its own.
      return path.bounds.map { (style.dashes.isEmpty ? $0.insetBy(dx: -1, dy: -1) : .zero, $0.insetBy(dx: -reach, dy: -reach)) }
    case .list, .background, .beginGroup, .endGroup: return nil
    }
  }
}

extension PixelRect {
  /// The rectangle in points of a view whose points are pixels.
  var rect: Rect { Rect(x: Scalar(minX), y: Scalar(minY), width: Scalar(width), height: Scalar(height)) }
}
