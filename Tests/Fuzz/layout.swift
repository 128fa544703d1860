import CartoucheRaster
import CartoucheText

nonisolated(unsafe) private let fonts = FontCollection(files: FontCollection.standardFiles, glyphCacheByteLimit: 1 << 18)

/// Lays out and draws any text of one to four styles in any size. Each character must be in exactly one line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  var paragraph = ParagraphStyle()
  paragraph.alignment = TextAlignment(rawValue: input.byte() % 5) ?? .natural
  paragraph.truncation = TextTruncation(rawValue: input.byte() % 4) ?? .none
  paragraph.baseDirection = WritingDirection(rawValue: input.byte() % 3) ?? .natural
  paragraph.isWrapped = input.byte() & 3 != 0
  paragraph.lineLimit = Int(input.byte() & 7)
  paragraph.lineSpacing = input.byte() & 7 == 7 ? input.scalar() : 0
  let kinds = input.byte()
  let width: Scalar? = kinds & 1 == 0 ? Scalar(Int(input.byte())) : (kinds & 2 == 0 ? nil : input.scalar())
  let height: Scalar? = kinds & 12 == 12 ? input.scalar() : nil
  var styles: [TextStyle] = []
  for _ in 0...(kinds >> 6) {
    let size = input.byte() == 255 ? input.scalar() : Scalar(Int(input.byte() & 31))
    styles.append(
      TextStyle(
        font: FontDescriptor(weight: input.byte() & 1 == 0 ? .regular : .bold), fontSize: size,
        letterSpacing: input.byte() & 3 == 0 ? input.scalar() : 0))
  }
  let isWide = kinds & 16 != 0
  var bytes: [UInt8] = []
  while !input.isAtEnd { bytes.append(input.byte()) }
  let part = bytes.count / styles.count + 1
  var spans: [TextSpan] = []
  for (index, style) in styles.enumerated() {
    let piece = bytes.dropFirst(index * part).prefix(part)
    var string = String(decoding: piece, as: UTF8.self)
    if isWide {
      let pairs = Array(piece)
      let units = stride(from: 0, to: pairs.count - 1, by: 2).map { UInt16(pairs[$0]) << 8 | UInt16(pairs[$0 + 1]) }
      string = String(decoding: units, as: UTF16.self)
    }
    spans.append(TextSpan(string, style: style))
  }
  let layout = TextLayout(spans, paragraph: paragraph, fonts: fonts, width: width, height: height)
  check(layout, of: spans, paragraph)
  let drawing = TextDrawing(layout, fonts: fonts, halo: kinds & 32 == 0 ? nil : Halo(width: 2))
  var list = DisplayList()
  drawing.draw(into: &list)
  drawTwice(list)
  return 0
}

private func check(_ layout: TextLayout, of spans: [TextSpan], _ paragraph: ParagraphStyle) {
  let scalars = spans.flatMap { Array($0.string.unicodeScalars) }
  var next = 0
  for line in layout.lines {
    precondition(
      line.range.lowerBound == next && line.range.upperBound >= next, "a line does not begin where the previous one ends")
    next = line.range.upperBound
    for glyph in layout.glyphs[line.glyphs] {
      precondition(line.range.contains(Int(glyph.scalarOffset)), "a glyph is in the line of another character")
    }
  }
  precondition(next == scalars.count, "a character is in no line")
  precondition(paragraph.lineLimit == 0 || layout.lines.count <= paragraph.lineLimit, "there are more lines than the limit")
}
