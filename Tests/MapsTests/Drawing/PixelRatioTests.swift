import CartoucheImages
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The pixel ratio of a map")
struct PixelRatioTests {
  private func screen(_ ratio: Int, _ style: MapStyle, _ source: any TileSource) -> MapScreen {
    let camera = MapCamera(center: .beijing, zoom: 14.5)
    let screen = MapScreen(width: 160 * ratio, height: 120 * ratio, camera: ratio == 1 ? camera : camera.scaled(by: Scalar(ratio)))
    (screen.map.alignsToPixels, screen.map.showsCompass) = (false, false)
    (screen.map.pixelRatio, screen.map.sources, screen.map.style) = (Scalar(ratio), [source], style)
    screen.runUntilIdle()
    return screen
  }

  /// The mean difference of components between an image, and the means of the other's blocks of 2 × 2 pixels.
  private func difference(_ image: Image, _ large: Image) -> Double {
    let (a, b, width) = (image.pixels, large.pixels, image.size.width)
    var sum = 0
    for y in 0..<image.size.height {
      for x in 0..<width {
        for shift in [UInt32(0), 8, 16] {
          let block = [0, 1, width * 2, width * 2 + 1].reduce(0) { $0 + Int(b[y * 2 * width * 2 + x * 2 + $1] >> shift & 255) }
          sum += abs(Int(a[y * width + x] >> shift & 255) - block / 4)
        }
      }
    }
    return Double(sum) / Double(a.count * 3)
  }

  @Test("at the ratio 2, everything is twice as large")
  func features() throws {
    let (small, large) = (CountingSource.town(), CountingSource.town())
    let (one, two) = (screen(1, .town, small), screen(2, .town, large))
    #expect(small.reads == large.reads, "the same tiles are shown")
    let difference = difference(one.image, two.image)
    #expect(difference < 2, "\(difference)")
    var thick = MapStyle.town
    thick[layer: "lines"]?[.lineWidth] = 5
    thick[layer: "points"]?[.circleRadius] = 11
    #expect(self.difference(one.image, screen(2, thick, large).image) > 2, "the comparison is no formality")
  }

  @Test("image tiles of a ratio of 2 are those of the same zoom of the style")
  func images() throws {
    func source() -> CountingSource {
      CountingSource(10...18, format: .png) { id in
        try PNG.encode(
          Image(size: PixelSize(width: 64, height: 64)) { pixels in
            for index in pixels.indices {
              pixels[index] = 0xff00_0000 | UInt32(index % 64 * 4) << 16 | UInt32(index / 64 * 4) << 8 | UInt32(id.x & 1) * 255
            }
          })
      }
    }
    let style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0xff00ff]),
      StyleLayer("images", kind: .raster),
    ])
    let (small, large) = (source(), source())
    let difference = difference(screen(1, style, small).image, screen(2, style, large).image)
    #expect(small.reads == large.reads && difference < 2, "\(difference)")
  }

  @Test("the ratio can be changed while the map is shown")
  func change() throws {
    let screen = screen(1, .town, CountingSource.town())
    screen.map.pixelRatio = 2
    screen.runUntilIdle()
    let fresh = MapScreen(width: 160, height: 120, camera: screen.map.camera)
    (fresh.map.alignsToPixels, fresh.map.showsCompass) = (false, false)
    (fresh.map.pixelRatio, fresh.map.sources, fresh.map.style) = (2, [CountingSource.town()], .town)
    fresh.runUntilIdle()
    let isEqual = screen.image.pixels == fresh.image.pixels
    #expect(isEqual)
  }
}
