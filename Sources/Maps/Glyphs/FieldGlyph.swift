/// A character's glyph as a signed distance field, for 24 pixels per em.
package struct FieldGlyph: Sendable {
  /// The character's Unicode scalar value.
  package var scalar: UInt32
  /// The width of the ink in pixels.
  package var width: Int
  /// The height of the ink in pixels.
  package var height: Int
  /// The offset from the pen to the left edge of the ink.
  package var left: Int
  /// The offset from the ascender up to the top edge of the ink.
  package var top: Int
  /// The distance to the next glyph's pen.
  package var advance: Int
  /// The field's rows, with a border of 3 pixels around the ink. It is empty if there is no ink.
  package var field: [UInt8]

  package init(scalar: UInt32, width: Int, height: Int, left: Int, top: Int, advance: Int, field: [UInt8]) {
    (self.scalar, self.width, self.height) = (scalar, width, height)
    (self.left, self.top, self.advance) = (left, top, advance)
    self.field = field
  }
}
