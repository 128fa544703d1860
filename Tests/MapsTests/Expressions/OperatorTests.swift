import CartoucheMaps
import CartoucheTestSupport
import Testing

@Suite("Operators of style expressions")
struct OperatorTests {
  @Test("arithmetic takes any number of arguments where it can")
  func arithmetic() {
    #expect(evaluate(#"["+"]"#) == "0" && evaluate(#"["*"]"#) == "1" && evaluate(#"["+", 1, 2, 3]"#) == "6")
    #expect(evaluate(#"["-", 3]"#) == "-3" && evaluate(#"["/", 7, 2]"#) == "3.5" && evaluate(#"["%", -7, 3]"#) == "-1")
    #expect(evaluate(#"["^", 2, 10]"#) == "1024" && evaluate(#"["min", 3, 1, 2]"#) == "1" && evaluate(#"["max", 3, 1]"#) == "3")
    #expect(evaluate(#"["round", -2.5]"#) == "-3" && evaluate(#"["floor", -2.5]"#) == "-3" && evaluate(#"["ceil", -2.5]"#) == "-2")
    #expect(evaluate(#"["log10", 1000]"#) == "3" && evaluate(#"["log2", 8]"#) == "3" && evaluate(#"["ln", ["e"]]"#) == "1")
    #expect(evaluate(#"["sqrt", 9]"#) == "3" && evaluate(#"["abs", -4]"#) == "4" && evaluate(#"["sin", 0]"#) == "0")
    #expect(evaluate(#"["-", 1, 2, 3]"#) == "invalid at " && evaluate(#"["sqrt", "a"]"#) == "invalid at [1]")
  }

  @Test("conditions stop at the first argument that decides")
  func logic() {
    #expect(evaluate(#"["all", false, ["boolean", ["get", "x"]]]"#) == "false")
    #expect(evaluate(#"["any", true, ["boolean", ["get", "x"]]]"#) == "true")
    #expect(evaluate(#"["all"]"#) == "true" && evaluate(#"["any"]"#) == "false" && evaluate(#"["!", false]"#) == "true")
    #expect(evaluate(#"["all", true, ["boolean", ["get", "x"]]]"#) == "failed at [2]")
    #expect(evaluate(#"["any", true, 1]"#) == "invalid at " && evaluate(#"["any", true, true, 1]"#) == "invalid at [3]")
  }

