import CartoucheRaster

/// The appearance of a class of roads. Widths apply to the road's fill; the road's casing is drawn around the
/// fill.
struct RoadClass {
  var name: String
  var classes: [String]
  var zoomRange: Range<Scalar>
  var colors: Palette.Road
  /// The widths of the road's fill in points at some zooms, interpolated with the base of ``ZoomRamp``.
  var widths: [(zoom: Double, value: Double)]
  /// The lowest zoom at which roads of the class have a casing.
  var casingFrom: Scalar
  /// The factor by which ramps, such as those of motorways, are narrower than the roads of the class.
  var rampFactor = 0.6

  /// Returns all classes of roads in the order of drawing, from the least to the most important class.
  static func all(_ colors: Palette) -> [RoadClass] {
    [
      RoadClass(
        name: "service", classes: ["service"], zoomRange: 14..<25, colors: colors.service,
        widths: [(14, 0.8), (15, 1.8), (16, 3.6), (18, 10)], casingFrom: 15),
      RoadClass(
        name: "minor", classes: ["minor", "unclassified", "residential", "street", "living_street", "busway"], zoomRange: 12..<25,
        colors: colors.minor, widths: [(12, 0.5), (13, 1.2), (14, 2.6), (15, 4.6), (16, 7.6), (18, 20)], casingFrom: 13),
      RoadClass(
        name: "tertiary", classes: ["tertiary"], zoomRange: 10.5..<25, colors: colors.tertiary,
        widths: [(10, 0.5), (12, 1.3), (14, 3.8), (16, 9.5), (18, 23)], casingFrom: 12),
      RoadClass(
        name: "secondary", classes: ["secondary"], zoomRange: 9..<25, colors: colors.secondary,
        widths: [(9, 0.5), (11, 1.1), (12, 1.9), (14, 4.6), (16, 10.5), (18, 25)], casingFrom: 11),
      RoadClass(
        name: "primary", classes: ["primary"], zoomRange: 7..<25, colors: colors.primary,
        widths: [(7, 0.5), (10, 1.2), (12, 2.5), (14, 5.4), (16, 11.5), (18, 27)], casingFrom: 10),
      RoadClass(
        name: "trunk", classes: ["trunk"], zoomRange: 6..<25, colors: colors.trunk,
        widths: [(6, 0.5), (10, 1.6), (12, 3), (14, 6), (16, 12.5), (18, 29)], casingFrom: 9),
      RoadClass(
        name: "motorway", classes: ["motorway"], zoomRange: 5..<25, colors: colors.motorway,
        widths: [(5, 0.5), (8, 1.3), (10, 2), (12, 3.4), (14, 6.6), (16, 13.5), (18, 31)], casingFrom: 8),
    ]
  }
}

extension StandardStyle {
  /// The vertical position of a road: in a tunnel, on the ground or on a bridge.
  private enum Level: String, CaseIterable {
    case tunnel, ground, bridge

    var filter: StyleFilter {
      switch self {
      case .tunnel: .equals("brunnel", "tunnel")
      case .ground: .not(.oneOf("brunnel", ["tunnel", "bridge"]))
      case .bridge: .equals("brunnel", "bridge")
      }
    }
  }

  /// The style layers of paths, roads and railways, from the OpenMapTiles layer transportation.
  ///
  /// All tunnels are drawn first, then everything at ground level, then all bridges. At each of these levels,
  /// all casings are below all fills, so that roads of the same class join.
  var transportationLayers: [StyleLayer] {
    Level.allCases.flatMap { ways($0) + roads($0) + rails($0) }
  }

  private func blended(_ color: Color, _ other: Color, _ part: Scalar) -> Color {
    ZoomColor([(0, color), (1, other)]).color(at: part)
  }

