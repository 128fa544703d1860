/// Reads features from the events of a JSON text.
///
/// The members of an object may come in any order. A text is a feature collection, a feature or a geometry;
/// its root is read as all of them until its end. A broken feature is reported, and left out.
final class GeoJSONReader: JSONConsumer {
  /// An object or array around the current event.
  private enum Scope {
    /// The root, or a feature of the collection.
    case feature(isRoot: Bool)
    case geometry
    case featureArray
    case geometryArray
    case properties
  }

  /// The consumer of the events of a value.
  private enum Taker {
    case scopes, coordinates, property, id
    case skipped(depth: Int)
  }

  private let take: (FeatureDraft, _ offset: Int) throws(FeatureFault) -> Void
  private let report: (FeatureFault, _ offset: Int) -> Void
  private var scopes: [Scope] = []
  private var taker = Taker.scopes
  private var key = ""
  private var builder = JSONTreeBuilder(depthLimit: FeatureDraft.propertyDepthLimit)

  /// The root and the current feature of its collection.
  private var features = [OpenFeature(), OpenFeature()]
  private var isInCollection = false
  /// The geometries around the current event. The first one is the root's, as a geometry.
  private var geometries: [OpenGeometry] = []
  private var geometryDepth = 0
  private var featureArrayCount = 0

  private struct OpenFeature {
    var offset = 0
    var type: String?
    var fault: FeatureFault?
    var draft = FeatureDraft()
  }

  private struct OpenGeometry {
    var type: String?
    var hasCoordinates = false
    var hasMembers = false
    var coordinates = CoordinateArray()
  }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - take: Takes each feature, and its offset.
  ///   - report: Takes the fault of each feature that is left out, and its offset.
  init(
    take: @escaping (FeatureDraft, _ offset: Int) throws(FeatureFault) -> Void,
    report: @escaping (FeatureFault, _ offset: Int) -> Void
  ) {
    (self.take, self.report) = (take, report)
  }

  /// Whether the text is read through a ``NonFiniteNumberFilter``.
  var isFiltered = false

  /// Whether the root has ended.
  private(set) var isComplete = false

  func take(_ event: JSONEvent, at offset: Int) -> JSONProgress {
    switch taker {
    case .scopes: return takeInScope(event, at: offset)
    case .coordinates:
      if geometries[geometryDepth - 1].coordinates.take(event) { taker = .scopes }
    case .property:
      if let node = builder.add(event, at: offset) { setProperty(TagValue(node, isFiltered: isFiltered)) }
    case .id:
      if let node = builder.add(event, at: offset) { setID(node) }
    case .skipped(let depth):
      switch event {
      case .beginArray, .beginObject: taker = .skipped(depth: depth + 1)
      case .endArray, .endObject: taker = depth == 1 ? .scopes : .skipped(depth: depth - 1)
      default: break
      }
    }
    return .proceed
  }

  private var featureIndex: Int { isInCollection ? 1 : 0 }

  private func fail(_ reason: String) { fail(FeatureFault(reason)) }

  private func fail(_ fault: FeatureFault) {
    if features[featureIndex].fault == nil { features[featureIndex].fault = fault }
  }

  // MARK: Scopes

  private func takeInScope(_ event: JSONEvent, at offset: Int) -> JSONProgress {
    if case .key(let text) = event {
      key = text.string
      return .proceed
    }
    switch (scopes.last, event) {
    case (nil, .beginObject):
      beginFeature(isRoot: true, at: offset)
    case (nil, _): return .fail("this is not GeoJSON; an object with the member \"type\" is expected")
    case (.feature(let isRoot), .endObject): return endFeature(isRoot: isRoot)
    case (.feature(let isRoot), _): takeMember(event, isRoot: isRoot, at: offset)
    case (.geometry, .endObject):
      scopes.removeLast()
      endGeometry()
    case (.geometry, _): if !takeGeometryMember(event) { skip(event) }
    case (.featureArray, .endArray), (.geometryArray, .endArray), (.properties, .endObject): scopes.removeLast()
    case (.featureArray, .beginObject): beginFeature(isRoot: false, at: offset)
    case (.featureArray, _):
      report(FeatureFault("an element of \"features\" is not an object"), offset)
      skip(event)
    case (.geometryArray, .beginObject): beginGeometry(event)
    case (.geometryArray, .null): break
    case (.geometryArray, _):
      fail("an element of \"geometries\" is not an object")
      skip(event)
    case (.properties, _): takeProperty(event, at: offset)
    }
    return .proceed
  }

  /// Ignores the value that begins with an event.
  private func skip(_ event: JSONEvent) {
    switch event {
    case .beginArray, .beginObject: taker = .skipped(depth: 1)
    default: break
    }
  }

  private func takeMember(_ event: JSONEvent, isRoot: Bool, at offset: Int) {
    switch (key, event) {
    case ("type", .string(let text)):
      features[featureIndex].type = text.string
      if isRoot { geometries[0].type = text.string }
    case ("id", _):
      taker = .id
      if let node = builder.add(event, at: offset) { setID(node) }
    case ("properties", .beginObject):
      features[featureIndex].draft.properties.removeAll(keepingCapacity: true)
      scopes.append(.properties)
    case ("geometry", .beginObject):
      features[featureIndex].draft.removeGeometry()
      beginGeometry(event)
    case ("geometry", .null): break
    case ("geometry", _):
      fail("its geometry is not an object")
      skip(event)
    case ("features", .beginArray) where isRoot:
      featureArrayCount += 1
      scopes.append(.featureArray)
    default: if !isRoot || !takeGeometryMember(event) { skip(event) }
    }
  }

