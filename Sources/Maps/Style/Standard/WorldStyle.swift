import CartoucheRaster

extension MapStyle {
  /// The style layers of the land, sea and borders of the whole world, from Natural Earth's layers. They are
  /// drawn below a city's tiles.
  static let worldLayers: [StyleLayer] =
    [
      StyleLayer("world-land", sourceLayer: "land", fill: ZoomColor(Palette.paper))
    ] + tints
    + [
      StyleLayer(
        "world-urban", sourceLayer: "urban", zoomRange: 4..<10,
        fill: ZoomColor([(4, Color(hex: 0xeee4d8)), (7, Color(hex: 0xe6d9cb))])),
      StyleLayer("world-glaciers", sourceLayer: "glaciers", fill: ZoomColor(Palette.ice)),
      // Above the countries: the ocean has the finer coastline, and covers the gaps between the countries.
      StyleLayer("world-ocean", sourceLayer: "ocean", fill: ZoomColor(Palette.water)),
      StyleLayer("world-lakes", sourceLayer: "lakes", fill: ZoomColor(Palette.water)),
      StyleLayer(
        "world-rivers-small", sourceLayer: "rivers", filter: .number("scalerank", 5...99), zoomRange: 5..<25,
        line: ZoomColor(Palette.water), width: ZoomRamp([(5, 0.6), (8, 1.6), (12, 3)]), cap: .round),
      StyleLayer(
        "world-rivers", sourceLayer: "rivers", filter: .number("scalerank", 0...4), zoomRange: 1..<25,
        line: ZoomColor(Palette.water), width: ZoomRamp([(1, 0.6), (4, 1.2), (8, 2.6), (12, 4)]), cap: .round),
      StyleLayer(
        "world-coastline", sourceLayer: "coastline",
        line: ZoomColor(Palette.shore), width: ZoomRamp([(0, 0.5), (4, 0.9), (8, 1.2)])),
      StyleLayer(
        "world-border-glow", sourceLayer: "boundaries", zoomRange: 3..<10,
        line: ZoomColor([(8, Palette.border.withAlpha(0.16)), (10, Palette.border.withAlpha(0))]),
        width: ZoomRamp([(3, 2.5), (6, 6), (10, 9)]), cap: .round),
      // Borders fade out where a city's tiles have finer ones, which would lie beside them.
      StyleLayer(
        "world-borders", sourceLayer: "boundaries", zoomRange: 0..<10,
        line: ZoomColor([
          (0, Palette.border.withAlpha(0.55)), (5, Palette.border.withAlpha(0.85)), (8, Palette.border.withAlpha(0.85)),
          (10, Palette.border.withAlpha(0)),
        ]),
        width: ZoomRamp([(0, 0.5), (4, 0.9), (8, 1.4)]), cap: .round),
    ]

  /// The style layers that tint the countries in seven pale colors. Natural Earth assigns the colors so that
  /// no two adjacent countries share a color. At zoom 7, the tints have faded out.
  private static let tints: [StyleLayer] = {
    let colors: [UInt32] = [0xf3e6cb, 0xe6ebcf, 0xf1dfd3, 0xe3e6dc, 0xf5ebd6, 0xebe1dc, 0xe9ecdc]
    return colors.enumerated().map { index, hex in
      StyleLayer(
        "world-country-\(index + 1)", sourceLayer: "countries", filter: .number("MAPCOLOR7", Double(index + 1)...Double(index + 1)),
        zoomRange: 0..<7, fill: ZoomColor([(4, Color(hex: hex)), (7, Palette.paper)]))
    }
  }()
}
