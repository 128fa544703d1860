import CartoucheImages
import CartoucheRaster
import Foundation
import Testing

/// Tests of the limits on the time and memory that a file may use.
@Suite struct SVGWorkTests {
  private func read(_ content: String, work: Int) throws -> SVG {
    try SVG(Array("<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'>\n\(content)</svg>".utf8), work: work)
  }

  @Test("twice the file size takes at most about twice the work", arguments: AdversarialDrawing.harmless)
  func harmless(drawing: AdversarialDrawing) throws {
    let small = try read(drawing.content(10_000), work: 1 << 30)
    let large = try read(drawing.content(20_000), work: 1 << 30)
    #expect(large.steps < small.steps * 5 / 2)
    #expect(!large.warnings.contains { $0.message.contains("too long") })
  }

  @Test(
    "content beyond the budget is omitted, earlier content stays, and a warning gives the location",
    arguments: AdversarialDrawing.limited)
  func limited(drawing: AdversarialDrawing) throws {
    let mark = "<rect width='20' height='20' fill='lime'/>\n"
    let partial = try read(mark + drawing.content(20_000) + "<rect width='20' height='20' fill='red'/>", work: 100_000)
    #expect(partial.steps <= 100_000 + 8 * 25_000)
    let warning = try #require(partial.warnings.first { $0.message.contains("too long") })
    #expect(warning.location.line == 3)
    #expect(RenderedDrawing(partial)[1, 18] == 0x00ff00)
  }

  @Test("an embedded drawing shares the budget, is read once, and its warnings are reported")
  func inner() throws {
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\n<text/>\(String(repeating: "<g/>", count: 1000))</svg>"
    let image = "<image id='a' width='9' height='9' href='data:image/svg+xml;base64,\(Data(text.utf8).base64EncodedString())'/>"
    let once = try read(image, work: 1 << 30)
    let repeatedly = try read(image + String(repeating: "<use href='#a'/>", count: 90), work: 1 << 30)
    #expect(once.steps > 50_000 && repeatedly.steps < once.steps * 2)
    #expect(once.warnings.map(\.description) == repeatedly.warnings.map(\.description) && once.warnings.count == 1)
    #expect(once.warnings[0].location.line == 2 && once.warnings[0].message.contains("line 2, column 1: \"text\""))
    let copies = try read(image + String(repeating: "<use href='#a'/>", count: 200), work: 1 << 30)
    #expect(copies.warnings.contains { $0.message.contains("100000 elements") })
    // An embedded file's entities are limited by its own length, which is small.
    let entities = "<!DOCTYPE svg [<!ENTITY a '\(String(repeating: "h9", count: 500))'>]><svg xmlns='http://www.w3.org/2000/svg'>"
    let bomb = entities + String(repeating: "<path d='M0 0&a;'/>", count: 100) + "</svg>"
    let address = "data:image/svg+xml;base64,\(Data(bomb.utf8).base64EncodedString())"
    #expect(try read("<image href='\(address)'/>", work: 1 << 30).warnings.contains { $0.message.contains("amplification") })
  }

  @Test("an image with very many passes is not decoded")
  func passes() throws {
    // The start of a JPEG of 4000 × 4000 pixels, and the starts of six hundred scans.
    let frame: [UInt8] = [0xff, 0xc2, 0, 11, 8, 0x0f, 0xa0, 0x0f, 0xa0, 1, 1, 0x11, 0]
    let scans = [[UInt8]](repeating: [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0], count: 600).flatMap { $0 }
    let file = Data([0xff, 0xd8] + frame + scans).base64EncodedString()
    let messages = try svg("<image href='data:image/jpeg;base64,\(file)'/>").warnings.map(\.message)
    #expect(messages.contains { $0.contains("takes too long") })
  }

