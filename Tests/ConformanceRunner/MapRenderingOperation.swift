import CartoucheMaps

/// A step of a case of the suite `maplibre-render`: a call of a method of MapLibre's map, or a wait.
///
/// Values are JSON as the style specification defines them; null resets a property to its default.
enum MapRenderingOperation {
  /// Waits until the map is complete, or for a time, which the map's virtual clock need not do.
  case wait(milliseconds: Double?)
  case setStyle(JSONNode)
  case addLayer(JSONNode, before: String?)
  case moveLayer(String, before: String?)
  case removeLayer(String)
  case setPaintProperty(layer: String, name: String, value: JSONNode)
  case setLayoutProperty(layer: String, name: String, value: JSONNode)
  case setFilter(layer: String, JSONNode)
  case setLayerZoomRange(layer: String, minimum: Double?, maximum: Double?)
  case addSource(String, JSONNode)
  case removeSource(String)
  /// Replaces the data of a GeoJSON source: a path or the value itself.
  case setData(source: String, JSONNode)
  /// Adds the image of the PNG file at a path. The options are those of MapLibre's `addImage`.
  case addImage(String, path: String, options: JSONObject)
  case updateImage(String, path: String)
  case removeImage(String)
  /// The feature has the members `source`, `sourceLayer` and `id`.
  case setFeatureState(feature: JSONObject, state: JSONObject)
  case removeFeatureState(feature: JSONObject, key: String?)
  case setGlobalStateProperty(String, JSONNode)
  case addSprite(String, path: String)
  case removeSprite(String)
  case setSprite(JSONNode)
  case setGlyphs(JSONNode)
  case setZoom(Double)
  case setCenter(longitude: Double, latitude: Double)
  case setBearing(Double)

  /// Creates the operation from its JSON, in which addresses that begin with `local://` are replaced already.
  ///
  /// - Parameter assets: The directory, with a slash at its end, to which other paths of images are relative.
  init(_ node: JSONNode, assets: String) throws(MapRenderingProblem) {
    guard let items = node.array, let name = items.first?.string else {
      throw MapRenderingProblem("operation \(node.text): not a list that begins with a name")
    }
    guard let operation = Self.operation(name, Arguments(items: Array(items.dropFirst()), assets: assets)) else {
      let count = items.count - 1
      throw MapRenderingProblem("operation \(name) with \(count) argument\(count == 1 ? "" : "s"): unknown to the runner")
    }
    self = operation
  }

  /// The arguments of an operation, which may be too few or of other types.
  private struct Arguments {
    let items: [JSONNode]
    let assets: String

    func node(_ index: Int) -> JSONNode? { items.indices.contains(index) ? items[index] : nil }
    func string(_ index: Int) -> String? { node(index)?.string }
    func number(_ index: Int) -> Double? { node(index)?.number }
    func object(_ index: Int) -> JSONObject? { node(index)?.object }
    func path(_ index: Int) -> String? {
      string(index).map { $0.hasPrefix("/") ? $0 : assets + ($0.hasPrefix("./") ? String($0.dropFirst(2)) : $0) }
    }
  }

  private static func operation(_ name: String, _ arguments: Arguments) -> Self? {
    switch name {
    case "wait", "idle", "sleep": return .wait(milliseconds: arguments.number(0))
    case "setZoom": return arguments.number(0).map { .setZoom($0) }
    case "setBearing": return arguments.number(0).map { .setBearing($0) }
    case "setCenter":
      guard let center = MapRenderingCase.center(arguments.node(0)) else { return nil }
      return .setCenter(longitude: center.longitude, latitude: center.latitude)
    default: return styleOperation(name, arguments) ?? dataOperation(name, arguments)
    }
  }

  /// Returns an operation that changes the style.
  private static func styleOperation(_ name: String, _ arguments: Arguments) -> Self? {
    switch name {
    case "setStyle": return arguments.node(0).map { .setStyle($0) }
    case "addLayer": return arguments.node(0).map { .addLayer($0, before: arguments.string(1)) }
    case "moveLayer": return arguments.string(0).map { .moveLayer($0, before: arguments.string(1)) }
    case "removeLayer": return arguments.string(0).map { .removeLayer($0) }
    case "setPaintProperty", "setLayoutProperty":
      guard let layer = arguments.string(0), let property = arguments.string(1) else { return nil }
      // JSON cannot write JavaScript's undefined: a missing value is one.
      let value = arguments.node(2) ?? JSONNode(.null)
      return name == "setPaintProperty"
        ? .setPaintProperty(layer: layer, name: property, value: value)
        : .setLayoutProperty(layer: layer, name: property, value: value)
    case "setFilter": return arguments.string(0).map { .setFilter(layer: $0, arguments.node(1) ?? JSONNode(.null)) }
    case "setLayerZoomRange":
      return arguments.string(0).map { .setLayerZoomRange(layer: $0, minimum: arguments.number(1), maximum: arguments.number(2)) }
    case "setGlobalStateProperty":
      return arguments.string(0).map { .setGlobalStateProperty($0, arguments.node(1) ?? JSONNode(.null)) }
    case "addSprite":
      guard let id = arguments.string(0), let path = arguments.path(1) else { return nil }
      return .addSprite(id, path: path)
    case "removeSprite": return arguments.string(0).map { .removeSprite($0) }
    case "setSprite": return .setSprite(arguments.node(0) ?? JSONNode(.null))
    case "setGlyphs": return .setGlyphs(arguments.node(0) ?? JSONNode(.null))
    default: return nil
    }
  }

  /// Returns an operation that changes sources, images or the state of features.
  private static func dataOperation(_ name: String, _ arguments: Arguments) -> Self? {
    switch name {
    case "addSource":
      guard let id = arguments.string(0), let source = arguments.node(1) else { return nil }
      return .addSource(id, source)
    case "removeSource": return arguments.string(0).map { .removeSource($0) }
    case "setData":
      guard let id = arguments.string(0), let data = arguments.node(1) else { return nil }
      return .setData(source: id, data)
    case "addImage", "updateImage":
      guard let id = arguments.string(0), let path = arguments.path(1) else { return nil }
      return name == "addImage"
        ? .addImage(id, path: path, options: arguments.object(2) ?? JSONObject()) : .updateImage(id, path: path)
    case "removeImage": return arguments.string(0).map { .removeImage($0) }
    case "setFeatureState":
      guard let feature = arguments.object(0), let state = arguments.object(1) else { return nil }
      return .setFeatureState(feature: feature, state: state)
    case "removeFeatureState": return arguments.object(0).map { .removeFeatureState(feature: $0, key: arguments.string(1)) }
    default: return nil
    }
  }
}

/// The reason why a case of the suite `maplibre-render` has no image.
struct MapRenderingProblem: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
