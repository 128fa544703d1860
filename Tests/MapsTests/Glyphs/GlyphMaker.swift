import CartoucheMaps
import CartoucheText
import FoundationEssentials
import SwiftProtobuf

/// Files of invented glyphs.
enum GlyphMaker {
  /// Returns the message of a glyph with a field in which all bytes are `level`.
  static func glyph(
    _ character: UInt32, width: UInt32 = 2, height: UInt32 = 3, level: UInt8 = 200, advance: UInt32 = 5
  ) -> GlyphFile_Glyphs.Glyph {
    var glyph = GlyphFile_Glyphs.Glyph()
    (glyph.id, glyph.width, glyph.height, glyph.advance) = (character, width, height, advance)
    (glyph.left, glyph.top) = (-1, -8)
    if width > 0, height > 0, width < 1000, height < 1000 {
      glyph.bitmap = Data(repeating: level, count: Int((width + 6) * (height + 6)))
    }
    return glyph
  }

  /// Returns the bytes of a file with these fonts.
  static func file(_ fonts: [[GlyphFile_Glyphs.Glyph]], name: String = "Invented Regular") throws -> [UInt8] {
    var message = GlyphFile_Glyphs()
    for glyphs in fonts {
      var stack = GlyphFile_Glyphs.FontStack()
      (stack.name, stack.range, stack.glyphs) = (name, "0-255", glyphs)
      message.stacks.append(stack)
    }
    return try message.serializedBytes()
  }
}
