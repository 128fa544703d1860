import CartoucheMaps

/// Reads any bytes as a file of glyphs. The first byte is the number of the range.
///
/// The glyphs that are kept are of the range, ascending, and have fields of their sizes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard count >= 1 else { return 0 }
  let range = Int(start[0]) * 17
  let bytes = [UInt8](UnsafeBufferPointer(start: start + 1, count: count - 1))
  guard let (file, errors) = try? GlyphFile.decode(bytes, range: range, path: "f.pbf") else { return 0 }
  for error in errors { precondition(!error.description.isEmpty) }
  precondition(errors.count <= 101, "too many errors")
  var last = -1
  for glyph in file.glyphs {
    precondition(Int(glyph.scalar) > last && file.range.contains(glyph.scalar), "a glyph is outside of its range")
    precondition(Unicode.Scalar(glyph.scalar) != nil, "a glyph of no character")
    last = Int(glyph.scalar)
    precondition((0...256).contains(glyph.width) && (0...256).contains(glyph.height), "a glyph without a size")
    let byteCount = glyph.width > 0 && glyph.height > 0 ? (glyph.width + 6) * (glyph.height + 6) : 0
    precondition(glyph.field.count == byteCount, "a field of another size")
    let offsets = -1024...1024
    precondition(offsets.contains(glyph.left) && offsets.contains(glyph.top) && offsets.contains(glyph.advance))
  }
  return 0
}
