/// The class of a railway, road or path, from the most to the least important.
enum StreetClass: Int, Comparable {
  case rail, motorway, trunk, primary, secondary, tertiary, minor, service, pedestrian, path, track

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// The distance in meters from the center line to the fronts of the houses.
  var halfWidth: Double {
    switch self {
    case .rail, .motorway, .trunk: 16
    case .primary: 12
    case .secondary: 10.5
    case .tertiary: 9
    case .minor: 7
    case .service, .pedestrian, .track: 5
    case .path: 3
    }
  }

  /// Whether it crosses corridors on a bridge. Other classes end in front of them.
  var canBridge: Bool { self <= .tertiary }

  var attributes: Attributes {
    switch self {
    case .rail: Attributes(kind: "rail")
    case .motorway: Attributes(kind: "motorway").with("oneway", .number(1))
    case .trunk: Attributes(kind: "trunk")
    case .primary: Attributes(kind: "primary")
    case .secondary: Attributes(kind: "secondary")
    case .tertiary: Attributes(kind: "tertiary")
    case .minor: Attributes(kind: "minor")
    case .service: Attributes(kind: "service")
    case .pedestrian: Attributes(kind: "path", subkind: "pedestrian")
    case .path: Attributes(kind: "path", subkind: "footway")
    case .track: Attributes(kind: "track")
    }
  }

  /// The zooms at which OpenMapTiles shows this class.
  var zooms: ClosedRange<Int> {
    switch self {
    case .motorway: 4...14
    case .rail: 8...14
    case .trunk: 5...14
    case .primary: 7...14
    case .secondary: 9...14
    case .tertiary: 11...14
    case .minor: 12...14
    case .service, .pedestrian: 13...14
    case .track, .path: 13...14
    }
  }
}

/// A planned street: straight from point to point, before it is warped and interrupted by corridors.
struct Street {
  let kind: StreetClass
  let line: [PlanPoint]
  var name: String?
  /// The number of the road, such as A 4.
  var ref: String?
  /// Replaces the zooms of its class.
  var zooms: ClosedRange<Int>?
  /// Added to the attributes of its class.
  var extraAttributes: [Attributes.Pair] = []

  /// Returns the features of the street: warped, interrupted where it must not pass, and marked as bridges.
  ///
  /// The street is divided into short steps, and each is on land, on a bridge, or barred.
  func features(warp: Warp, corridors: [Corridor]) -> [Feature] {
    let extent = Extent(of: line)
    let near = corridors.filter { corridor in
      guard corridor.kind == .river || (kind != .rail && kind != .motorway) || (kind == .motorway && corridor.kind == .railway)
      else {
        return false
      }
      let size = (extent.high - extent.low).length + 120
      return abs(corridor.distance(to: (extent.low + extent.high) * 0.5)) < size * 1.6
    }
    var features: [Feature] = []
    var run: [PlanPoint] = []
    var runFooting = Footing.land
    func close() {
      if run.count > 1, runFooting != .barred { features.append(feature(warp.warped(run), footing: runFooting)) }
    }
    for point in Warp.densified(line, step: near.isEmpty ? 30 : 7) {
      let footing = near.reduce(Footing.land) { max($0, self.footing(of: point, at: $1)) }
      if footing != runFooting, let last = run.last {
        // The steps onto a bridge and off it belong to the bridge.
        if footing == .bridge || runFooting == .barred {
          close()
          run = [last]
        } else {
          if runFooting == .bridge { run.append(point) }
          close()
          run = [runFooting == .bridge ? point : last]
        }
      }
      runFooting = footing
      if run.last != point { run.append(point) }
    }
    close()
    return features.map { thinned($0, near: !near.isEmpty) }
  }

  /// What a step of the street stands on.
  private enum Footing: Int, Comparable {
    case land, bridge, barred
    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  private func footing(of point: PlanPoint, at corridor: Corridor) -> Footing {
    let distance = abs(corridor.distance(to: point))
    guard distance < Corridor.maximumHalfWidth else { return .land }
    let width = corridor.halfWidth(at: corridor.position(of: point))
    if kind.canBridge { return distance < width + 5 ? .bridge : .land }
    return distance < width + corridor.margin * 0.6 ? .barred : .land
  }

  private func feature(_ line: [PlanPoint], footing: Footing) -> Feature {
    var attributes = kind.attributes
    attributes.pairs += extraAttributes
    if footing == .bridge { attributes = attributes.with("brunnel", .text("bridge")).with("layer", .number(1)) }
    return Feature(.transportation, .line, [line], attributes, zooms: zooms ?? kind.zooms)
  }

  /// Returns the feature without the points of short steps that the warp moved by less than 0.25 m.
  private func thinned(_ feature: Feature, near: Bool) -> Feature {
    guard near else { return feature }
    return Feature(
      feature.layer, feature.shape, feature.parts.map { DouglasPeucker.simplify($0, tolerance: 0.25) }, feature.attributes,
      zooms: feature.zooms)
  }

  /// The attribute of a street with traffic in the direction of its line alone.
  static let oneWay = Attributes.Pair(key: "oneway", value: .number(1))

  /// Returns the lines along which the street's name and number are drawn.
  ///
  /// - Parameter pieces: The features of the street. A street that cannot bridge a corridor has a name on
  ///   either side.
  func nameFeatures(warp: Warp, pieces: [Feature]) -> [Feature] {
    guard name != nil || ref != nil else { return [] }
    var attributes = Attributes(kind: kind.attributes.pairs[0].value == .text("path") ? "path" : "\(kind)")
    if let name { attributes = attributes.with("name", .text(name)) }
    if let ref {
      attributes = attributes.with("ref", .text(ref)).with("ref_length", .number(Int64(ref.count)))
        .with("network", .text("road"))
    }
    let lines = kind.canBridge ? [warp.warped(Warp.densified(line, step: 40))] : pieces.flatMap(\.parts)
    let first = name == nil ? max(7, kind.zooms.lowerBound + 1) : kind <= .tertiary ? 12 : 14
    return lines.map { Feature(.transportationName, .line, [$0], attributes, zooms: min(first, 14)...14) }
  }

  /// Returns a line from `a` to `b` that swings gently to both sides, by at most about `amplitude` meters
  /// each.
  static func curve(from a: PlanPoint, to b: PlanPoint, amplitude: Double, random: inout SeededGenerator) -> [PlanPoint] {
    let (one, two) = (amplitude * random.triangular(), amplitude * 0.7 * random.triangular())
    let side = (b - a).normalized.right
    let count = max(2, Int(a.distance(to: b) / 70))
    return (0...count).map { i in
      let t = Double(i) / Double(count)
      return a.toward(b, t) + side * (one * sineOfTurns(t / 2) + two * sineOfTurns(t))
    }
  }
}
