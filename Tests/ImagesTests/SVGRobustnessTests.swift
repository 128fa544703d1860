import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite struct SVGRobustnessTests {
  @Test(
    "a file that is not a drawing is refused with an error that gives the location",
    arguments: [
      ("", "line 1"), ("hello", "line 1"), ("<svg xmlns='http://www.w3.org/2000/svg'>\n<g>", "line 2"),
      ("<svg xmlns='http://www.w3.org/2000/svg'>\n\n<g a='1' a='2'/></svg>", "line 3"), ("<html/>", "\"html\""),
      ("<svg xmlns='urn:other'/>", "\"svg\""), ("<svg xmlns='http://www.w3.org/2000/svg'>&none;</svg>", "line 1"),
    ])
  func refused(text: String, reason: String) {
    do {
      _ = try SVG(Array(text.utf8))
      Issue.record("\"\(text)\" was read as a drawing")
    } catch {
      #expect(error.description.contains(reason), "\(error)")
    }
  }

  @Test("a file in an unsupported encoding is refused with a remedy, and supported encodings are read")
  func encodings() throws {
    let text = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='8'><title>Größe</title></svg>"
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    func refusal(_ bytes: [UInt8]) -> String {
      do {
        _ = try SVG(bytes)
        return "no"
      } catch {
        return error.description
      }
    }
    let windows = refusal(Array("<?xml version='1.0' encoding='windows-1252'?>\n".utf8) + latin)
    #expect(windows.contains("\"windows-1252\"") && windows.hasPrefix("line 1, ") && windows.hasSuffix("save it as UTF-8"))
    #expect(refusal(latin).hasSuffix("save it as UTF-8"))
    #expect(refusal(Array("<?xml version='1.0' encoding='utf-16'?>\n".utf8) + Array(text.utf8)).hasSuffix("save it as UTF-8"))
    #expect(try SVG(Array("<?xml version='1.0' encoding='iso-8859-1'?>\n".utf8) + latin).size == Size(width: 9, height: 8))
    let wide = [0xfeff] + Array(text.utf16)
    #expect(try SVG(wide.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }).size == Size(width: 9, height: 8))
    #expect(try SVG(wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }).size == Size(width: 9, height: 8))
  }

  @Test("a binary file is refused with an error that names its format")
  func otherFiles() throws {
    let png = try PNG.encode(Image(rendering: DisplayList(), size: PixelSize(width: 2, height: 2)))
    #expect(throws: SVGError.image(.png)) { try SVG(png) }
    #expect(throws: SVGError.image(.jpeg)) { try SVG([0xff, 0xd8, 0xff, 0xe0, 0, 1]) }
    #expect("\(SVGError.image(.png))".contains("PNG"))
    #expect(throws: SVGError.compressed(reason: "it is cut short")) { try SVG([0x1f, 0x8b, 8, 0]) }
  }

  @Test("a namespace URI may contain anything that XML allows")
  func namespaces() throws {
    let content = "<p:g xmlns:p='a b&#9;&#10;c' p:a=''/><rect width='20' height='20'/>"
    #expect(try RenderedDrawing(content)[9, 9] == 0)
  }

  @Test("excessive entity expansion is refused quickly, and external entities are not fetched")
  func entities() throws {
    var text = "<!DOCTYPE svg [<!ENTITY a0 'M0 0h9v9z'>"
    for level in 1...9 { text += "<!ENTITY a\(level) '" + String(repeating: "&a\(level - 1);", count: 10) + "'>" }
    text += "]><svg xmlns='http://www.w3.org/2000/svg'><path d='&a9;'/></svg>"
    #expect(throws: SVGError.self) { try SVG(Array(text.utf8)) }
    let externalEntity =
      "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><svg xmlns='http://www.w3.org/2000/svg'>&x;<rect width='9' height='9'/></svg>"
    #expect(try SVG(Array(externalEntity.utf8)).size == Size(width: 300, height: 150))
    let internalEntity =
      "<!DOCTYPE svg [<!ENTITY x 'M0 0h9v9z'>]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><path d='&x;'/></svg>"
    #expect(try RenderedDrawing(SVG(Array(internalEntity.utf8)))[8, 0] == 0)
  }

  @Test("elements nested beyond the limit are refused, and groups too deep to be drawn are omitted")
  func depth() throws {
    func nested(_ count: Int) -> String {
      String(repeating: "<g>", count: count) + "<rect width='20' height='20'/>" + String(repeating: "</g>", count: count)
    }
    #expect(try RenderedDrawing(nested(90))[9, 9] == 0)
    #expect(try svg(nested(200)).warnings.count == 1)
    #expect(throws: SVGError.self) { try svg(nested(300)) }
  }

  @Test(
    "cyclic references are ignored",
    arguments: [
      "<g id='a'><use href='#a'/></g>", "<use id='a' href='#a'/>", "<use id='a' href='#b'/><use id='b' href='#a'/>",
      "<symbol id='a'><use href='#b'/></symbol><symbol id='b'><use href='#a'/></symbol><use href='#a'/>",
      "<linearGradient id='a' href='#b'/><linearGradient id='b' href='#a'/><rect width='9' height='9' fill='url(#a)'/>",
      "<pattern id='a' width='1' height='1'><rect width='9' height='9' fill='url(#a)'/></pattern><rect width='9' height='9' fill='url(#a)'/>",
      "<mask id='a' mask='url(#a)'><rect width='9' height='9' mask='url(#a)'/></mask><rect width='9' height='9' mask='url(#a)'/>",
      "<clipPath id='a' clip-path='url(#a)'><rect width='9' height='9' clip-path='url(#a)'/></clipPath><rect width='9' height='9' clip-path='url(#a)'/>",
      "<marker id='a'><path d='M0 0h3v3' marker-start='url(#a)'/></marker><path d='M0 0h3v3' marker-mid='url(#a)'/>",
      "<clipPath id='a'><use href='#c'/></clipPath><rect id='c' width='9' height='9' clip-path='url(#a)'/>",
      "<marker id='m'><path d='M0 0h3v3' fill='context-fill'/></marker><pattern id='a' width='1' height='1'><path d='M0 0h3v3' fill='url(#a)' marker-start='url(#m)'/></pattern><path d='M0 0h3v3' fill='url(#a)' marker-start='url(#m)'/>",
    ])
  func cycles(content: String) throws {
    let drawing = try svg(content + "<rect x='15' y='15' width='5' height='5'/>")
    #expect(!drawing.warnings.isEmpty)
    #expect(RenderedDrawing(drawing)[17, 17] == 0)
  }

  @Test("nested copies end quickly at the limit")
  func copies() throws {
    var content = "<rect id='a0' width='1' height='1'/>"
    for level in 1...12 { content += "<g id='a\(level)'>" + String(repeating: "<use href='#a\(level - 1)'/>", count: 10) + "</g>" }
    let drawing = try svg(content)
    #expect(drawing.warnings.contains { $0.message.contains("elements") })
    // Masks, clips, patterns and bounding boxes count too.
    var masks = "<mask id='m0'><rect width='9' height='9' fill='white'/></mask>"
    for level in 1...12 {
      masks +=
        "<mask id='m\(level)'>" + String(repeating: "<rect width='9' height='9' mask='url(#m\(level - 1))'/>", count: 10)
        + "</mask>"
    }
    #expect(try svg(masks + "<rect width='9' height='9' mask='url(#m12)'/>").warnings.contains { $0.message.contains("elements") })
    var patterns = "<pattern id='p0' width='1' height='1'><rect width='9' height='9'/></pattern>"
    for level in 1...12 {
      patterns += "<pattern id='p\(level)' width='1' height='1'>"
      patterns += String(repeating: "<rect width='9' height='9' fill='url(#p\(level - 1))'/>", count: 10) + "</pattern>"
    }
    // Each tile is drawn once.
    #expect(try svg(patterns + "<rect width='9' height='9' fill='url(#p12)'/>").warnings.isEmpty)
  }

  @Test(
    "extreme numbers never trap",
    arguments: [
      "1e30", "-1e30", "1e-30", "9223372036854775807", "-2147483648.5", "1e9999", "-1e-9999", "0", "nan", ".", "1e", "+-1",
    ])
  func numbers(text: String) throws {
    let attributes = [
      "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "x2", "stroke-width", "stroke-dasharray", "stroke-dashoffset",
      "stroke-miterlimit", "font-size", "opacity", "fill-opacity",
    ].map { "\($0)='\(text)'" }.joined(separator: " ")
    for element in ["rect", "circle", "ellipse", "line"] {
      _ = try RenderedDrawing("<\(element) stroke='red' \(attributes)/>")
      _ = try RenderedDrawing("<\(element) stroke='red' width='9' height='9' r='9' x2='\(text)' stroke-width='\(text)'/>")
    }
    let (n, path) = (text, "M0 0h9v9z")
    for content in [
      "<path stroke='red' d='M\(n) \(n)L\(n) 5C1 2 \(n) \(n) 3 4A\(n) \(n) \(n) 1 0 \(n) \(n)q\(n) \(n) 4 5t\(n) \(n)z'/>",
      "<path d='M0 0A\(n) 1 \(n) 0 1 9 9'/>",
      "<g transform='matrix(\(n) \(n) \(n) \(n) \(n) \(n))'><path d='\(path)' stroke='red'/></g>",
      "<g transform='rotate(\(n) \(n) \(n)) skewX(\(n)) scale(\(n))'><path d='\(path)' stroke='red'/></g>",
      "<linearGradient id='a' x1='\(n)' x2='\(n)' gradientTransform='scale(\(n))'><stop offset='\(n)'/><stop stop-color='red'/></linearGradient><path d='\(path)' fill='url(#a)'/>",
      "<radialGradient id='a' r='\(n)' fx='\(n)' fr='\(n)' gradientUnits='userSpaceOnUse'><stop/><stop offset='\(n)'/></radialGradient><path d='\(path)' fill='url(#a)'/>",
      "<pattern id='a' width='\(n)' height='\(n)' x='\(n)' viewBox='0 0 \(n) \(n)'><path d='\(path)'/></pattern><path d='\(path)' fill='url(#a)'/>",
      "<mask id='a' x='\(n)' width='\(n)'><path d='\(path)'/></mask><path d='\(path)' mask='url(#a)'/>",
      "<symbol id='a' viewBox='\(n) \(n) \(n) \(n)'><path d='\(path)'/></symbol><use href='#a' x='\(n)' width='\(n)'/>",
      "<marker id='a' markerWidth='\(n)' refX='\(n)' orient='\(n)'><path d='\(path)'/></marker><path d='M\(n) 1L2 3' marker-start='url(#a)'/>",
    ] { _ = try RenderedDrawing(content) }
    let drawing = try svg("<path d='\(path)'/>", "width='\(n)' height='\(n)' viewBox='\(n) 0 \(n) 9'")
    _ = drawing.image(size: PixelSize(width: 20, height: 20))
  }

  @Test("every truncated file is refused, and a changed byte gives an error or a drawing, never a trap")
  func damaged() throws {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>.a{fill:#08f}</style><clipPath id="c"><circle r="9%"/></clipPath>
      <linearGradient id="g"><stop offset="10%" stop-color="hsl(20 30% 40%)"/><stop offset="1"/></linearGradient>
      <path class="a" d="M1 2h3.5a4 5 20 0 1 6 7zq1 2 3 4" stroke="url(#g)" transform="rotate(20)" clip-path="url(#c)"/></svg>
      """
    let file = Array(text.utf8)
    for length in 0..<file.count { #expect(throws: SVGError.self) { try SVG(Array(file.prefix(length))) } }
    var generator = SplitMix64(seed: 7)
    for index in file.indices {
      var broken = file
      broken[index] = UInt8.random(in: 32..<127, using: &generator)
      if let drawing = try? SVG(broken) { _ = drawing.image(size: PixelSize(width: 9, height: 9)) }
    }
  }
}
