import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite struct SVGStyleTests {
  @Test(
    "unsupported properties are reported if their value has an effect",
    arguments: [
      ("<rect shape-rendering='crispEdges'/>", "shape-rendering"), ("<rect shape-rendering='auto'/>", nil),
      ("<g style='shape-rendering:optimizeSpeed'/>", "shape-rendering"), ("<g clip='rect(0 0 1 1)'/>", "clip"),
      ("<g clip='auto'/>", nil),
      ("<g color-interpolation='linearRGB'/>", "color-interpolation"), ("<g color-interpolation='sRGB'/>", nil),
      ("<g style='mask-image:url(#m)'/>", "mask-image"), ("<g style='translate:1px'/>", "translate"), ("<g rotate='9'/>", nil),
      ("<g style='rotate:9deg'/>", "rotate"), ("<g style='scale:2'/>", "scale"),
      ("<style>svg{background:red}</style>", "background"),
      ("<style>svg{background-color:#0f0}</style>", "background-color"), ("<style>svg{background:transparent}</style>", nil),
      ("<g style='background:red'/>", nil),
    ] as [(String, String?)])
  func unsupportedProperty(content: String, name: String?) throws {
    let messages = try svg(content).warnings.map(\.message)
    #expect(messages.count == (name == nil ? 0 : 1))
    if let name, let message = messages.first { #expect(message.hasPrefix("\(name): \"") && message.contains("not supported")) }
  }

  @Test(
    "an invalid attribute is reported once and ignored",
    arguments: [
      ("linearGradient", "gradientTransform='turn(9)'"), ("linearGradient", "spreadMethod='wide'"),
      ("linearGradient", "gradientUnits='px'"),
      ("pattern", "patternTransform='turn(9)'"), ("pattern", "y='wide'"), ("pattern", "patternUnits='px'"),
      ("pattern", "patternContentUnits='px'"), ("pattern", "viewBox='0 0 1 1' preserveAspectRatio='most'"),
      ("mask", "maskUnits='px'"),
      ("mask", "maskContentUnits='px'"), ("mask", "x='wide'"), ("marker", "markerUnits='px'"), ("marker", "orient='up'"),
      ("marker", "overflow='some'"), ("clipPath", "clipPathUnits='px'"), ("g", "transform='scale(1)' transform-origin='far'"),
      ("g", "display='maybe'"), ("svg", "preserveAspectRatio='xMidYMid most' viewBox='0 0 20 20'"),
    ])
  func invalidAttribute(tag: String, attributes: String) throws {
    func content(_ attributes: String) -> String {
      let element = "<\(tag) id='a' \(tag == "pattern" ? "width='1' height='1'" : "") \(attributes)>"
      let rect = "<rect width='20' height='20' fill='white'/>"
      switch tag {
      case "g", "svg": return "\(element)<rect width='9' height='9'/></\(tag)>"
      case "linearGradient":
        return "\(element)<stop/><stop offset='1' stop-color='red'/></\(tag)><rect width='20' height='20' fill='url(#a)'/>"
      case "pattern": return "\(element)<rect width='9' height='9'/></\(tag)><rect width='20' height='20' fill='url(#a)'/>"
      case "mask": return "\(element)\(rect)</\(tag)><rect width='20' height='20' mask='url(#a)'/>"
      case "clipPath": return "\(element)\(rect)</\(tag)><rect width='20' height='20' clip-path='url(#a)'/>"
      default: return "\(element)\(rect)</\(tag)><path d='M1 1L9 9' marker-end='url(#a)'/>"
      }
    }
    let drawing = try svg(content(attributes))
    #expect(drawing.warnings.count == 1 && drawing.warnings[0].message.hasSuffix(" and is ignored"))
    let validAttributes = attributes.contains("viewBox='0 0 1 1'") ? "viewBox='0 0 1 1'" : ""
    let (drawn, reference) = (RenderedDrawing(drawing), try RenderedDrawing(content(validAttributes)))
    for pixel in 0..<400 { #expect(drawn[pixel % 20, pixel / 20] == reference[pixel % 20, pixel / 20]) }
    #expect(try svg(content(validAttributes)).warnings.isEmpty)
  }

  @Test(
    "the cascade: attributes, then rules by specificity and order, then the style attribute, then !important",
    arguments: [
      ("", "fill='red'", 0xff0000), ("rect{fill:lime}", "fill='red'", 0x00ff00), (".a{fill:blue} rect{fill:lime}", "", 0x0000ff),
      ("#i{fill:blue} .a.b{fill:lime}", "", 0x0000ff), (".a{fill:blue} .b{fill:lime}", "", 0x00ff00),
      ("#i{fill:blue}", "style='fill:lime'", 0x00ff00), ("rect{fill:blue!important}", "style='fill:lime'", 0x0000ff),
      ("g .a{fill:blue}", "", 0x0000ff), ("svg > .a{fill:blue}", "", 0x000000), ("svg > g > .a{fill:blue}", "", 0x0000ff),
      ("*{fill:blue}", "", 0x0000ff), ("circle,rect , x{fill:blue}", "", 0x0000ff), ("[width]{fill:blue}", "", 0x0000ff),
      ("rect[class~='b']{fill:blue}", "", 0x0000ff), ("[id^=j]{fill:blue}", "", 0x000000),
      ("rect:first-child{fill:blue}", "", 0x0000ff),
      ("/* rect{ */ .a{fill:blue;/*x*/;;fill:nonsense}", "", 0x0000ff),
      ("@media print{rect{fill:red}} .a{fill:blue}", "", 0x0000ff),
      ("rect:hover{fill:red} .a{fill:blue}", "", 0x0000ff), ("<!-- .a{fill:blue} -->", "", 0x0000ff),
      (".a{fill:blue", "", 0x0000ff),
      ("g{fill:blue} rect{fill:inherit}", "fill='red'", 0x0000ff), ("g{fill:blue} rect{fill:initial}", "", 0x000000),
    ])
  func cascade(sheet: String, attributes: String, expected: UInt32) throws {
    let drawn = try RenderedDrawing(
      "<style><![CDATA[\(sheet)]]></style><g><rect id='i' class='a  b' width='20' height='20' \(attributes)/></g>")
    #expect(drawn[10, 10] == expected)
  }

  @Test("an unmatched brace loses no rule, and errors in a style sheet are reported with their location")
  func sheetLocations() throws {
    let drawing = try svg(
      """
      <style>
        circle { fill: red; }
        } rect { fill: blue }
        rect { fill: nonsense; stroke: "}" }
        /* {
        */ rect:hover { fill: red } .c { width: wide }
      </style><rect width='20' height='20'/>
      """)
    #expect(RenderedDrawing(drawing)[9, 9] == 0x0000ff)
    let warnings = drawing.warnings.sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
    #expect(warnings.map(\.location.line) == [3, 4, 4, 6, 6])
    #expect(warnings[0].location.column == 3 && warnings[0].message.contains("\"}\""))
    #expect(warnings[1].location.column == 10 && warnings[1].message.contains("fill: nonsense"))
    #expect(warnings[3].location.column == 6 && warnings[3].message.contains("rect:hover"))
    #expect(warnings[4].message.contains("width: wide"))
  }

  @Test("rules beyond the limit are ignored with a warning")
  func rules() throws {
    let drawing = try svg(
      "<style>\(String(repeating: "x{r:1}", count: 16_384))rect{fill:red}</style><rect width='9' height='9'/>"
    )
    #expect(
      drawing.warnings.map(\.message) == [
        "there are more than 16384 rules in style sheets; \"rect\" and all later ones are ignored"
      ])
  }

  @Test(
    "a style sheet applies if it is CSS for screens, and an unsupported one is reported",
    arguments: [
      ("", true, 0), ("media='all'", true, 0), ("media=''", true, 0),
      ("media='print, Screen'", true, 0), ("media='print'", false, 0),
      ("media='speech, print'", false, 0), ("media='(min-width: 9px)'", false, 1),
      ("type='text/css'", true, 0),
      ("type='Text/CSS; charset=utf-8'", true, 0), ("type='text/less'", false, 1),
    ])
  func sheets(attributes: String, applies: Bool, warnings: Int) throws {
    let drawing = try svg(
      "<style \(attributes)>rect{fill:red}</style><rect width='20' height='20'/>")
    #expect((RenderedDrawing(drawing)[9, 9] == 0xff0000) == applies && drawing.warnings.count == warnings)
    if let warning = drawing.warnings.first {
      #expect(warning.message.contains("text/less") || warning.message.contains("(min-width: 9px)"))
      #expect(warning.location.line == 1)
    }
  }

  @Test("control characters are escaped in warnings")
  func control() throws {
    let warnings = try svg("<rect fill='a&#x9b;31m&#10;&#x202e;b'/><style>x:y\n\tz {}</style>")
      .warnings
    #expect(warnings.count == 2)
    #expect(warnings.contains { $0.message.contains("\"a\\u{9b}31m\\u{a}\\u{202e}b\"") })
    #expect(warnings.contains { $0.message.contains("\"x:y\\u{a}\\u{9}z\"") })
  }

  @Test("an unknown element still counts as the first child, and a class is found among others")
  func firstChild() throws {
    let content = "<g><x/><rect class='a\tb\nc' width='20' height='20'/></g>"
    #expect(try RenderedDrawing("<style>rect:first-child{fill:red}</style>\(content)")[9, 9] == 0)
    #expect(try RenderedDrawing("<style>.b.c{fill:red}</style>\(content)")[9, 9] == 0xff0000)
  }

  @Test("geometry may be set in a style sheet")
  func geometry() throws {
    let drawn = try RenderedDrawing("<style>rect{width:10px;height:10px;x:5px;transform:translate(0,5px)}</style><rect width='1'/>")
    #expect(drawn[6, 6] == 0 && drawn[14, 14] == 0 && drawn[4, 6] == 0xffffff && drawn[6, 4] == 0xffffff)
  }

  @Test(
    "invisible elements are not drawn",
    arguments: [
      "display='none'", "visibility='hidden'", "opacity='0'", "fill-opacity='0'", "style='display:none'", "transform='scale(0)'",
    ])
  func hidden(attribute: String) throws {
    #expect(try RenderedDrawing("<g \(attribute)><rect width='20' height='20'/></g>")[9, 9] == 0xffffff)
  }

  @Test("a visible child of a hidden group is drawn")
  func visibleChild() throws {
    #expect(try RenderedDrawing("<g visibility='hidden'><rect width='20' height='20' visibility='visible'/></g>")[9, 9] == 0)
  }

  @Test("a group's opacity applies to the composited group, and a single paint's opacity to the paint")
  func opacity() throws {
    let group = try RenderedDrawing(
      "<g opacity='.5'><rect width='15' height='20'/><rect x='5' width='15' height='20' fill='red'/></g>")
    #expect(group[2, 9] == 0x7f7f7f && group[10, 9] == 0xff7f7f)
    #expect(try svg("<rect width='9' height='9' opacity='.5' fill-opacity='50%'/>").warnings.isEmpty)
    let shape = try RenderedDrawing("<rect x='4' y='4' width='12' height='12' stroke='red' stroke-width='8' opacity='.5'/>")
    #expect(shape[6, 9] == 0xff7f7f && shape[9, 9] == 0x7f7f7f)
  }

  @Test("paint-order determines the order of fill, stroke and markers")
  func paintOrder() throws {
    let shape = "<rect x='5' y='5' width='10' height='10' fill='blue' stroke='red' stroke-width='4'"
    #expect(try RenderedDrawing(shape + "/>")[6, 10] == 0xff0000)
    #expect(try RenderedDrawing(shape + " paint-order='stroke'/>")[6, 10] == 0x0000ff)
    #expect(try RenderedDrawing(shape + " paint-order='markers stroke fill'/>")[6, 10] == 0x0000ff)
  }

  @Test("a blend mode blends with the drawing and not with the content below it")
  func blending() throws {
    let drawing = try svg(
      "<rect width='10' height='20' fill='#808080'/><rect width='20' height='20' fill='red' style='mix-blend-mode:multiply'/>")
    var list = DisplayList()
    var paper = Path()
    paper.addRect(Rect(x: 0, y: 0, width: 20, height: 20))
    list.fill(paper, with: .color(.blue))
    list.draw(drawing, in: Rect(x: 0, y: 0, width: 20, height: 20))
    let image = Image(rendering: list, size: PixelSize(width: 20, height: 20))
    #expect(image.storage.pixels[9 * 20 + 5] == 0xff80_0000 && image.storage.pixels[9 * 20 + 15] == 0xffff_0000)
  }
}
