import CartoucheRaster
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Layout")
struct LayoutLawTests {
  static let texts = [
    "An office of fine affairs: AVATAR, To Wa. Yo! and much more — of it all.",
    "Карта показывает улицы, реки и города; палец двигает её.",
    "تُظهر الخريطة الشوارع والأنهار والمدن؛ يحرّكها الإصبع ويبقى كل اسم مقروءًا في مكانه.",
    "המפה מראה רחובות, נהרות וערים; האצבע מזיזה אותה.",
    "नक्शा सड़कें, नदियाँ और शहर दिखाता है; उँगली उसे हिलाती है।",
    "地图上有街道、河流和城市；手指一动，地图随之移动，而每个名称都清晰可读。",
    "On the signpost: «שלום, 2026» beside مرحبا (5 km), then “नमस्ते” and 你好.",
    "one\n\ntwo\r\nthree\rfour\u{2028}five\u{2029}six\tseven\t\teight\n",
    "Donaudampfschifffahrtsgesellschaftskapitän", "👍🏽 e\u{301} a\u{20e3} \u{200d} \u{fe0f}", "", "\n", " ", "   a   ",
  ]
  static let widths: [Scalar] = [1, 7.3, 20, 45, 80, 133.3, 200, 317, 1000]

  private func everyLayout(_ body: (String, Scalar, ParagraphStyle, TextLayout) throws -> Void) rethrows {
    let fonts = TestFonts.all()
    for text in Self.texts {
      for width in Self.widths {
        for alignment in TextAlignment.allCases {
          var paragraph = ParagraphStyle()
          paragraph.alignment = alignment
          try body(text, width, paragraph, TextLayout(text, paragraph: paragraph, fonts: fonts, width: width))
        }
      }
    }
  }

  @Test("the same text laid out twice is equal, also with fonts opened again")
  func deterministic() {
    let fonts = TestFonts.all()
    everyLayout { text, width, paragraph, layout in
      #expect(layout == TextLayout(text, paragraph: paragraph, fonts: fonts, width: width))
    }
  }

  @Test("every scalar is in exactly one line, in order, and every glyph represents a scalar of its line")
  func everyScalarOnce() {
    everyLayout { text, _, _, layout in
      var next = 0
      for line in layout.lines {
        #expect(line.range.lowerBound == next && line.range.upperBound >= next)
        next = line.range.upperBound
        for glyph in layout.glyphs[line.glyphs] { #expect(line.range.contains(Int(glyph.scalarOffset))) }
      }
      #expect(next == text.unicodeScalars.count)
      #expect(layout.lines.map(\.glyphs.count).reduce(0, +) == layout.glyphs.count)
    }
  }

  @Test("no line is wider than the available width unless it is one character, and a justified one fills it")
  func widths() {
    everyLayout { text, width, paragraph, layout in
      let scalars = Array(text.unicodeScalars)
      for line in layout.lines where line.width > width {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[line.range])
        let visible = String(view).trimmingSuffix(while: { $0.isWhitespace })
        #expect(visible.count <= 1, "\(visible.debugDescription) in \(width)")
      }
      #expect(layout.size.width == layout.lines.map(\.width).max() ?? 0)
    }
    var paragraph = ParagraphStyle()
    paragraph.alignment = .justified
    let layout = TextLayout(Self.texts[0], paragraph: paragraph, fonts: TestFonts.all(), width: 200)
    #expect(layout.lines.count > 2)
    #expect(layout.lines.dropLast().allSatisfy { $0.width == 200 })
    #expect(layout.lines.last!.width < 200)
    let ideographs = TextLayout(Self.texts[5], paragraph: paragraph, fonts: TestFonts.all(), width: 203)
    #expect(ideographs.lines.count > 2 && ideographs.lines.dropLast().allSatisfy { $0.width == 203 })
  }

  @Test("a larger width never gives more lines")
  func monotone() {
    let fonts = TestFonts.all()
    for text in Self.texts {
      var fewest = Int.max
      for width in stride(from: 5, to: 700, by: 13) {
        let count = TextLayout(text, fonts: fonts, width: Scalar(width)).lines.count
        #expect(count <= fewest, "\(text) in \(width)")
        fewest = min(fewest, count)
      }
    }
  }

