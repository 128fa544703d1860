import CartoucheRaster

extension StandardStyle {
  private func cover(_ name: String, _ classes: [String], zoomRange: Range<Scalar> = 0..<25, _ color: Color) -> StyleLayer {
    StyleLayer(
      "landcover-\(name)", sourceLayer: "landcover", filter: .oneOf("class", classes), zoomRange: zoomRange, fill: ZoomColor(color))
  }

  private func use(_ name: String, _ classes: [String], zoomRange: Range<Scalar>, _ color: Color) -> StyleLayer {
    StyleLayer(
      "landuse-\(name)", sourceLayer: "landuse", filter: .oneOf("class", classes), zoomRange: zoomRange,
      // From the background's color to its own within one zoom, so that nothing appears suddenly.
      fill: ZoomColor([(zoomRange.lowerBound, colors.paper), (zoomRange.lowerBound + 1, color)]))
  }

  /// The style layers of vegetation, land use and water, from the OpenMapTiles layers landcover, landuse,
  /// park, water and waterway.
  var landLayers: [StyleLayer] {
    [
      use("residential", ["residential", "suburb", "neighbourhood", "quarter"], zoomRange: 7..<25, colors.town),
      cover("farmland", ["farmland"], zoomRange: 8..<25, colors.farmland),
      cover("grass", ["grass"], zoomRange: 8..<25, colors.grass),
      cover("wood", ["wood"], colors.wood),
      cover("wetland", ["wetland"], zoomRange: 9..<25, colors.wetland),
      cover("sand", ["sand"], zoomRange: 9..<25, colors.sand),
      cover("rock", ["rock"], zoomRange: 9..<25, colors.rock),
      cover("ice", ["ice"], colors.ice),
      use("industrial", ["industrial", "railway", "garages", "quarry"], zoomRange: 10..<25, colors.industry),
      use("commercial", ["commercial", "retail", "bus_station"], zoomRange: 11..<25, colors.trade),
      use("military", ["military"], zoomRange: 11..<25, colors.rock),
      use(
        "learning", ["school", "university", "college", "kindergarten", "library"], zoomRange: 12..<25, colors.learning),
      use("hospital", ["hospital"], zoomRange: 12..<25, colors.hospital),
      use("cemetery", ["cemetery"], zoomRange: 11..<25, colors.cemetery),
      use("leisure", ["stadium", "playground", "theme_park", "zoo", "pitch_area"], zoomRange: 12..<25, colors.grass),
      StyleLayer(
        "park", sourceLayer: "park", filter: .polygons, zoomRange: 9..<25,
        fill: ZoomColor([(9, colors.park.withAlpha(0.15)), (13, colors.park.withAlpha(0.32))])),
      StyleLayer(
        "park-edge", sourceLayer: "park", filter: .polygons, zoomRange: 11..<25,
        line: ZoomColor(colors.parkEdge), width: ZoomRamp([(11, 0.6), (16, 1.6)])),
      use("pitch", ["pitch"], zoomRange: 12..<25, colors.pitch),
      StyleLayer(
        "pitch-edge", sourceLayer: "landuse", filter: .equals("class", "pitch"), zoomRange: 15..<25,
        line: ZoomColor(colors.pitchEdge), width: ZoomRamp([(15, 0.6), (18, 1.5)])),

      StyleLayer(
        "waterway-tunnel", sourceLayer: "waterway", filter: .equals("brunnel", "tunnel"), zoomRange: 14..<25,
        line: ZoomColor(colors.water.withAlpha(0.35)), width: ZoomRamp([(14, 0.8), (18, 4)])),
      StyleLayer(
        "waterway-small", sourceLayer: "waterway",
        filter: .all([
          .oneOf("class", ["stream", "drain", "ditch"]), .not(.equals("brunnel", "tunnel")),
        ]), zoomRange: 12..<25,
        line: ZoomColor(colors.water), width: ZoomRamp([(12, 0.4), (14, 1.1), (16, 2.4), (18, 6)]), cap: .round),
      StyleLayer(
        "waterway-canal", sourceLayer: "waterway",
        filter: .all([.equals("class", "canal"), .not(.equals("brunnel", "tunnel"))]), zoomRange: 11..<25,
        line: ZoomColor(colors.water), width: ZoomRamp([(11, 0.6), (14, 2), (18, 10)]), cap: .round),
      StyleLayer(
        "waterway-river", sourceLayer: "waterway",
        filter: .all([.equals("class", "river"), .not(.equals("brunnel", "tunnel"))]), zoomRange: 7..<25,
        line: ZoomColor(colors.water), width: ZoomRamp([(7, 0.8), (10, 1.6), (14, 3), (18, 12)]), cap: .round),
      StyleLayer(
        "water", sourceLayer: "water", filter: .not(.equals("brunnel", "tunnel")), fill: ZoomColor(colors.water)),
      StyleLayer(
        "water-edge", sourceLayer: "water", filter: .not(.equals("brunnel", "tunnel")), zoomRange: 11..<25,
        line: ZoomColor([(11, colors.shore.withAlpha(0)), (13, colors.shore)]), width: ZoomRamp([(11, 0.5), (15, 0.9), (18, 1.4)])),
    ]
  }

