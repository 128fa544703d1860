import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Foundation
import Testing

private let folder = TestEnvironment.sharedData("data/icons")

@Suite(.enabled(if: folder != nil, "no shared data")) struct SVGIconTests {
  @Test("map icon sets are drawn at every size, without warnings and never blank", arguments: ["maki", "temaki"])
  func icons(set: String) throws {
    let icons = URL(filePath: try #require(folder)).appending(path: "\(set)/icons")
    let names = try FileManager.default.contentsOfDirectory(atPath: icons.path(percentEncoded: false)).filter {
      $0.hasSuffix(".svg")
    }
    #expect(names.count > 200)
    for name in names {
      let icon = try SVG([UInt8](Data(contentsOf: icons.appending(path: name))))
      #expect(icon.warnings.isEmpty, "\(name)")
      for side in [15, 24, 48] {
        let image = icon.image(size: PixelSize(width: side, height: side))
        let ink = pixels(of: image).reduce(0) { $0 + Int($1 >> 24) }
        // The ink is between a dot and a full square.
        #expect(ink > side * side * 255 / 50 && ink <= side * side * 255, "\(name) at \(side)")
      }
    }
  }
}
