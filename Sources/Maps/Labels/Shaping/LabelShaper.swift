import CartoucheRaster
import CartoucheText

/// Arranges the texts of labels in lines around their anchors.
struct LabelShaper {
  /// What a shaped text depends on.
  struct Request: Hashable {
    var text: FormattedText
    /// The names of the layer's fonts, in the order in which they are tried.
    var fonts: [String]
    /// The width at which lines are broken, in 24ths of the size; infinite for one line.
    var maximumWidth: Double
    /// The height of a line in 24ths.
    var lineHeight: Double
    var letterSpacing: Double
    var anchor: LabelAnchor
    /// 0 for lines that begin at the left, 1 for lines that end at the right, half for centered lines.
    var justification: Double
    var isVertical = false
    /// The offset of the whole text from the anchor, in 24ths.
    var offset = SIMD2<Double>(0, 0)
  }

  /// The size at which texts are shaped, so that lengths are 24ths of the size.
  static let em = 24.0
  /// The position of the ascender line above the middle of a line, and the height of the ascender.
  ///
  /// - Source: MapLibre GL places text by the ascender of its glyph files, which is 26 for Open Sans.
  private static let (top, ascent) = (-17.0, 26.0)
  /// The distance of the baseline below the middle of a line.
  static let baselineDrop = 9.0
  /// The maximum number of characters of a label. No label is legible that has more.
  static let maximumCount = 2048

  let fonts: FontCollection
  /// Returns the fonts with the names that a style gives.
  let descriptors: ([String]) -> [FontDescriptor]
  /// Returns the size of an image in points.
  let imageSize: (String) -> Size?

  /// A piece of one line: glyphs, or an image.
  private enum Piece {
    case glyphs([ShapedText.Glyph], width: Double)
    case image(String, width: Double, height: Double)
  }

