/// The format of a text, as its first bytes show.
enum JSONMark {
  /// The text starts with the byte-order mark that some editors write before UTF-8.
  case utf8
  case none
  case empty
  /// The text is in another format, as the reason says.
  case foreign(String)

  static let utf8Count = 3

  init(of source: some JSONSource) throws(JSONError) {
    var bytes: InlineArray<3, UInt8> = [0, 0, 0]
    var count = 0
    var span = bytes.mutableSpan
    count = try span.withUnsafeMutableBytes { bytes throws(JSONError) in try source.read(at: 0, into: bytes) }
    self =
      switch (bytes[0], bytes[1], bytes[2]) {
      case _ where count == 0: .empty
      case (0xef, 0xbb, 0xbf): .utf8
      case (0x1f, 0x8b, _): .foreign("the file is compressed with gzip; unpack it first: gzip -d FILE")
      case (0xff, 0xfe, _), (0xfe, 0xff, _): .foreign("the text is UTF-16; save it as UTF-8")
      default: .none
      }
  }
}
