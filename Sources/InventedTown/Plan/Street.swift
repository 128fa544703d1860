/// What a way is to those who use it, from the maximumHalfWidth to the narrowest.
enum StreetClass: Int, Comparable {
  case rail, motorway, trunk, primary, secondary, tertiary, minor, service, pedestrian, path, track

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// Metres from the middle to the fronts of the houses.
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

  /// Whether it is worth a bridge.
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

  /// The zooms at which OpenMapTiles shows such a way.
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

/// A planned way: straight from point to point, not yet bent, not yet stopped by water.
struct Street {
  let kind: StreetClass
  let line: [PlanPoint]
  var name: String?
  /// Over the zooms of its class.
  var zooms: ClosedRange<Int>?
  /// Besides those of its class.
  var extraAttributes: [Attributes.Pair] = []

  /// The street as features: bent, cut where it may not pass, and on canBridge where it does.
  ///
  /// It is walked in short steps, and each is dry, over something, or barred.
  func features(warp: Warp, corridors: [Corridor]) -> [Feature] {
    let extent = Extent(of: line)
    let near = corridors.filter { corridor in
      guard corridor.kind == .river || (kind != .rail && kind != .motorway) || (kind == .motorway && corridor.kind == .railway)
      else {
        return false
      }
      let reach = (extent.high - extent.low).length + 120
      return abs(corridor.distance(to: (extent.low + extent.high) * 0.5)) < reach * 1.6
    }
    var features: [Feature] = []
    var run: [PlanPoint] = []
    var runState = Footing.dry
    func close() {
      if run.count > 1, runState != .barred { features.append(feature(warp.warped(run), footing: runState)) }
    }
    for spot in Warp.densified(line, step: near.isEmpty ? 30 : 7) {
      let state = near.reduce(Footing.dry) { max($0, footing(of: spot, at: $1)) }
      if state != runState, let last = run.last {
        // The step into a bridge belongs to the bridge, the step out of it too.
        if state == .bridge || runState == .barred {
          close()
          run = [last]
        } else {
          if runState == .bridge { run.append(spot) }
          close()
          run = [runState == .bridge ? spot : last]
        }
      }
      runState = state
      if run.last != spot { run.append(spot) }
    }
    close()
    return features.map { thinned($0, near: !near.isEmpty) }
  }

  private enum Footing: Int, Comparable {
    case dry, bridge, barred
    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  private func footing(of spot: PlanPoint, at corridor: Corridor) -> Footing {
    let distance = abs(corridor.distance(to: spot))
    guard distance < Corridor.maximumHalfWidth else { return .dry }
    let width = corridor.halfWidth(at: corridor.position(of: spot))
    if kind.canBridge { return distance < width + 5 ? .bridge : .dry }
    return distance < width + corridor.margin * 0.6 ? .barred : .dry
  }

  private func feature(_ line: [PlanPoint], footing: Footing) -> Feature {
    var attributes = kind.attributes
    attributes.pairs += extraAttributes
    if footing == .bridge { attributes = attributes.with("brunnel", .text("bridge")).with("layer", .number(1)) }
    return Feature(.transportation, .line, [line], attributes, zooms: zooms ?? kind.zooms)
  }

  /// Walking in short steps left many points in a line; those that warped less than a hand's breadth go.
  private func thinned(_ feature: Feature, near: Bool) -> Feature {
    guard near else { return feature }
    return Feature(
      feature.layer, feature.shape, feature.parts.map { DouglasPeucker.simplify($0, tolerance: 0.25) }, feature.attributes,
      zooms: feature.zooms)
  }

  /// The street's name as a line of its own, for those that are named.
  func nameFeature(warp: Warp) -> Feature? {
    guard let name else { return nil }
    return Feature(
      .transportationName, .line, [warp.warped(Warp.densified(line, step: 40))],
      Attributes(kind: kind.attributes.pairs[0].value == .text("path") ? "path" : "\(kind)").with("name", .text(name)),
      zooms: kind <= .tertiary ? 12...14 : 14...14)
  }
}
