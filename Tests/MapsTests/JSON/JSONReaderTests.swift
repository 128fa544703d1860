import CartoucheMaps
import CartoucheTestSupport
import Foundation
import Testing

@Suite("JSON as events")
struct JSONReaderTests {
  /// A document with every kind of value, escape and length of UTF-8, and with white space of every kind.
  private static let document = """
    { "name":"Caf\\u00e9 \\ud83d\\ude00 \\"\\\\\\/\\b\\f\\n\\r\\t", "é漢😀" : [1,-0.5,6.02e23,1E-7 ,0]
    ,"empty":[{},[ ],""],\t"half":"\\ud83d \\ude00\\ud83d\\ud83d\\ude00\\\\ud83d",\r
      "last":[true,false,null]}

    """

  @Test("every value is one event with the offset of its first byte")
  func offsets() {
    #expect(
      JSONLog.events(of: #"{"a" : [1, "x\n", null],"b":{"c":true}}"#) == [
        "0 {", "1 key a", "7 [", "8 1.0", "11 string x\n", "18 null", "22 ]", "24 key b", "28 {", "29 key c", "33 true", "37 }",
        "38 }",
      ])
    #expect(JSONLog.events(of: " -12 ") == ["1 -12.0"])
  }

  @Test("a text read in pieces of any size gives the same events")
  func pieces() {
    let bytes = Array(Self.document.utf8)
    let whole = JSONLog.events(of: bytes)
    #expect(whole.count == 28 && whole.last?.hasSuffix("}") == true)
    for size in 1...bytes.count { #expect(JSONLog.events(of: bytes, pieceSize: size) == whole, "pieces of \(size) bytes") }
  }

  @Test("a text that is cut at any byte gives the same events and the same error in pieces of any size")
  func cutPieces() {
    let bytes = Array(Self.document.utf8)
    for count in 0..<bytes.count - 1 {
      let cut = Array(bytes[..<count])
      let whole = JSONLog.events(of: cut)
      #expect(whole.last?.hasPrefix("map.json:") == true, "cut at \(count)")
      for size in [1, 2, 3, 7, 13] { #expect(JSONLog.events(of: cut, pieceSize: size) == whole, "cut at \(count)") }
    }
  }

  @Test("a text with any one byte replaced gives the same events and the same error in pieces of any size")
  func damagedPieces() {
    let bytes = Array(Self.document.utf8)
    for index in bytes.indices {
      for byte: UInt8 in [0, 0x22, 0x2c, 0x3a, 0x5b, 0x5c, 0x5d, 0x75, 0x7d, 0x80, 0xc3, 0xed, 0xff] {
        var damaged = bytes
        damaged[index] = byte
        let whole = JSONLog.events(of: damaged)
        for size in [1, 5] { #expect(JSONLog.events(of: damaged, pieceSize: size) == whole, "byte \(index) = \(byte)") }
      }
    }
  }

  @Test("a cut code point before a cut escape is a fault in pieces of any size")
  func cutBeforeEscape() {
    for lead: [UInt8] in [[0xc3], [0xe6, 0xbc], [0xf0, 0x9f, 0x98]] {
      let text = [0x22] + lead + Array(#"\ud84d\u\0d"#.utf8)
      let whole = JSONLog.events(of: text)
      #expect(whole == ["map.json:1:2: the text is not valid UTF-8; save it as UTF-8"])
      for size in 1...text.count { #expect(JSONLog.events(of: text, pieceSize: size) == whole, "pieces of \(size) bytes") }
    }
  }

  @Test("escapes are decoded, and half of a surrogate pair becomes the replacement character")
  func escapes() throws {
    let cases = [
      (#""\u0041\u00e9\u6f22""#, "Aé漢"), (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00""#, "😀"), (#""\ud83d""#, "\u{fffd}"),
      (#""\ud83dx""#, "\u{fffd}x"), (#""\ude00\ud83d""#, "\u{fffd}\u{fffd}"), (#""\ud83d\u0041""#, "\u{fffd}A"),
      (#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"), (#""\\ud83d""#, "\\ud83d"), (#""\\\ud83d\n""#, "\\\u{fffd}\n"), (#""\u0000""#, "\0"),
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
    ]
    for (text, string) in cases {
      let read = try JSONNode(parsing: text).string
      #expect(read?.unicodeScalars.elementsEqual(string.unicodeScalars) == true, "\(text)")
    }
  }

  @Test("a consumer that stops ends the reading, and what follows is not checked")
  func stopping() throws {
    let log = JSONLog()
    log.progress = { $0 == 3 ? .stop : .proceed }
    try JSONReader.read(Array("[1,2,3,4, what]".utf8), into: log)
    #expect(log.lines == ["0 [", "1 1.0", "3 2.0"])
  }

  @Test("a consumer that fails gives its reason the position of the event")
  func failing() {
    let log = JSONLog()
    log.progress = { $0 == 3 ? .fail("two is not allowed") : .proceed }
    #expect(throws: JSONError(reason: "two is not allowed", location: JSONLocation(line: 2, column: 2))) {
      try JSONReader.read(Array("[1,\n 2,3]".utf8), into: log)
    }
    #expect(log.lines.count == 3)
  }

  @Test("a file is read in pieces, and gives the events of its bytes")
  func files() throws {
    let text = Array(("[" + (0..<30_000).map { #"{"id":\#($0),"é\u00e9":[\#($0).5]}"# }.joined(separator: ",\n") + "]").utf8)
    try withScratchFolder { folder in
      let path = folder.appending(path: "map.json").path
      try Data(text).write(to: URL(fileURLWithPath: path))
      let log = JSONLog()
      try JSONReader.read(contentsOfFile: path, into: log)
      #expect(log.lines == JSONLog.events(of: text))
      let nodes = try #require(try JSONNode(contentsOfFile: path).array)
      #expect(nodes.count == 30_000)
      #expect(JSONReader.location(of: nodes[20_000].offset, inFile: path) == JSONLocation(line: 20_001, column: 1))
      #expect(JSONReader.location(of: nodes[20_000].offset, in: text) == JSONLocation(line: 20_001, column: 1))
    }
  }
}
