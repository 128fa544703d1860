extension PropertyTable {
  static let line: [String: Entry] = [
    "line-cap": .layout(.enumeration(["butt", "round", "square"]), "butt"),
    "line-join": .layout(.enumeration(["bevel", "round", "miter"]), "miter", by: .zoomAndFeature),
    "line-miter-limit": .layout(.number, 2),
    "line-round-limit": .layout(.number, 1.05).ignored("round joins are always drawn round"),
    "line-sort-key": .layout(.number, by: .zoomAndFeature, isInterpolated: false),
    "line-blur": .paint(.number, 0, by: .zoomAndFeature),
    "line-color": .paint(.color, "#000000", by: .zoomAndFeature),
    "line-dasharray": .paint(.array(of: .number, count: nil), by: .zoomAndFeature, isInterpolated: false),
    "line-gap-width": .paint(.number, 0, by: .zoomAndFeature),
    "line-gradient": .paint(.color, by: .only(.lineProgress)),
    "line-offset": .paint(.number, 0, by: .zoomAndFeature),
    "line-opacity": .paint(.number, 1, by: .zoomAndFeature),
    "line-pattern": .paint(.resolvedImage, by: .zoomAndFeature),
    "line-translate": .paint(.pair, [0, 0]),
    "line-translate-anchor": .paint(.translateAnchor, "map"),
    "line-width": .paint(.number, 1, by: .zoomAndFeature),
  ]
}
