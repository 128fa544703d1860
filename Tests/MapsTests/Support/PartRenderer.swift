import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import Testing

/// A renderer that lets another one draw only a part of the map, like the strips that a pan brings into view.
///
/// It counts how often it draws.
final class PartRenderer: OverlayRenderer {
  /// The part to draw; nil for all that is requested.
  var part: MapRect? { didSet { setNeedsDisplay() } }
  private(set) var drawCount = 0
  private let base: OverlayRenderer

  init(_ base: OverlayRenderer) {
    self.base = base
    super.init(overlay: base.overlay)
    alpha = base.alpha
  }

  override var drawingOutset: Scalar { base.drawingOutset }

  override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: inout MapContext) {
    drawCount += 1
    base.draw(part ?? mapRect, zoomScale: zoomScale, in: &context)
  }
}

extension OverlayScreen {
  /// Returns the visible part of the map, divided into `count` × `count` upright rectangles.
  func parts(_ count: Int) -> [MapRect] {
    let transform = MapTransform(camera: map.camera, bounds: map.bounds)
    let (right, bottom) = (Scalar(size.width), Scalar(size.height))
    let corners = [Point.zero, Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom)].map {
      transform.mapPoint(at: $0)
    }
    // One pixel more, because the map is drawn up to half a pixel off.
    let margin = pixelSide(transform)
    let left = (corners.map(\.x).min() ?? 0) - margin
    let top = (corners.map(\.y).min() ?? 0) - margin
    let width = ((corners.map(\.x).max() ?? 0) + margin - left) / Int64(count) + 1
    let height = ((corners.map(\.y).max() ?? 0) + margin - top) / Int64(count) + 1
    return (0..<count * count).map { index in
      MapRect(
        origin: MapPoint(x: left + Int64(index % count) * width, y: top + Int64(index / count) * height), width: width,
        height: height)
    }
  }

  /// At least the side of a pixel's upright bounding box, in map units.
  private func pixelSide(_ transform: MapTransform) -> Int64 {
    let (a, b) = (transform.mapPoint(at: .zero), transform.mapPoint(at: Point(x: 1, y: 0)))
    return abs(b.x - a.x) + abs(b.y - a.y) + 1
  }

  /// Draws part after part and expects in each the pixels of `whole`.
  ///
  /// A pixel on the edge of a part belongs to it or to the adjacent one.
  func expectDrawnInParts(_ count: Int, _ renderers: [PartRenderer], whole: [UInt32]) {
    let transform = MapTransform(camera: map.camera, bounds: map.bounds)
    let side = pixelSide(transform)
    let points = whole.indices.map { index in
      transform.mapPoint(at: Point(x: Scalar(index % size.width) + 0.5, y: Scalar(index / size.width) + 0.5))
    }
    var isMatched = [Bool](repeating: false, count: whole.count)
    for (number, part) in parts(count).enumerated() {
      for renderer in renderers { renderer.part = part }
      let shown = show()
      var different: Int?
      for (index, point) in points.enumerated() {
        let (x, y) = (point.x - part.origin.x, point.y - part.origin.y)
        guard x >= -side, y >= -side, x < part.width + side, y < part.height + side else { continue }
        let isEqual = shown[index] & 0xff_ffff == whole[index] & 0xff_ffff
        if isEqual { isMatched[index] = true }
        let isInside = x >= side && y >= side && x < part.width - side && y < part.height - side
        if isInside, !isEqual, different == nil { different = index }
      }
      #expect(different == nil, "part \(number) of \(count) × \(count)")
    }
    #expect(isMatched.allSatisfy { $0 }, "every pixel is drawn in one of \(count) × \(count) parts")
  }
}
