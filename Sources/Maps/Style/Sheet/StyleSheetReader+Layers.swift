import CartoucheRaster

/// The layers of a style sheet.
extension StyleSheetReader {
  private static let knownLayerKeys: Set<String> = [
    "id", "type", "metadata", "source", "source-layer", "minzoom", "maxzoom", "filter", "layout", "paint", "ref",
    // Older style sheets have it; it never changed a picture.
    "interactive",
  ]
  /// The keys that a layer with a `ref` takes from the other layer.
  private static let referredKeys = ["type", "source", "source-layer", "minzoom", "maxzoom", "filter", "layout"]
  /// The types of layers in the specification that are not drawn.
  private static let undrawnTypes: Set<String> = ["hillshade", "color-relief", "sky", "custom"]
  /// The number of layers that a layer may refer to one after the other.
  private static let maximumReferences = 8

  mutating func readLayers(_ nodes: [JSONNode]) {
    var byName: [String: JSONObject] = [:]
    for node in nodes {
      guard let object = node.object, let name = object["id"]?.string, byName[name] == nil else { continue }
      byName[name] = object
    }
    var names: Set<String> = []
    for (index, node) in nodes.enumerated() {
      let number = "layer \(index + 1)"
      guard let object = node.object else {
        report(node, item: number, "a layer is an object, and this is \(Self.article(node.typeName)). It is left out.")
        continue
      }
      guard let name = object["id"]?.string else {
        report(object["id"] ?? node, item: number, "the layer has no string \"id\". It is left out.")
        continue
      }
      let item = "layer \"\(Self.shortened(name))\""
      guard names.insert(name).inserted else {
        report(node, item: item, "two layers have this \"id\". The second is left out.")
        continue
      }
      guard let resolved = resolved(object, node, byName, item) else { continue }
      if let layer = layer(resolved, node, name, item) { style.layers.append(layer) }
    }
  }

  /// Returns a layer with the members of the layers to which it refers; nil if there is none of that name.
  private mutating func resolved(_ object: JSONObject, _ node: JSONNode, _ byName: [String: JSONObject], _ item: String)
    -> JSONObject?
  {
    var result = object
    var last = object
    var count = 0
    while let reference = last["ref"], !reference.isNull {
      guard let name = reference.string, let other = byName[name] else {
        report(
          reference, item: item, property: "ref", "there is no layer \(Self.shortened(reference.text)). The layer is left out.")
        return nil
      }
      count += 1
      guard count <= Self.maximumReferences else {
        report(reference, item: item, property: "ref", "the layers refer to each other in a circle. The layer is left out.")
        return nil
      }
      for key in Self.referredKeys { if let value = other[key] { result.set(key, to: value) } }
      last = other
    }
    return result
  }

  private mutating func layer(_ object: JSONObject, _ node: JSONNode, _ name: String, _ item: String) -> StyleLayer? {
    guard let type = object["type"], let typeName = type.string else {
      report(object["type"] ?? node, item: item, "the layer has no string \"type\". It is left out.")
      return nil
    }
    guard let kind = StyleLayer.Kind(rawValue: typeName) else {
      if Self.undrawnTypes.contains(typeName) {
        reportOnce("type " + typeName, type, item: item, "layers of the type \"\(typeName)\" are not drawn. They are left out.")
      } else {
        report(
          type, item: item, property: "type", "there is no type of layers \(Self.shortened(type.text)). The layer is left out.")
      }
      return nil
    }
    for member in object.members where !Self.knownLayerKeys.contains(member.key) && !member.key.hasPrefix("paint.") {
      report(member.value, item: item, property: member.key, Self.advice(onKey: member.key, of: kind))
    }
    var layer = StyleLayer(name, kind: kind)
    layer.line = line(of: node)
    guard readSource(object, node, &layer, item), readFilter(object["filter"], &layer, item) else { return nil }
    let lowest = number(object, "minzoom", item: item) ?? 0
    let highest = number(object, "maxzoom", item: item) ?? 25
    let low = Scalar(floatLiteral: lowest.clamped(from: 0, to: 25))
    layer.zoomRange = low..<max(low, Scalar(floatLiteral: highest.clamped(from: 0, to: 25)))
    readProperties(object["layout"], isLayout: true, &layer, item)
    readProperties(object["paint"], isLayout: false, &layer, item)
    return layer
  }

  /// Returns the message about an unknown key. A property outside of its group is a usual mistake.
  private static func advice(onKey key: String, of kind: StyleLayer.Kind) -> String {
    guard let entry = PropertyTable.entry(StyleProperty(key), of: kind) else {
      return "there is no such key in a layer. It is ignored."
    }
    return "it belongs in the layer's \"\(entry.isLayout ? "layout" : "paint")\". It is ignored."
  }

  // MARK: - Source and filter

  private mutating func readSource(_ object: JSONObject, _ node: JSONNode, _ layer: inout StyleLayer, _ item: String) -> Bool {
    guard layer.kind != .background else { return true }
    guard let source = object["source"], let name = source.string else {
      report(object["source"] ?? node, item: item, "the layer has no string \"source\". It is left out.")
      return false
    }
    guard let type = sourceTypes[name] else {
      report(
        source, item: item, property: "source", "the style has no source \(Self.shortened(source.text)). The layer is left out.")
      return false
    }
    guard type.serves(layer.kind) else {
      report(
        source, item: item, property: "source",
        "a layer of the type \"\(layer.kind.rawValue)\" cannot draw the source \(Self.shortened(source.text)) of the type "
          + "\"\(type.rawValue)\". The layer is left out.")
      return false
    }
    layer.source = name
    guard type == .vector else { return true }
    guard let sourceLayer = object["source-layer"]?.string else {
      report(
        object["source-layer"] ?? node, item: item,
        "the layer has no string \"source-layer\", which sources of vector tiles need. It is left out.")
      return false
    }
    layer.sourceLayer = sourceLayer
    return true
  }

  private mutating func readFilter(_ node: JSONNode?, _ layer: inout StyleLayer, _ item: String) -> Bool {
    guard let node, !node.isNull else { return true }
    do throws(ExpressionError) {
      let expression = try FilterExpression(node, keys: &keys).expression
      let refused = expression.dependencies.subtracting(PropertyTable.filterInputs)
      if let name = PropertyTable.operatorName(of: refused) {
        throw ExpressionError("\"\(name)\" may not be used here.", offset: node.offset)
      }
    } catch {
      report(
        line: line(of: error, in: node), item: item, property: "filter", "\(Self.sentence(error)). The layer is left out.")
      return false
    }
    layer.filter = .json(StyleJSON(node))
    return true
  }
}
