import CMessages
import CartoucheMaps
import CartoucheText

/// Files of invented glyphs.
enum GlyphMaker {
  /// A glyph as a file states it.
  struct Glyph {
    var id: UInt32
    var width: UInt32
    var height: UInt32
    var left: Int32 = -1
    var top: Int32 = -8
    var advance: UInt32
    /// The bytes of the distance field; nil if the file has none.
    var bitmap: [UInt8]?
  }

  /// Returns a glyph with a field in which all bytes are `level`.
  static func glyph(
    _ character: UInt32, width: UInt32 = 2, height: UInt32 = 3, level: UInt8 = 200, advance: UInt32 = 5
  ) -> Glyph {
    let hasField = width > 0 && height > 0 && width < 1000 && height < 1000
    let field = hasField ? [UInt8](repeating: level, count: Int((width + 6) * (height + 6))) : nil
    return Glyph(id: character, width: width, height: height, advance: advance, bitmap: field)
  }

  /// Returns the bytes of a file with these fonts.
  static func file(_ fonts: [[Glyph]], name: String = "Invented Regular") -> [UInt8] {
    let arena = MessageArena()
    return withExtendedLifetime(arena) {
      var message = GlyphFile__Glyphs()
      glyph_file__glyphs__init(&message)
      let stacks = fonts.map { glyphs in
        var stack = GlyphFile__Glyphs__FontStack()
        glyph_file__glyphs__font_stack__init(&stack)
        (stack.has_name, stack.name) = (1, arena.text(name))
        (stack.has_range, stack.range) = (1, arena.text("0-255"))
        (stack.n_glyphs, stack.glyphs) = (glyphs.count, arena.messages(glyphs.map { Self.message($0, in: arena) }))
        return stack
      }
      (message.n_stacks, message.stacks) = (stacks.count, arena.messages(stacks))
      return [UInt8](unsafeUninitializedCapacity: glyph_file__glyphs__get_packed_size(&message)) { bytes, count in
        count = bytes.baseAddress.map { glyph_file__glyphs__pack(&message, $0) } ?? 0
      }
    }
  }

  private static func message(_ glyph: Glyph, in arena: MessageArena) -> GlyphFile__Glyphs__Glyph {
    var message = GlyphFile__Glyphs__Glyph()
    glyph_file__glyphs__glyph__init(&message)
    (message.has_id, message.id) = (1, glyph.id)
    if let bitmap = glyph.bitmap { (message.has_bitmap, message.bitmap) = (1, arena.bytes(bitmap)) }
    (message.has_width, message.width) = (1, glyph.width)
    (message.has_height, message.height) = (1, glyph.height)
    (message.has_left, message.left) = (1, glyph.left)
    (message.has_top, message.top) = (1, glyph.top)
    (message.has_advance, message.advance) = (1, glyph.advance)
    return message
  }
}
