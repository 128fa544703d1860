import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Testing

@Suite("The physical size that a screen reports")
struct PanelDimensionsTests {
  @Test(
    "plausible sizes are taken",
    arguments: [
      (154, 86, 800, 480), (1210, 680, 3840, 2160), (24, 24, 240, 240), (345, 194, 1920, 1080), (1660, 934, 1920, 1080),
    ])
  func plausible(width: Int, height: Int, columns: Int, rows: Int) {
    let size = PanelDimensions.plausible(
      millimeters: PixelSize(width: width, height: height), pixels: PixelSize(width: columns, height: rows))
    #expect(size == Size(width: Scalar(width), height: Scalar(height)))
  }

  @Test(
    "missing sizes, proportions and impossible densities are not",
    arguments: [
      (0, 0, 800, 480), (154, 0, 800, 480), (16, 9, 320, 240), (160, 90, 1920, 1080), (160, 100, 1920, 1200),
      (1600, 900, 1920, 1080), (30, 20, 1920, 1080), (9000, 5000, 800, 480), (400, 100, 800, 800), (70_000, 40_000, 1920, 1080),
    ])
  func absurd(width: Int, height: Int, columns: Int, rows: Int) {
    let size = PanelDimensions.plausible(
      millimeters: PixelSize(width: width, height: height), pixels: PixelSize(width: columns, height: rows))
    #expect(size == nil)
  }
}
