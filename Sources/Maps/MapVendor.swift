import CartoucheScene

/// Where a map comes from, and how its coordinates count: one of several that an application switches between.
///
///     map.vendor = MapVendor(name: "Gaode", sources: [archive], coordinateSystem: .gcj02)
///
/// A map has exactly one at a time. What is shown on it is given in WGS 84 whoever its vendor is, so it stays when that changes; `regionDidChange` and
/// `didFinishLoading` are told the same way for all of them, the latter again for each.
public struct MapVendor {
  public var name: String
  public var sources: [any TileSource]
  public var style: MapStyle
  public var coordinateSystem: CoordinateSystem
  /// What it wants to be said on the map.
  public var attribution: String

  public init(
    name: String, sources: [any TileSource], style: MapStyle = .standard, coordinateSystem: CoordinateSystem = .wgs84,
    attribution: String = ""
  ) {
    (self.name, self.sources, self.style) = (name, sources, style)
    (self.coordinateSystem, self.attribution) = (coordinateSystem, attribution)
  }
}

extension MapView {
  /// Takes over another vendor's sources, look and coordinates.
  func apply(_ vendor: MapVendor) {
    loading = .waiting
    sources = vendor.sources
    style = vendor.style
    coordinateSystem = vendor.coordinateSystem
    setNeedsLayout()
  }
}
