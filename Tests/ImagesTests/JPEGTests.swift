import CartoucheImages
import CartoucheRaster
import Testing

/// Encodes an image with libjpeg's own program.
private func jpeg(_ image: Image = TestImage.opaque(), _ options: String...) throws -> [UInt8] {
  try ReferenceProgram.run("cjpeg", options, PPM.encode(image))
}

@Suite(.enabled(if: ReferenceProgram.isInstalled("cjpeg", "djpeg"), "cjpeg and djpeg are not installed")) struct JPEGTests {
  @Test(
    "pixels equal those of djpeg exactly",
    arguments: [
      [], ["-grayscale"], ["-sample", "1x1"], ["-sample", "2x1"], ["-sample", "1x2"], ["-progressive"], ["-quality", "5"],
      ["-restart", "1"], ["-rgb"], ["-grayscale", "-progressive"],
    ])
  func asDjpeg(options: [String]) throws {
    for (width, height) in [(61, 43), (1, 1), (8, 9), (17, 3)] {
      let file = try ReferenceProgram.run("cjpeg", options, PPM.encode(TestImage.opaque(width: width, height: height)))
      let expected = try PortableAnyMap(ReferenceProgram.run("djpeg", ["-pnm"], file))
      let image = try JPEG.decode(file)
      #expect(image.size == expected.size && image.isOpaque)
      #expect(pixels(of: image) == expected.pixels)
    }
  }

  @Test("CMYK is converted as djpeg does")
  func inks() throws {
    let file = bytes(hex: cmykFile)
    let expected = try PortableAnyMap(ReferenceProgram.run("djpeg", ["-pnm"], file))
    #expect(try pixels(of: JPEG.decode(file)) == expected.pixels)
    #expect(expected.size == PixelSize(width: 16, height: 12))
  }

  @Test("an image is turned upright by its EXIF orientation, in either byte order", arguments: 1...8)
  func orientation(value: Int) throws {
    let upright = try jpeg()
    let unrotated = try JPEG.decode(upright)
    let (width, height) = (unrotated.size.width, unrotated.size.height)
    for isLittleEndian in [true, false] {
      let image = try JPEG.decode(Array(upright[..<2]) + exif(value, isLittleEndian: isLittleEndian) + Array(upright[2...]))
      #expect(image.size == (value > 4 ? PixelSize(width: height, height: width) : unrotated.size))
      // The position of a stored pixel in the upright image: CIPA DC-008, tag 0x0112.
      for (x, y) in [(0, 0), (width - 1, 0), (5, 7), (0, height - 1)] {
        let position =
          switch value {
          case 2: (width - 1 - x, y)
          case 3: (width - 1 - x, height - 1 - y)
          case 4: (x, height - 1 - y)
          case 5: (y, x)
          case 6: (height - 1 - y, x)
          case 7: (height - 1 - y, width - 1 - x)
          case 8: (y, width - 1 - x)
          default: (x, y)
          }
        #expect(pixels(of: image)[position.1 * image.size.width + position.0] == pixels(of: unrotated)[y * width + x])
      }
    }
  }

  @Test("a truncated or invalid EXIF block is ignored")
  func brokenOrientation() throws {
    let upright = try jpeg()
    let expected = try pixels(of: JPEG.decode(upright))
    let block = exif(6, isLittleEndian: true)
    var invalid = block
    invalid[invalid.count - 8] = 77
    var blocks = [invalid]
    for length in 10..<block.count - 1 {
      var damaged = Array(block.prefix(length))
      damaged[3] = UInt8(length - 2)
      blocks.append(damaged)
    }
    for damaged in blocks where damaged.count < block.count - 7 || damaged == invalid {
      #expect(try pixels(of: JPEG.decode(Array(upright[..<2]) + damaged + Array(upright[2...]))) == expected)
    }
  }

  @Test("every truncated file is refused with an error", arguments: [false, true])
  func truncated(isProgressive: Bool) throws {
    let file = try isProgressive ? jpeg(TestImage.opaque(), "-progressive") : jpeg()
    for length in 0..<file.count - 2 {
      do {
        _ = try JPEG.decode(Array(file.prefix(length)))
        Issue.record("\(length) of \(file.count) bytes were decoded as an image")
      } catch {
        #expect(error.description.contains("JPEG"))
      }
    }
  }

  @Test("stray bytes before a marker are ignored, but not in a truncated file")
  func extraneous() throws {
    let file = try jpeg()
    let scan = try #require(file.indices.first { file[$0] == 0xff && file[$0 + 1] == 0xda })
    let padded = Array(file[..<scan]) + [1, 2, 3] + Array(file[scan...])
    #expect(try pixels(of: JPEG.decode(padded)) == pixels(of: JPEG.decode(file)))
    #expect(throws: ImageError.self) { try JPEG.decode(Array(padded.prefix(padded.count - 200))) }
    // Nor together with a gap in the scan whose end exists.
    let middle = (scan + padded.count) / 2
    #expect(throws: ImageError.self) { try JPEG.decode(Array(padded[..<middle]) + Array(padded[(middle + 100)...])) }
    let atEnd = Array(file.dropLast(2)) + [1, 2, 3, 0xff, 0xd9]
    #expect(try pixels(of: JPEG.decode(atEnd)) == pixels(of: JPEG.decode(file)))
    #expect(throws: ImageError.self) {
      try JPEG.decode(Array(file.dropLast(2)) + [UInt8](repeating: 1, count: 200) + [0xff, 0xd9])
    }
  }

  @Test("a flipped bit anywhere gives an error or an image, never a trap")
  func flipped() throws {
    let file = try jpeg()
    for index in file.indices {
      var broken = file
      broken[index] ^= 1 << UInt8(index & 7)
      _ = try? JPEG.decode(broken, maximumPixels: 1 << 16)
    }
  }

  @Test("an image beyond the limit is refused by its header alone")
  func limit() throws {
    let file = try jpeg()
    let size = PixelSize(width: 61, height: 43)
    #expect(throws: ImageError.tooLarge(size: size, maximumPixels: 2622)) { try JPEG.decode(file, maximumPixels: 2622) }
    #expect(throws: Never.self) { try JPEG.decode(file, maximumPixels: 61 * 43) }
  }

  @Test("the format is detected from the first bytes")
  func kinds() throws {
    let image = TestImage.opaque()
    #expect(try pixels(of: Image(decoding: jpeg())) == pixels(of: JPEG.decode(jpeg())))
    #expect(try pixels(of: Image(decoding: PNG.encode(image))) == pixels(of: image))
    #expect(throws: ImageError.unknownFormat) { try Image(decoding: Array("GIF89a".utf8)) }
    #expect(throws: ImageError.unknownFormat) { try Image(decoding: []) }
  }
}