  func shape(_ request: Request) -> ShapedText {
    let sections = request.text.sections
    var scalars: [UInt32] = []
    var owners: [UInt16] = []
    for (index, section) in sections.enumerated() where index < Int(UInt16.max) {
      let text = section.image == nil ? section.text.unicodeScalars.map(\.value) : [Self.imageCharacter]
      scalars += text.prefix(Self.maximumCount - scalars.count)
      owners += repeatElement(UInt16(index), count: scalars.count - owners.count)
    }
    var result = ShapedText.Draft()
    result.isVertical = request.isVertical
    result.colors = sections.map(\.color)
    guard !scalars.isEmpty else {
      result.move(by: request.offset)
      return ShapedText(result)
    }
    if request.isVertical { scalars = scalars.map { VerticalWriting.verticalForm($0) } }
    let isImage = zip(scalars, owners).map { $0 == Self.imageCharacter && sections[Int($1)].image != nil }
    let runs = runs(scalars, owners, isImage, request)
    let advances = advances(runs, scalars, owners, isImage, request)
    var starts = [0]
    let isBroken = scalars.contains(0x0a) || advances.reduce(0, +) > request.maximumWidth
    if isBroken {
      starts += LabelLineBreaks.breaks(scalars, advances: advances, isImage: isImage, maximumWidth: request.maximumWidth)
    }
    let lines = starts.indices.map { starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] : scalars.count) }
    // Texts are kept for as long as their tiles, so their memory should not have grown in steps.
    result.glyphs.reserveCapacity(scalars.count)
    place(lines, runs, scalars, owners, isImage, request, &result)
    result.move(by: request.offset)
    return ShapedText(result)
  }

  private static let imageCharacter: UInt32 = 0xfffc

  /// A part of the text that is laid out at once.
  private struct Run {
    var range: Range<Int>
    /// Nil for an image, and for characters that each stand upright.
    var layout: TextLayout?
  }

  /// Divides the text, as if it were one line, into images and runs of characters.
  private func runs(_ scalars: [UInt32], _ owners: [UInt16], _ isImage: [Bool], _ request: Request) -> [Run] {
    var runs: [Run] = []
    var start = 0
    while start < scalars.count {
      let end = runEnd(start, scalars.count, isImage, scalars, request)
      let hasLayout = !isImage[start] && !isUpright(scalars[start], request)
      runs.append(
        Run(
          range: start..<end,
          layout: hasLayout ? layout(start..<end, scalars.map { $0 == 0x0a ? 0x20 : $0 }, owners, request) : nil))
      start = end
    }
    return runs
  }

  /// Returns the width of each character.
  private func advances(
    _ runs: [Run], _ scalars: [UInt32], _ owners: [UInt16], _ isImage: [Bool], _ request: Request
  ) -> [Double] {
    var advances = [Double](repeating: 0, count: scalars.count)
    for run in runs {
      let start = run.range.lowerBound
      if let layout = run.layout {
        // White space at the ends of lines has no glyphs, and does not count.
        for glyph in layout.glyphs {
          let index = start + Int(glyph.scalarOffset)
          if advances.indices.contains(index) { advances[index] += Double(glyph.advance) }
        }
      } else if isImage[start] {
        advances[start] = image(request.text.sections[Int(owners[start])])?.width ?? 0
      } else {
        for index in run.range {
          advances[index] = Self.em * scale(request.text.sections[Int(owners[index])]) + request.letterSpacing
        }
      }
    }
    return advances
  }

  /// Returns the end of a run of characters without images, which all stand upright in a vertical line, or
  /// do not.
  private func runEnd(_ start: Int, _ limit: Int, _ isImage: [Bool], _ scalars: [UInt32], _ request: Request) -> Int {
    guard !isImage[start] else { return start + 1 }
    let first = isUpright(scalars[start], request)
    return (start..<limit).first { isImage[$0] || isUpright(scalars[$0], request) != first } ?? limit
  }

  private func isUpright(_ scalar: UInt32, _ request: Request) -> Bool {
    request.isVertical && VerticalWriting.isUpright(scalar)
  }

  /// Lays out characters without images in one line.
  private func layout(_ range: Range<Int>, _ scalars: [UInt32], _ owners: [UInt16], _ request: Request) -> TextLayout {
    var spans: [TextSpan] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let owner = owners[start]
      let end = owners[start..<range.upperBound].firstIndex { $0 != owner } ?? range.upperBound
      var text = String.UnicodeScalarView()
      for scalar in scalars[start..<end] { text.append(Unicode.Scalar(scalar) ?? "\u{fffd}") }
      let section = request.text.sections[Int(owner)]
      let names = section.fonts.map { $0.split(separator: ",").map { String($0) } } ?? request.fonts
      // Colors do not matter here; they keep the sections apart.
      var style = TextStyle(
        fontSize: Scalar(Self.em * scale(section)), color: Color(hex: UInt32(owner)),
        letterSpacing: Scalar(request.letterSpacing))
      style.fallbackFonts = descriptors(names)
      spans.append(TextSpan(String(text), style: style))
      start = end
    }
    var paragraph = ParagraphStyle()
    paragraph.isWrapped = false
    return TextLayout(spans, paragraph: paragraph, fonts: fonts)
  }

  private func scale(_ section: FormattedText.Section) -> Double { (section.scale ?? 1).clamped(from: 0, to: 64) }

  /// Returns the size of a section's image in 24ths of the text's size.
  private func image(_ section: FormattedText.Section) -> (width: Double, height: Double)? {
    guard let name = section.image?.name, let size = imageSize(name) else { return nil }
    // A style gives images in pixels of a text of 24 pixels.
    return (Double(size.width) * scale(section), Double(size.height) * scale(section))
  }

  private func place(
    _ lines: [Range<Int>], _ runs: [Run], _ scalars: [UInt32], _ owners: [UInt16], _ isImage: [Bool], _ request: Request,
    _ result: inout ShapedText.Draft
  ) {
    var y = Self.top
    var (widest, highest) = (0.0, 0.0)
    var lineEnds: [(glyphs: Int, images: Int, width: Double)] = []
    for line in lines {
      let line = trimmed(line, scalars)
      let lineScale = line.reduce(line.isEmpty ? 1 : 0) { max($0, isImage[$1] ? 0 : scale(request.text.sections[Int(owners[$1])])) }
      let textScale = lineScale == 0 ? 1 : lineScale
      var x = 0.0
      var imageExcess = 0.0
      var start = line.lowerBound
      while start < line.upperBound {
        let end = runEnd(start, line.upperBound, isImage, scalars, request)
        let section = request.text.sections[Int(owners[start])]
        if isImage[start] {
          if let size = image(section), let name = section.image?.name {
            imageExcess = max(imageExcess, size.height - Self.em * textScale)
            let top = y + offset(section, height: size.height, textScale)
            result.images.append(ShapedText.Image(name: name, x: x, y: top, width: size.width, height: size.height))
            x += size.width + request.letterSpacing
          }
        } else {
          let isUpright = isUpright(scalars[start], request)
          // Most texts are one line, which has been laid out already. There, line feeds were spaces.
          let known = scalars[start..<end].contains(0x0a) ? nil : runs.first { $0.range == start..<end }?.layout
          x = add(
            known ?? layout(start..<end, scalars, owners, request), at: x, y, owners[start..<end], textScale, isUpright, request,
            &result)
        }
        start = end
      }
      // With letters so close that they run backwards, it is negative.
      let width = x - (line.isEmpty ? 0 : request.letterSpacing)
      let height = request.lineHeight * textScale + imageExcess
      lineEnds.append((result.glyphs.count, result.images.count, width))
      (widest, highest) = (max(widest, width), max(highest, height))
      y += height
    }
    result.lineCount = lines.count
    align(&result, lineEnds, widest: widest, highest: highest, height: y - Self.top, request)
  }

  /// Returns the distance from the top of a line to the top of a section.
  private func offset(_ section: FormattedText.Section, height: Double, _ lineScale: Double) -> Double {
    let free = Self.em * lineScale - height
    switch section.verticalAlignment {
    case "top": return 0
    case "center": return free / 2
    default: return free
    }
  }

  /// Adds the glyphs of a part of a line, and returns where the next part begins.
  private func add(
    _ layout: TextLayout, at start: Double, _ y: Double, _ owners: ArraySlice<UInt16>, _ lineScale: Double, _ isUpright: Bool,
    _ request: Request, _ result: inout ShapedText.Draft
  ) -> Double {
    guard let line = layout.lines.first else { return start }
    var end = start
    for glyph in layout.glyphs[line.glyphs] {
      let index = owners.startIndex + Int(glyph.scalarOffset)
      let owner = owners.indices.contains(index) ? owners[index] : owners[owners.startIndex]
      let section = request.text.sections[Int(owner)]
      let scale = scale(section)
      let drop = offset(section, height: Self.em * scale, lineScale)
      var placed = ShapedText.Glyph(
        x: start + Double(glyph.origin.x - line.origin.x),
        y: y + drop + Self.ascent * scale + Double(glyph.origin.y - line.origin.y), advance: Double(glyph.advance), scale: scale,
        face: glyph.face, glyph: glyph.glyph, cluster: Int32(clamping: index), section: owner)
      if isUpright {
        // Each character has a square of its own.
        let side = Self.em * scale
        (placed.x, placed.width, placed.advance, placed.isUpright) = (end, placed.advance - request.letterSpacing, side, true)
        end += glyph.advance == 0 ? 0 : side + request.letterSpacing
      } else {
        end += Double(glyph.advance)
      }
      result.glyphs.append(placed)
    }
    if isUpright { return end }
    return max(end, start + Double(line.width))
  }

  private func trimmed(_ line: Range<Int>, _ scalars: [UInt32]) -> Range<Int> {
    var line = line
    while let last = line.last, LabelLineBreaks.isWhitespace(scalars[last]) { line.removeLast() }
    while let first = line.first, LabelLineBreaks.isWhitespace(scalars[first]) { line.removeFirst() }
    return line
  }

  /// Moves the lines according to the justification and the anchor.
  private func align(
    _ result: inout ShapedText.Draft, _ lineEnds: [(glyphs: Int, images: Int, width: Double)], widest: Double, highest: Double,
    height: Double, _ request: Request
  ) {
    let anchor = request.anchor
    let shift =
      highest == request.lineHeight
      ? (-anchor.vertical * Double(result.lineCount) + 0.5) * request.lineHeight : -height * anchor.vertical - Self.top
    var (glyph, image) = (0, 0)
    for line in lineEnds {
      let x = (request.justification - anchor.horizontal) * widest - line.width * request.justification
      while glyph < line.glyphs {
        result.glyphs[glyph].x += x
        result.glyphs[glyph].y += shift
        glyph += 1
      }
      while image < line.images {
        result.images[image].x += x
        result.images[image].y += shift
        image += 1
      }
    }
    (result.left, result.top) = (-anchor.horizontal * widest, -anchor.vertical * height)
    (result.right, result.bottom) = (result.left + widest, result.top + height)
  }
}

extension Double {
  /// Creates the number that a fixed-point number stands for, exactly.
  init(_ number: Scalar) { self = Double(number.rawValue) / 65536 }
}
