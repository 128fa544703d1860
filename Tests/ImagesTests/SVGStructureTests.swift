import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

@Suite struct SVGStructureTests {
  @Test("use shows an element again, translated and with inherited style")
  func use() throws {
    let drawn = try RenderedDrawing(
      "<defs><rect id='r' width='5' height='5'/></defs><g fill='red'><use href='#r' x='10'/></g><use xlink:href='#r' y='10'/>")
    #expect(drawn[12, 2] == 0xff0000 && drawn[2, 12] == 0 && drawn[2, 2] == 0xffffff)
  }

  @Test("a symbol has its own viewport and is clipped to it")
  func symbol() throws {
    let symbol = "<symbol id='s' viewBox='0 0 2 2'><rect x='-9' y='-9' width='99' height='99'/></symbol>"
    let drawn = try RenderedDrawing(symbol + "<use href='#s' x='5' y='5' width='10' height='10'/>")
    #expect(drawn[5, 5] == 0 && drawn[14, 14] == 0 && drawn[4, 9] == 0xffffff && drawn[15, 9] == 0xffffff)
  }

  @Test(
    "a view box is fitted into its viewport by preserveAspectRatio",
    arguments: [
      ("", 5, 14, 0, 19), ("xMinYMin", 0, 9, 0, 19), ("xMaxYMid meet", 10, 19, 0, 19), ("none", 0, 19, 0, 19),
      ("xMidYMid slice", 0, 19, 0, 19),
      ("nonsense", 5, 14, 0, 19),
    ])
  func fitting(text: String, minX: Int, maxX: Int, minY: Int, maxY: Int) throws {
    let drawn = try RenderedDrawing(
      "<rect width='1' height='2'/>", "width='20' height='20' viewBox='0 0 1 2' preserveAspectRatio='\(text)'")
    for (x, y) in [(0, 0), (4, 9), (5, 9), (9, 9), (10, 9), (14, 9), (15, 9), (19, 19)] {
      #expect((drawn[x, y] == 0) == ((minX...maxX).contains(x) && (minY...maxY).contains(y)), "\(x), \(y)")
    }
  }

