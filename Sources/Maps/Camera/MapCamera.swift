public import CartoucheRaster

/// A position from which a map is seen: its center, zoom and bearing.
///
/// A camera has no size; ``MapTransform`` adds the view's.
public struct MapCamera: Hashable, Sendable {
  /// The map point at the center of the view.
  public var centerPoint: MapPoint

  /// The zoom, as MapLibre defines it: the world is 512 · 2^zoom points wide. It is clamped to ``zoomRange``
  /// where it is used.
  public var zoom: Scalar

  /// The direction that is up on the screen, clockwise from north; at 90° east is up.
  public var bearing: Angle

  /// Creates a camera above a map point.
  public init(centerPoint: MapPoint, zoom: Scalar, bearing: Angle = .zero) {
    self.centerPoint = centerPoint
    self.zoom = zoom
    self.bearing = bearing
  }

  /// Creates a camera above `center`, which is clamped to the map: see ``MapPoint/init(clamping:)``.
  public init(center: Coordinate, zoom: Scalar, bearing: Angle = .zero) {
    self.init(centerPoint: MapPoint(clamping: center), zoom: zoom, bearing: bearing)
  }

  /// The valid zooms.
  public static let zoomRange: ClosedRange<Scalar> = 0...24

  /// The coordinate at the center of the view.
  public var center: Coordinate {
    get {
      let clamped = MapPoint(x: centerPoint.x, y: centerPoint.y.clamped(from: 0, to: MapPoint.worldSize))
      return Coordinate(clamped) ?? Coordinate(latitude: 0, longitude: 0)
    }
    set { centerPoint = MapPoint(clamping: newValue) }
  }

  /// The ``zoom``, clamped to ``zoomRange``.
  package var clampedZoom: Scalar { zoom.clamped(from: Self.zoomRange.lowerBound, to: Self.zoomRange.upperBound) }

  /// The zoom of the tiles that are drawn at their own scale or up to twice as large.
  package var tileZoom: Int { clampedZoom.floor }
}

extension MapCamera {
  /// Returns the camera after the map was panned by `delta` points in a view of `size`.
  ///
  /// The map point below a finger that moved by `delta` stays below it, to within 1/256 point at zoom 24 and
  /// less at lower zooms, except at the world's north and south edges.
  public func panned(by delta: Point, in size: Size) -> MapCamera {
    let transform = MapTransform(camera: self, bounds: Rect(origin: .zero, size: size))
    let offset = transform.mapOffset(of: delta)
    var moved = self
    moved.centerPoint = MapPoint(x: centerPoint.x &- offset.x, y: centerPoint.y &- offset.y)
    return moved.clamped(in: size)
  }

  /// Returns the camera with its zoom in range, its center in the first copy of the world, and as little as
  /// possible visible beyond the world's north and south edges.
  ///
  /// In a view of `size`, nothing beyond the edges is visible if the world is taller than the view; otherwise
  /// the world is centered.
  public func clamped(in size: Size) -> MapCamera {
    var camera = self
    camera.zoom = clampedZoom
    let transform = MapTransform(camera: camera, bounds: Rect(origin: .zero, size: size))
    let corner = transform.mapOffset(of: Point(x: size.width / 2, y: size.height / 2))
    let other = transform.mapOffset(of: Point(x: size.width / 2, y: -(size.height / 2)))
    let extent = max(abs(corner.y), abs(other.y))
    let y =
      extent >= MapPoint.worldSize / 2
      ? MapPoint.worldSize / 2 : centerPoint.y.clamped(from: extent, to: MapPoint.worldSize - extent)
    camera.centerPoint = MapPoint(x: centerPoint.x, y: y).wrapped
    return camera
  }
}
