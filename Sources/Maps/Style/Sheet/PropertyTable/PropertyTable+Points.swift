extension PropertyTable {
  static let circle: [String: Entry] = [
    "circle-sort-key": .layout(.number, by: .zoomAndFeature, isInterpolated: false),
    "circle-blur": .paint(.number, 0, by: .zoomAndFeature),
    "circle-color": .paint(.color, "#000000", by: .zoomAndFeature),
    "circle-opacity": .paint(.number, 1, by: .zoomAndFeature),
    "circle-pitch-alignment": .paint(.translateAnchor, "viewport").ignored("the map is not pitched"),
    "circle-pitch-scale": .paint(.translateAnchor, "map").ignored("the map is not pitched"),
    "circle-radius": .paint(.number, 5, by: .zoomAndFeature),
    "circle-stroke-color": .paint(.color, "#000000", by: .zoomAndFeature),
    "circle-stroke-opacity": .paint(.number, 1, by: .zoomAndFeature),
    "circle-stroke-width": .paint(.number, 0, by: .zoomAndFeature),
    "circle-translate": .paint(.pair, [0, 0]),
    "circle-translate-anchor": .paint(.translateAnchor, "map"),
  ]

  /// The default of ``StyleProperty/heatmapColor`` is an expression.
  static let heatmap: [String: Entry] = [
    "heatmap-color": .paint(
      .color,
      [
        "interpolate", ["linear"], ["heatmap-density"], 0, "rgba(0, 0, 255, 0)", 0.1, "royalblue", 0.3, "cyan", 0.5, "lime", 0.7,
        "yellow", 1, "red",
      ], by: .only(.heatmapDensity)),
    "heatmap-intensity": .paint(.number, 1),
    "heatmap-opacity": .paint(.number, 1),
    "heatmap-radius": .paint(.number, 30, by: .zoomAndFeature),
    "heatmap-weight": .paint(.number, 1, by: .zoomAndFeature),
  ]
}