  private func roads(_ level: Level) -> [StyleLayer] {
    // A tunnel shines through the ground above it.
    let fade: Scalar = level == .tunnel ? 0.55 : 0
    var casings: [StyleLayer] = []
    var fills: [StyleLayer] = []
    for road in RoadClass.all(colors) {
      for isRamp in [true, false] where !isRamp || road.zoomRange.lowerBound < 12 {
        let factor = isRamp ? road.rampFactor : 1
        let ramp = StyleFilter.number("ramp", 1...1)
        let filter = StyleFilter.all([
          .lines, .oneOf("class", road.classes), isRamp ? ramp : .not(road.zoomRange.lowerBound < 12 ? ramp : .polygons),
          level.filter,
        ])
        let lowest = isRamp ? max(road.zoomRange.lowerBound, 11) : road.zoomRange.lowerBound
        let suffix = "\(level.rawValue)-\(road.name)\(isRamp ? "-ramp" : "")"
        let casing = blended(
          road.colors.casing, level == .bridge ? colors.bridge : colors.paper, level == .bridge ? 0.3 : fade)
        casings.append(
          StyleLayer(
            "road-casing-\(suffix)", sourceLayer: "transportation", filter: filter, zoomRange: max(lowest, road.casingFrom)..<25,
            line: ZoomColor(casing),
            width: ZoomRamp(
              road.widths.map { ($0.zoom, $0.value * factor + ($0.zoom < 14 ? 1.1 : 1.1 + 0.3 * ($0.zoom - 14))) }),
            cap: level == .ground ? .round : .butt))
        fills.append(
          StyleLayer(
            "road-\(suffix)", sourceLayer: "transportation", filter: filter, zoomRange: lowest..<25,
            line: ZoomColor(blended(road.colors.fill, colors.paper, fade)),
            width: ZoomRamp(road.widths.map { ($0.zoom, $0.value * factor) }), cap: .round))
      }
    }
    return casings + fills
  }

  private func ways(_ level: Level) -> [StyleLayer] {
    let alpha: Scalar = level == .tunnel ? 0.4 : 1
    func way(_ name: String, _ classes: [String], from zoom: Scalar, _ color: Color, _ widths: [(zoom: Double, value: Double)])
      -> StyleLayer
    {
      StyleLayer(
        "way-\(level.rawValue)-\(name)", sourceLayer: "transportation",
        filter: .all([.lines, .oneOf("class", classes), level.filter]),
        zoomRange: zoom..<25, line: ZoomColor(color.withAlpha(alpha)), width: ZoomRamp(widths))
    }
    var layers: [StyleLayer] = []
    if level == .bridge {
      layers.append(
        way("path-rail", ["path", "track"], from: 15, colors.wall, [(15, 2.4), (16, 3.6), (18, 7)]))
      layers.append(
        way("path-deck", ["path", "track"], from: 15, colors.paper, [(15, 1.6), (16, 2.6), (18, 5.5)]))
    }
    return layers + [
      way("track", ["track"], from: 13, colors.track, [(13, 0.4), (14, 0.8), (16, 1.6), (18, 3.5)]),
      way("path", ["path"], from: 13.5, colors.path, [(13, 0.3), (14, 0.6), (16, 1.2), (18, 2.4)]),
    ]
  }

  /// Returns the style layers of railways. A railway is a dark line, with a paler line inside it from zoom 14
  /// on. Railroad ties are not drawn, because they would need dashes.
  private func rails(_ level: Level) -> [StyleLayer] {
    let fade: Scalar = level == .tunnel ? 0.5 : 0
    let service = StyleFilter.has("service")
    func rail(_ name: String, _ filter: StyleFilter, from zoom: Scalar, _ color: Color, _ widths: [(zoom: Double, value: Double)])
      -> StyleLayer
    {
      StyleLayer(
        "rail-\(level.rawValue)-\(name)", sourceLayer: "transportation", filter: .all([.lines, filter, level.filter]),
        zoomRange: zoom..<25,
        line: ZoomColor(blended(color, colors.paper, fade)), width: ZoomRamp(widths))
    }
    let main = StyleFilter.all([.equals("class", "rail"), .not(service)])
    let yard = StyleFilter.all([.equals("class", "rail"), service])
    let light = StyleFilter.oneOf("class", ["tram", "light_rail", "subway", "funicular", "monorail", "narrow_gauge", "transit"])
    var layers: [StyleLayer] = []
    if level == .bridge {
      layers.append(rail("deck", main, from: 14, colors.wall, [(14, 4), (16, 6), (18, 12)]))
      layers.append(rail("deck-fill", main, from: 14, colors.paper, [(14, 3), (16, 4.8), (18, 10)]))
    }
    layers += [
      rail("yard", yard, from: 13, colors.rail, [(13, 0.4), (15, 0.8), (18, 2.4)]),
      rail("main", main, from: 8, colors.rail, [(8, 0.6), (12, 1.2), (14, 2), (16, 3.2), (18, 6)]),
      rail("main-inner", main, from: 13.5, colors.railBed, [(13, 0.4), (14, 0.8), (16, 1.6), (18, 3.6)]),
    ]
    if level != .tunnel {
      layers.append(rail("light", light, from: 13, colors.rail, [(13, 0.4), (15, 0.8), (18, 2.4)]))
    }
    return layers
  }
}
