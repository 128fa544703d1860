import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Testing

/// Transforms and fallbacks of elements that others refer to: gradients, patterns and clip paths.
@Suite struct SVGReferenceTests {
  private let square = "<rect width='20' height='20' fill='url(#a)'/>"

  @Test("the transform of a clip path in fractions of the bounding box applies in user space")
  func relativeClipPath() throws {
    let drawn = try RenderedDrawing(
      "<clipPath id='c' clipPathUnits='objectBoundingBox' transform='translate(10 0)'><rect width='.5' height='1'/></clipPath>"
        + "<rect width='20' height='20' fill='red' clip-path='url(#c)'/>")
    #expect(drawn[5, 9] == 0xffffff && drawn[12, 9] == 0xff0000 && drawn[18, 9] == 0xff0000)
  }

  @Test(
    "a clip path turns around its transform-origin, in both units",
    arguments: [
      ("", "<rect x='10' width='10' height='20'/>"), ("clipPathUnits='objectBoundingBox'", "<rect x='.5' width='.5' height='1'/>"),
    ])
  func clipPathOrigin(units: String, content: String) throws {
    let drawn = try RenderedDrawing(
      "<clipPath id='c' \(units) transform='rotate(180)' transform-origin='10 10'>\(content)</clipPath>"
        + "<rect width='20' height='20' fill='red' clip-path='url(#c)'/>")
    #expect(drawn[5, 9] == 0xff0000 && drawn[15, 9] == 0xffffff)
  }

  @Test("a negative radius of a radial gradient is ignored, with a warning", arguments: ["r", "fr"])
  func negativeRadius(name: String) throws {
    let stops = "<stop stop-color='lime'/><stop offset='1' stop-color='blue'/>"
    let drawing = try svg("<radialGradient id='a' \(name)='-5%'>\(stops)</radialGradient>" + square)
    let standard = try RenderedDrawing("<radialGradient id='a'>\(stops)</radialGradient>" + square)
    let drawn = RenderedDrawing(drawing)
    for x in [0, 5, 10, 19] { #expect(drawn[x, 10] == standard[x, 10]) }
    #expect(drawn[10, 10] != 0xffffff)
    #expect(drawing.warnings.map(\.message) == ["\(name)=\"-5%\" is negative and is ignored"])
  }

  @Test(
    "the color after a gradient or pattern that paints nothing is used",
    arguments: [
      "<linearGradient id='a'/>", "<radialGradient id='a'/>", "<pattern id='a' width='5' height='5'/>",
      "<pattern id='a'><rect width='9' height='9'/></pattern>",
    ])
  func fallbackColor(server: String) throws {
    let rect = "<rect width='20' height='20' fill='url(#a) lime'/>"
    #expect(try RenderedDrawing(server + rect)[9, 9] == 0x00ff00)
    #expect(try RenderedDrawing(server + square)[9, 9] == 0xffffff)
  }

  @Test("gradients and patterns turn around their transform-origin")
  func serverOrigin() throws {
    let stops = "<stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='lime'/>"
    for (server, origin) in [
      ("<linearGradient id='a' gradientTransform='rotate(180)' transform-origin='ORIGIN'>\(stops)</linearGradient>", ".5 .5"),
      (
        "<linearGradient id='a' gradientUnits='userSpaceOnUse' x2='20' gradientTransform='rotate(180)' transform-origin='ORIGIN'>"
          + stops + "</linearGradient>", "10 10"
      ),
      (
        "<linearGradient id='a' gradientUnits='userSpaceOnUse' x2='20' gradientTransform='rotate(180)' transform-origin='ORIGIN'>"
          + stops + "</linearGradient>", "50% 50%"
      ),
      (
        "<pattern id='a' patternUnits='userSpaceOnUse' width='20' height='20' patternTransform='rotate(180)' transform-origin='ORIGIN'>"
          + "<rect width='10' height='20' fill='red'/><rect x='10' width='10' height='20' fill='lime'/></pattern>", "10 10"
      ),
    ] {
      let drawn = try RenderedDrawing(server.replacing("ORIGIN", with: origin) + square)
      #expect(drawn[4, 9] == 0x00ff00 && drawn[15, 9] == 0xff0000, "\(server)")
      let invalid = try svg(server.replacing("ORIGIN", with: "far") + square)
      #expect(invalid.warnings.map(\.message) == ["transform-origin: \"far\" is invalid and is ignored"])
    }
  }

  @Test("the transform and the origin of a linked gradient are inherited together")
  func linkedOrigin() throws {
    let drawn = try RenderedDrawing(
      "<linearGradient id='b' gradientTransform='rotate(180)' transform-origin='.5 .5'/>"
        + "<linearGradient id='a' href='#b'><stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='lime'/></linearGradient>"
        + square)
    #expect(drawn[4, 9] == 0x00ff00 && drawn[15, 9] == 0xff0000)
  }

  @Test(
    "markers on basic shapes with other outlines are not drawn, as in browsers, with a warning",
    arguments: ["<rect width='9' height='9' MARKER/>", "<circle r='9' MARKER/>", "<ellipse rx='9' ry='5' style='STYLE'/>"])
  func markersOfShapes(shape: String) throws {
    let marker =
      "<marker id='m' markerWidth='30' markerHeight='30' markerUnits='userSpaceOnUse'><rect width='20' height='20' fill='red'/></marker>"
    let element = shape.replacing("MARKER", with: "marker-start='url(#m)'").replacing("STYLE", with: "marker-start: url(#m)")
    let drawing = try svg(marker + element)
    #expect(RenderedDrawing(drawing)[18, 18] == 0xffffff)
    #expect(
      drawing.warnings.map(\.message) == ["markers are drawn on path, line, polyline and polygon only; they are not drawn here"])
    // A group may set markers for the paths among its children.
    #expect(try svg(marker + "<g marker-start='url(#m)'><rect width='9' height='9'/></g>").warnings.isEmpty)
  }
}
