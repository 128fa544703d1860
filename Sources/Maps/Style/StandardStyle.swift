import CartoucheRaster

extension MapStyle {
  /// The built-in style: for tiles of the OpenMapTiles schema, with the layers of a Natural Earth world under them.
  ///
  /// From the bottom: the world; what grows; what is built on; water; buildings; tunnels, roads and railways, bridges; borders.
  public static let standard = MapStyle(
    background: ZoomColor(Palette.paper),
    layers: worldLayers + landLayers + builtLayers + transportationLayers + ferryLayers + borderLayers)

  private static let ferryLayers = [
    StyleLayer(
      "ferry", source: "transportation", filter: .equals("class", "ferry"), zoomRange: 11..<25,
      .line(ZoomColor(Palette.ferry), width: ZoomRamp([(11, 0.5), (14, 0.9), (18, 1.8)])))
  ]
}
