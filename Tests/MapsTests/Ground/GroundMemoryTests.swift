import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The memory of a map's ground images")
struct GroundMemoryTests {
  /// Returns the widths of the images of each frame, of a map that turns and zooms at 1280 × 720.
  ///
  /// - Parameter limit: The memory of the images, without that of the pixels that are cached for pans.
  private func film(limit: Int) -> [[Int]] {
    let screen = MapScreen(width: 1280, height: 720, camera: MapCamera(center: .beijing, zoom: 14.4))
    screen.map.showsCompass = false
    screen.map.sources = [CountingSource.town(0...16)]
    screen.map.style = .plainTown(Color(hex: 0x60c060))
    // A view, and its margin of 32 points on each side.
    screen.stage.rasterCacheLimit = limit + 1344 * 784 * 4
    screen.runUntilIdle()
    return (0..<90).map { frame in
      var camera = screen.map.camera
      camera.bearing = camera.bearing + .degrees(frame % 30 < 10 ? 9 : 2)
      camera.zoom = camera.zoom + (frame < 45 ? 0.03 : -0.03)
      screen.map.camera = camera
      screen.step()
      return screen.stage.displayList.items.compactMap { item in
        if case .image(let image, _, _) = item.content, image.size.width > 1000 { image.size.width } else { nil }
      }
    }
  }

  @Test("28 MB are enough at 1280 × 720: with any more, no frame is another one")
  func limit() {
    let usual = film(limit: 60_000_000)
    // Two images while one replaces the other, and the coarse one.
    #expect(usual.contains([1920, 1920]) && usual.contains { $0.contains(1103) || $0.contains(1102) })
    #expect(film(limit: 28_000_000) == usual)
    // Without room for a second image, there are other frames.
    #expect(film(limit: 15_000_000) != usual)
  }
}
