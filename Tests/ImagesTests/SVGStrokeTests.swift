import CartoucheImages
import Testing

/// Properties of strokes that SVG defines in addition to Raster's pens.
@Suite struct SVGStrokeTests {
  private func dashed(_ attributes: String) throws -> [Bool] {
    let drawn = try RenderedDrawing("<path d='M0 10H20' stroke='black' stroke-width='4' \(attributes)/>")
    return [2, 7, 12, 17].map { drawn[$0, 10] == 0 }
  }

  @Test("dashes are measured in the path length given by the author")
  func pathLength() throws {
    #expect(try dashed("pathLength='4' stroke-dasharray='1'") == [true, false, true, false])
    #expect(
      try dashed("pathLength=' 4e1 ' stroke-dasharray='10' stroke-dashoffset='10'") == [
        false, true, false, true,
      ])
    #expect(try dashed("pathLength='2' stroke-dasharray='1'") == [true, true, false, false])
    // With a path length of 0 each dash is infinitely long.
    #expect(try dashed("pathLength='0' stroke-dasharray='1'") == [true, true, true, true])
    let drawing = try svg(
      "<path d='M0 10H20' stroke='black' stroke-width='4' stroke-dasharray='5' pathLength='-1'/>")
    #expect(RenderedDrawing(drawing)[2, 10] == 0 && RenderedDrawing(drawing)[7, 10] == 0xffffff)
    #expect(drawing.warnings.map(\.message) == ["pathLength=\"-1\" is not a length and is ignored"])
  }

  @Test(
    "a non-scaling stroke has its stated width at every scale of the shape and the drawing",
    arguments: [1, 2, 3])
  func nonScaling(scale: Int) throws {
    for attribute in [
      "vector-effect='non-scaling-stroke'", "style='vector-effect:non-scaling-stroke'",
    ] {
      let drawing = try svg(
        "<g transform='translate(0 10) scale(10)'><path d='M0 0h2' stroke='black' stroke-width='2' \(attribute)/></g>",
        "width='20' height='20' viewBox='0 0 20 20'")
      let drawn = RenderedDrawing(drawing, scale: scale)
      for y in 0..<20 * scale {
        #expect((drawn[5, y] == 0) == (10 * scale - 1...10 * scale).contains(y), "\(y)")
      }
    }
  }

  @Test("a non-scaling stroke has its paint in the shape's space and its dashes in screen space")
  func nonScalingPaint() throws {
    let fade =
      "<linearGradient id='g'><stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='blue'/></linearGradient>"
    let frame =
      "<rect x='.5' y='.5' width='1' height='1' fill='none' stroke='url(#g)' vector-effect='non-scaling-stroke'"
    let drawn = try RenderedDrawing(fade + "<g transform='scale(10)'>\(frame) stroke-width='2'/></g>")
    #expect(drawn[5, 10] == 0xff0000 && drawn[14, 10] == 0x0000ff && drawn[8, 8] == 0xffffff)
    let line =
      "<path d='M0 1h2' stroke='black' stroke-width='4' stroke-dasharray='5' vector-effect='non-scaling-stroke'/>"
    let dashes = try RenderedDrawing("<g transform='scale(10)'>\(line)</g>")
    #expect([2, 7, 12, 17].map { dashes[$0, 10] == 0 } == [true, false, true, false])
  }

  @Test("unsupported vector effects and transform boxes are reported")
  func unknown() throws {
    let drawing = try svg(
      """
      <path d='M0 0h9' vector-effect='fixed-position'/>
      <path d='M0 0h9' transform='rotate(9)' style='transform-box:fill-box'/><path d='M0 0h9' style='transform-box:fill-box'/>
      <path d='M0 0h9' transform='rotate(9)' transform-box='view-box'/>
      """)
    #expect(drawing.warnings.map(\.location.line) == [1, 2])
    #expect(
      drawing.warnings[0].message.contains("fixed-position")
        && drawing.warnings[1].message.contains("fill-box"))
  }
}
