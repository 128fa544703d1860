/// Builds a ``GeoJSONTable`` from features in drawing order.
struct GeoJSONTableBuilder {
  private let rules: GeoJSONRules
  private var simplification: Simplification
  private var storage = GeoJSONTable.Storage()
  private var bounds: InclusiveBox?
  private var boxes: [SIMD4<Int32>] = []
  private var boxShapes: [Int32] = []
  private var keyIndices: [String: UInt32] = [:]
  private var valueIndices: [TagValue: UInt32] = [:]
  /// For each key, the number of the last feature that has it, and the index of its tag.
  private var lastTags: [(feature: Int, tag: Int)] = []

  /// The number of features or vertices after which a table is full.
  static let featureLimit = 1 << 15
  static let vertexLimit = 1 << 19
  /// The number of values that are compared with new ones. It bounds the memory of a table of unique values.
  private static let knownValueLimit = 1 << 15

  init(_ rules: GeoJSONRules) {
    self.rules = rules
    simplification = Simplification(rules.options)
  }

  var isEmpty: Bool { storage.features.isEmpty }

  var isFull: Bool { storage.features.count >= Self.featureLimit || storage.vertices.count >= Self.vertexLimit }

  /// Adds a feature.
  mutating func add(_ draft: FeatureDraft, order: Int64) throws(FeatureFault) {
    guard draft.properties.count <= FeatureDraft.longestTagList else {
      throw FeatureFault("it has more than \(FeatureDraft.longestTagList) properties")
    }
    let firstTag = storage.tags.count
    for (name, value) in draft.properties { addTag(name, value) }
    var idNumber = Double.nan
    var idText: Int32 = -1
    switch draft.id {
    case .number(let number): idNumber = number
    case .text(let text): idText = Int32(truncatingIfNeeded: index(of: .string(text)))
    case nil: break
    }
    let isShown = rules.passes(draft)
    let firstShape = storage.shapes.count
    for shape in draft.shapes { addShape(shape, of: draft, isShown: isShown) }
    storage.features.append(
      GeoJSONTable.Feature(
        idNumber: idNumber, idText: idText, firstTag: Int32(truncatingIfNeeded: firstTag),
        tagCount: Int32(truncatingIfNeeded: storage.tags.count - firstTag), firstShape: Int32(truncatingIfNeeded: firstShape),
        shapeCount: Int32(truncatingIfNeeded: storage.shapes.count - firstShape), isShown: isShown, order: order))
  }

  /// Returns the table of all features, and becomes empty.
  mutating func finish() -> GeoJSONTable {
    // An array has room for twice its elements while it grows.
    func trim<Element>(_ array: inout [Element]) { if array.capacity > array.count + array.count / 4 { array = Array(array[...]) } }
    trim(&storage.features)
    trim(&storage.shapes)
    trim(&storage.partEnds)
    trim(&storage.partLevels)
    trim(&storage.vertices)
    trim(&storage.vertexLevels)
    trim(&storage.values)
    trim(&storage.tags)
    let table = GeoJSONTable(storage, index: BoxIndex(boxes, items: boxShapes), bounds: bounds)
    self = GeoJSONTableBuilder(rules)
    return table
  }

  // MARK: Properties

  /// Adds a tag. Of several with the same key, the last value counts, at the position of the first.
  private mutating func addTag(_ name: String, _ value: TagValue) {
    let (key, feature) = (index(ofKey: name), storage.features.count)
    let tag = SIMD2(UInt32(truncatingIfNeeded: key), UInt32(truncatingIfNeeded: index(of: value)))
    if lastTags[key].feature == feature {
      storage.tags[lastTags[key].tag] = tag
    } else {
      lastTags[key] = (feature, storage.tags.count)
      storage.tags.append(tag)
    }
  }

  private mutating func index(ofKey name: String) -> Int {
    // Strings of Swift are equal if they look the same, but names are the same by their code points.
    if let index = keyIndices[name], storage.keys[Int(index)].isIdentical(to: name) { return Int(index) }
    let index = storage.keys.count
    if keyIndices[name] == nil { keyIndices[name] = UInt32(truncatingIfNeeded: index) }
    storage.keys.append(name)
    lastTags.append((-1, 0))
    return index
  }

  private mutating func index(of value: TagValue) -> Int {
    if let index = valueIndices[value], Self.areIdentical(storage.values[Int(index)], value) { return Int(index) }
    let index = storage.values.count
    if valueIndices.count < Self.knownValueLimit, valueIndices[value] == nil {
      valueIndices[value] = UInt32(truncatingIfNeeded: index)
    }
    storage.values.append(value)
    return index
  }

  private static func areIdentical(_ a: TagValue, _ b: TagValue) -> Bool {
    switch (a, b) {
    case (.string(let a), .string(let b)), (.json(let a), .json(let b)): a.isIdentical(to: b)
    default: a == b
    }
  }

  // MARK: Geometry

  private mutating func addShape(_ shape: FeatureDraft.Shape, of draft: FeatureDraft, isShown: Bool) {
    let isLine = shape.kind == .line
    // The metrics of a line are those of one line.
    if isLine, rules.options.hasLineMetrics, shape.parts.count > 1 {
      for part in shape.parts {
        addShape(FeatureDraft.Shape(kind: .line, isMulti: false, parts: part..<part + 1), of: draft, isShown: isShown)
      }
      return
    }
    let firstPart = storage.partEnds.count
    let firstVertex = storage.vertices.count
    for part in shape.parts {
      let vertices = draft.vertices[draft.vertexRange(ofPart: part)]
      let range = storage.vertices.count..<storage.vertices.count + vertices.count
      storage.vertices += vertices
      storage.vertexLevels += repeatElement(0, count: vertices.count)
      storage.partEnds.append(Int32(truncatingIfNeeded: range.upperBound))
      var level: UInt8 = 0
      if shape.kind != .point {
        level = simplification.level(of: vertices, isRing: !isLine)
        simplification.setLevels(&storage.vertexLevels, of: storage.vertices, in: range, isRing: !isLine)
      }
      storage.partLevels.append(draft.parts[part].isHole ? level | GeoJSONTable.holeFlag : level)
    }
    if isShown, let box = InclusiveBox(storage.vertices[firstVertex...]) {
      if var union = bounds {
        union.formUnion(box)
        bounds = union
      } else {
        bounds = box
      }
      // A clustered source finds its points in another index.
      if !rules.options.isClustered {
        boxes.append(BoxIndex.box(box))
        boxShapes.append(Int32(truncatingIfNeeded: storage.shapes.count))
      }
    }
    storage.shapes.append(
      GeoJSONTable.Shape(
        feature: Int32(truncatingIfNeeded: storage.features.count), firstPart: Int32(truncatingIfNeeded: firstPart),
        partCount: Int32(truncatingIfNeeded: shape.parts.count), kind: shape.kind))
  }
}
