import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The memory of a map's ground images")
struct GroundMemoryTests {
  /// Returns the widths of the images of each frame, of a map that turns and zooms at 1280 × 720.
  ///
  /// - Parameter limit: The memory of the images, without that of the pixels that are cached for pans. Those
  ///   also have spare memory where there is enough.
  private func film(limit: Int) -> [[Int]] {
    let screen = MapScreen(width: 1280, height: 720, camera: MapCamera(center: .beijing, zoom: 14.4))
    screen.map.showsCompass = false
    screen.map.sources = [CountingSource.town(0...16)]
    screen.map.style = .plainTown(Color(hex: 0x60c060))
    // A view, and its margin of 32 points on each side.
    screen.stage.rasterCacheLimit = limit + 1344 * 784 * 4
    screen.runUntilIdle()
    return (0..<120).map { frame in
      var camera = screen.map.camera
      // A turn, a turn while it is zoomed in, a zoom, and a fast turn while it is zoomed out.
      camera.bearing = camera.bearing + .degrees([2, 2, 0, 9][frame / 30])
      camera.zoom = camera.zoom + [0, 0.03, 0.03, -0.09][frame / 30]
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
    // Two squares while one replaces the other, the image of a map that is only zoomed, and the coarse one.
    #expect(usual.contains([1644, 1644]) && usual.contains([1644, 1920]) && usual.contains { $0.contains(1102) })
    #expect(film(limit: 28_000_000) == usual)
    // Without room for a second image, there are other frames.
    #expect(film(limit: 15_000_000) != usual)
  }
}
