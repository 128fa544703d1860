import CartoucheRaster

extension StandardStyle {
  /// The style layers of the names of rivers, lakes and seas.
  var waterNameLayers: [StyleLayer] {
    let streams = ["stream", "drain", "ditch", "river", "canal"]
    func river(_ name: String, _ classes: [String], from zoom: Scalar, _ size: ZoomRamp) -> StyleLayer {
      StyleLayer(
        "water-name-\(name)", along: "waterway",
        filter: .all([.oneOf("class", classes), .not(.equals("brunnel", "tunnel"))]), zoomRange: zoom..<25, font: .italic,
        size: size,
        color: colors.waterName, spacing: 420, [.textLetterSpacing: 0.1])
    }
    return [
      river("stream", ["stream", "drain", "ditch"], from: 14, ZoomRamp([(14, 10.5), (18, 13)])),
      river("canal", ["canal"], from: 13, ZoomRamp([(13, 11), (18, 14)])),
      river("river", ["river"], from: 11, ZoomRamp([(11, 11), (14, 13), (18, 16)])),
      StyleLayer(
        "water-name-lake-line", along: "water_name", filter: .not(.oneOf("class", streams)), zoomRange: 9..<25, font: .italic,
        size: ZoomRamp([(9, 11), (14, 13), (18, 16)]), color: colors.waterName, spacing: 420, [.textLetterSpacing: 0.08]),
      StyleLayer(
        "water-name-lake", sourceLayer: "water_name", filter: .all([.points, .not(.oneOf("class", ["ocean", "sea"]))]),
        zoomRange: 9..<25, font: .italic, size: ZoomRamp([(9, 11), (14, 12), (18, 15)]), color: colors.waterName, [.textMaxWidth: 6]
      ),
      StyleLayer(
        "water-name-sea", sourceLayer: "water_name", filter: .all([.points, .oneOf("class", ["ocean", "sea"])]), zoomRange: 0..<25,
        font: .italic, size: ZoomRamp([(0, 11), (6, 15)]), color: colors.waterName, [.textLetterSpacing: 0.15, .textMaxWidth: 5]),
    ]
  }

  /// The style layers of the names of parks and nature reserves.
  var parkNameLayers: [StyleLayer] {
    [
      StyleLayer(
        "park-name", sourceLayer: "park", filter: .points, zoomRange: 11..<25, font: .italic, size: ZoomRamp([(11, 11), (16, 13)]),
        color: colors.parkName, [.textMaxWidth: 7, .symbolSortKey: Self.byRank])
    ]
  }

  /// The style layers of the names of settlements, states, countries and continents, from the OpenMapTiles
  /// layer place.
  var placeNameLayers: [StyleLayer] {
    func places(
      _ name: String, _ classes: [String], _ zoomRange: Range<Scalar>, _ font: StyleLayer.NameFont, _ size: ZoomRamp,
      _ color: Palette.Label, _ more: [StyleProperty: PropertyValue] = [:]
    ) -> StyleLayer {
      StyleLayer(
        "place-\(name)", sourceLayer: "place", filter: .all([.points, .oneOf("class", classes)]), zoomRange: zoomRange, font: font,
        size: size, color: color, more.merging([.symbolSortKey: Self.byRank]) { given, _ in given })
    }
    let capitals: [StyleProperty: PropertyValue] = [.textTransform: "uppercase", .textLetterSpacing: 0.08]
    return [
      places(
        "farm", ["isolated_dwelling", "locality", "square"], 15..<25, .regular, ZoomRamp([(15, 10.5), (18, 12.5)]), colors.quarter),
      places("neighbourhood", ["neighbourhood"], 13.5..<18, .bold, ZoomRamp([(13, 10), (16, 12)]), colors.quarter, capitals),
      places("island", ["island"], 12..<25, .italic, ZoomRamp([(12, 11), (16, 14)]), colors.quarter),
      places("hamlet", ["hamlet"], 12..<25, .regular, ZoomRamp([(12, 11), (16, 14)]), colors.place),
      places(
        "suburb", ["suburb", "quarter", "borough"], 11.5..<17.5, .bold, ZoomRamp([(11, 10), (14, 12.5), (17, 15)]), colors.quarter,
        capitals),
      places("village", ["village"], 10..<25, .regular, ZoomRamp([(10, 11), (13, 13.5), (16, 16)]), colors.place),
      places("town", ["town"], 7..<16, .regular, ZoomRamp([(7, 12), (10, 13.5), (14, 18)]), colors.place, dots),
      places("state", ["state", "province"], 4..<9, .bold, ZoomRamp([(4, 10), (8, 14)]), colors.country, capitals),
      places("city", ["city"], 4..<15.5, .bold, ZoomRamp([(4, 12), (8, 14), (13, 20)]), colors.place, dots),
      places(
        "country", ["country"], 1..<9, .bold, ZoomRamp([(1, 10.5), (4, 13), (8, 19)]), colors.country,
        capitals.merging([.textMaxWidth: 6]) { $1 }),
      places("continent", ["continent"], 0..<2, .bold, ZoomRamp(13), colors.country, capitals),
    ]
  }

  /// The style layers of the names on Natural Earth's map of the world, until a city's tiles have finer ones.
  var worldNameLayers: [StyleLayer] {
    func cities(_ name: String, _ ranks: ClosedRange<Double>, from zoom: Scalar) -> StyleLayer {
      StyleLayer(
        "world-\(name)", sourceLayer: "places", filter: .number("scalerank", ranks), zoomRange: zoom..<8,
        size: ZoomRamp([(3, 11), (7, 14)]), color: colors.place,
        dots.merging([.symbolSortKey: .expression("[\"get\", \"scalerank\"]")]) { $1 })
    }
    return [
      cities("places", 5...10, from: 6), cities("towns", 3...4, from: 5), cities("cities", 2...2, from: 4),
      cities("capitals", 0...1, from: 3),
      StyleLayer(
        "world-country-names", sourceLayer: "countries", filter: .polygons, zoomRange: 1..<5, text: "{NAME}", font: .bold,
        size: ZoomRamp([(1, 10), (4, 13)]), color: colors.country,
        [
          .textTransform: "uppercase", .textLetterSpacing: 0.06, .textMaxWidth: 6, .textPadding: 12,
          .symbolSortKey: .expression("[\"-\", 0, [\"to-number\", [\"get\", \"POP_EST\"], 0]]"),
        ]),
    ]
  }

  /// The properties of places that are a dot with a name above it on small zooms, and a name alone on larger
  /// ones.
  private var dots: [StyleProperty: PropertyValue] {
    [
      .iconImage: .expression("[\"step\", [\"zoom\"], \"place-dot\", 8, \"\"]"),
      .textAnchor: .expression("[\"step\", [\"zoom\"], \"bottom\", 8, \"center\"]"),
      .textOffset: .expression("[\"step\", [\"zoom\"], [\"literal\", [0, -0.3]], 8, [\"literal\", [0, 0]]]"),
    ]
  }

  /// Features of a lower rank are placed first; those without a rank last.
  static let byRank = PropertyValue.expression("[\"to-number\", [\"coalesce\", [\"get\", \"rank\"], 99], 99]")
}
