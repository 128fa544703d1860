import CartoucheRaster

extension StandardStyle {
  /// The style layers of the land, sea and borders of the whole world, from Natural Earth's layers. They are
  /// drawn below a city's tiles.
  var worldLayers: [StyleLayer] {
    [
      StyleLayer("world-land", sourceLayer: "land", fill: ZoomColor(colors.paper))
    ] + tints
      + [
        StyleLayer(
          "world-urban", sourceLayer: "urban", zoomRange: 4..<10,
          fill: ZoomColor([(4, colors.urban.far), (7, colors.urban.near)])),
        StyleLayer("world-glaciers", sourceLayer: "glaciers", fill: ZoomColor(colors.ice)),
        // Above the countries: the ocean has the finer coastline, and covers the gaps between the countries.
        StyleLayer("world-ocean", sourceLayer: "ocean", fill: ZoomColor(colors.water)),
        StyleLayer("world-lakes", sourceLayer: "lakes", fill: ZoomColor(colors.water)),
        StyleLayer(
          "world-rivers-small", sourceLayer: "rivers", filter: .number("scalerank", 5...99), zoomRange: 5..<25,
          line: ZoomColor(colors.water), width: ZoomRamp([(5, 0.6), (8, 1.6), (12, 3)]), cap: .round),
        StyleLayer(
          "world-rivers", sourceLayer: "rivers", filter: .number("scalerank", 0...4), zoomRange: 1..<25,
          line: ZoomColor(colors.water), width: ZoomRamp([(1, 0.6), (4, 1.2), (8, 2.6), (12, 4)]), cap: .round),
        StyleLayer(
          "world-coastline", sourceLayer: "coastline",
          line: ZoomColor(colors.shore), width: ZoomRamp([(0, 0.5), (4, 0.9), (8, 1.2)])),
        StyleLayer(
          "world-border-glow", sourceLayer: "boundaries", zoomRange: 3..<10,
          line: ZoomColor([(8, colors.border.withAlpha(0.16)), (10, colors.border.withAlpha(0))]),
          width: ZoomRamp([(3, 2.5), (6, 6), (10, 9)]), cap: .round),
        // Borders fade out where a city's tiles have finer ones, which would lie beside them.
        StyleLayer(
          "world-borders", sourceLayer: "boundaries", zoomRange: 0..<10,
          line: ZoomColor([
            (0, colors.border.withAlpha(0.55)), (5, colors.border.withAlpha(0.85)), (8, colors.border.withAlpha(0.85)),
            (10, colors.border.withAlpha(0)),
          ]),
          width: ZoomRamp([(0, 0.5), (4, 0.9), (8, 1.4)]), cap: .round),
      ]
  }

  /// The style layers that tint the countries in seven pale colors. Natural Earth assigns the colors so that
  /// no two adjacent countries share a color. At zoom 7, the tints have faded out.
  private var tints: [StyleLayer] {
    colors.countries.enumerated().map { index, color in
      StyleLayer(
        "world-country-\(index + 1)", sourceLayer: "countries", filter: .number("MAPCOLOR7", Double(index + 1)...Double(index + 1)),
        zoomRange: 0..<7, fill: ZoomColor([(4, color), (7, colors.paper)]))
    }
  }
}
