import CartoucheImages
import Testing

/// Tests of `context-fill` and `context-stroke`, the paints of the context element.
@Suite struct SVGContextTests {
  private let fade =
    "<linearGradient id='g'><stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='blue'/></linearGradient>"

  private func marker(_ content: String, _ attributes: String = "") -> String {
    "<marker id='m' markerUnits='userSpaceOnUse' markerWidth='6' markerHeight='6' refX='3' refY='3' \(attributes)>\(content)</marker>"
  }

  @Test("a marker can use the fill and stroke of its shape")
  func markers() throws {
    let content =
      "<rect width='3' height='6' fill='context-stroke'/><rect x='3' width='3' height='6' fill='context-fill'/>"
    let drawing = try svg(
      marker(content) + "<path d='M10 10h9' fill='lime' stroke='red' marker-start='url(#m)'/>")
    let drawn = RenderedDrawing(drawing)
    #expect(
      drawing.warnings.isEmpty && drawn[8, 8] == 0xff0000 && drawn[11, 8] == 0x00ff00
        && drawn[11, 14] == 0xffffff)
    // The keyword is inherited and not the paint. A shape without that paint gives none.
    let inherited = try RenderedDrawing(
      "<g fill='context-stroke'>" + marker("<rect width='6' height='6'/>")
        + "</g><path d='M10 10h9' stroke='red' marker-start='url(#m)'/><path d='M10 18h9' marker-start='url(#m)'/>"
    )
    #expect(inherited[8, 8] == 0xff0000 && inherited[8, 17] == 0xffffff)
  }

  @Test("a use gives its paints to its content, through nested uses and in markers too")
  func uses() throws {
    let square =
      "<defs><rect id='r' width='6' height='6' fill='context-fill' stroke='none'/></defs>"
    #expect(try RenderedDrawing(square + "<use href='#r' fill='red' stroke='lime'/>")[3, 3] == 0xff0000)
    #expect(
      try RenderedDrawing(
        square
          + "<defs><use id='u' href='#r' fill='context-stroke'/></defs><use href='#u' fill='red' stroke='lime'/>"
      )[3, 3]
        == 0x00ff00)
    let path = "<path d='M10 10h9' fill='lime' stroke='red' marker-start='url(#m)'/>"
    #expect(
      try RenderedDrawing(square + marker("<use href='#r' fill='context-stroke'/>") + path)[8, 8] == 0xff0000)
  }

  @Test(
    "a context gradient is laid out for the shape and not for the rotated marker, or for the whole content of a use"
  )
  func gradients() throws {
    let content = marker(
      "<rect width='6' height='6' fill='context-fill'/>", "orient='90' viewBox='0 0 12 12'")
    let shape = "<path d='M14 10H20V20H0V0H20V10z' fill='url(#g)' marker-start='url(#m)'/>"
    let drawn = try RenderedDrawing(
      fade + content.replacing("width='6' height='6' fill", with: "width='12' height='12' fill")
        + shape)
    for x in 12...15 { #expect(drawn[x, 9] == 0x0000ff, "\(x)") }
    let parts =
      "<rect width='5' height='20' fill='context-fill'/><rect x='15' width='5' height='20' fill='context-fill'/>"
    let used = try RenderedDrawing(
      fade + "<defs><g id='s'>\(parts)</g></defs><use href='#s' fill='url(#g)'/>")
    #expect(
      used[1, 9] == 0xff0000 && used[4, 9] == 0xff0000 && used[15, 9] == 0x0000ff
        && used[18, 9] == 0x0000ff)
  }

  @Test("a context pattern is laid out for the shape too")
  func patterns() throws {
    let pattern =
      "<pattern id='p' width='4' height='4' patternUnits='userSpaceOnUse'><rect width='2' height='4' fill='red'/></pattern>"
    let drawn = try RenderedDrawing(
      pattern + marker("<rect width='6' height='6' fill='context-fill'/>")
        + "<path d='M9 10H20V20z' fill='url(#p)' marker-start='url(#m)'/>")
    for x in 6..<12 { #expect(drawn[x, 8] == (x % 4 < 2 ? 0xff0000 : 0xffffff), "\(x)") }
  }

  @Test("without a context element nothing is painted, with a warning")
  func without() throws {
    let drawing = try svg("<rect width='20' height='20' fill='context-fill'/>")
    #expect(RenderedDrawing(drawing)[9, 9] == 0xffffff)
    #expect(
      drawing.warnings.map(\.message) == [
        "context-fill is valid in markers and below use only; nothing is painted"
      ])
  }
}
