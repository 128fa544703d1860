import CartoucheRaster

extension MapStyle {
  /// The built-in map style, for tiles of the OpenMapTiles schema above a Natural Earth map of the world.
  ///
  /// From the bottom to the top, the style draws the world, land use and water, buildings, tunnels, roads and
  /// railways, bridges, and borders.
  public static let standard = MapStyle(
    layers: [.background(ZoomColor(Palette.paper))] + worldLayers + landLayers + builtLayers + transportationLayers + ferryLayers
      + borderLayers)

  private static let ferryLayers = [
    StyleLayer(
      "ferry", sourceLayer: "transportation", filter: .equals("class", "ferry"), zoomRange: 11..<25,
      line: ZoomColor(Palette.ferry), width: ZoomRamp([(11, 0.5), (14, 0.9), (18, 1.8)]))
  ]
}
