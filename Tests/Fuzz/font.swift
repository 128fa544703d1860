import CartoucheRaster
import CartoucheText

/// Reads any bytes as a font file. They are rejected, or some text is laid out and drawn with the font.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let fonts = FontCollection(glyphCacheByteLimit: 1 << 16)
  // If a face of the file is unusable, the faces before it are still added.
  _ = try? fonts.add(bytes, name: "fuzz")
  guard !fonts.faces.isEmpty else { return 0 }
  var paragraph = ParagraphStyle()
  (paragraph.alignment, paragraph.truncation, paragraph.lineLimit) = (.justified, .middle, 3)
  let text = "AB office\tא\u{5b8} سلام न\u{94d}क 你\u{301}"
  let layout = TextLayout(text, style: TextStyle(fontSize: 12), paragraph: paragraph, fonts: fonts, width: 50)
  precondition(layout.lines.last?.range.upperBound == text.unicodeScalars.count, "a character is in no line")
  var list = DisplayList()
  TextDrawing(layout, fonts: fonts, halo: Halo(width: 1)).draw(into: &list, transform: .translation(x: 2, y: 3))
  drawTwice(list)
  return 0
}
