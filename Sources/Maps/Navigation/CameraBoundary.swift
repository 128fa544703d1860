import CartoucheRaster

extension MapView {
  /// An area in which the center of a map stays, as MapKit's type of the same name.
  ///
  /// See ``MapView/cameraBoundary``.
  public struct CameraBoundary: Hashable, Sendable {
    /// The rectangle of the map in which the center stays. Its width and height are not negative.
    public let mapRect: MapRect

    /// Creates a boundary from a rectangle of the map.
    ///
    /// A rectangle without width or height is valid: the center then stays on a line or at a point. The
    /// rectangle may extend beyond the world's east or west edge.
    ///
    /// - Returns: The boundary; nil if the rectangle's width or height is negative.
    public init?(mapRect: MapRect) {
      guard mapRect.width >= 0, mapRect.height >= 0 else { return nil }
      self.mapRect = mapRect
    }

    /// Creates a boundary from a region of the Earth.
    ///
    /// - Returns: The boundary; nil if the region's center is not on the map, or if its span is negative or
    ///   not finite.
    public init?(coordinateRegion region: CoordinateRegion) {
      let (center, span) = (region.center, region.span)
      guard let middle = MapPoint(center), span.latitudeDelta >= 0, span.longitudeDelta >= 0, span.latitudeDelta.isFinite,
        span.longitudeDelta.isFinite
      else { return nil }
      func row(_ latitude: Double) -> Int64 { MapPoint(clamping: Coordinate(latitude: latitude, longitude: 0)).y }
      let (north, south) = (row(center.latitude + span.latitudeDelta / 2), row(center.latitude - span.latitudeDelta / 2))
      let width = ElementaryFunctions.nearest(min(span.longitudeDelta, 360) / 360 * Double(MapPoint.worldSize))
      mapRect = MapRect(origin: MapPoint(x: middle.x - width / 2, y: north), width: width, height: south - north)
    }

    /// The region of the Earth in which the center stays. Its center is in the middle of its latitudes.
    public var region: CoordinateRegion {
      let box = InclusiveMapRect(mapRect)
      func latitude(_ y: Int64) -> Double {
        Coordinate(MapPoint(x: 0, y: y.clamped(from: 0, to: MapPoint.worldSize)))?.latitude ?? 0
      }
      let (north, south) = (latitude(box.minY), latitude(box.maxY))
      let middle = MapPoint(x: box.minX + (box.maxX - box.minX) / 2, y: MapPoint.worldSize / 2)
      return CoordinateRegion(
        center: Coordinate(latitude: (north + south) / 2, longitude: Coordinate(middle)?.longitude ?? 0),
        span: CoordinateSpan(
          latitudeDelta: north - south,
          longitudeDelta: min(Double(box.maxX - box.minX) / Double(MapPoint.worldSize), 1) * 360))
    }

    /// Returns the point of the boundary that is nearest to `point`, the shorter way around the world.
    func nearest(to point: MapPoint) -> MapPoint {
      let box = InclusiveMapRect(mapRect)
      let y = point.y.clamped(from: box.minY, to: box.maxY)
      let width = box.maxX - box.minX
      let eastward = (point.x &- box.minX) & (MapPoint.worldSize - 1)
      guard eastward > width else { return MapPoint(x: point.x, y: y) }
      // Beyond the east edge, up to the next copy of the west edge.
      let isNearEast = eastward - width <= MapPoint.worldSize - eastward
      return MapPoint(x: isNearEast ? box.maxX : box.minX, y: y)
    }
  }
}
