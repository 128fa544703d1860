import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Faults in JSON")
struct JSONErrorTests {
  private func fault(_ bytes: [UInt8]) -> String {
    do throws(JSONError) {
      _ = try JSONNode(parsing: bytes)
      return "none"
    } catch {
      return error.description(file: "map.json")
    }
  }

  @Test(
    "each fault is one sentence with the line and column, both counted from 1",
    arguments: [
      ("", "1:1: the file is empty"),
      (" \n ", "2:2: the text ends before its value; check that the file is complete"),
      ("[1,\n 2,\n tru]", "3:2: only true, false and null are written without double quotes"),
      ("[1,2", "1:5: the text ends before its value; check that the file is complete"),
      ("[\n\"ab", "2:1: the text ends before its value; check that the file is complete"),
      (#""\u12"#, "1:1: the text ends before its value; check that the file is complete"),
      ("[1] x", "1:5: there is more text after the end of the value"),
      (#"[1] ""#, "1:5: there is more text after the end of the value"),
      (#""a"":[a"#, "1:4: there is more text after the end of the value"),
      ("1 -", "1:3: there is more text after the end of the value"),
      ("{}tru", "1:3: there is more text after the end of the value"),
      ("[1]]", "1:4: there is more text after the end of the value"),
      ("[1 2]", "1:4: a comma or ] is expected here, after the value"),
      ("[1:2]", "1:3: a comma or ] is expected here, after the value"),
      ("[01]", "1:3: a comma or ] is expected here, after the value"),
      ("[1}", "1:3: a comma or ] is expected here, after the value"),
      ("[1,]", "1:4: a value is expected here"),
      ("[,1]", "1:2: a value is expected here"),
      ("[1,,2]", "1:4: a value is expected here"),
      (#"{"a":1,,"b":2}"#, "1:8: a key in double quotes is expected here"),
      (#"{"a":1":":2}"#, "1:7: a comma or } is expected here, after the value"),
      (#"{"a",1}"#, "1:5: a colon is expected here, after the key"),
      ("[1],", "1:4: there is more text after the end of the value"),
      ("]", "1:1: a value is expected here"),
      (#"{"a":}"#, "1:6: a value is expected here"),
      (#"{"a":1,}"#, "1:8: a key in double quotes is expected here"),
      (#"{1:2}"#, "1:2: a key in double quotes is expected here"),
      (#"{"a" 1}"#, "1:6: a colon is expected here, after the key"),
      (#"{"a":1 "b":2}"#, "1:8: a comma or } is expected here, after the value"),
      ("[NaN]", "1:2: letters are written in double quotes; NaN and Infinity are not numbers of JSON"),
      ("[1, Infinity]", "1:5: letters are written in double quotes; NaN and Infinity are not numbers of JSON"),
      ("{a:1}", "1:2: letters are written in double quotes; NaN and Infinity are not numbers of JSON"),
      ("[-Infinity]", "1:3: a digit is expected after the minus sign"),
      ("[1.]", "1:4: a digit is expected after the decimal point"),
      ("[1e]", "1:4: a digit is expected in the exponent"),
      ("['a']", "1:2: this character is not allowed here"),
      ("[+1]", "1:2: this character is not allowed here"),
      (#"["é", @]"#, "1:7: this character is not allowed here"),
      (#"["a\x"]"#, "1:5: this character has no escape with a backslash"),
      (#"["a\u12g4"]"#, "1:8: \\u is followed by four hexadecimal digits, and this is none"),
      ("[\"a\tb\"]", "1:4: a control character is inside a string; write it as an escape, such as \\n"),
      ("// a comment\n[]", "1:1: JSON has no comments; remove it"),
      ("\u{feff}[1,\n]", "2:1: a value is expected here"),
      ("\u{feff}é", "1:1: this character is not allowed here"),
    ])
  func sentences(text: String, expected: String) {
    #expect(fault(Array(text.utf8)) == "map.json:" + expected)
  }

  @Test("text that is not UTF-8 is refused at its first invalid byte")
  func encodings() {
    for bytes: [UInt8] in [[0x28], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]] {
      // Valid text comes before the fault.
      let text = [0x5b, 0x22, 0xc3, 0xa9] + (bytes == [0x28] ? [0xc3, 0x28] : bytes) + [0x22, 0x5d]
      #expect(fault(text) == "map.json:1:4: the text is not valid UTF-8; save it as UTF-8")
    }
    #expect(fault([0x5b, 0x22, 0xf0, 0x9f]) == "map.json:1:3: the text is not valid UTF-8; save it as UTF-8")
    #expect(fault([0xff, 0xfe, 0x5b, 0]) == "map.json:1:1: the text is UTF-16; save it as UTF-8")
    #expect(fault([0x1f, 0x8b, 8]) == "map.json:1:1: the file is compressed with gzip; unpack it first: gzip -d FILE")
  }

  @Test("a fault before invalid UTF-8 is the one reported")
  func order() {
    #expect(fault([0x5b, 0x2c, 0xff]) == "map.json:1:2: a value is expected here")
  }

  @Test("nesting beyond the limit is an error at the first bracket too many")
  func depth() throws {
    let limit = JSONReader.depthLimit
    let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
    _ = try JSONNode(parsing: deepest)
    #expect(fault(Array("[\(deepest)]".utf8)) == "map.json:1:\(limit + 1): values are nested deeper than \(limit)")
    #expect(fault([UInt8](repeating: 0x5b, count: 1 << 20)).contains("nested deeper"))
    let log = JSONLog()
    #expect(throws: JSONError(reason: "values are nested deeper than 2", location: JSONLocation(line: 1, column: 7))) {
      try JSONReader.read(Array(#"[{"a":[[]]}]"#.utf8), depthLimit: 2, into: log)
    }
  }

  @Test("a tree may leave out what is nested too deep, and keep the rest")
  func skippedDepth() throws {
    let deep = String(repeating: #"["!","#, count: 5000) + "true" + String(repeating: "]", count: 5000)
    var errors: [JSONError] = []
    let text = #"{"deep":\#(deep),"deeper":\#(deep),"name":"x"}"#
    let node = try JSONNode(parsing: Array(text.utf8)) { errors.append($0) }
    #expect(node.object?.keys == ["deep", "deeper", "name"] && node.object?["name"]?.string == "x")
    #expect(errors.map(\.reason) == ["values are nested deeper than 1024; they are left out"])
    var level = node.object?["deep"]
    var depth = 1
    while let next = level?.array {
      level = next.last
      depth += 1
    }
    #expect(depth == JSONReader.depthLimit && level?.isNull == true)
  }

  @Test("a string of more than 8 MiB is refused")
  func longStrings() throws {
    let long = [UInt8](repeating: 0x61, count: 9 << 20)
    #expect(fault([0x5b, 0x22] + long + [0x22, 0x5d]) == "map.json:1:2: a string or number is longer than 8 MiB")
    let shorter = try JSONNode(parsing: [0x22] + long.prefix(1 << 20) + [0x22])
    #expect(shorter.string?.utf8.count == 1 << 20)
  }

  @Test("a file that cannot be read, is a directory, or is too large for a tree is an error without a position")
  func files() throws {
    func fault(_ path: String) -> String {
      do throws(JSONError) {
        _ = try JSONNode(contentsOfFile: path)
        return "none"
      } catch {
        #expect(error.line == 0 && error.column == 0)
        return error.description(file: "F")
      }
    }
    try withScratchFolder { folder in
      #expect(fault(folder.path + "/none") == "F: cannot be read (No such file or directory). Check the path and its permissions.")
      #expect(fault(folder.path) == "F: cannot be read (it is not a file). Check the path.")
      try Data(count: JSONReader.treeByteLimit + 1).write(to: folder.appending(path: "large.json"))
      #expect(fault(folder.path + "/large.json") == "F: the file is larger than 16 MiB; check that it is the right one")
      #expect(JSONReader.location(of: 0, inFile: folder.path + "/none") == nil)
    }
  }
}