  @Test("case and coalesce choose an argument")
  func choices() {
    let choice = #"["case", ["==", ["get", "a"], 1], "one", ["has", "a"], "other", "none"]"#
    #expect(
      evaluate(choice, #"{"a": 1}"#) == #""one""# && evaluate(choice, #"{"a": null}"#) == #""other""#
        && evaluate(choice) == #""none""#)
    #expect(evaluate(#"["case", true, 1, "a"]"#) == "invalid at [3]" && evaluate(#"["case", true, 1]"#) == "invalid at ")
    #expect(evaluate(#"["coalesce", ["get", "a"], ["get", "b"], 3]"#, #"{"b": 2}"#) == "2")
    #expect(evaluate(#"["coalesce", ["get", "a"], 3]"#, #"{"a": null}"#) == "3")
    // The type is asserted once, for the chosen argument.
    #expect(evaluate(#"["coalesce", ["get", "a"], ["get", "b"]]"#, #"{"b": 2}"#, type: .number) == "2")
  }

  @Test("match finds strings and whole numbers, alone or in lists")
  func match() {
    let roads = #"["match", ["get", "class"], ["a", "b"], 1, "c", 2, 0]"#
    #expect(evaluate(roads, #"{"class": "b"}"#) == "1" && evaluate(roads, #"{"class": "c"}"#) == "2")
    #expect(evaluate(roads, #"{"class": "d"}"#) == "0" && evaluate(roads, #"{"class": 1}"#) == "0" && evaluate(roads) == "0")
    let lanes = #"["match", ["get", "lanes"], 1, "one", [2, 3], "few", "many"]"#
    #expect(evaluate(lanes, #"{"lanes": 3}"#) == #""few""# && evaluate(lanes, #"{"lanes": 3.5}"#) == #""many""#)
    #expect(evaluate(#"["match", ["get", "a"], "x", 1, "x", 2, 3]"#) == "invalid at [4]")
    #expect(evaluate(#"["match", ["get", "a"], "x", 1, 5, 2, 3]"#) == "invalid at [4]")
    #expect(evaluate(#"["match", ["get", "a"], 1.5, 1, 3]"#) == "invalid at [2]")
    #expect(evaluate(#"["match", ["get", "a"], [], 1, 3]"#) == "invalid at [2]")
    #expect(evaluate(#"["match", 5, "x", 1, 3]"#) == "invalid at [1]")
  }

  @Test("comparisons need strings or numbers, and equality takes anything simple")
  func comparison() {
    #expect(evaluate(#"["<", ["get", "a"], ["get", "b"]]"#, #"{"a": "10", "b": "9"}"#) == "true")
    #expect(evaluate(#"["<", ["get", "a"], ["get", "b"]]"#, #"{"a": 10, "b": "9"}"#) == "failed at ")
    #expect(evaluate(#"["==", ["get", "a"], 1]"#, #"{"a": "1"}"#) == "false" && evaluate(#"["!=", ["get", "a"], null]"#) == "false")
    #expect(evaluate(#"["==", 1, "1"]"#) == "invalid at " && evaluate(#"["<", true, false]"#) == "invalid at [1]")
    #expect(evaluate(#"["==", ["literal", []], 1]"#) == "invalid at [1]")
    // A combining accent is not the letter with an accent.
    #expect(evaluate(#"["==", "e\u0301", "\u00e9"]"#) == "false")
  }

  @Test("strings and arrays are searched, cut, split and joined")
  func sequences() {
    #expect(evaluate(#"["at", 1, ["literal", [1, 2, 3]]]"#) == "2" && evaluate(#"["at", 3, ["literal", [1]]]"#) == "invalid at ")
    #expect(evaluate(#"["at", ["get", "i"], ["literal", [1, 2]]]"#, #"{"i": 0.5}"#) == "failed at ")
    #expect(evaluate(#"["length", "a🚲b"]"#) == "3" && evaluate(#"["length", ["literal", [1, 2]]]"#) == "2")
    #expect(evaluate(#"["slice", "a🚲bc", 1, -1]"#) == #""🚲b""# && evaluate(#"["slice", ["literal", [1, 2, 3]], -2]"#) == "[2,3]")
    #expect(evaluate(#"["slice", "abc", 2, 1]"#) == #""""# && evaluate(#"["slice", "abc", 1e300]"#) == #""""#)
    #expect(evaluate(#"["in", "lo", "hello"]"#) == "true" && evaluate(#"["in", 4, ["literal", [1, 2]]]"#) == "false")
    #expect(
      evaluate(#"["in", "x", ["get", "a"]]"#) == "false" && evaluate(#"["in", "x", ["get", "a"]]"#, #"{"a": 5}"#) == "failed at ")
    #expect(evaluate(#"["index-of", "b", "a🚲b"]"#) == "2" && evaluate(#"["index-of", 3, ["literal", [3, 1, 3]], 1]"#) == "2")
    #expect(evaluate(#"["index-of", 3, ["literal", [3, 1]], -1]"#) == "-1" && evaluate(#"["index-of", "", "abc"]"#) == "0")
    #expect(evaluate(#"["split", "a, b", ", "]"#) == #"["a","b"]"# && evaluate(#"["split", "ab", ""]"#) == #"["a","b"]"#)
    #expect(evaluate(#"["join", ["literal", ["a", "b"]], "-"]"#) == #""a-b""#)
    #expect(evaluate(#"["concat", "a", 1, true, null, ["literal", [1, "x"]]]"#) == #""a1true[1,\"x\"]""#)
    #expect(evaluate(#"["upcase", "straße"]"#) == #""STRASSE""# && evaluate(#"["downcase", "ÄB"]"#) == #""äb""#)
  }

  @Test("an array of expressions is one value")
  func semiliteral() throws {
    #expect(evaluate(#"["semiliteral", [["number", ["get", "x"]], ["+", 1, 2]]]"#, #"{"x": 1}"#) == "[1,3]")
    #expect(
      try ExpressionFixture().compile(#"["semiliteral", [["number", ["get", "x"]], 2]]"#).type == .array(of: .number, count: 2))
    #expect(evaluate(#"["semiliteral", {"a": ["get", "x"]}]"#) == #"{"a":["get","x"]}"#)
  }

  @Test("a feature's properties, kind and state are read")
  func features() {
    var fixture = ExpressionFixture(#"{"a": {"b": 1}, "x": null}"#, kind: .line)
    fixture.context.featureState = ["hover": .boolean(true)]
    fixture.context.globalState = ["theme": .string("dark")]
    #expect(fixture.evaluate(#"["get", "b", ["get", "a"]]"#) == "1" && fixture.evaluate(#"["get", ["concat", "", "x"]]"#) == "null")
    #expect(fixture.evaluate(#"["has", "x"]"#) == "true" && fixture.evaluate(#"["has", "y"]"#) == "false")
    #expect(fixture.evaluate(#"["properties"]"#) == #"{"a":{"b":1},"x":null}"#)
    #expect(fixture.evaluate(#"["geometry-type"]"#) == #""LineString""# && fixture.evaluate(#"["id"]"#) == "null")
    #expect(
      fixture.evaluate(#"["feature-state", "hover"]"#) == "true" && fixture.evaluate(#"["global-state", "theme"]"#) == #""dark""#)
    #expect(fixture.evaluate(#"["get", 1]"#) == "invalid at [1]" && fixture.evaluate(#"["error", "no"]"#) == "failed at ")
  }

  @Test("format and image describe text and images")
  func format() throws {
    var fixture = ExpressionFixture(#"{"n": "Kiel"}"#)
    fixture.context.images = ["dot"]
    let json =
      #"["format", ["get", "n"], {"font-scale": 2, "text-color": "red"}, ["image", "dot"], "!", {"text-font": ["literal", ["A", "B"]]}]"#
    guard case .formatted(let text) = try fixture.compile(json).evaluate(&fixture.context) else { return }
    #expect(text.sections.map(\.text) == ["Kiel", "", "!"] && text.sections[0].scale == 2 && text.sections[2].fonts == "A,B")
    #expect(text.sections[0].color == StyleColor(red: 1, green: 0, blue: 0))
    #expect(text.sections[1].image == ResolvedImage(name: "dot", isAvailable: true))
    #expect(try fixture.compile(#"["image", "none"]"#).evaluate(&fixture.context) == .image(ResolvedImage(name: "none")))
    let fallback = try fixture.compile(#"["coalesce", ["image", "none"], ["image", "dot"]]"#).evaluate(&fixture.context)
    #expect(fallback == .image(ResolvedImage(name: "dot", isAvailable: true)))
    #expect(
      fixture.evaluate(#"["format", {}]"#) == "invalid at "
        && fixture.evaluate(#"["format", "a", {"vertical-align": "x"}]"#) == "invalid at ")
  }
}
