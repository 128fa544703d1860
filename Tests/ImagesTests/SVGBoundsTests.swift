import CartoucheImages
import Testing

/// Bounding boxes, observed through clips and gradients in bounding box units.
@Suite struct SVGBoundsTests {
  private let half = "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='.5' height='1'/></clipPath>"
  private let fade =
    "<linearGradient id='g'><stop offset='.5' stop-color='red'/><stop offset='.5' stop-color='blue'/></linearGradient>"

  @Test("the bounding box of an inner svg is that of its content, seen through its viewport")
  func inner() throws {
    // Enlarged twofold and moved: x from 4 to 12.
    let inner = "<svg x='4' width='16' height='20' viewBox='0 0 8 10'><rect width='4' height='10'/></svg>"
    let drawn = try RenderedDrawing("\(half)<g clip-path='url(#c)'>\(inner)</g>")
    #expect(drawn[4, 9] == 0 && drawn[7, 9] == 0 && drawn[8, 9] == 0xffffff && drawn[3, 9] == 0xffffff)
    // On the inner svg itself, without a view box: x from 4 to 8.
    let own = try RenderedDrawing(
      "\(half)<svg x='4' width='16' height='20' clip-path='url(#c)'><rect width='4' height='20'/></svg>")
    #expect(own[5, 9] == 0 && own[6, 9] == 0xffffff && own[3, 9] == 0xffffff)
  }

  @Test("the bounding box of a used symbol is that of its content, seen through the viewport of the use")
  func symbol() throws {
    let symbol = "<symbol id='s' viewBox='0 0 8 10'><rect width='4' height='10'/></symbol>"
    // From 4 to 12 again.
    let use = "<use href='#s' x='4' width='16' height='20'"
    for drawn in [
      try RenderedDrawing("\(half)\(symbol)\(use) clip-path='url(#c)'/>"),
      try RenderedDrawing("\(half)\(symbol)<g clip-path='url(#c)'>\(use)/></g>"),
      try RenderedDrawing("\(half)\(symbol.replacing("<symbol", with: "<symbol clip-path='url(#c)'"))\(use)/>"),
    ] {
      #expect(drawn[4, 9] == 0 && drawn[7, 9] == 0 && drawn[8, 9] == 0xffffff && drawn[3, 9] == 0xffffff)
    }
  }

  @Test("a mask on a use has the use's bounding box, and a gradient in it has the shape's own")
  func paints() throws {
    let symbol = "<symbol id='s' viewBox='0 0 8 10'><rect width='4' height='10' fill='url(#g)'/></symbol>"
    let mask = "<mask id='m' x='0' y='0' width='.75' height='1'><rect width='20' height='20' fill='white'/></mask>"
    let drawn = try RenderedDrawing("\(fade)\(symbol)\(mask)<use href='#s' x='4' width='16' height='20' mask='url(#m)'/>")
    #expect(drawn[7, 9] == 0xff0000 && drawn[8, 9] == 0x0000ff && drawn[9, 9] == 0x0000ff && drawn[10, 9] == 0xffffff)
  }

  @Test("unused symbols and children that a switch rejects have no part in bounding boxes")
  func unseen() throws {
    let symbol = "<symbol><rect x='-20' width='60' height='20'/></symbol>"
    let drawn = try RenderedDrawing("\(half)<g clip-path='url(#c)'><rect width='20' height='20'/>\(symbol)</g>")
    #expect(drawn[9, 9] == 0 && drawn[10, 9] == 0xffffff)
    let choice = "<switch><rect width='20' height='20'/><rect x='-20' width='60' height='20'/></switch>"
    let chosen = try RenderedDrawing("\(half)<g clip-path='url(#c)'>\(choice)</g>")
    #expect(chosen[9, 9] == 0 && chosen[10, 9] == 0xffffff)
  }
}
