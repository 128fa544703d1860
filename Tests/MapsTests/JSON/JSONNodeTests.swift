import CartoucheMaps
import CartoucheTestSupport
import Testing

@Suite("JSON as a tree")
struct JSONNodeTests {
  @Test("a tree has the values of the text, and nil for a value of another type")
  func values() throws {
    let node = try JSONNode(parsing: #"{"a":[1,"x",true,null],"b":{"c":-2.5}}"#)
    let a = try #require(node.object?["a"]?.array)
    #expect(a.map(\.number) == [1, nil, nil, nil] && a.map(\.string) == [nil, "x", nil, nil])
    #expect(a.map(\.boolean) == [nil, nil, true, nil] && a.map(\.isNull) == [false, false, false, true])
    #expect(a.map(\.typeName) == ["number", "string", "boolean", "null"] && a.map(\.offset) == [6, 8, 12, 17])
    #expect(node.object?["b"]?.object?["c"]?.number == -2.5 && node.object?["c"] == nil)
    #expect(node.array == nil && node.typeName == "object" && node.object?["a"]?.typeName == "array")
  }

  @Test("of equal keys, the last value counts, at the position of the first")
  func duplicates() throws {
    let object = try #require(try JSONNode(parsing: #"{"a":1,"b":2,"a":3}"#).object)
    #expect(object.keys == ["a", "b"] && object["a"]?.number == 3 && object.count == 2)
  }

  @Test("an object of many members keeps their order, and finds each")
  func manyMembers() throws {
    var random = SplitMix64(seed: 5)
    for count in [1, 8, 9, 10, 300] {
      var object = JSONObject()
      for key in 0..<count { object.set("key \(key)", to: JSONNode(.number(Double(key)))) }
      for key in (0..<count).shuffled(using: &random) { object.set("key \(key)", to: JSONNode(.number(Double(-key)))) }
      #expect(object.keys == (0..<count).map { "key \($0)" })
      for key in 0..<count { #expect(object["key \(key)"]?.number == Double(-key)) }
      #expect(object["key"] == nil && object["key \(count)"] == nil)
    }
  }

  @Test("keys that only look the same are different keys")
  func exactKeys() throws {
    for extra in ["", (0..<9).map { #""\#($0)":0,"# }.joined()] {
      let object = try #require(try JSONNode(parsing: #"{\#(extra)"\u00e9":1,"e\u0301":2}"#).object)
      #expect(object["\u{e9}"]?.number == 1 && object["e\u{301}"]?.number == 2)
    }
  }

  @Test("equality ignores offsets and the order of keys")
  func equality() throws {
    #expect(try JSONNode(parsing: #"{"a":1,"b":[2]}"#) == JSONNode(parsing: #" { "b" : [2.0], "a" : 1 }"#))
    #expect(try JSONNode(parsing: #"{"a":1}"#) != JSONNode(parsing: #"{"a":1,"b":null}"#))
    #expect(try JSONNode(parsing: "[1,2]") != JSONNode(parsing: "[2,1]"))
  }

  @Test(
    "numbers are read exactly, and those beyond the range of Double are clamped",
    arguments: [
      ("0", 0), ("-0", -0.0), ("0.1", 0.1), ("-122.41941550000001", -122.41941550000001),
      ("9007199254740993", 9_007_199_254_740_992),
      ("12345678901234567890123", 1.2345678901234568e22), ("1e22", 1e22), ("1E+2", 100), ("25e-1", 2.5),
      ("179.99999999999999", 179.99999999999999), ("1e400", Double.greatestFiniteMagnitude),
      ("-1e400", -Double.greatestFiniteMagnitude), ("1e-400", 0), ("1e99999999999999999999", Double.greatestFiniteMagnitude),
      ("0.00000000000000000000000000000000000001", 1e-38),
    ])
  func numbers(text: String, value: Double) throws {
    let number = try #require(try JSONNode(parsing: text).number)
    #expect(number == value && number.sign == value.sign)
  }

  @Test("random numbers are read as the nearest Double, and written with digits that read back the same")
  func randomNumbers() throws {
    var random = SplitMix64(seed: 9)
    for step in 0..<20_000 {
      let bits = random.next()
      let number =
        switch step % 3 {
        case 0: Double(bitPattern: bits)
        case 1: Double(Int64(truncatingIfNeeded: bits) >> (bits & 63)) / 1e7
        default: Double(bits >> (bits & 63))
        }
      guard number.isFinite else { continue }
      let text = JSONNumber.text(of: number)
      #expect(try JSONNode(parsing: text).number?.bitPattern == (number == 0 ? 0 : number.bitPattern), "\(text)")
      #expect(try JSONNode(parsing: "\(number)").number?.bitPattern == number.bitPattern)
    }
  }

  @Test(
    "numbers are written as JavaScript writes them",
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (100, "100"), (0.1, "0.1"), (1e-6, "0.000001"), (1.25e-6, "0.00000125"),
      (1e-7, "1e-7"), (1.25e-7, "1.25e-7"), (1e16, "10000000000000000"), (1.2e17, "120000000000000000"),
      (1e20, "100000000000000000000"),
      (123_456_789_012_345_683_968, "123456789012345680000"), (1e21, "1e+21"), (-1.5e300, "-1.5e+300"),
      (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (.infinity, "null"), (.nan, "null"),
    ])
  func writtenNumbers(number: Double, text: String) {
    #expect(JSONNumber.text(of: number) == text)
  }

  @Test("a tree is written as compact text that reads back as the same tree")
  func text() throws {
    let source = #"{ "b" : [1.0, true, null, {}, []], "a" : "é\u0001\u007f\u2028\"\\\/\b\f\n\r\t" }"#
    let node = try JSONNode(parsing: source)
    #expect(node.text == #"{"b":[1,true,null,{},[]],"a":"é\u0001"# + "\u{7f}\u{2028}" + #"\"\\/\b\f\n\r\t"}"#)
    #expect(try JSONNode(parsing: node.text) == node)
  }

  @Test("a builder gives one tree after the other, and refuses no depth of its own")
  func builder() throws {
    var builder = JSONTreeBuilder(depthLimit: 2)
    var nodes: [JSONNode] = []
    let events: [JSONEvent] = [
      .number(1), .beginArray, .beginArray, .beginArray, .null, .endArray, .number(2), .endArray, .endArray, .beginArray, .endArray,
    ]
    for (index, event) in events.enumerated() { if let node = builder.add(event, at: index) { nodes.append(node) } }
    #expect(nodes.map(\.text) == ["1", "[[null,2]]", "[]"] && nodes.map(\.offset) == [0, 1, 9])
    #expect(builder.tooDeepOffset == 3)
  }
}
