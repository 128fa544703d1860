import CartoucheMaps
import Testing

@Suite("Compiling style expressions")
struct ExpressionParsingTests {
  @Test("an error names its place and its position in the text")
  func places() throws {
    #expect(evaluate("[]") == "invalid at " && evaluate("[1]") == "invalid at [0]" && evaluate(#"["nope"]"#) == "invalid at [0]")
    #expect(evaluate(#"["+", 1, ["*", 2, ["nope", 3]]]"#) == "invalid at [2][2][0]" && evaluate("{}") == "invalid at ")
    var keys = PropertyKeys()
    let node = try JSONNode(parsing: #"["+", 1, ["-", true]]"#)
    #expect(throws: ExpressionError.self) { try StyleExpression(node, type: nil, keys: &keys) }
    do {
      _ = try StyleExpression(node, type: nil, keys: &keys)
    } catch {
      #expect(error.offset == 15)
    }
  }

  @Test("a value that may be anything is asserted, or converted to a color")
  func adaptation() {
    #expect(evaluate(#"["get", "a"]"#, #"{"a": 1}"#, type: .number) == "1")
    #expect(evaluate(#"["get", "a"]"#, #"{"a": "1"}"#, type: .number) == "failed at ")
    #expect(evaluate(#"["get", "a"]"#, #"{"a": "lime"}"#, type: .color) == #""rgba(0,255,0,1)""#)
    #expect(evaluate(#"["get", "a"]"#, #"{"a": [1, 2]}"#, type: .array(of: .number, count: 2)) == "[1,2]")
    #expect(evaluate(#"["get", "a"]"#, #"{"a": [1, 2]}"#, type: .array(of: .number, count: 3)) == "failed at ")
    #expect(evaluate(#""blau""#, type: .color) == "invalid at " && evaluate("1", type: .string) == "invalid at ")
  }

  @Test("assertions and conversions take the first argument that fits")
  func conversions() {
    #expect(
      evaluate(#"["number", ["get", "a"], 3]"#, #"{"a": "x"}"#) == "3"
        && evaluate(#"["array", "string", 1, ["literal", ["a"]]]"#) == #"["a"]"#)
    #expect(
      evaluate(#"["to-number", "a", "0x1F"]"#) == "31" && evaluate(#"["to-number", " 1e2 "]"#) == "100"
        && evaluate(#"["to-number", null]"#) == "0")
    #expect(
      evaluate(#"["to-number", "inf"]"#) == "invalid at " && evaluate(#"["to-number", ""]"#) == "0"
        && evaluate(#"["to-number", "1 2"]"#) == "invalid at ")
    #expect(evaluate(#"["to-boolean", ""]"#) == "false" && evaluate(#"["to-boolean", "0"]"#) == "true")
    #expect(evaluate(#"["to-string", 1e21]"#) == #""1e+21""# && evaluate(#"["to-string", 0.0000001]"#) == #""1e-7""#)
    #expect(
      evaluate(#"["to-rgba", ["rgba", 255, 0, 51, 0.5]]"#) == "[255,0,51,0.5]" && evaluate(#"["rgb", 0, 0, 256]"#) == "invalid at ")
    #expect(evaluate(#"["typeof", ["literal", [1, 2]]]"#) == #""array<number, 2>""# && evaluate(#"["typeof", null]"#) == #""null""#)
    #expect(evaluate(#"["array", "color", 1]"#) == "invalid at [1]" && evaluate(#"["array", "number", -1, 1]"#) == "invalid at [2]")
  }

  @Test("variables are bound in their scope, and evaluated once")
  func variables() {
    #expect(evaluate(#"["let", "a", 1, "b", 2, ["+", ["var", "a"], ["var", "b"]]]"#) == "3")
    #expect(evaluate(#"["let", "a", 1, ["let", "a", 2, ["var", "a"]]]"#) == "2")
    #expect(evaluate(#"["+", ["let", "a", 1, ["var", "a"]], ["var", "a"]]"#) == "invalid at [2][1]")
    #expect(evaluate(#"["let", "a b", 1, 2]"#) == "invalid at [1]")
    // Each variable is read twice by the next. If it were evaluated each time, this would never end.
    var json = #"["var", "v59"]"#
    for index in stride(from: 59, through: 1, by: -1) {
      json = #"["let", "v\#(index)", ["+", ["var", "v\#(index - 1)"], ["var", "v\#(index - 1)"]], \#(json)]"#
    }
    #expect(evaluate(#"["let", "v0", ["number", ["get", "x"]], \#(json)]"#, #"{"x": 1}"#) == "576460752303423500")
  }

  @Test("a text that doubles with each variable is an error")
  func longTexts() {
    var (constant, variable) = (#"["var", "v59"]"#, #"["var", "v59"]"#)
    for index in stride(from: 59, through: 1, by: -1) {
      let double = #"["let", "v\#(index)", ["concat", ["var", "v\#(index - 1)"], ["var", "v\#(index - 1)"]], "#
      (constant, variable) = (double + constant + "]", double + variable + "]")
    }
    #expect(evaluate(#"["let", "v0", "a", \#(constant)]"#).hasPrefix("invalid at "))
    #expect(evaluate(#"["let", "v0", ["string", ["get", "x"]], \#(variable)]"#, #"{"x": "a"}"#).hasPrefix("failed at "))
    #expect(evaluate(#"["length", ["concat", "abc", "de"]]"#) == "5")
  }

  @Test("what depends on nothing is evaluated once, and what fails then is an error")
  func folding() throws {
    let expression = try ExpressionFixture().compile(#"["+", 1, ["*", 2, 3]]"#)
    #expect(expression.root is LiteralNode && expression.dependencies.isEmpty)
    #expect(try ExpressionFixture().compile(#"["get", "a"]"#).isFeatureConstant == false)
    #expect(try ExpressionFixture().compile(#"["concat", ["zoom"], ["global-state", "s"]]"#).globalStateKeys == ["s"])
    #expect(evaluate(#"["to-color", "no color"]"#) == "invalid at ")
  }

  @Test("an expression nested a thousand deep is one error, also through variables")
  func depth() throws {
    func nested(_ count: Int) -> String {
      String(repeating: #"["-", "#, count: count) + #"["number", ["get", "x"]]"# + String(repeating: "]", count: count)
    }
    #expect(evaluate(nested(120), #"{"x": 1}"#) == "1")
    #expect(evaluate(nested(1000), #"{"x": 1}"#).hasPrefix("invalid at [1][1]"))
    #expect(
      evaluate(String(repeating: #"["any", true, "#, count: 1000) + "1" + String(repeating: "]", count: 1000)).hasPrefix("invalid"))
    // A mistake at the bottom is found in time that does not double with each level.
    #expect(
      evaluate(String(repeating: #"["any", true, "#, count: 100) + "1" + String(repeating: "]", count: 100)).hasPrefix("invalid"))
    var json = #"["var", "v39"]"#
    for index in stride(from: 39, through: 1, by: -1) {
      let value = String(repeating: #"["-", "#, count: 20) + #"["var", "v\#(index - 1)"]"# + String(repeating: "]", count: 20)
      json = #"["let", "v\#(index)", \#(value), \#(json)]"#
    }
    #expect(evaluate(#"["let", "v0", ["number", ["get", "x"]], \#(json)]"#, #"{"x": 1}"#).hasPrefix("invalid"))
  }
}
