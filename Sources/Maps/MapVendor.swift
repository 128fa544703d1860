import CartoucheScene

/// A provider of maps, with the provider's tiles, style, coordinate system and attribution.
///
///     map.vendor = MapVendor(name: "Gaode", sources: [archive], coordinateSystem: .gcj02)
///
/// A map has at most one vendor at a time. An application may replace the vendor at any time. Annotations and
/// overlays have WGS 84 coordinates with every vendor, so they stay on the map when the vendor changes.
///
/// The map reports changes of the visible region in the same way for all vendors. After each change to
/// another vendor, the map calls ``MapEvents/didFinishLoading`` once more.
public struct MapVendor {
  /// The vendor's name, for example for a menu of vendors in the application. The map does not show the name.
  public var name: String
  /// The vendor's tile sources in drawing order: each source is drawn above the sources before it.
  public var sources: [any TileSource]
  /// The style in which the vendor's tiles are drawn.
  public var style: MapStyle
  /// The coordinate system of the vendor's tiles.
  public var coordinateSystem: CoordinateSystem
  /// The text that the map shows in its bottom right corner for this vendor.
  public var attribution: String

  /// Creates a vendor from its name, tile sources, style, coordinate system and attribution.
  public init(
    name: String, sources: [any TileSource], style: MapStyle = .standard, coordinateSystem: CoordinateSystem = .wgs84,
    attribution: String = ""
  ) {
    (self.name, self.sources, self.style) = (name, sources, style)
    (self.coordinateSystem, self.attribution) = (coordinateSystem, attribution)
  }
}

extension MapView {
  /// Replaces the map's sources, style and coordinate system by the vendor's.
  func apply(_ vendor: MapVendor) {
    loading = .waiting
    sources = vendor.sources
    style = vendor.style
    coordinateSystem = vendor.coordinateSystem
    setNeedsLayout()
  }
}
