import CartoucheRaster

extension StandardStyle {
  /// The style layers of arrows along streets with traffic in one direction.
  var arrowLayers: [StyleLayer] {
    // A street against the direction of its line has −1.
    [("arrow", 1.0, 0), ("arrow-against", -1.0, 180)].map { name, oneWay, rotation in
      StyleLayer(
        "street-\(name)", kind: .symbol, sourceLayer: "transportation",
        filter: .all([
          .lines, .number("oneway", oneWay...oneWay),
          .oneOf("class", ["motorway", "trunk", "primary", "secondary", "tertiary", "minor", "service", "busway"]),
        ]), zoomRange: 15.5..<25,
        properties: [
          .iconImage: "arrow", .symbolPlacement: "line", .symbolSpacing: 120, .iconRotate: .number(Scalar(rotation)),
          .iconPadding: .numbers([4]), .iconSize: .ramp(ZoomRamp([(15.5, 0.8), (18, 1.2)])),
        ])
    }
  }

  /// The style layer of house numbers.
  var houseNumberLayer: StyleLayer {
    StyleLayer(
      "house-number", sourceLayer: "housenumber", zoomRange: 17..<25, text: "{housenumber}",
      size: ZoomRamp([(17, 9.5), (19, 12)]), color: colors.houseNumber, [.textPadding: 3, .textHaloWidth: 1])
  }

  /// The style layers of the names of streets, from the OpenMapTiles layer transportation_name.
  var streetNameLayers: [StyleLayer] {
    func names(_ name: String, _ classes: [String], from zoom: Scalar, _ size: ZoomRamp, _ color: Palette.Label? = nil)
      -> StyleLayer
    {
      StyleLayer(
        "street-name-\(name)", along: "transportation_name", filter: .oneOf("class", classes), zoomRange: zoom..<25, size: size,
        color: color ?? colors.street, [.textLetterSpacing: 0.02])
    }
    let ferry = Palette.Label(text: colors.waterName.text, halo: colors.waterName.halo)
    return [
      names("ferry", ["ferry"], from: 13, ZoomRamp([(13, 10.5), (16, 12)]), ferry),
      names("path", ["path", "track"], from: 16, ZoomRamp([(16, 10.5), (19, 12)]), colors.pathName),
      names("service", ["service"], from: 16, ZoomRamp([(16, 10.5), (19, 12)])),
      names(
        "minor", ["minor", "unclassified", "residential", "street", "living_street", "busway"], from: 14.75,
        ZoomRamp([(15, 11), (17, 12), (19, 14)])),
      names("tertiary", ["tertiary"], from: 14, ZoomRamp([(14, 11), (17, 12.5), (19, 15)])),
      names("secondary", ["secondary"], from: 13.25, ZoomRamp([(13, 11), (17, 13), (19, 15)])),
      names("primary", ["primary", "trunk"], from: 12.5, ZoomRamp([(12, 11), (17, 13), (19, 16)])),
      names("motorway", ["motorway"], from: 13, ZoomRamp([(13, 11), (17, 13)])),
    ]
  }

  /// The style layers of the numbers of roads, on plates.
  var shieldLayers: [StyleLayer] {
    // Of the numbers of a road with several, the first is shown.
    let number = PropertyValue.expression(
      """
      ["case", ["in", ";", ["get", "ref"]], ["slice", ["get", "ref"], 0, ["index-of", ";", ["get", "ref"]]], ["get", "ref"]]
      """)
    func shields(_ name: String, _ classes: [String], from zoom: Scalar, _ shield: Palette.Shield) -> StyleLayer {
      StyleLayer(
        "shield-\(name)", kind: .symbol, sourceLayer: "transportation_name",
        filter: .all([.lines, .has("ref"), .number("ref_length", 1...24), .oneOf("class", classes)]), zoomRange: zoom..<25,
        properties: [
          .textField: number, .textFont: StyleLayer.NameFont.bold.value, .textSize: .ramp(ZoomRamp([(8, 9.5), (16, 11)])),
          .textColor: .color(shield.text), .iconImage: .text("shield-\(name)"), .iconTextFit: "both",
          .iconTextFitPadding: .numbers([1, 4, 1, 4]),
          .symbolPlacement: .expression("[\"step\", [\"zoom\"], \"point\", 11, \"line\"]"),
          .symbolSpacing: 340, .textRotationAlignment: "viewport", .iconRotationAlignment: "viewport", .textPadding: 8,
          .iconPadding: .numbers([8]),
        ])
    }
    return [
      shields("road", ["secondary", "tertiary", "minor"], from: 11, colors.roadShield),
      shields("main-road", ["primary", "trunk"], from: 9, colors.mainRoadShield),
      shields("motorway", ["motorway"], from: 7, colors.motorwayShield),
    ]
  }
}
