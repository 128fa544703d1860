/// A glyph as a signed distance field, as the glyph files of MapLibre store it, at 24 pixels per em.
///
/// A byte of the field states how far its pixel is from the glyph's edge. Inside the glyph, bytes are greater
/// than at the edge. One pixel of distance is a 32nd of the range of a byte.
package struct FieldGlyph: Sendable {
  /// The number of field pixels on each side of the ink box.
  package static let border = 3
  /// The size at which fields are made, in pixels per em.
  package static let pixelsPerEm = 24
  /// The distance from the ascender line, from which ``top`` counts, to the baseline, in pixels.
  static let ascender = 26
  /// The level of the glyph's edge, in 1/256 of a byte: three quarters of 255.
  static let edgeLevel = 48_960
  /// The difference of level for one pixel of distance, in 1/256 of a byte.
  static let levelPerPixel = 8160

  /// The Unicode scalar that the glyph represents.
  package var scalar: UInt32
  /// The size of the ink box in pixels, without the border.
  package var width: Int, height: Int
  /// The distance of the ink box from the pen position to the right, in pixels.
  package var left: Int
  /// The distance of the ink box from the ascender line, in pixels, positive upwards.
  package var top: Int
  /// The advance in pixels.
  package var advance: Int
  /// The distances, in rows from the top. A field is six pixels wider and higher than the ink box. It is
  /// empty for a glyph without ink.
  package var field: [UInt8]

  /// Creates a glyph from its numbers, which are checked when a face takes the glyph.
  package init(scalar: UInt32, width: Int, height: Int, left: Int, top: Int, advance: Int, field: [UInt8]) {
    (self.scalar, self.width, self.height) = (scalar, width, height)
    (self.left, self.top, self.advance, self.field) = (left, top, advance, field)
  }

  /// Whether the sizes are of a glyph at 24 pixels per em, and the field has the size that they state.
  var isValid: Bool {
    let range = -1024...1024
    guard (0...256).contains(width), (0...256).contains(height), range.contains(left), range.contains(top),
      (0...1024).contains(advance)
    else { return false }
    return field.isEmpty || field.count == (width + 2 * Self.border) * (height + 2 * Self.border)
  }

  /// The top edge of the ink box relative to the baseline, in pixels, y down.
  var inkTop: Int { -(top + Self.ascender) }
}
