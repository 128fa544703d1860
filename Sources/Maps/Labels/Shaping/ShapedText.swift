import CartoucheRaster

/// A text of a label, arranged in lines around its anchor.
///
/// Lengths are in 24ths of the text's size, x to the right and y down, relative to the label's anchor.
///
/// It is an object, because every frame of a motion looks at the texts of all labels. A structure of three
/// arrays would be copied for each.
final class ShapedText: Sendable {
  /// A glyph at the left end of its baseline.
  struct Glyph: Sendable, BitwiseCopyable {
    var x: Double
    var y: Double
    var advance: Double
    /// The size relative to that of the text.
    var scale: Double
    /// The width of an upright glyph.
    var width = 0.0
    /// The face in the font collection, and the glyph in the face; as in `TextLayout.Glyph`.
    var face: Int32
    var glyph: UInt32
    /// The index of the first character that the glyph represents. Glyphs of one cluster stay together.
    var cluster: Int32
    /// The index of the section of the text, which may have its own color.
    var section: UInt16
    /// Whether the glyph stands upright in a line that runs downwards. Then it is in the middle of a square
    /// of the size of its advance.
    var isUpright = false
  }

  /// An image inside the text, given by its top left corner.
  struct Image: Sendable {
    var name: String
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  /// A text that is still being arranged.
  struct Draft {
    var glyphs: [Glyph] = []
    var images: [Image] = []
    var colors: [StyleColor?] = []
    var left = 0.0, top = 0.0, right = 0.0, bottom = 0.0
    var lineCount = 0
    var isVertical = false

    /// Moves the glyphs, the images and the box.
    mutating func move(by offset: SIMD2<Double>) {
      guard offset != .zero else { return }
      for index in glyphs.indices {
        glyphs[index].x += offset.x
        glyphs[index].y += offset.y
      }
      for index in images.indices {
        images[index].x += offset.x
        images[index].y += offset.y
      }
      (left, top, right, bottom) = (left + offset.x, top + offset.y, right + offset.x, bottom + offset.y)
    }
  }

  let glyphs: [Glyph]
  let images: [Image]
  /// The color of each section; nil where the layer's color counts.
  let colors: [StyleColor?]
  /// Whether a section has a color of its own.
  let hasColors: Bool
  /// The edges of the text's box.
  let left: Double, top: Double, right: Double, bottom: Double
  let lineCount: Int
  /// Whether the line runs from top to bottom.
  let isVertical: Bool

  init(_ draft: Draft) {
    (glyphs, images, colors) = (draft.glyphs, draft.images, draft.colors)
    hasColors = draft.colors.contains { $0 != nil }
    (left, top, right, bottom) = (draft.left, draft.top, draft.right, draft.bottom)
    (lineCount, isVertical) = (draft.lineCount, draft.isVertical)
  }

  var isEmpty: Bool { glyphs.isEmpty && images.isEmpty }
  var width: Double { right - left }
  var height: Double { bottom - top }

  /// The approximate memory use in bytes.
  var byteCount: Int { 136 + glyphs.count * MemoryLayout<Glyph>.stride + images.count * MemoryLayout<Image>.stride }
}

/// The side or corner of a text or icon that is at its point.
struct LabelAnchor: Sendable, Hashable {
  /// 0 for the left side, 1 for the right side, and half for the center.
  var horizontal: Double
  /// 0 for the top, 1 for the bottom, and half for the center.
  var vertical: Double

  static let center = LabelAnchor(horizontal: 0.5, vertical: 0.5)

  init(horizontal: Double, vertical: Double) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  /// Creates an anchor from its name in a style, such as `bottom-left`. Other names are `center`.
  init(_ name: String?) {
    switch name {
    case "left", "top-left", "bottom-left": horizontal = 0
    case "right", "top-right", "bottom-right": horizontal = 1
    default: horizontal = 0.5
    }
    switch name {
    case "top", "top-left", "top-right": vertical = 0
    case "bottom", "bottom-left", "bottom-right": vertical = 1
    default: vertical = 0.5
    }
  }

  /// The alignment of lines that goes with the anchor: 0 left, 1 right, half centered.
  var justification: Double { horizontal }

  /// The distance, in 24ths, by which the line of capitals is nearer to a text's center than its box is.
  private static let capInset = 7.0

  /// Returns the offset of a text in 24ths that is `radius` away from its point.
  func radialOffset(_ radius: Double) -> (x: Double, y: Double) {
    let radius = max(radius, 0)
    let isCorner = horizontal != 0.5 && vertical != 0.5
    let leg = isCorner ? radius * 0.5.squareRoot() : radius
    return (x: sign(horizontal) * leg, y: vertical == 0.5 ? 0 : sign(vertical) * (leg - Self.capInset))
  }

  /// Returns the offset of a text in 24ths, away from its point, for an offset whose signs do not count.
  func offset(x: Double, y: Double) -> (x: Double, y: Double) {
    (x: sign(horizontal) * abs(x), y: vertical == 0.5 ? 0 : sign(vertical) * (abs(y) - Self.capInset))
  }

  private func sign(_ side: Double) -> Double { side == 0 ? 1 : side == 1 ? -1 : 0 }
}
