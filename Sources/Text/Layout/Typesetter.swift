internal import CartoucheRaster

/// A typesetter that arranges paragraphs in lines and stacks the lines into a ``TextLayout``.
struct Typesetter {
  let styles: [TextStyle]
  let paragraph: ParagraphStyle
  let fonts: FontCollection
  let width: Scalar?
  let height: Scalar?
  private let cascades: [[FontFace]]
  private let shaper: Shaper
  private let tabInterval: Scalar

  private var lines: [TextLayout.Line] = []
  private var glyphs: [TextLayout.Glyph] = []
  private var isTruncated = false
  private var bottom: Scalar = 0
  /// The record of how the last line was made, and from which paragraph.
  private var last: LastLine?
  private var lastBreaker: LineBreaker?

  private struct LastLine {
    /// The range of the line's visible characters in the paragraph.
    let visible: Range<Int>
    let style: UInt16
    let hasEllipsis: Bool
    /// The y coordinate of the bottom of the previous line.
    let top: Scalar
  }

  init(styles: [TextStyle], paragraph: ParagraphStyle, fonts: FontCollection, width: Scalar?, height: Scalar?) {
    (self.styles, self.paragraph, self.fonts, self.width, self.height) = (styles, paragraph, fonts, width, height)
    cascades = styles.map { fonts.cascade(for: [$0.font] + $0.fallbackFonts) }
    shaper = Shaper(fonts: fonts, styles: styles, language: paragraph.language)
    let first = styles.first ?? TextStyle()
    let face = cascades.first?.first
    let space = face.flatMap { face in face.glyph(for: 0x20).map { face.advance(of: $0, size: first.fontSize) } }
    tabInterval = paragraph.tabInterval > 0 ? paragraph.tabInterval : (space ?? first.fontSize / 4) * 8
  }

  mutating func run(_ reader: ParagraphIterator) {
    var reader = reader
    while let source = reader.next() {
      let isLast = reader.isAtEnd
      if !set(source, isLast: isLast) {
        // The remaining text belongs to the last line.
        isTruncated = isTruncated || !isLast
        if isTruncated { addEllipsisToLastLine() }
        if !lines.isEmpty { lines[lines.count - 1].range = lines[lines.count - 1].range.lowerBound..<reader.scalarCount() }
        return
      }
    }
  }

  func finish(_ layout: inout TextLayout) {
    (layout.lines, layout.glyphs, layout.isTruncated) = (lines, glyphs, isTruncated)
    let widest = lines.reduce(Scalar(0)) { max($0, $1.width) }
    layout.size = Size(width: widest, height: bottom)
    layout.align(paragraph.alignment, in: width ?? widest)
  }

  // MARK: Lines

  /// Adds the lines of a paragraph.
  ///
  /// - Returns: false if no more lines fit.
  private mutating func set(_ source: RawParagraph, isLast: Bool) -> Bool {
    let text = ItemizedParagraph(source, style: paragraph, cascades: cascades, fonts: fonts)
    guard text.count > 0 else {
      let style = source.styles.first ?? 0
      let range = source.offset..<(source.offset + source.terminatorLength)
      let top = bottom
      guard add(ComposedLine(), of: text, range: range, emptyStyle: style) else { return false }
      last = LastLine(visible: 0..<0, style: style, hasEllipsis: false, top: top)
      lastBreaker = LineBreaker(
        shapedParagraph: ShapedParagraph(text, shaper: shaper), shaper: shaper, width: width, tabInterval: tabInterval)
      return !isFull(style: style)
    }
    var breaker = LineBreaker(
      shapedParagraph: ShapedParagraph(text, shaper: shaper), shaper: shaper, width: paragraph.isWrapped ? width : nil,
      tabInterval: tabInterval
    )
    var start = 0
    // Until a line of this paragraph is added, the last line belongs to the previous paragraph.
    defer { if start > 0 { lastBreaker = breaker } }
    while start < text.count {
      let (style, top) = (text.styles[start], bottom)
      if let truncator = truncator(style: style, source: source.offset), isLastLine(style: style) {
        if let (cut, composed) = truncator.line(&breaker, from: start, hasMoreText: !isLast && willBeFull(style: style)) {
          isTruncated = true
          let end = source.offset + text.count + source.terminatorLength
          guard add(composed, of: cut, range: source.offset + start..<end, emptyStyle: style) else { return false }
          last = LastLine(visible: start..<text.count, style: style, hasEllipsis: true, top: top)
          start = text.count
          return !isFull(style: style)
        }
      }
      var line = breaker.line(from: start)
      let isEnd = line.range.upperBound == text.count
      if paragraph.alignment == .justified, !isEnd, !line.isForced, let width {
        line.composed.justify(text, by: width - line.composed.width)
      }
      let end = source.offset + line.range.upperBound + (isEnd ? source.terminatorLength : 0)
      guard add(line.composed, of: text, range: (source.offset + start)..<end, emptyStyle: style) else {
        isTruncated = true
        return false
      }
      last = LastLine(visible: line.visible, style: style, hasEllipsis: false, top: top)
      start = line.range.upperBound
      if isFull(style: style), !(isEnd && isLast) {
        isTruncated = isTruncated || !isEnd
        return false
      }
    }
    return true
  }

