import CartoucheRaster
import CartoucheScene

/// The movement of a released map's content.
struct ContentFling {
  private enum Motion {
    /// In the directions of the view, in points.
    case free(x: Deceleration, y: Deceleration, until: Timestamp)
    /// In the directions of a map with north up, in points, between the edges of a boundary.
    case bounded(east: Scroller, south: Scroller)
  }

  private let start: MapCamera
  private let motion: Motion

  init(from camera: MapCamera, in band: CameraBand, velocity: Point, at time: Timestamp) {
    start = camera
    guard let boundary = band.limits.boundary else {
      let x = Deceleration(from: 0, velocity: velocity.x, at: time)
      let y = Deceleration(from: 0, velocity: velocity.y, at: time)
      motion = .free(x: x, y: y, until: max(x.time(within: Self.tolerance), y.time(within: Self.tolerance)))
      return
    }
    let speed = Self.northUp(velocity, bearing: camera.bearing)
    let edges = Self.edges(of: boundary, from: camera, band)
    func slide(_ speed: Scalar, _ range: (Scalar, Scalar)?) -> Scroller {
      // The content moves against the center.
      var slide = Scroller(minimum: range.map { -$0.1 }, maximum: range.map { -$0.0 }, flingSpeed: 0, tolerance: Self.tolerance)
      slide.rubberBand = band.edgeBand
      slide.release(velocity: speed, at: time)
      return slide
    }
    motion = .bounded(east: slide(speed.x, edges.x), south: slide(speed.y, edges.y))
  }

  func isMoving(at time: Timestamp) -> Bool {
    switch motion {
    case .free(_, _, let end): time < end
    case .bounded(let east, let south): east.isMoving(at: time) || south.isMoving(at: time)
    }
  }

  /// Returns the camera at the start, moved with the content.
  func camera(at time: Timestamp, in band: CameraBand) -> MapCamera {
    switch motion {
    case .free(let x, let y, let end):
      let time = min(time, end)
      return start.moved(by: Point(x: x.value(at: time), y: y.value(at: time)), in: band.size)
    case .bounded(let east, let south):
      let offset = MapTransform(northUp: start.zoom).mapOffset(of: Point(x: east.value(at: time), y: south.value(at: time)))
      var camera = start
      camera.centerPoint = MapPoint(x: start.centerPoint.x &- offset.x, y: start.centerPoint.y &- offset.y)
      return camera
    }
  }

  /// Returns the distances, in map units, by which the center may be beyond the boundary.
  func excess(at time: Timestamp) -> MapPoint {
    guard case .bounded(let east, let south) = motion else { return MapPoint(x: 0, y: 0) }
    func excess(_ slide: Scroller) -> Scalar {
      let value = slide.value(at: time)
      return max(value - (slide.maximum ?? .max), (slide.minimum ?? .min) - value, 0)
    }
    return MapTransform(northUp: start.zoom).mapOffset(of: Point(x: excess(east), y: excess(south)))
  }

  /// Returns a vector of the view in the directions of a view with north up.
  private static func northUp(_ vector: Point, bearing: Angle) -> Point {
    typealias F = ElementaryFunctions
    guard bearing != .zero else { return vector }
    let radians = Double(bearing.degrees.rawValue % (360 << 32)) / 0x1p32 * (F.pi / 180)
    let (sine, cosine) = (F.sine(radians), F.cosine(radians))
    let (x, y) = (Double(vector.x.rawValue), Double(vector.y.rawValue))
    return Point(x: Scalar(rawValue: F.nearest(cosine * x - sine * y)), y: Scalar(rawValue: F.nearest(sine * x + cosine * y)))
  }

  /// Returns the ranges of a boundary relative to the camera's center, in points to the east and south.
  private static func edges(of boundary: MapView.CameraBoundary, from camera: MapCamera, _ band: CameraBand) -> (
    x: (Scalar, Scalar)?, y: (Scalar, Scalar)
  ) {
    let box = InclusiveMapRect(boundary.mapRect)
    let center = camera.centerPoint
    let beyond = band.limits.offset(beyondBoundary: center)?.x ?? 0
    let width = box.maxX &- box.minX
    // Inside, or at the edge that is nearest.
    let eastward = beyond > 0 ? width : beyond < 0 ? 0 : (center.x &- box.minX) & (MapPoint.worldSize - 1)
    let view = MapTransform(northUp: camera.zoom)
    let low = view.point(forOffset: MapPoint(x: -eastward &- beyond, y: box.minY &- center.y))
    let high = view.point(forOffset: MapPoint(x: width &- eastward &- beyond, y: box.maxY &- center.y))
    return (width >= MapPoint.worldSize ? nil : (low.x, high.x), (low.y, high.y))
  }

  private static let tolerance: Scalar = 0.5
}
