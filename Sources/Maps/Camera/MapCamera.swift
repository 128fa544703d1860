public import CartoucheRaster

/// From where the map is seen: what is in the middle of the view, how large, and which way is up.
///
/// A value without a size: ``MapTransform`` adds the view's.
public struct MapCamera: Hashable, Sendable {
  /// What is in the middle of the view.
  public var centerPoint: MapPoint

  /// MapLibre's zoom: the world is 512 · 2^zoom points wide. Held to ``zoomRange`` where it is used.
  public var zoom: Scalar

  /// The direction that is up on the screen, clockwise from north: at 90° east is up.
  public var bearing: Angle

  public init(centerPoint: MapPoint, zoom: Scalar, bearing: Angle = .zero) {
    self.centerPoint = centerPoint
    self.zoom = zoom
    self.bearing = bearing
  }

  /// A camera over `center`, which is held to the map: see ``MapPoint/init(clamping:)``.
  public init(center: Coordinate, zoom: Scalar, bearing: Angle = .zero) {
    self.init(centerPoint: MapPoint(clamping: center), zoom: zoom, bearing: bearing)
  }

  /// The zooms there are.
  public static let zoomRange: ClosedRange<Scalar> = 0...24

  /// The coordinate in the middle of the view.
  public var center: Coordinate {
    get {
      let held = MapPoint(x: centerPoint.x, y: min(max(centerPoint.y, 0), MapPoint.worldSize))
      return Coordinate(held) ?? Coordinate(latitude: 0, longitude: 0)
    }
    set { centerPoint = MapPoint(clamping: newValue) }
  }

  /// ``zoom`` within ``zoomRange``.
  package var clampedZoom: Scalar { min(max(zoom, Self.zoomRange.lowerBound), Self.zoomRange.upperBound) }

  /// The zoom of the tiles that are drawn one to one or magnified less than twice.
  package var tileZoom: Int { clampedZoom.floor }
}

extension MapCamera {
  /// The camera after the map was carried by `delta` points across a view of `size`: what lay under a finger that moved by `delta`
  /// lies under it still, to within 1/256 point at zoom 24 and less below, unless the world's north or south edge holds it.
  public func panned(by delta: Point, in size: Size) -> MapCamera {
    let transform = MapTransform(camera: self, bounds: Rect(origin: .zero, size: size))
    let offset = transform.mapOffset(of: delta)
    var moved = self
    moved.centerPoint = MapPoint(x: centerPoint.x &- offset.x, y: centerPoint.y &- offset.y)
    return moved.clamped(in: size)
  }

  /// The camera with its zoom in range, its centre in the world's first copy, and no more of the plane north or south of the world in
  /// a view of `size` than must be: none where the world is taller than the view, else the same on both sides.
  public func clamped(in size: Size) -> MapCamera {
    var held = self
    held.zoom = clampedZoom
    let transform = MapTransform(camera: held, bounds: Rect(origin: .zero, size: size))
    let corner = transform.mapOffset(of: Point(x: size.width / 2, y: size.height / 2))
    let other = transform.mapOffset(of: Point(x: size.width / 2, y: -(size.height / 2)))
    let reach = max(abs(corner.y), abs(other.y))
    let y =
      reach >= MapPoint.worldSize / 2
      ? MapPoint.worldSize / 2 : min(max(centerPoint.y, reach), MapPoint.worldSize - reach)
    held.centerPoint = MapPoint(x: centerPoint.x, y: y).wrapped
    return held
  }
}
