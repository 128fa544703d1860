import CartoucheImages
import CartoucheRaster
import CartoucheTestSupport
import Testing

/// Drawings that are compressed with gzip.
@Suite struct SVGCompressionTests {
  /// `<svg xmlns='http://www.w3.org/2000/svg' width='9' height='8'/>`, compressed by gzip.
  private let compressed: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 179, 41, 46, 75, 87, 168, 200, 205, 201, 43, 182, 85, 207, 40, 41, 41, 176, 210, 215, 47, 47,
    47,
    215, 43, 55, 214, 203, 47, 74, 215, 55, 50, 48, 48, 208, 7, 170, 80, 87, 40, 207, 76, 41, 201, 176, 85, 183, 84, 87, 200, 72,
    205,
    76, 207, 40, 177, 85, 183, 80, 215, 183, 3, 0, 146, 161, 187, 226, 62, 0, 0, 0,
  ]

  @Test("a compressed drawing is read like the drawing itself")
  func reading() throws {
    #expect(try SVG(compressed).size == Size(width: 9, height: 8))
  }

  @Test("a damaged, cut or foreign file is an error with the reason, wherever it is damaged")
  func damage() {
    for count in 2..<compressed.count {
      #expect(throws: SVGError.compressed(reason: "it is cut short")) { try SVG(Array(compressed.prefix(count))) }
    }
    for index in 2..<compressed.count {
      var bytes = compressed
      bytes[index] ^= 0x41
      // A changed time, extra flags or name leave the drawing whole. Nothing traps.
      _ = try? SVG(bytes)
    }
    var bytes = compressed
    bytes[bytes.count - 6] ^= 1
    #expect(throws: SVGError.compressed(reason: "incorrect data check")) { try SVG(bytes) }
  }

  @Test("a small file that unpacks to a large one is refused")
  func bomb() {
    // One deflate block of fixed codes: the byte 0, and then 258 copies of it at a time.
    let copies = (1 << 26) / 258 + 1000
    var bits: [UInt8] = [1, 1, 0]  // the last block, of fixed codes
    bits += [0, 0, 1, 1, 0, 0, 0, 0]  // the byte 0
    for _ in 0..<copies { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }  // 258 bytes from a distance of 1
    bits += [0, 0, 0, 0, 0, 0, 0]
    var bytes: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 0, 3]
    var byte: UInt8 = 0
    for (index, bit) in bits.enumerated() {
      byte |= bit << UInt8(index % 8)
      if index % 8 == 7 || index == bits.count - 1 {
        bytes.append(byte)
        byte = 0
      }
    }
    bytes += [0, 0, 0, 0, 0, 0, 0, 0]
    #expect(throws: SVGError.compressed(reason: "it unpacks to more than 64 MiB")) { try SVG(bytes) }
  }

  @Test("a compressed drawing in a drawing is not drawn, with a warning")
  func embedded() throws {
    let data = "data:image/svg+xml;base64,H4sIAAAAAAAA"
    let warnings = try svg("<image width='9' height='9' href='\(data)'/>").warnings
    #expect(warnings.first?.message.contains("a drawing in a drawing must not be compressed") == true)
  }
}
