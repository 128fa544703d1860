import CartoucheImages
import CartoucheRaster
import Testing

/// Nested groups, clips and masks, whose depth Raster limits.
@Suite struct SVGLevelTests {
  private let limits =
    "<clipPath id='c'><circle cx='10' cy='10' r='5'/></clipPath><mask id='m'><circle cx='10' cy='10' r='5' fill='white'/></mask>"
  private let square = "<rect width='20' height='20'/>"

  private func nested(_ tag: String, _ count: Int, _ content: String) -> String {
    String(repeating: "<g \(tag)>", count: count) + content + String(repeating: "</g>", count: count)
  }

  @Test("a clip or mask in fifty groups has an effect", arguments: ["clip-path='url(#c)'", "mask='url(#m)'"])
  func within(attribute: String) throws {
    let drawing = try svg(limits + nested("isolation='isolate'", 50, "<g \(attribute)>\(square)</g>"))
    #expect(drawing.warnings.isEmpty && RenderedDrawing(drawing)[1, 1] == 0xffffff)
    #expect(RenderedDrawing(drawing)[10, 10] & 0xff < 60)
  }

  @Test(
    "content nested in too many groups is omitted with a warning and never shown unclipped",
    arguments: ["clip-path='url(#c)'", "mask='url(#m)'"])
  func beyond(attribute: String) throws {
    for content in [
      nested("isolation='isolate'", 70, "<g \(attribute)>\(square)</g>"), nested(attribute, 70, square),
      // As many levels in the group as around it.
      nested("isolation='isolate'", 40, "<g \(attribute)>" + nested("isolation='isolate'", 40, square) + "</g>"),
    ] {
      let drawing = try svg(limits + content + "<rect x='18' y='18' width='2' height='2'/>")
      #expect(
        RenderedDrawing(drawing)[1, 1] == 0xffffff && RenderedDrawing(drawing)[10, 10] == 0xffffff
          && RenderedDrawing(drawing)[19, 19] == 0)
      #expect(
        drawing.warnings.map(\.message) == [
          "it is nested in more than 56 groups, clips and masks and is not drawn; ungroup the drawing"
        ])
    }
  }

  @Test("the depth of masks, clips, markers and images counts where they are used")
  func parts() throws {
    let deep = nested("isolation='isolate'", 40, "<rect width='20' height='20' fill='white'/>")
    let inner =
      "data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"20\">\(deep.replacing("'", with: "%27"))</svg>"
    let escaped = inner.replacing("<", with: "%3C").replacing("\"", with: "%22").replacing("#", with: "%23")
    for (part, use) in [
      ("<mask id='d'>\(deep)</mask>", "<rect width='20' height='20' fill='red' mask='url(#d)'/>"),
      (
        "<marker id='d' markerUnits='userSpaceOnUse' markerWidth='20' markerHeight='20'>\(deep.replacing("white", with: "red"))</marker>",
        "<path d='M0 0h0' marker-start='url(#d)'/>"
      ),
      ("", "<image width='20' height='20' href='\(escaped.replacing("white", with: "red"))'/>"),
    ] {
      let shallow = try svg(part + nested("isolation='isolate'", 3, use))
      #expect(
        shallow.warnings.isEmpty && RenderedDrawing(shallow)[9, 9] >> 16 > 0xf0 && RenderedDrawing(shallow)[9, 9] & 0xff < 60,
        "\(use)")
      let drawing = try svg(part + nested("isolation='isolate'", 30, use))
      #expect(drawing.warnings.count == 1 && drawing.warnings[0].message.contains("groups, clips and masks"), "\(use)")
      #expect(RenderedDrawing(drawing)[9, 9] == 0xffffff, "\(use)")
    }
  }
}
