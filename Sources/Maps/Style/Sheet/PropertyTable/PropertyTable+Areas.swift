extension PropertyTable {
  static let background: [String: Entry] = [
    "background-color": .paint(.color, "#000000"),
    "background-opacity": .paint(.number, 1),
    "background-pattern": .paint(.resolvedImage),
  ]

  static let fill: [String: Entry] = [
    "fill-sort-key": .layout(.number, by: .zoomAndFeature, isInterpolated: false),
    "fill-antialias": .paint(.boolean, true),
    "fill-color": .paint(.color, "#000000", by: .zoomAndFeature),
    "fill-opacity": .paint(.number, 1, by: .zoomAndFeature),
    "fill-outline-color": .paint(.color, by: .zoomAndFeature),
    "fill-pattern": .paint(.resolvedImage, by: .zoomAndFeature),
    "fill-translate": .paint(.pair, [0, 0]),
    "fill-translate-anchor": .paint(.translateAnchor, "map"),
  ]

  static let fillExtrusion: [String: Entry] = [
    "fill-extrusion-base": .paint(.number, 0, by: .zoomAndFeature).ignored("buildings are drawn flat"),
    "fill-extrusion-color": .paint(.color, "#000000", by: .zoomAndFeature),
    "fill-extrusion-height": .paint(.number, 0, by: .zoomAndFeature).ignored("buildings are drawn flat"),
    "fill-extrusion-opacity": .paint(.number, 1),
    "fill-extrusion-pattern": .paint(.resolvedImage, by: .zoomAndFeature),
    "fill-extrusion-translate": .paint(.pair, [0, 0]),
    "fill-extrusion-translate-anchor": .paint(.translateAnchor, "map"),
    "fill-extrusion-vertical-gradient": .paint(.boolean, true).ignored("buildings are drawn flat"),
  ]
}