  @Test("images that are damaged at their end count towards the limit")
  func images() throws {
    let png = PNG.encoded(width: 2000, height: 2000)
    let truncated = Data(png.dropLast(20)).base64EncodedString()
    let content = (0..<6).map { "<image y='\($0)' width='9' height='9' href='data:image/png;base64,\(truncated)'/>" }.joined()
    let messages = try read(content, work: 1 << 30).warnings.map(\.message)
    #expect(
      messages.count == 6 && messages.prefix(4).allSatisfy { $0.contains("not a readable PNG") })
    #expect(messages.suffix(2).allSatisfy { $0.contains("only 777216 of a file's 16777216 are left") })
    let oversized = Data(png.prefix(16) + [UInt8](repeating: 0xff, count: 8) + png.dropFirst(24))
      .base64EncodedString()
    #expect(try svg("<image href='data:image/png;base64,\(oversized)'/>").warnings.count == 1)
  }

  @Test("a pattern of many shapes that is enlarged is drawn coarser, with a warning")
  func largePattern() throws {
    let shapes = String(repeating: "<rect width='20' height='20' fill='red'/>", count: 600)
    let drawing = try svg("<pattern id='p' width='1' height='1'>\(shapes)</pattern>\n<rect width='20' height='20' fill='url(#p)'/>")
    #expect(drawing.warnings.isEmpty)
    #expect(RenderedDrawing(drawing, scale: 60)[600, 600] == 0xff0000)
    #expect(drawing.warnings.count == 1 && drawing.warnings[0].location.line == 2)
    #expect(drawing.warnings.first?.message.contains("coarser") == true)
  }

  @Test("warnings of recordings at other scales are reported once")
  func warningsOfOthers() throws {
    let pattern =
      "<pattern id='p' width='1' height='1'><rect width='9' height='9'/></pattern><rect width='9' height='9' fill='url(#p)'/>"
    let drawing = try svg(String(repeating: "<path d='x'/>\n", count: 150) + pattern)
    let before = drawing.warnings
    for scale in [2, 3] { _ = RenderedDrawing(drawing, scale: scale) }
    #expect(drawing.warnings == before && before.last?.message == "and 50 more from here on")
  }

  @Test("embedded data is not stored twice")
  func addresses() throws {
    let png =
      Data(PNG.encoded(width: 400, height: 400)).base64EncodedString()
      + String(repeating: " ", count: 50_000)
    let image = "<image width='20' height='20' href='data:image/png;base64,\(png)'/>"
    #expect(try svg(image).attributeBytes == 0)
    let drawing = try svg(
      "<pattern id='p' width='1' height='1'>\(image)</pattern><rect width='20' height='20' fill='url(#p)'/>"
    )
    #expect((1..<1000).contains(drawing.attributeBytes))
    _ = RenderedDrawing(drawing, scale: 3)
    #expect(drawing.warnings.isEmpty)
  }

  @Test("warnings beyond the limit are counted")
  func warnings() throws {
    let drawing = try svg(String(repeating: "<path d='x'/>\n", count: 150))
    #expect(drawing.warnings.count == 101)
    #expect(drawing.warnings.last?.message == "and 50 more from here on" && drawing.warnings.last?.location.line == 101)
  }

  @Test("warnings that explain missing content are always stored")
  func limits() throws {
    let content = String(repeating: "<path d='x'/>\n", count: 150) + String(repeating: "<g/>", count: 20_000)
    let drawing = try read(content, work: 100_000)
    #expect(drawing.warnings.count == 102 && drawing.warnings[100].message.contains("too long"))
    #expect(drawing.warnings[100].location.line == 152 && drawing.warnings.last?.message == "and 50 more from here on")
  }

  @Test("markers beyond the limit are omitted with a warning")
  func markers() throws {
    let path = "<path d='M0 0\(String(repeating: "h1v1", count: 6000))' marker-mid='url(#m)'/>"
    let drawing = try svg("<marker id='m'><g/></marker>" + path)
    #expect(drawing.warnings.map(\.message) == ["there are more than 10000 markers; the others are not drawn"])
  }

  @Test("an excessively long namespace URI is refused")
  func namespaces() {
    #expect(throws: SVGError.self) { try svg("<p:g xmlns:p='http://\(String(repeating: "a", count: 2000))'/>") }
  }

  @Test("computing bounding boxes does not count as drawing elements")
  func boxes() throws {
    let clip = "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='1' height='1'/></clipPath>"
    let groups = (0..<6).map { "<g clip-path='url(#c)'><g opacity='.\($0 + 1)'>" }.joined()
    let rects = String(repeating: "<rect width='9' height='9'/>", count: 20_000)
    let drawing = try svg(clip + groups + rects + String(repeating: "</g></g>", count: 6))
    #expect(drawing.warnings.isEmpty)
  }
}

extension PNG {
  /// Returns a transparent image as a PNG file.
  fileprivate static func encoded(width: Int, height: Int) -> [UInt8] {
    let size = PixelSize(width: width, height: height)
    return (try? encode(Image(rendering: DisplayList(), size: size))) ?? []
  }
}
