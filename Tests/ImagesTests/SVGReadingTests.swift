import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Testing

@Suite struct SVGReadingTests {
  @Test(
    "CSS colors are parsed",
    arguments: [
      ("red", 0xff0000), ("ReBeccaPurple", 0x663399), ("#0f8", 0x00ff88), ("#12ab9F", 0x12ab9f), ("rgb(1,2,3)", 0x010203),
      ("rgb(100%, 50%, 0%)", 0xff8000), ("rgb( 10 20 30 )", 0x0a141e), ("rgb(300,-5,0)", 0xff0000), ("hsl(120,100%,25%)", 0x008000),
      ("hsl(210 50% 50%)", 0x4080bf), ("hsl(-150,50%,50%)", 0x4080bf), ("hsl(.5turn 100% 50%)", 0x00ffff), ("#f00f", 0xff0000),
      ("rgba(0,0,255,1)", 0x0000ff), ("#f000", 0xffffff), ("transparent", 0xffffff), ("none", 0xffffff), ("#0000ff80", 0x7f7fff),
      ("rgb(0 0 255 / 50%)", 0x7f7fff), ("rgba(0,0,255,.5)", 0x7f7fff), ("hsla(240,100%,50%,.5)", 0x7f7fff),
      ("#cd853f icc-color(x, 1, 2)", 0xcd853f), ("currentColor", 0x010203),
    ])
  func colors(text: String, expected: UInt32) throws {
    #expect(
      try RenderedDrawing("<rect width='20' height='20' fill='\(text)'/>", "width='20' height='20' color='#010203'")[9, 9]
        == expected)
  }

  @Test(
    "an invalid color is ignored with a warning, and the parent's color applies",
    arguments: ["#12", "#ggg", "rgb(1,2)", "rgb(1,2%,3)", "rgb(1,2,3", "hsl(1)", "reddish", "12", ""])
  func noColor(text: String) throws {
    let drawing = try svg("<g fill='blue'><rect width='20' height='20' fill='\(text)'/></g>")
    #expect(RenderedDrawing(drawing)[9, 9] == 0x0000ff)
    #expect(drawing.warnings.count == 1 && drawing.warnings[0].message.contains("fill"))
  }

  @Test(
    "lengths have the units of CSS",
    arguments: [
      ("8", 8), ("8px", 8), ("6pt", 8), ("1pc", 16), (".125in", 12), ("25.4mm", 96), ("2.54cm", 96), ("1em", 10), ("2ex", 10),
      ("1rem", 10),
      ("10%", 20), ("+8e0", 8), ("80e-1", 8), ("1.e1", 10), ("10vw", 20), ("10vh", 10), ("5vmax", 10), ("40Q", 37.795),
    ] as [(String, Double)])
  func lengths(text: String, expected: Double) throws {
    let drawing = try svg("<rect width='\(text)' height='100'/>", "width='200' height='100' font-size='10'")
    let drawn = RenderedDrawing(drawing)
    let inkWidth = (0..<200).reduce(0.0) { $0 + Double(255 - (drawn[$1, 50] & 255)) / 255 }
    #expect(abs(inkWidth - expected) < 0.01, "\(text)")
  }

  @Test(
    "a drawing's size is its own, or its view box's, or the CSS default",
    arguments: [
      ("width='30' height='1in'", 30, 96), ("viewBox='1 2 30 40'", 30, 40), ("", 300, 150),
      ("width='15' viewBox='0 0 30 40'", 15, 20),
      ("height='20' viewBox='0 0 30 40'", 15, 20),
      ("width='100%' height='100%' viewBox='0 0 30 40'", 30, 40),
      ("width='-3'", 300, 150), ("style='width:30px;height:40px'", 30, 40),
      ("width='9' style='width:30px' height='40'", 30, 40),
      ("width='9' height='9' viewBox='0 0 30 40' style='width:auto;height:100%'", 30, 40),
      ("style='width:15px' viewBox='0 0 30 40'", 15, 20),
    ])
  func sizes(attributes: String, width: Int, height: Int) throws {
    #expect(try svg("", attributes).size == Size(width: Scalar(width), height: Scalar(height)))
  }

  @Test("a drawing's view box is the one in its file, if there is one")
  func viewBox() throws {
    #expect(try svg("", "viewBox='1 2 30 40'").viewBox == Rect(x: 1, y: 2, width: 30, height: 40))
    #expect(try svg("", "width='30'").viewBox == nil)
  }

  @Test("a warning has the location of its element, counted from line 1 and column 1")
  func location() throws {
    let location = try #require(try svg("\n  <text/>").warnings.first?.location)
    #expect((location.line, location.column) == (2, 3) && "\(location)" == "line 2, column 3")
    #expect(try svg("\n  <text/>").warnings.first.map { "\($0)" }?.hasPrefix("line 2, column 3: ") == true)
  }

  @Test("a drawing's size may be given in its style sheet")
  func sizeInSheet() throws {
    #expect(
      try svg("<style>svg{width:30px} .a{height:40px}</style>", "class='a' width='9'").size
        == Size(width: 30, height: 40))
  }

  @Test(
    "path data are drawn up to the first error, which is reported",
    arguments: [
      ("M0 0h20v20h-20z", true), ("m0,0,20,0,0,20-20,0z", true), ("M0 0H20V20H0", true), ("M0-0l2e1.0L20 20 0 20", true),
      ("M0 0 20 0 20 20 0 20,", false), ("M0 0h20v20h-20z q", false), ("M0 0h20v20H0z L5 #", false), ("L0 0 M0 0h20v20H0z", false),
      ("M0 0h20v20H0zM3 3L", false), ("", true), ("M0 0h20v20H0a1 1 0 2 0 5 5", false),
    ])
  func paths(data: String, isValid: Bool) throws {
    let drawing = try svg("<path d='\(data)'/>")
    #expect(drawing.warnings.isEmpty == isValid)
    let isDrawn = !data.isEmpty && !data.hasPrefix("L")
    #expect(RenderedDrawing(drawing)[10, 10] == (isDrawn ? 0 : 0xffffff))
  }

  @Test("an arc ends exactly at its end point and follows its ellipse, for all flags", arguments: 0..<4)
  func arcs(flags: Int) throws {
    // Compare with points on the circle: a quarter or three quarters around (10, 10) or (20, 20), in a
    // rotated ellipse.
    let (isLarge, isClockwise) = (flags & 1, flags >> 1)
    let drawing = try svg(
      "<path fill='none' stroke='black' stroke-width='2' d='M20 10A10 10 30 \(isLarge) \(isClockwise) 10 20'/>",
      "width='40' height='40'")
    let drawn = RenderedDrawing(drawing)
    // The flags determine on which side the center is.
    let isNear = isLarge != isClockwise
    let center = isNear ? 10 : 20
    for step in 0..<360 {
      let direction = Angle.degrees(WideFixed<32>(step)).sineAndCosine
      func pixel(_ share: WideFixed<32>) -> Int { (share * 10 + WideFixed<32>(center)).floor }
      let (x, y) = (pixel(direction.cosine), pixel(direction.sine))
      guard x > 1, y > 1, x < 38, y < 38 else { continue }
      // From (20, 10) to (10, 20): the quarter on the far side of (10, 10), or the near side of (20, 20).
      let isInQuarter = isNear ? (2...88).contains(step) : (182...268).contains(step)
      let isInRemainder = isNear ? (92...358).contains(step) : (step > 272 || step < 178)
      let ink = 255 - drawn[x, y] & 255
      if isInQuarter { #expect((ink > 60) == (isLarge == 0)) }
      if isInRemainder { #expect((ink > 60) == (isLarge == 1)) }
    }
  }

  @Test(
    "transforms in SVG and CSS syntax equal the corresponding matrices",
    arguments: [
      "transform='translate(5 5)'", "transform='translate(5) translate(0,5)'", "transform='matrix(1 0 0 1 5 5)'",
      "transform='rotate(90) translate(5,-10)'", "transform='rotate(180 5 5)'", "transform=' scale(5)translate(1 1)scale(.2) '",
      "style='transform:translate(5px, 5px)'", "transform='translate(5 5)scale(-1)translate(-5-5)'",
      "transform='skewX(0)translate(5,5)'",
      "transform='translateX(5)translateY(5)'", "style='transform: rotate(.5turn); transform-origin: 5px 5px'",
      "transform='rotate(180)' transform-origin='5 5'",
    ])
  func transforms(attribute: String) throws {
    let drawn = try RenderedDrawing("<rect width='5' height='5' \(attribute)/>")
    for (x, y, isInside) in [
      (7, 7, true), (5, 5, true), (9, 9, true), (4, 7, false), (10, 7, false), (7, 4, false), (7, 10, false),
    ] {
      #expect(drawn[x, y] == (isInside ? 0 : 0xffffff))
    }
  }
}
