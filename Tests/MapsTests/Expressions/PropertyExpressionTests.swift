import CartoucheMaps
import Testing

@Suite("Values of style properties")
struct PropertyExpressionTests {
  private func property(_ json: String, _ specification: PropertySpecification) throws -> PropertyExpression {
    var keys = PropertyKeys()
    return try PropertyExpression(try JSONNode(parsing: json), for: specification, keys: &keys)
  }

  private func value(
    _ json: String, _ specification: PropertySpecification, _ properties: String = "{}", zoom: Double? = nil
  ) throws -> String {
    var fixture = ExpressionFixture(properties, zoom: zoom)
    return try property(json, specification).value(&fixture.context).json
  }

  private func isRejected(_ json: String, _ specification: PropertySpecification) -> Bool {
    (try? property(json, specification)) == nil
  }

  @Test("a value is constant, or depends on the zoom, the feature or both")
  func kinds() throws {
    let number = PropertySpecification(.number)
    let curve: (String) -> String = { #"["interpolate", ["linear"], ["zoom"], 5, \#($0), 10, 4]"# }
    #expect(try property("1", number).kind == .constant && property(#"["get", "a"]"#, number).kind == .feature)
    #expect(try property(curve("2"), number).kind == .zoom && property(curve(#"["get", "a"]"#), number).kind == .zoomAndFeature)
    #expect(try property(curve("2"), number).zoomStops == [5, 10] && property("1", number).zoomStops.isEmpty)
    #expect(try property(#"["step", ["zoom"], 1, 5, 2]"#, number).zoomStops == [5])
    #expect(try property(curve("2"), number).zoomCurve?.fraction(7.5, from: 5, to: 10) == 0.5)
  }

  @Test("the zoom may only be the input of one curve at the top")
  func zoom() {
    let number = PropertySpecification(.number)
    #expect(isRejected(#"["+", ["zoom"], 1]"#, number) && isRejected(#"["+", 1, ["step", ["zoom"], 1, 5, 2]]"#, number))
    #expect(isRejected(#"["step", ["zoom"], 1, 5, ["step", ["zoom"], 1, 5, 2]]"#, number))
    #expect(!isRejected(#"["let", "a", 1, ["step", ["zoom"], ["var", "a"], 5, 2]]"#, number))
    #expect(!isRejected(#"["coalesce", ["step", ["zoom"], 1, 5, 2], 3]"#, number))
    #expect(isRejected(#"["step", ["zoom"], 1, 5, 2]"#, PropertySpecification(.number, dependsOnZoom: false)))
    #expect(isRejected(#"["get", "a"]"#, PropertySpecification(.number, isDataDriven: false)))
    let curve = #"["interpolate", ["linear"], ["zoom"], 5, 1, 10, 2]"#
    #expect(isRejected(curve, PropertySpecification(.number, isInterpolated: false)) && !isRejected(curve, number))
  }

  @Test("constants are converted to the property's type, or rejected")
  func constants() throws {
    #expect(try value(#""red""#, PropertySpecification(.color)) == #""rgba(255,0,0,1)""#)
    #expect(try value("[2, 4]", PropertySpecification(.array(of: .number, count: nil))) == "[2,4]")
    #expect(try value(#"["Open Sans"]"#, PropertySpecification(.array(of: .string, count: nil))) == #"["Open Sans"]"#)
    #expect(try value("[1, 2]", PropertySpecification(.padding)) == "[1,2,1,2]")
    #expect(isRejected(#""no color""#, PropertySpecification(.color)) && isRejected("true", PropertySpecification(.number)))
    #expect(isRejected(#""oval""#, PropertySpecification(.enumeration(["butt", "round"]))))
  }

  @Test("a property takes its default where an expression has no value, and says why")
  func defaults() throws {
    let number = PropertySpecification(.number, default: JSONNode(.number(7)))
    #expect(try value(#"["get", "a"]"#, number) == "7" && value(#"["get", "a"]"#, number, #"{"a": 2}"#) == "2")
    let color = PropertySpecification(.color, default: JSONNode(.string("black")))
    #expect(try value(#"["get", "a"]"#, color, #"{"a": "?"}"#) == #""rgba(0,0,0,1)""#)
    let cap = PropertySpecification(.enumeration(["butt", "round"]), default: JSONNode(.string("butt")))
    #expect(
      try value(#"["get", "a"]"#, cap, #"{"a": "oval"}"#) == #""butt""#
        && value(#"["get", "a"]"#, cap, #"{"a": "round"}"#) == #""round""#)
    var (fixture, failure) = (ExpressionFixture(#"{"a": "x"}"#), EvaluationError?.none)
    _ = try property(#"["get", "a"]"#, number).value(&fixture.context, failure: &failure)
    #expect(failure?.description == "Expected value to be of type number, but found string instead.")
    #expect(try value(#"["get", "a"]"#, PropertySpecification(.string), #"{"a": 5}"#) == #""5""#)
  }

  @Test("old functions of the zoom and of a property are expressions")
  func functions() throws {
    let (number, text) = (
      PropertySpecification(.number, default: JSONNode(.number(9))), PropertySpecification(.string, isInterpolated: false)
    )
    #expect(try value(#"{"stops": [[0, 0], [10, 100]]}"#, number, zoom: 5) == "50")
    #expect(try value(#"{"base": 2, "stops": [[1, 0], [3, 3]]}"#, number, zoom: 2) == "1")
    #expect(
      try value(#"{"stops": [[0, "a"], [10, "b"]]}"#, text, zoom: 12) == #""b""#
        && value(#"{"stops": [[0, 1]]}"#, number, zoom: 12) == "1")
    let lanes = #"{"property": "lanes", "type": "interval", "stops": [[1, 10], [3, 30]], "default": 5}"#
    #expect(try value(lanes, number, #"{"lanes": 2}"#) == "10" && value(lanes, number, #"{"lanes": "2"}"#) == "5")
    let kind = #"{"property": "k", "type": "categorical", "stops": [["a", 1], ["b", 2], ["b", 3]]}"#
    #expect(try value(kind, number, #"{"k": "b"}"#) == "2" && value(kind, number) == "9")
    let flag = #"{"property": "k", "type": "categorical", "stops": [[true, 1], [false, 2]]}"#
    #expect(try value(flag, number, #"{"k": false}"#) == "2" && value(flag, number, #"{"k": "x"}"#) == "9")
    let both =
      #"{"property": "p", "stops": [[{"zoom": 0, "value": 0}, 0], [{"zoom": 0, "value": 10}, 10], [{"zoom": 10, "value": 0}, 100]]}"#
    #expect(try value(both, number, #"{"p": 5}"#, zoom: 0) == "5" && value(both, number, #"{"p": 0}"#, zoom: 5) == "50")
    #expect(try value(#"{"type": "identity", "property": "p", "default": 3}"#, number, #"{"p": "x"}"#) == "3")
    #expect(
      isRejected(#"{"stops": []}"#, number) && isRejected(#"{"stops": [[1]]}"#, number)
        && isRejected(#"{"stops": [[0, 1]], "type": "x"}"#, number))
  }

  @Test("names of properties in braces are replaced by their values")
  func tokens() throws {
    let text = PropertySpecification(.string, hasTokens: true)
    #expect(try value(#""{name} ({ele} m)""#, text, #"{"name": "Brocken", "ele": 1141}"#) == #""Brocken (1141 m)""#)
    #expect(
      try value(#""{name}""#, text) == #""""# && value(#""a {} }b{""#, text) == #""a {} }b{""#
        && value(#""{{a}""#, text, #"{"a": 1}"#) == #""{1""#)
  }
}
