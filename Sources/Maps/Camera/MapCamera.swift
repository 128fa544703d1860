public import CartoucheRaster

/// The position from which a map is seen: a center, a zoom and a bearing.
///
/// A camera does not contain the size of the view. A ``MapTransform`` combines a camera with the view's
/// bounds.
public struct MapCamera: Hashable, Sendable {
  /// The map point at the center of the view.
  public var centerPoint: MapPoint

  /// The zoom level, as MapLibre defines it: at zoom z, the whole world is 512 · 2^z points wide.
  ///
  /// The property may be outside ``zoomRange``. Wherever a map uses the zoom, the value is clamped to that
  /// range.
  public var zoom: Scalar

  /// The compass direction that is up on the screen, as an angle clockwise from north. At 90°, east is up.
  public var bearing: Angle

  /// Creates a camera that shows a map point at the center of the view.
  public init(centerPoint: MapPoint, zoom: Scalar, bearing: Angle = .zero) {
    self.centerPoint = centerPoint
    self.zoom = zoom
    self.bearing = bearing
  }

  /// Creates a camera that shows a coordinate at the center of the view.
  ///
  /// A coordinate that is not on the map is clamped to the map: see ``MapPoint/init(clamping:)``.
  public init(center: Coordinate, zoom: Scalar, bearing: Angle = .zero) {
    self.init(centerPoint: MapPoint(clamping: center), zoom: zoom, bearing: bearing)
  }

  /// The range of zooms that a map can show: −2 … 24.
  ///
  /// Below zoom 0, the world is less than 512 points wide, as for a small screen or a thumbnail. The tile of
  /// zoom 0 is drawn smaller. A ``MapView`` allows these zooms if its ``MapView/cameraZoomRange`` does.
  public static let zoomRange: ClosedRange<Scalar> = -2...24

  /// The coordinate at the center of the view.
  ///
  /// Setting a coordinate that is not on the map clamps the coordinate: see ``MapPoint/init(clamping:)``.
  public var center: Coordinate {
    get {
      let clamped = MapPoint(x: centerPoint.x, y: centerPoint.y.clamped(from: 0, to: MapPoint.worldSize))
      return Coordinate(clamped) ?? Coordinate(latitude: 0, longitude: 0)
    }
    set { centerPoint = MapPoint(clamping: newValue) }
  }

  /// The camera's ``zoom``, clamped to ``zoomRange``.
  package var clampedZoom: Scalar { zoom.clamped(from: Self.zoomRange.lowerBound, to: Self.zoomRange.upperBound) }

  /// The zoom of the tiles that are drawn for the camera: the clamped zoom, rounded down, at least 0.
  ///
  /// Tiles of this zoom are drawn at their own scale or up to twice as large. Below zoom 0, there are no
  /// smaller tiles, and the tile of zoom 0 is drawn down to a quarter of its size.
  package var tileZoom: Int { max(clampedZoom.floor, 0) }
}

extension MapCamera {
  /// Returns the camera after a pan that moves the map's content by `delta` points in a view of `size`.
  ///
  /// If a finger moves by `delta`, the place on the map below the finger stays below the finger. At zoom 24,
  /// the place may be off by up to 1/256 point, because positions are rounded. At lower zooms, the error is
  /// smaller.
  ///
  /// At the world's north and south edges, the map may move less than the finger. The reason is that the
  /// center of the result is clamped: see ``MapCamera/clamped(in:)``.
  public func panned(by delta: Point, in size: Size) -> MapCamera { moved(by: delta, in: size).clamped(in: size) }

  /// Returns the camera after a pan, with an unclamped center.
  func moved(by delta: Point, in size: Size) -> MapCamera {
    let transform = MapTransform(camera: self, bounds: Rect(origin: .zero, size: size))
    let offset = transform.mapOffset(of: delta)
    var moved = self
    moved.centerPoint = MapPoint(x: centerPoint.x &- offset.x, y: centerPoint.y &- offset.y)
    return moved
  }

  /// Returns the camera with its zoom clamped to ``zoomRange`` and its center clamped to the world.
  ///
  /// In a view of `size`, the result shows no area north or south of the world. If the world is less tall
  /// than the view, the world is centered vertically in the view.
  ///
  /// The map repeats the world to the east and west. The result's center is in the first copy of the world:
  /// its x coordinate is in `0..<MapPoint.worldSize`.
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