/// Returns an APP1 segment with an orientation.
private func exif(_ orientation: Int, isLittleEndian: Bool) -> [UInt8] {
  func number(_ value: Int, _ size: Int) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isLittleEndian ? bytes : bytes.reversed()
  }
  var tiff = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
  tiff += number(2, 2)
  tiff += number(0x10f, 2) + number(2, 2) + number(2, 4) + number(0x41, 4)
  tiff += number(0x112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + number(0, 2)
  tiff += number(0, 4)
  let body = Array("Exif".utf8) + [0, 0] + tiff
  return [0xff, 0xe1, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
}

/// A CMYK image of 16 × 12 pixels with Adobe's inverted inks.
private let cmykFile = """
  ffd8ffee000e41646f626500640000000000ffdb0043000d090a0b0a080d0b0a0b0e0e0d0f13201513121213271c1e17202e2931302e292d2c333a4a\
  3e333646372c2d405741464c4e525352323e5a615a50604a51524fffc0001408000c0010044311004d11005911004b1100ffc4001800010003010000\
  000000000000000000000700050602ffc4002810000101060406030000000000000000000006010203041142051213151621315263a1224171ffda00\
  0e0443004d0059004b00003f00d528af2f78abc9ecc9a7ed11e3c6d3af30ad457938abc9ec4e4fda56c7c574ebf215145783fb8ccf78629fb4ef157d\
  aee6a342b515e4dc667bc4e4fda556170214dc5988930ee7d1cb95d6b7955b5eacfbe9f87fffd9
  """
