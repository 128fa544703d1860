import CartoucheRaster
import CartoucheScene

/// The parts of a style sheet that are neither sources nor layers.
extension StyleSheetReader {
  /// Reads the defaults of the global state.
  mutating func readState(_ node: JSONNode?) {
    guard let node, !node.isNull else { return }
    guard let object = node.object else { return reportType(node, property: "state", expected: "an object") }
    for member in object.members {
      guard let definition = member.value.object, let value = definition["default"] else {
        report(
          member.value, property: "state", "\"\(Self.shortened(member.key))\" needs an object with a \"default\". It is ignored.")
        continue
      }
      style.globalState[member.key] = StyleJSON(value)
    }
  }

  /// Reads the address of glyph files. Those of a remote server cannot be read; installed fonts replace them.
  mutating func readGlyphs(_ node: JSONNode?) {
    guard let node, !node.isNull else { return }
    guard let url = node.string else { return reportType(node, property: "glyphs", expected: "a string") }
    do throws(GlyphError) {
      style.glyphs = GlyphDirectory(try GlyphPattern(url: url, style: directory.isEmpty ? path : directory + "/" + path))
    } catch {
      if case .brokenPattern(_, let reason) = error { report(node, property: "glyphs", "\(reason). Installed fonts are used.") }
    }
  }

  mutating func readCamera(_ root: JSONObject) {
    let center = numbers(root, "center", count: 2)
    let zoom = number(root, "zoom")
    let bearing = number(root, "bearing") ?? 0
    if center != nil || zoom != nil {
      let coordinate = Coordinate(latitude: center?[1] ?? 0, longitude: center?[0] ?? 0)
      style.camera = MapCamera(
        center: coordinate, zoom: Scalar(floatLiteral: zoom ?? 0), bearing: Angle(degrees: WideFixed<32>(floatLiteral: bearing)))
    }
    for key in ["pitch", "roll"] {
      guard let angle = number(root, key), angle != 0, let node = root[key] else { continue }
      report(node, property: key, "maps are drawn from straight above. The angle is ignored.")
    }
  }

  /// Reads a transition, whose times are in milliseconds in a style sheet.
  mutating func transition(_ node: JSONNode, item: String = "", property: String = "transition") -> StyleTransition? {
    guard let object = node.object else {
      reportType(node, item: item, property: property, expected: "an object")
      return nil
    }
    var transition = style.transition
    for (key, path) in [("duration", \StyleTransition.duration), ("delay", \StyleTransition.delay)] {
      guard let time = number(object, key, item: item) else { continue }
      guard time >= 0 else {
        report(node, item: item, property: property, "\"\(key)\" is less than 0. It is ignored.")
        continue
      }
      transition[keyPath: path] = Seconds(floatLiteral: min(time, 3.6e6) / 1000)
    }
    return transition
  }

  /// Reports the parts that are not drawn and change the picture.
  mutating func readUndrawn(_ root: JSONObject, _ layers: [JSONNode]) {
    if let terrain = root["terrain"], !terrain.isNull {
      report(terrain, property: "terrain", "terrain is not drawn. The map is flat.")
    }
    if let sky = root["sky"], !sky.isNull { report(sky, property: "sky", "the sky is not drawn.") }
    let hasBuildings = layers.contains { $0.object?["type"]?.string == StyleLayer.Kind.fillExtrusion.rawValue }
    if let light = root["light"], !light.isNull, hasBuildings {
      report(light, property: "light", "light is not drawn. Buildings are flat and have their own colors.")
    }
    guard let projection = root["projection"], !projection.isNull else { return }
    guard let object = projection.object else { return reportType(projection, property: "projection", expected: "an object") }
    guard let type = object["type"], type.string != "mercator" else { return }
    report(
      type, property: "projection",
      "the projection \(Self.shortened(type.text)) is not drawn. The map has the projection \"mercator\".")
  }
}
