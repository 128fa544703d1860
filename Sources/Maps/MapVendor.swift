import CartoucheScene

/// A provider of a map: its tiles, style, coordinate system and attribution.
///
///     map.vendor = MapVendor(name: "Gaode", sources: [archive], coordinateSystem: .gcj02)
///
/// A map has one vendor at a time, and an application may switch between several. Annotations and overlays
/// have WGS 84 coordinates with every vendor, so they stay when it changes. Regions are reported alike for
/// all vendors; `didFinishLoading` is reported again for each.
public struct MapVendor {
  /// The name by which an application shows the vendor.
  public var name: String
  /// The sources of tiles, as in ``MapView/sources``.
  public var sources: [any TileSource]
  /// The style of the map.
  public var style: MapStyle
  /// The coordinate system of the tiles.
  public var coordinateSystem: CoordinateSystem
  /// The text that the vendor wants in the map's corner.
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
  /// Replaces the sources, style and coordinate system by those of `vendor`.
  func apply(_ vendor: MapVendor) {
    loading = .waiting
    sources = vendor.sources
    style = vendor.style
    coordinateSystem = vendor.coordinateSystem
    setNeedsLayout()
  }
}
