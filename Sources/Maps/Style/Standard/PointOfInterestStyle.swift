import CartoucheRaster

extension StandardStyle {
  /// The style layers of points of interest, from the OpenMapTiles layer poi: a disc with a symbol, and the
  /// name below it.
  ///
  /// A name without room is not drawn, but its disc is.
  var pointOfInterestLayers: [StyleLayer] {
    [
      layer("poi-bus", filter: .equals("class", "bus"), from: 17),
      points("shops", rank: 20...1e9, from: 16.5), points("minor", rank: 12...19.5, from: 16),
      points("medium", rank: 7...11.5, from: 15),
      points("major", rank: 0...6.5, from: 14),
      layer(
        "poi-station",
        filter: .all([.equals("class", "railway"), .oneOf("subclass", ["station", "halt", "subway", "tram_stop"])]),
        from: 13),
    ]
  }

  private func points(_ name: String, rank: ClosedRange<Double>, from zoom: Scalar) -> StyleLayer {
    layer(
      "poi-\(name)",
      filter: .all([
        .number("rank", rank), .any([.has("name"), .has("name:latin")]),
        .not(.oneOf("class", ["barrier", "railway", "entrance", "bus"])),
      ]), from: zoom)
  }

  private func layer(_ name: String, filter: StyleFilter, from zoom: Scalar) -> StyleLayer {
    StyleLayer(
      name, sourceLayer: "poi", filter: .all([.points, filter]), zoomRange: zoom..<25, size: ZoomRamp([(14, 10.5), (18, 12)]),
      color: Palette.Label(text: colors.place.text, halo: colors.pointOfInterestHalo),
      [
        .textColor: match { colors.pointsOfInterest[$0, default: colors.place.text].text }, .iconImage: match(\.icon),
        .textAnchor: "top", .textOffset: .numbers([0, 0.75]), .textOptional: true, .iconPadding: .numbers([3]),
        .symbolSortKey: Self.byRank,
      ])
  }

  /// Returns the expression of the text that each group of classes has.
  private func match(_ text: (PointOfInterestGroup) -> String) -> PropertyValue {
    let branches = PointOfInterestGroup.allCases.filter { $0 != .other }.map { group in
      "[\(group.classes.map(JSONNode.quoted).joined(separator: ","))],\(JSONNode.quoted(text(group)))"
    }
    return .expression("[\"match\",[\"get\",\"class\"],\(branches.joined(separator: ",")),\(JSONNode.quoted(text(.other)))]")
  }
}