  private func beginFeature(isRoot: Bool, at offset: Int) {
    isInCollection = !isRoot
    features[featureIndex].draft.reset()
    (features[featureIndex].offset, features[featureIndex].type, features[featureIndex].fault) = (offset, nil, nil)
    scopes.append(.feature(isRoot: isRoot))
    if isRoot { openGeometry() }
  }

  private func endFeature(isRoot: Bool) -> JSONProgress {
    scopes.removeLast()
    isInCollection = !isRoot
    let type = features[featureIndex].type
    if isRoot {
      isComplete = true
      switch type {
      case "FeatureCollection":
        return featureArrayCount > 0 ? .proceed : .fail("the feature collection has no array \"features\"")
      case "Feature": geometryDepth = 0
      case nil where featureArrayCount > 0: return .proceed
      case nil: return .fail("this is not GeoJSON; the member \"type\" is missing")
      case let type?:
        guard Self.geometryTypes.contains(type) else {
          return .fail("this is not GeoJSON; \"\(type.prefix(40))\" is none of its types")
        }
        features[0].draft.properties = []
        endGeometry()
      }
    } else if let type, type != "Feature" {
      fail("its type is \"\(type.prefix(40))\" and not \"Feature\"")
    }
    finishFeature()
    isInCollection = false
    return .proceed
  }

  private func finishFeature() {
    if features[featureIndex].fault == nil {
      do throws(FeatureFault) {
        try take(features[featureIndex].draft, features[featureIndex].offset)
      } catch {
        fail(error)
      }
    }
    if let fault = features[featureIndex].fault { report(fault, features[featureIndex].offset) }
  }

  private func setID(_ node: JSONNode) {
    taker = .scopes
    switch node.value {
    case .number(let number): features[featureIndex].draft.id = .number(number)
    case .string(let text): features[featureIndex].draft.id = .text(text)
    default: break
    }
  }

  // MARK: Properties

  private func takeProperty(_ event: JSONEvent, at offset: Int) {
    switch event {
    case .string(let text): setProperty(.string(text.string))
    case .number(let number): setProperty(.number(number))
    case .boolean(let boolean): setProperty(.flag(boolean))
    case .null: setProperty(.null)
    default:
      taker = .property
      _ = builder.add(event, at: offset)
    }
  }

  private func setProperty(_ value: TagValue) {
    taker = .scopes
    features[featureIndex].draft.properties.append((key, value))
  }

  // MARK: Geometry

  private static let geometryTypes: Set<String> = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  private func openGeometry() {
    if geometryDepth == geometries.count { geometries.append(OpenGeometry()) }
    geometries[geometryDepth].coordinates.reset()
    geometries[geometryDepth].type = nil
    (geometries[geometryDepth].hasCoordinates, geometries[geometryDepth].hasMembers) = (false, false)
    geometryDepth += 1
  }

  private func beginGeometry(_ event: JSONEvent) {
    // The root is at the first depth, and a feature's geometry at the second.
    guard geometryDepth <= FeatureDraft.collectionDepthLimit + 2 else {
      fail(FeatureDraft.tooDeep)
      return skip(event)
    }
    openGeometry()
    scopes.append(.geometry)
  }

  /// Takes a member of a geometry; false if it is none.
  private func takeGeometryMember(_ event: JSONEvent) -> Bool {
    let index = geometryDepth - 1
    switch (key, event) {
    case ("type", .string(let text)): geometries[index].type = text.string
    case ("coordinates", _):
      geometries[index].hasCoordinates = true
      geometries[index].coordinates.reset()
      if !geometries[index].coordinates.take(event) { taker = .coordinates }
    case ("geometries", .beginArray):
      geometries[index].hasMembers = true
      scopes.append(.geometryArray)
    default: return false
    }
    return true
  }

  private func endGeometry() {
    geometryDepth -= 1
    let geometry = geometries[geometryDepth]
    guard let type = geometry.type else { return fail("its geometry has no type") }
    if type == "GeometryCollection" {
      if !geometry.hasMembers { fail("its geometry collection has no array \"geometries\"") }
      return
    }
    if !geometry.hasCoordinates, Self.geometryTypes.contains(type) { return fail("its geometry has no coordinates") }
    guard features[featureIndex].fault == nil else { return }
    do throws(FeatureFault) {
      try geometry.coordinates.addGeometry(type: type, to: &features[featureIndex].draft)
    } catch {
      fail(error)
    }
  }
}

extension TagValue {
  /// Creates a tag from a property's value.
  fileprivate init(_ node: JSONNode, isFiltered: Bool) {
    switch node.value {
    case .null: self = .null
    case .boolean(let boolean): self = .flag(boolean)
    case .number(let number): self = .number(number)
    case .string(let string): self = .string(string)
    // This is also NaN; see ``NonFiniteNumberFilter``.
    case .object(let object) where object.isEmpty && isFiltered: self = .null
    case .array, .object: self = .json(node.text)
    }
  }
}
