import CartoucheMaps
import Testing

@Suite("Filters of style layers")
struct FilterExpressionTests {
  private func passes(_ json: String, _ properties: String = "{}", kind: VectorFeature.Kind = .polygon, id: StyleValue = .null)
    throws -> Bool
  {
    var fixture = ExpressionFixture(properties, kind: kind)
    if let feature = fixture.context.feature as? PropertyFeature {
      feature.id = id
    }
    var keys = PropertyKeys()
    return try FilterExpression(try JSONNode(parsing: json), keys: &keys).passes(&fixture.context)
  }

  @Test("a filter may be an expression, and one that fails selects nothing")
  func expressions() throws {
    #expect(try passes(#"["==", ["get", "class"], "park"]"#, #"{"class": "park"}"#))
    #expect(try !passes(#"[">", ["get", "height"], 5]"#, #"{"height": "x"}"#))
    #expect(try passes("true") && passes("null") && !passes("false") && passes(#"["has", "a"]"#, #"{"a": 1}"#))
    #expect(try passes(#"["in", ["get", "a"], ["literal", [1, 2]]]"#, #"{"a": 2}"#))
  }

  @Test("old filters compare a property with values of its own type")
  func legacy() throws {
    #expect(try passes(#"["==", "class", "park"]"#, #"{"class": "park"}"#) && !passes(#"["==", "class", "park"]"#))
    #expect(try passes(#"["!=", "class", "park"]"#) && !passes(#"["!=", "class", "park"]"#, #"{"class": "park"}"#))
    #expect(
      try passes(#"[">=", "n", 5]"#, #"{"n": 5}"#) && !passes(#"[">=", "n", 5]"#, #"{"n": "7"}"#) && !passes(#"["<", "n", 5]"#))
    #expect(try passes(#"["<", "n", "b"]"#, #"{"n": "a"}"#))
    #expect(try passes(#"["in", "a", "x", "y"]"#, #"{"a": "y"}"#) && !passes(#"["in", "a", 1, 2]"#, #"{"a": "1"}"#))
    #expect(try passes(#"["!in", "a", "x"]"#) && passes(#"["!has", "a"]"#) && !passes(#"["in", "a"]"#, #"{"a": 1}"#))
    #expect(try passes(#"["==", "$type", "Polygon"]"#) && !passes(#"["in", "$type", "Point", "LineString"]"#))
    #expect(try passes(#"["==", "$id", 5]"#, id: .number(5)) && passes(#"["!has", "$id"]"#))
    #expect(try passes(#"["all", ["==", "a", 1], ["any", ["has", "b"], ["none", ["==", "c", 2]]]]"#, #"{"a": 1}"#))
    // Old filters and expressions may be mixed.
    #expect(try passes(#"["all", ["==", "a", 1], [">", ["get", "a"], 0]]"#, #"{"a": 1}"#))
    // Each variable is read twice by the next. If it were evaluated each time, this would never end.
    var json = #"[">", ["var", "v59"], 0]"#
    for index in stride(from: 59, through: 1, by: -1) {
      json = #"["let", "v\#(index)", ["+", ["var", "v\#(index - 1)"], ["var", "v\#(index - 1)"]], \#(json)]"#
    }
    json = #"["all", ["==", "a", 1], ["let", "v0", ["number", ["get", "a"]], \#(json)]]"#
    #expect(try passes(json, #"{"a": 1}"#))
  }

  @Test("a wrong filter is rejected at its place")
  func errors() throws {
    for (json, place) in [
      (#"["all", ["==", "a", 1], ["==", 5, 1]]"#, "[2]"), (#"["all", ["!in"]]"#, "[1]"), ("5", ""),
      (#"["all", ["in", "a", 1], ["+", true]]"#, "[2][1]"),
    ] {
      var keys = PropertyKeys()
      do {
        _ = try FilterExpression(try JSONNode(parsing: json), keys: &keys)
        Issue.record("\(json) is accepted")
      } catch let error as ExpressionError {
        #expect(error.key == place)
      }
    }
    let deep = String(repeating: #"["all", ["has", "$id"], "#, count: 300) + #"["has", "$id"]"# + String(repeating: "]", count: 300)
    #expect(throws: ExpressionError.self) { try passes(deep) }
  }

  @Test("a filter reads the tags of a tile's layer by the layer's keys")
  func layers() throws {
    var keys = PropertyKeys()
    let filter = try FilterExpression(try JSONNode(parsing: #"["all", ["==", "class", "park"], [">", "area", 10]]"#), keys: &keys)
    var layer = VectorLayer(name: "land", extentBits: 12)
    layer.keys = ["area", "name", "class"]
    layer.values = [.string("park"), .number(20), .number(5), .string("wood")]
    layer.tags = [SIMD2(2, 0), SIMD2(0, 1), SIMD2(2, 0), SIMD2(0, 2), SIMD2(2, 3), SIMD2(0, 1)]
    let bounds = TileRect(minX: 0, minY: 0, maxX: 1, maxY: 1)
    for index: Int32 in 0..<3 {
      let tags = 2 * index..<2 * index + 2
      layer.features.append(VectorFeature(id: UInt64(index), kind: .polygon, parts: 0..<0, tags: tags, bounds: bounds))
    }
    let reader = try #require(LayerFeature(layer, keys: keys))
    var context = EvaluationContext(feature: reader)
    let passing = layer.features.map { feature in
      reader.feature = feature
      return filter.passes(&context)
    }
    #expect(passing == [true, false, false])
    #expect(reader.id == .number(2))
    #expect(reader.properties.members.map(\.key) == ["class", "area"] && reader.property(named: "name") == nil)
  }
}