  /// The style layers of airfields, piers and buildings, which are drawn above the land and below the roads.
  var builtLayers: [StyleLayer] {
    [
      StyleLayer(
        "aeroway-ground", sourceLayer: "aeroway", filter: .all([.polygons, .oneOf("class", ["aerodrome"])]), zoomRange: 10..<25,
        fill: ZoomColor(colors.airfield)),
      StyleLayer(
        "aeroway-apron", sourceLayer: "aeroway",
        filter: .all([.polygons, .oneOf("class", ["apron", "runway", "taxiway", "helipad"])]),
        zoomRange: 11..<25, fill: ZoomColor(colors.apron)),
      StyleLayer(
        "aeroway-taxiway", sourceLayer: "aeroway", filter: .all([.lines, .equals("class", "taxiway")]), zoomRange: 12..<25,
        line: ZoomColor(colors.runway), width: ZoomRamp(base: 1.6, [(12, 0.8), (14, 2.5), (18, 22)])),
      StyleLayer(
        "aeroway-runway", sourceLayer: "aeroway", filter: .all([.lines, .equals("class", "runway")]), zoomRange: 10..<25,
        line: ZoomColor(colors.runway), width: ZoomRamp(base: 1.7, [(10, 1.5), (14, 10), (18, 80)])),
      StyleLayer(
        "pier-edge", sourceLayer: "transportation", filter: .equals("class", "pier"), zoomRange: 13..<25,
        line: ZoomColor(colors.wall), width: ZoomRamp([(13, 1.4), (15, 3.4), (18, 12)])),
      StyleLayer(
        "pier", sourceLayer: "transportation", filter: .all([.lines, .equals("class", "pier")]), zoomRange: 13..<25,
        line: ZoomColor(colors.paper), width: ZoomRamp([(13, 0.8), (15, 2.2), (18, 10)])),
      StyleLayer(
        "pier-ground", sourceLayer: "transportation", filter: .all([.polygons, .equals("class", "pier")]), zoomRange: 12..<25,
        fill: ZoomColor(colors.paper)),
      StyleLayer(
        "building", sourceLayer: "building", filter: .polygons, zoomRange: 13..<25,
        fill: ZoomColor([(13, colors.town), (14.5, colors.building)])),
      StyleLayer(
        "building-edge", sourceLayer: "building", filter: .polygons, zoomRange: 14..<25,
        line: ZoomColor([(14, colors.wall.withAlpha(0.4)), (16, colors.wall)]), width: ZoomRamp([(14, 0.5), (16, 0.8), (18, 1.2)])),
    ]
  }

  /// The style layers of borders, from the OpenMapTiles layer boundary. Borders are drawn above everything
  /// else but names.
  var borderLayers: [StyleLayer] {
    func border(_ name: String, _ levels: ClosedRange<Double>, zoomRange: Range<Scalar>, _ color: ZoomColor, _ width: ZoomRamp)
      -> StyleLayer
    {
      StyleLayer(
        "border-\(name)", sourceLayer: "boundary",
        filter: .all([.number("admin_level", levels), .not(.number("maritime", 1...1))]), zoomRange: zoomRange,
        line: color, width: width, cap: .round)
    }
    let color = colors.border
    return [
      border(
        "municipality", 7...8, zoomRange: 12..<25, ZoomColor([(12, color.withAlpha(0.12)), (14, color.withAlpha(0.3))]),
        ZoomRamp([(12, 0.6), (16, 1.2)])),
      border(
        "district", 5...6, zoomRange: 9..<25, ZoomColor([(9, color.withAlpha(0.2)), (13, color.withAlpha(0.4))]),
        ZoomRamp([(9, 0.6), (16, 1.6)])),
      border("state", 3...4, zoomRange: 4..<25, ZoomColor(color.withAlpha(0.5)), ZoomRamp([(4, 0.6), (10, 1.2), (16, 2)])),
      border(
        "country-glow", 2...2, zoomRange: 5..<25, ZoomColor(color.withAlpha(0.16)),
        ZoomRamp([(5, 4), (9, 7), (14, 10), (18, 14)])),
      border(
        "country", 2...2, zoomRange: 0..<25, ZoomColor(color.withAlpha(0.85)), ZoomRamp([(0, 0.5), (5, 1), (10, 1.6), (16, 2.4)])),
    ]
  }
}