  /// Returns the truncator of a line that begins in a style. If lines are not truncated, the method returns
  /// nil.
  private func truncator(style: UInt16, source: Int) -> LineTruncator? {
    guard paragraph.truncation != .none, let width else { return nil }
    return LineTruncator(
      shaper: shaper, tabInterval: tabInterval, mode: paragraph.truncation, width: width, ellipsis: ellipsis(style),
      emptySource: source)
  }

  /// Adds a `…` to the last line if the line has none. The method is called when the next line turns out too
  /// high to fit, so that some text stays hidden.
  private mutating func addEllipsisToLastLine() {
    guard let last, !last.hasEllipsis, let line = lines.last, var breaker = lastBreaker,
      let truncator = truncator(style: last.style, source: line.range.lowerBound)
    else { return }
    let (oldGlyphs, oldBottom) = (Array(glyphs[line.glyphs]), bottom)
    // Following text may be too high as well. Then only the line's own characters are used.
    let longest = truncator.line(&breaker, from: last.visible.lowerBound, hasMoreText: true)
    for cut in [longest, truncator.line(&breaker, of: last.visible)] {
      guard let cut else { continue }
      lines.removeLast()
      glyphs.removeSubrange(line.glyphs)
      bottom = last.top
      if add(cut.composed, of: cut.text, range: line.range, emptyStyle: last.style) { return }
      glyphs += oldGlyphs
      lines.append(line)
      bottom = oldBottom
    }
  }

  /// Adds a line below the other lines, with its glyphs starting at x = 0.
  ///
  /// - Returns: false if the line does not fit and was not added.
  private mutating func add(_ composed: ComposedLine, of text: ItemizedParagraph, range: Range<Int>, emptyStyle: UInt16) -> Bool {
    var (ascent, descent, gap) = metrics(of: emptyStyle)
    for glyph in composed.glyphs where glyph.face >= 0 {
      let size = styles[Int(glyph.style)].fontSize
      let face = fonts.allFaces[Int(glyph.face)]
      ascent = max(ascent, face.points(face.ascent, size: size))
      descent = max(descent, face.points(face.descent, size: size))
      gap = max(gap, face.points(face.lineGap, size: size))
    }
    let natural = ascent + descent + gap
    let lineHeight = paragraph.lineHeight.map { max($0, 0) } ?? natural
    let top = lines.isEmpty ? 0 : bottom + paragraph.lineSpacing
    if let height, !lines.isEmpty, top + lineHeight > height { return false }
    let baseline = top + (lineHeight - ascent - descent) / 2 + ascent
    let first = glyphs.count
    // Of a text of many lines, the memory grows as usual.
    if first == 0 { glyphs.reserveCapacity(composed.glyphs.count) }
    var x: Scalar = 0
    for glyph in composed.glyphs {
      glyphs.append(
        TextLayout.Glyph(
          face: glyph.face, glyph: glyph.glyph, scalarOffset: text.sources[Int(glyph.cluster)], style: glyph.style,
          origin: Point(x: x + glyph.offset.x, y: baseline + glyph.offset.y), advance: glyph.advance))
      x += glyph.advance
    }
    lines.append(
      TextLayout.Line(
        range: range, glyphs: first..<glyphs.count, origin: Point(x: 0, y: baseline), width: composed.width, ascent: ascent,
        descent: descent, isRightToLeft: text.isRightToLeft))
    bottom = top + lineHeight
    return true
  }

  /// Returns the metrics of a style's font in points. If the style has no font, the method returns the
  /// metrics of a typical font.
  private func metrics(of style: UInt16) -> (ascent: Scalar, descent: Scalar, gap: Scalar) {
    let size = styles[Int(style)].fontSize
    guard let face = cascades[Int(style)].first else { return (size * 4 / 5, size / 5, 0) }
    return (face.points(face.ascent, size: size), face.points(face.descent, size: size), face.points(face.lineGap, size: size))
  }

  /// Returns the minimum height of a line in this style.
  private func lineHeight(style: UInt16) -> Scalar {
    if let height = paragraph.lineHeight { return max(height, 0) }
    let (ascent, descent, gap) = metrics(of: style)
    return ascent + descent + gap
  }

  /// Returns whether no further line of this style fits in the layout.
  private func isFull(style: UInt16) -> Bool { !hasRoom(for: 1, style: style) }

  /// Returns whether the next line is the last line that fits in the layout.
  private func isLastLine(style: UInt16) -> Bool { !paragraph.isWrapped || willBeFull(style: style) }

  private func willBeFull(style: UInt16) -> Bool { !hasRoom(for: 2, style: style) }

  private func hasRoom(for more: Int, style: UInt16) -> Bool {
    if paragraph.lineLimit > 0, lines.count + more > paragraph.lineLimit { return false }
    guard let height else { return true }
    var end = bottom
    for number in 0..<more {
      if number > 0 || !lines.isEmpty { end += paragraph.lineSpacing }
      end += lineHeight(style: style)
    }
    return end <= height
  }

  private func ellipsis(_ style: UInt16) -> (face: Int32, style: UInt16) {
    let face = cascades[Int(style)].first { $0.glyph(for: CharacterProperties.ellipsis) != nil }
    return (face?.collectionIndex ?? PlaceholderGlyph.face, style)
  }
}
