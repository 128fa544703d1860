extension PropertyTable {
  static let symbol = placement.merging(icon) { first, _ in first }.merging(text) { first, _ in first }

  private static let anchor = PropertySpecification.Kind.enumeration([
    "center", "left", "right", "top", "bottom", "top-left", "top-right", "bottom-left", "bottom-right",
  ])
  private static let alignment = PropertySpecification.Kind.enumeration(["map", "viewport", "auto"])
  private static let overlap = PropertySpecification.Kind.enumeration(["never", "always", "cooperative"])
  private static let texts = PropertySpecification.Kind.array(of: .string, count: nil)

  private static let placement: [String: Entry] = [
    "symbol-avoid-edges": .layout(.boolean, false),
    "symbol-placement": .layout(.enumeration(["point", "line", "line-center"]), "point"),
    "symbol-sort-key": .layout(.number, by: .zoomAndFeature, isInterpolated: false),
    "symbol-spacing": .layout(.number, 250),
    "symbol-z-order": .layout(.enumeration(["auto", "viewport-y", "source"]), "auto"),
  ]

  private static let icon: [String: Entry] = [
    "icon-allow-overlap": .layout(.boolean, false),
    "icon-anchor": .layout(anchor, "center", by: .zoomAndFeature),
    "icon-ignore-placement": .layout(.boolean, false),
    "icon-image": .layout(.resolvedImage, by: .zoomAndFeature, hasTokens: true),
    "icon-keep-upright": .layout(.boolean, false),
    "icon-offset": .layout(.pair, [0, 0], by: .zoomAndFeature),
    "icon-optional": .layout(.boolean, false),
    "icon-overlap": .layout(overlap),
    "icon-padding": .layout(.padding, [2], by: .zoomAndFeature),
    "icon-pitch-alignment": .layout(alignment, "auto").ignored("the map is not pitched"),
    "icon-rotate": .layout(.number, 0, by: .zoomAndFeature),
    "icon-rotation-alignment": .layout(alignment, "auto"),
    "icon-size": .layout(.number, 1, by: .zoomAndFeature),
    "icon-text-fit": .layout(.enumeration(["none", "width", "height", "both"]), "none"),
    "icon-text-fit-padding": .layout(.array(of: .number, count: 4), [0, 0, 0, 0]),
    "icon-color": .paint(.color, "#000000", by: .zoomAndFeature),
    "icon-halo-blur": .paint(.number, 0, by: .zoomAndFeature),
    "icon-halo-color": .paint(.color, "rgba(0, 0, 0, 0)", by: .zoomAndFeature),
    "icon-halo-width": .paint(.number, 0, by: .zoomAndFeature),
    "icon-opacity": .paint(.number, 1, by: .zoomAndFeature),
    "icon-translate": .paint(.pair, [0, 0]),
    "icon-translate-anchor": .paint(.translateAnchor, "map"),
  ]

  private static let text: [String: Entry] = [
    "text-allow-overlap": .layout(.boolean, false),
    "text-anchor": .layout(anchor, "center", by: .zoomAndFeature),
    "text-field": .layout(.formatted, "", by: .zoomAndFeature, hasTokens: true),
    "text-font": .layout(texts, ["Open Sans Regular", "Arial Unicode MS Regular"], by: .zoomAndFeature),
    "text-ignore-placement": .layout(.boolean, false),
    "text-justify": .layout(.enumeration(["auto", "left", "center", "right"]), "center", by: .zoomAndFeature),
    "text-keep-upright": .layout(.boolean, true),
    "text-letter-spacing": .layout(.number, 0, by: .zoomAndFeature),
    "text-line-height": .layout(.number, 1.2),
    "text-max-angle": .layout(.number, 45),
    "text-max-width": .layout(.number, 10, by: .zoomAndFeature),
    "text-offset": .layout(.pair, [0, 0], by: .zoomAndFeature),
    "text-optional": .layout(.boolean, false),
    "text-overlap": .layout(overlap),
    "text-padding": .layout(.number, 2),
    "text-pitch-alignment": .layout(alignment, "auto").ignored("the map is not pitched"),
    "text-radial-offset": .layout(.number, 0, by: .zoomAndFeature),
    "text-rotate": .layout(.number, 0, by: .zoomAndFeature),
    "text-rotation-alignment": .layout(.enumeration(["map", "viewport", "viewport-glyph", "auto"]), "auto"),
    "text-size": .layout(.number, 16, by: .zoomAndFeature),
    "text-transform": .layout(.enumeration(["none", "uppercase", "lowercase"]), "none", by: .zoomAndFeature),
    "text-variable-anchor": .layout(texts),
    "text-variable-anchor-offset": .layout(.anchorOffsets, by: .zoomAndFeature),
    "text-writing-mode": .layout(texts),
    "text-color": .paint(.color, "#000000", by: .zoomAndFeature),
    "text-halo-blur": .paint(.number, 0, by: .zoomAndFeature),
    "text-halo-color": .paint(.color, "rgba(0, 0, 0, 0)", by: .zoomAndFeature),
    "text-halo-width": .paint(.number, 0, by: .zoomAndFeature),
    "text-opacity": .paint(.number, 1, by: .zoomAndFeature),
    "text-translate": .paint(.pair, [0, 0]),
    "text-translate-anchor": .paint(.translateAnchor, "map"),
  ]
}
