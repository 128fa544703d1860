/// Builds a value as a tree from the events of a reader.
package struct JSONTreeBuilder {
  /// An array or object that has not ended.
  private struct Level {
    let offset: Int
    let isObject: Bool
    var elements: [JSONNode] = []
    var members = JSONObject()
    var key = ""
  }

  private let depthLimit: Int
  private var levels: [Level] = []
  /// The number of arrays and objects beyond the depth limit that have not ended.
  private var skippedDepth = 0
  /// The offset of the first value that is nested too deep, and is null in the tree.
  package private(set) var tooDeepOffset: Int?

  /// Makes a builder whose trees are at most `depthLimit` arrays and objects deep.
  package init(depthLimit: Int = JSONReader.depthLimit) { self.depthLimit = depthLimit }

  /// Adds an event.
  ///
  /// - Returns: The value, if the event ends it. The builder is then ready for another value.
  package mutating func add(_ event: JSONEvent, at offset: Int) -> JSONNode? {
    switch event {
    case .beginObject, .beginArray:
      if skippedDepth > 0 || levels.count >= depthLimit {
        if skippedDepth == 0, tooDeepOffset == nil { tooDeepOffset = offset }
        skippedDepth += 1
        return nil
      }
      if case .beginObject = event {
        levels.append(Level(offset: offset, isObject: true))
      } else {
        levels.append(Level(offset: offset, isObject: false))
      }
      return nil
    case .endObject, .endArray:
      if skippedDepth > 0 {
        skippedDepth -= 1
        return skippedDepth > 0 ? nil : add(.null, offset: offset)
      }
      guard let level = levels.popLast() else { return nil }
      return add(level.isObject ? .object(level.members) : .array(level.elements), offset: level.offset)
    case .key(let key):
      if skippedDepth == 0, !levels.isEmpty { levels[levels.count - 1].key = key.string }
      return nil
    case .null: return add(.null, offset: offset)
    case .boolean(let boolean): return add(.boolean(boolean), offset: offset)
    case .number(let number): return add(.number(number), offset: offset)
    case .string(let text): return skippedDepth > 0 ? nil : add(.string(text.string), offset: offset)
    }
  }

  private mutating func add(_ value: JSONNode.Value, offset: Int) -> JSONNode? {
    if skippedDepth > 0 { return nil }
    let node = JSONNode(value, offset: offset)
    if levels.isEmpty { return node }
    let last = levels.count - 1
    if levels[last].isObject {
      levels[last].members.set(levels[last].key, to: node)
    } else {
      levels[last].elements.append(node)
    }
    return nil
  }
}
