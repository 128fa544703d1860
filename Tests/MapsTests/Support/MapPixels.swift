import CartoucheMaps
import CartoucheRaster
import CartoucheScene

/// Returns the pixels of a map view with `sources`, as XRGB.
func mapPixels(_ sources: [any TileSource], _ camera: MapCamera, width: Int = 320, height: Int = 200) -> [UInt32] {
  let map = MapView(frame: Rect(x: 0, y: 0, width: Scalar(width), height: Scalar(height)), theme: .plain)
  map.sources = sources
  map.camera = camera
  return pixels(of: map, width: width, height: height)
}

/// Returns the pixels of a map on a stage of its own, as XRGB.
func pixels(of map: MapView, width: Int, height: Int) -> [UInt32] {
  let stage = Stage(size: PixelSize(width: width, height: height))
  stage.root.addSublayer(map)
  _ = stage.commit()
  defer { map.removeFromSuperlayer() }
  var pixels = [UInt32](repeating: 0, count: width * height)
  pixels.withUnsafeMutableBytes { bytes in
    guard let base = bytes.baseAddress else { return }
    let target = PixelBuffer(
      baseAddress: base, size: PixelSize(width: width, height: height), bytesPerRow: width * 4, format: .xrgb8888)
    Renderer().draw(
      stage.displayList, into: target, damage: [PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)], rotation: .none,
      workers: SerialWorkerPool())
  }
  return pixels
}

/// A source of the tiles it is created with.
final class FixedSource: TileSource {
  let name = "fixed"
  let zoomRange: ClosedRange<Int>
  private let tiles: [TileID: [UInt8]]

  init(zoomRange: ClosedRange<Int>, _ tiles: [TileID: [UInt8]]) {
    self.zoomRange = zoomRange
    self.tiles = tiles
  }

  func tile(_ id: TileID) throws(TileError) -> [UInt8]? { tiles[id] }
}