  @Test(
    "a drawing of zero width or height draws nothing, with a warning",
    arguments: ["width='0' height='9'", "width='9' height='0px'"])
  func empty(sides: String) throws {
    #expect(
      try svg("<rect width='9' height='9'/>", sides).warnings.map(\.message) == [
        "the drawing's width or height is 0; nothing is drawn"
      ])
  }

  @Test(
    "an empty view box draws nothing, an invalid one is ignored, and both are reported",
    arguments: [
      ("viewBox='0 0 0 0'", true), ("viewBox='0 0 9 0'", true), ("viewBox='0 0 9'", false),
      ("viewBox='0 0 -9 9'", false),
    ])
  func viewBoxes(attribute: String, isEmpty: Bool) throws {
    let drawing = try svg("<rect width='20' height='20'/>", "width='20' height='20' \(attribute)")
    #expect((RenderedDrawing(drawing)[9, 9] == 0xffffff) == isEmpty)
    #expect(drawing.warnings.count == 1 && drawing.warnings[0].message.hasPrefix("viewBox=\""))
    let inner = try svg("<svg \(attribute)><rect width='20' height='20'/></svg>")
    #expect((RenderedDrawing(inner)[9, 9] == 0xffffff) == isEmpty && inner.warnings.count == 1)
  }

  @Test("white space around a link is ignored")
  func links() throws {
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
    for content in [
      "<defs><rect id='a' width='20' height='20' fill='red'/></defs><use href='\n #a '/>",
      "<linearGradient id='a'><stop stop-color='red'/></linearGradient><linearGradient id='b' xlink:href=' #a'/><rect width='20' height='20' fill='url( #b )'/>",
      "<image width='20' height='20' href=' data:image/png;base64,\(png)\n'/>",
    ] { #expect(try RenderedDrawing(content)[9, 9] == 0xff0000, "\(content)") }
  }

  @Test("switch shows the first child without unknown requirements")
  func switching() throws {
    let content =
      "<rect requiredExtensions='x' width='20' height='20' fill='red'/><foreignObject/><rect systemLanguage='fr' width='20' height='20'/>"
    #expect(
      try RenderedDrawing("<switch>\(content)<rect width='20' height='20' fill='lime'/><rect width='20' height='20'/></switch>")[
        9, 9]
        == 0x00ff00)
  }

  @Test("unknown elements are skipped with their content, and text and filters are reported")
  func unknown() throws {
    let drawing = try svg(
      "<x><rect width='20' height='20'/></x><text>a</text><rect width='5' height='5' filter='url(#f)'/><title>t</title>")
    #expect(RenderedDrawing(drawing)[9, 9] == 0xffffff && RenderedDrawing(drawing)[2, 2] == 0)
    #expect(drawing.warnings.map(\.message.description).joined().contains("text") && drawing.warnings.count == 3)
    #expect(drawing.warnings[0].location.line == 1 && drawing.warnings[0].location.column > 1)
  }

  @Test(
    "unsupported elements are reported wherever they are, and elements that draw nothing are not",
    arguments: [
      ("<rect width='9' height='9'><animate attributeName='x'/></rect>", ["animate"]),
      ("<defs><text id='t'>a</text></defs><use href='#t'/>", ["text"]),
      ("<clipPath id='c'><text>a</text></clipPath><rect width='9' height='9' clip-path='url(#c)'/>", ["text"]),
      ("<switch><text>a</text><rect width='9' height='9'/><flowRoot/></switch>", ["text"]),
      ("<switch><foreignObject requiredExtensions='x'/><rect width='9' height='9'/></switch>", []),
      ("<pattern id='p' width='9' height='9'><text>a</text></pattern><rect width='9' height='9' fill='url(#p)'/>", ["text"]),
      ("<linearGradient id='p'><stop><set/></stop></linearGradient><rect width='9' height='9' fill='url(#p)'/>", ["set"]),
      ("<Rect/><mesh/>", ["Rect", "mesh"]),
      ("<title/><desc/><metadata/><view/><filter/><x:mesh xmlns:x='y'/><defs><text/></defs>", []),
    ])
  func unsupported(content: String, names: [String]) throws {
    let messages = try svg(content).warnings.map(\.message)
    #expect(messages.count == names.count)
    for (message, name) in zip(messages, names) {
      #expect(message.contains("\"\(name)\"") && message.contains("not supported"))
    }
  }

  @Test("the outermost transform is outside of the view box and is applied around the viewport's center")
  func outermostTransform() throws {
    let drawn = try RenderedDrawing(
      "<rect width='1' height='1'/>", "width='20' height='20' viewBox='0 0 2 2' transform='rotate(90)'")
    #expect(drawn[15, 5] == 0 && drawn[5, 5] == 0xffffff && drawn[5, 15] == 0xffffff)
    let moved = try RenderedDrawing(
      "<rect width='2' height='2'/>", "width='20' height='20' viewBox='0 0 2 2' transform='translate(5 0)'")
    #expect(moved[4, 9] == 0xffffff && moved[5, 9] == 0 && moved[19, 9] == 0)
    let scaled = try RenderedDrawing(
      "<rect x='-9' width='29' height='29'/>",
      "width='20' height='20' viewBox='0 0 2 2' transform='scale(.5)' transform-origin='0 0'")
    #expect(scaled[9, 9] == 0 && scaled[10, 9] == 0xffffff && scaled[9, 10] == 0xffffff)
  }

  @Test("a use in a clip path is clipped by its own clip path and by that of its target, each in its own space")
  func clippedTwice() throws {
    let clips =
      "<clipPath id='h'><rect width='10' height='20'/></clipPath><clipPath id='v'><rect width='20' height='10'/></clipPath>"
    let drawn = try RenderedDrawing(
      clips + "<defs><rect id='r' width='20' height='20' clip-path='url(#v)'/></defs>"
        + "<clipPath id='c'><use href='#r' y='5' clip-path='url(#h)'/></clipPath><rect width='20' height='20' clip-path='url(#c)'/>"
    )
    #expect(drawn[5, 10] == 0 && drawn[5, 4] == 0xffffff && drawn[5, 15] == 0xffffff && drawn[10, 10] == 0xffffff)
    let moved = try RenderedDrawing(
      clips + "<defs><rect id='r' width='20' height='20'/></defs>"
        + "<clipPath id='c'><use href='#r' x='5' clip-path='url(#h)'/></clipPath><rect width='20' height='20' clip-path='url(#c)'/>"
    )
    #expect(moved[4, 9] == 0xffffff && moved[5, 9] == 0 && moved[9, 9] == 0 && moved[10, 9] == 0xffffff)
  }

  @Test(
    "a marker's orientation may have units, and display hides neither markers nor symbols",
    arguments: [".25turn", "100grad", "90deg", "1.5707963rad"])
  func angles(orient: String) throws {
    let drawn = try RenderedDrawing(
      "<marker id='m' display='none' orient='\(orient)' markerUnits='userSpaceOnUse' markerWidth='9' markerHeight='9'><rect width='9' height='2'/></marker>"
        + "<path d='M10 5V6' marker-start='url(#m)'/>")
    #expect(drawn[9, 12] == 0 && drawn[15, 6] == 0xffffff)
    let symbol = "<symbol id='s' display='none'><rect width='9' height='9'/></symbol><use href='#s'/>"
    #expect(try RenderedDrawing(symbol)[5, 5] == 0)
  }

  @Test("an image without a link and an undeclared prefix have specific messages")
  func sentences() throws {
    #expect(try svg("<image width='9' height='9'/>").warnings.map(\.message) == ["it has no href; nothing is drawn"])
    let error = #expect(throws: SVGError.self) { try svg("<x:y/>") }
    #expect(error?.description.contains("declare the prefix") == true)
  }

  @Test("a drawing with slice covers exactly its rectangle", arguments: [255, 128] as [UInt8])
  func sliced(opacity: UInt8) throws {
    let drawing = try svg(
      "<rect width='20' height='20'/>", "width='20' height='20' viewBox='0 0 20 20' preserveAspectRatio='xMidYMid slice'")
    var list = DisplayList()
    list.draw(drawing, in: Rect(x: 5, y: 10, width: 20, height: 10), opacity: opacity)
    let image = Image(rendering: list, size: PixelSize(width: 30, height: 30))
    for (x, y, isInside) in [(5, 10, true), (24, 19, true), (5, 9, false), (5, 20, false), (4, 10, false), (25, 19, false)] {
      #expect(image.storage.pixels[y * 30 + x] >> 24 == (isInside ? UInt32(opacity) : 0), "\(x), \(y)")
    }
  }

  @Test("clip paths: one outline, several, in bounding box units, nested and empty")
  func clips() throws {
    let body = "<rect width='20' height='20' clip-path='url(#c)'/>"
    let one = try RenderedDrawing("<clipPath id='c'><rect width='10' height='20'/></clipPath>" + body)
    #expect(one[9, 9] == 0 && one[10, 9] == 0xffffff)
    let two = try RenderedDrawing(
      "<clipPath id='c'><rect width='5' height='20'/><rect x='15' width='5' height='20'/></clipPath>" + body)
    #expect(two[4, 9] == 0 && two[15, 9] == 0 && two[9, 9] == 0xffffff)
    let box = try RenderedDrawing(
      "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect x='.5' width='.5' height='1'/></clipPath>" + body)
    #expect(box[9, 9] == 0xffffff && box[10, 9] == 0)
    let nested = try RenderedDrawing(
      "<clipPath id='d'><rect width='20' height='10'/></clipPath><clipPath id='c' clip-path='url(#d)'><rect width='10' height='20'/></clipPath>"
        + body)
    #expect(nested[9, 9] == 0 && nested[9, 10] == 0xffffff && nested[10, 9] == 0xffffff)
    #expect(try RenderedDrawing("<clipPath id='c'/>" + body)[9, 9] == 0xffffff)
    #expect(try RenderedDrawing("<clipPath id='c'><g><rect width='20' height='20'/></g></clipPath>" + body)[9, 9] == 0xffffff)
  }

  @Test("a clip path or mask may be used again within clipped content")
  func sameAgain() throws {
    let clips =
      "<clipPath id='c'><rect width='10' height='20'/></clipPath><clipPath id='d' clip-path='url(#c)'><rect width='20' height='10'/></clipPath>"
    let drawing = try svg(clips + "<g clip-path='url(#c)'><rect width='20' height='20' clip-path='url(#d)'/></g>")
    #expect(drawing.warnings.isEmpty && RenderedDrawing(drawing)[9, 9] == 0 && RenderedDrawing(drawing)[9, 10] == 0xffffff)
    let mask = "<mask id='m'><rect width='20' height='20' fill='white'/></mask>"
    #expect(try svg(mask + "<g mask='url(#m)'><rect width='20' height='20' mask='url(#m)'/></g>").warnings.isEmpty)
  }

  @Test("masks: by luminance, by alpha, and limited to their region")
  func masks() throws {
    let body = "<rect width='20' height='20' mask='url(#m)'/>"
    let bright = try RenderedDrawing(
      "<mask id='m'><rect width='10' height='20' fill='white'/><rect x='10' width='10' height='20' fill='#00f'/></mask>" + body)
    #expect(bright[5, 9] == 0 && (0xe8e8e8...0xeeeeee).contains(bright[15, 9]))
    let alpha = try RenderedDrawing("<mask id='m' mask-type='alpha'><rect width='10' height='20' fill='#0008'/></mask>" + body)
    #expect(alpha[5, 9] == 0x777777 && alpha[15, 9] == 0xffffff)
    let region = try RenderedDrawing(
      "<mask id='m' x='0' y='0' width='.25' height='1'><rect width='20' height='20' fill='white'/></mask>" + body)
    #expect(region[4, 9] == 0 && region[5, 9] == 0xffffff)
  }

  @Test("gradients inherit through links and interpolate straight colors")
  func gradients() throws {
    let stops =
      "<linearGradient id='s'><stop stop-color='red'/><stop offset='1' stop-color='blue' stop-opacity='0'/></linearGradient>"
    let drawn = try RenderedDrawing(
      stops + "<linearGradient id='g' href='#s' x2='1'/><rect width='20' height='20' fill='url(#g)'/>")
    // The middle is half-transparent purple on white. Premultiplied interpolation would have no blue there.
    let middle = drawn[10, 9]
    #expect(abs(Int(middle >> 16) - 0xbf) < 9 && abs(Int(middle >> 8 & 255) - 0x7f) < 9 && abs(Int(middle & 255) - 0xbf) < 9)
    #expect(
      try RenderedDrawing(
        "<radialGradient id='g' r='0'><stop/><stop stop-color='lime'/></radialGradient><rect width='20' height='20' fill='url(#g)'/>"
      )[9, 9] == 0x00ff00)
    #expect(try RenderedDrawing("<rect width='20' height='20' fill='url(#g) lime'/>")[9, 9] == 0x00ff00)
    #expect(try RenderedDrawing("<linearGradient id='g'/><rect width='20' height='20' fill='url(#g)'/>")[9, 9] == 0xffffff)
  }

  @Test("a pattern has the resolution at which the drawing is shown", arguments: [1, 4])
  func patterns(scale: Int) throws {
    let drawing = try svg(
      "<pattern id='p' width='4' height='4' x='2' patternUnits='userSpaceOnUse'><rect width='2' height='4' fill='red'/></pattern>"
        + "<rect width='20' height='20' fill='url(#p)'/>")
    let drawn = RenderedDrawing(drawing, scale: scale)
    for x in 0..<20 * scale { #expect(drawn[x, 9] == (x / scale % 4 >= 2 ? 0xff0000 : 0xffffff), "\(x)") }
  }

  @Test("an embedded image is drawn, an external one is not")
  func images() throws {
    let drawing = try svg(
      "<image width='20' height='20' href='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'/>"
    )
    #expect(drawing.warnings.isEmpty && RenderedDrawing(drawing)[9, 9] == 0xff0000)
    #expect(try svg("<image width='9' height='9' href='other.png'/>").warnings.count == 1)
    let inner =
      "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxIDEiPjxwYXRoIGQ9Ik0wIDBoMXYxSDB6Ii8+PC9zdmc+"
    let drawn = try RenderedDrawing("<image x='10' width='10' height='10' href='\(inner)'/>")
    #expect(drawn[12, 2] == 0 && drawn[8, 2] == 0xffffff && drawn[12, 12] == 0xffffff)
  }

  @Test("data: URLs without base64 and with percent-encoding are read")
  func percentEncoding() throws {
    let plain =
      "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 1 1%22%3E%3Cpath d=%22M0 0h1v1H0z%22/%3E%3C/svg%3E"
    let quoted =
      "data:image/svg+xml;charset=utf-8,&lt;svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'>&lt;path d='M0 0h1v1H0z'/>&lt;/svg>"
    for address in [plain, quoted] {
      let drawing = try svg("<image width=\"20\" height=\"20\" href=\"\(address)\"/>")
      #expect(drawing.warnings.isEmpty && RenderedDrawing(drawing)[9, 9] == 0)
    }
    let red =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ%2FpLvAAAAAElFTkSuQmCC"
    let drawing = try svg("<image width='20' height='20' href='DATA:image/png;BASE64,\(red)'/>")
    #expect(drawing.warnings.isEmpty && RenderedDrawing(drawing)[9, 9] == 0xff0000)
  }

  @Test("a pattern with an image is drawn the same each time, at every scale")
  func patternWithImage() throws {
    let red = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
    let drawing = try svg(
      "<pattern id='p' width='4' height='4' patternUnits='userSpaceOnUse'><image width='2' height='4' preserveAspectRatio='none' href='\(red)'/></pattern>"
        + "<rect width='20' height='20' fill='url(#p)'/>")
    for scale in [1, 4, 4, 2, 1] {
      let drawn = RenderedDrawing(drawing, scale: scale)
      for x in 0..<20 * scale { #expect(drawn[x, 9] == (x / scale % 4 < 2 ? 0xff0000 : 0xffffff), "\(x)") }
    }
  }

  @Test("a mask and a clip in bounding box units apply to an image")
  func maskedImage() throws {
    let red = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
    for limit in [
      "<mask id='m'><rect width='10' height='20' fill='white'/></mask>",
      "<clipPath id='m' clipPathUnits='objectBoundingBox'><rect width='.5' height='1'/></clipPath>",
    ] {
      let name = limit.hasPrefix("<mask") ? "mask" : "clip-path"
      let drawn = try RenderedDrawing("\(limit)<image width='20' height='20' href='\(red)' \(name)='url(#m)'/>")
      #expect(drawn[5, 9] == 0xff0000 && drawn[15, 9] == 0xffffff, "\(name)")
    }
  }

  @Test("markers are drawn at the vertices and rotated with the line")
  func markers() throws {
    let drawn = try RenderedDrawing(
      """
      <marker id='m' orient='auto' markerUnits='userSpaceOnUse' markerWidth='9' markerHeight='9' refY='2' overflow='visible'>
        <rect width='6' height='4' fill='red'/>
      </marker>
      <path d='M10 4V14H16' fill='none' marker-start='url(#m)' marker-end='url(#m)'/>
      """)
    #expect(drawn[10, 6] == 0xff0000 && drawn[10, 9] == 0xff0000 && drawn[13, 6] == 0xffffff)
    #expect(drawn[18, 14] == 0xff0000 && drawn[15, 14] == 0xffffff)
  }

  @Test("a chart with all kinds of elements matches its golden frames at two sizes", arguments: [1, 2])
  func chart(scale: Int) throws {
    let file = TestEnvironment.packageFolder.appending(path: "Tests/Drawings/harbour.svg")
    let drawing = try SVG([UInt8](Data(contentsOf: file)))
    #expect(drawing.warnings.isEmpty && drawing.size == Size(width: 480, height: 320))
    try expectFrame(drawing.image(size: PixelSize(width: 240 * scale, height: 160 * scale)), matches: "harbour-\(scale)")
  }
}
