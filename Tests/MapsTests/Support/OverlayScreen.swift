import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport

/// A stage with a map, drawn into memory as into a panel: only where it is damaged.
final class OverlayScreen {
  let stage: Stage
  let map: MapView
  /// The pixels of the screen, as XRGB.
  private(set) var pixels: [UInt32]
  let size: PixelSize
  /// The damage of the last frame.
  private(set) var damage: [PixelRect] = []
  private let renderer = Renderer()

  init(width: Int = 320, height: Int = 200, _ camera: MapCamera) {
    size = PixelSize(width: width, height: height)
    stage = Stage(size: size)
    map = MapView(frame: Rect(x: 0, y: 0, width: Scalar(width), height: Scalar(height)), theme: .plain)
    map.camera = camera
    map.showsCompass = false
    stage.root.addSublayer(map)
    pixels = [UInt32](repeating: 0x5a5a5a, count: width * height)
  }

  convenience init(
    width: Int = 320, height: Int = 200, _ latitude: Double, _ longitude: Double, zoom: Scalar, bearing: Angle = .zero
  ) {
    self.init(
      width: width, height: height,
      MapCamera(center: Coordinate(latitude: latitude, longitude: longitude), zoom: zoom, bearing: bearing))
  }

  /// Commits a frame and draws the damaged area.
  ///
  /// The area is overwritten first, so that a test finds pixels that should have been drawn and were not.
  ///
  /// - Returns: The pixels of the screen.
  @discardableResult
  func show() -> [UInt32] {
    damage = stage.commit()
    for rect in damage {
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX { pixels[y * size.width + x] = 0xff00ff }
      }
    }
    pixels.withUnsafeMutableBytes { Self.draw(stage.displayList, size, damage, renderer, $0) }
    return pixels
  }

  /// Returns the pixels of a full redraw.
  func redrawn() -> [UInt32] {
    var result = [UInt32](repeating: 0, count: size.width * size.height)
    result.withUnsafeMutableBytes { Self.draw(stage.displayList, size, [PixelRect(size)], Renderer(), $0) }
    return result
  }

  private static func draw(
    _ list: DisplayList, _ size: PixelSize, _ damage: [PixelRect], _ renderer: Renderer, _ bytes: UnsafeMutableRawBufferPointer
  ) {
    guard let base = bytes.baseAddress else { return }
    let target = PixelBuffer(baseAddress: base, size: size, bytesPerRow: size.width * 4, format: .xrgb8888)
    renderer.draw(list, into: target, damage: damage, rotation: .none, workers: SerialWorkerPool())
  }

  /// The screen as an opaque image, for golden frames.
  var image: Image {
    Image(size: size) { target in
      for index in target.indices { target[index] = 0xff00_0000 | pixels[index] }
    }
  }

  /// Returns the color of a pixel as 0xRRGGBB.
  func color(_ x: Int, _ y: Int) -> UInt32 { pixels[y * size.width + x] & 0xff_ffff }
}

/// Returns the index of the first pixel in which two frames differ; nil if they are equal.
func difference(_ a: [UInt32], _ b: [UInt32]) -> Int? {
  a.count == b.count ? a.indices.first { a[$0] & 0xff_ffff != b[$0] & 0xff_ffff } : 0
}

/// A portal of a game: an overlay of 200 × 200 m that belongs to a team.
final class Portal: Overlay {
  let coordinate: Coordinate
  var team: String?
  var isComplete: Bool

  init(_ latitude: Double, _ longitude: Double, team: String? = nil, isComplete: Bool = true) {
    coordinate = Coordinate(latitude: latitude, longitude: longitude)
    (self.team, self.isComplete) = (team, isComplete)
  }

  var boundingMapRect: MapRect {
    MapRect(center: coordinate, meters: 200) ?? MapRect(origin: MapPoint(clamping: coordinate), width: 0, height: 0)
  }
}

/// A renderer that draws a portal as its team's image.
final class PortalRenderer: OverlayRenderer {
  static let images = [0xff20_c040, 0xff20_60e0, 0xffa0_a0a0].map { (color: UInt32) in
    Image(size: PixelSize(width: 40, height: 40)) { pixels in
      for y in 0..<40 {
        for x in 0..<40 {
          let (dx, dy) = (2 * x - 39, 2 * y - 39)
          let square = dx * dx + dy * dy
          // A ring, a bar at the top and a block at the bottom left, which show the orientation.
          let isDrawn = (square < 1500 && square > 900) || (y < 4) || (x < 8 && y > 30)
          pixels[y * 40 + x] = isDrawn ? color : 0
        }
      }
    }
  }
  var flip = ImageFlip.none

  override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    guard let portal = overlay as? Portal, portal.isComplete, let center = MapPoint(portal.coordinate) else { return }
    let image = Self.images[portal.team == "ALIENS" ? 0 : portal.team == "RESISTANCE" ? 1 : 2]
    context.draw(image, in: context.rect(for: MapRect(center: center, mapPoints: 400)), flipped: flip)
  }
}