  @Test(
    "a line's glyphs equal those of its characters alone: nothing joins or kerns across a line's end", arguments: 0..<6
  )
  func linesAreShapedAlone(number: Int) {
    let fonts = TestFonts.all()
    let scalars = Array(Self.texts[number].unicodeScalars)
    for width in Self.widths {
      let layout = TextLayout(Self.texts[number], fonts: fonts, width: width)
      for line in layout.lines {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[line.range])
        let text = String(String(view).trimmingSuffix(while: { $0.isWhitespace }))
        // A mark at the start of a line has another script, because no letter precedes it.
        var paragraph = ParagraphStyle()
        paragraph.baseDirection = line.isRightToLeft ? .rightToLeft : .leftToRight
        guard text.unicodeScalars.contains(where: { $0.properties.isAlphabetic }) else { continue }
        let alone = TextLayout(text, paragraph: paragraph, fonts: fonts)
        let (a, b) = (layout.glyphs[line.glyphs], alone.glyphs)
        #expect(a.map(\.glyph) == b.map(\.glyph) && a.map(\.advance) == b.map(\.advance), "\(text) in \(width)")
      }
    }
  }

  @Test("there are never more lines than the limit, and the last line's range covers all remaining text")
  func limit() {
    let fonts = TestFonts.all()
    for text in Self.texts {
      for truncation in TextTruncation.allCases {
        for limit in 1...3 {
          for wraps in [true, false] {
            var paragraph = ParagraphStyle()
            (paragraph.lineLimit, paragraph.truncation, paragraph.isWrapped) = (limit, truncation, wraps)
            let layout = TextLayout(text, paragraph: paragraph, fonts: fonts, width: 90)
            #expect(layout.lines.count <= limit)
            #expect(layout.lines.last?.range.upperBound ?? 0 == text.unicodeScalars.count)
            if truncation != .none { #expect(layout.lines.allSatisfy { $0.width <= 90 }) }
          }
        }
      }
    }
  }

  @Test("the height of a text agrees with the positions of its lines")
  func heights() {
    let fonts = TestFonts.all()
    var paragraph = ParagraphStyle()
    let natural = TextLayout("a\nb\nc", fonts: fonts)
    let line = natural.size.height / 3
    #expect(natural.lines[1].origin.y - natural.lines[0].origin.y == line)
    #expect(natural.firstBaseline == natural.lines[0].ascent && natural.lines[0].ascent > 0)
    #expect(natural.lastBaseline == natural.lines[2].origin.y)
    paragraph.lineSpacing = 7
    #expect(TextLayout("a\nb\nc", paragraph: paragraph, fonts: fonts).size.height == line * 3 + 14)
    paragraph.lineHeight = 50
    let spaced = TextLayout("a\nb\nc", paragraph: paragraph, fonts: fonts)
    #expect(spaced.size.height == 164 && spaced.lines[2].origin.y - spaced.lines[1].origin.y == 57)
    // An empty line is as high as any other.
    #expect(TextLayout("a\n\nc", fonts: fonts).size.height == natural.size.height)
    #expect(TextLayout("a\n", fonts: fonts).lines.count == 1)
    #expect(TextLayout("", fonts: fonts).size == .zero)
  }

  @Test("tabs extend to the next tab stop, counted from the side where the paragraph begins")
  func tabs() {
    let fonts = TestFonts.all()
    var paragraph = ParagraphStyle()
    paragraph.tabInterval = 50
    let layout = TextLayout("a\tb\t\tc", paragraph: paragraph, fonts: fonts)
    let tabStops = layout.glyphs.filter { $0.face >= 0 }.map(\.origin.x)
    #expect(tabStops == [0, 50, 150])
    let reversed = TextLayout("א\tב", paragraph: paragraph, fonts: fonts)
    #expect(reversed.size.width - reversed.glyphs.last!.origin.x < 50)
    #expect(reversed.glyphs[0].origin.x + reversed.glyphs[0].advance == reversed.size.width - 50)
  }

  @Test("spans keep their style, and spans of one style equal a single text")
  func spans() {
    let fonts = TestFonts.all()
    let (plain, bold) = (TextStyle(), TextStyle(font: .system(.bold), fontSize: 30, color: .red))
    let pieces = ["An off", "ice of ", "", "fine affairs"].map { TextSpan($0, style: plain) }
    #expect(TextLayout(pieces, fonts: fonts, width: 60) == TextLayout("An office of fine affairs", fonts: fonts, width: 60))
    let mixed = TextLayout([TextSpan("ab", style: plain), TextSpan("cd", style: bold)], fonts: fonts)
    #expect(mixed.glyphs.map(\.style) == [0, 0, 1, 1] && mixed.styles.count == 2)
    #expect(fonts.faces[Int(mixed.glyphs[3].face)].descriptor.weight == .bold)
    #expect(mixed.lines[0].ascent > TextLayout("ab", fonts: fonts).lines[0].ascent)
  }
}

extension String {
  /// Returns the string without trailing characters for which `isSuperfluous` is true.
  fileprivate func trimmingSuffix(while isSuperfluous: (Character) -> Bool) -> Substring {
    var result = self[...]
    while let last = result.last, isSuperfluous(last) || last == "\u{200b}" { result.removeLast() }
    return result
  }
}
