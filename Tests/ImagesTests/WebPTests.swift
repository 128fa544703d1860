import CartoucheImages
import CartoucheRaster
import Testing

/// Encodes an image with libwebp's own program.
private func webP(_ image: Image, _ options: [String] = []) throws -> [UInt8] {
  try ReferenceProgram.run("cwebp", ["-quiet"] + options + ["-o", "-", "--", "-"], PNG.encode(image))
}

@Suite(.enabled(if: ReferenceProgram.isInstalled("cwebp", "dwebp"), "cwebp and dwebp are not installed")) struct WebPTests {
  @Test(
    "pixels equal those of dwebp exactly, premultiplied",
    arguments: [[], ["-q", "5"], ["-lossless"], ["-lossless", "-exact"], ["-alpha_q", "20"], ["-near_lossless", "20"]])
  func asDwebp(options: [String]) throws {
    for source in [TestImage.opaque(), TestImage.translucent(), TestImage.opaque(width: 1, height: 1)] {
      let file = try webP(source, options)
      let expected = try PortableAnyMap(ReferenceProgram.run("dwebp", ["-quiet", "-pam", "-o", "-", "--", "-"], file))
      let image = try WebP.decode(file)
      #expect(image.size == expected.size && image.isOpaque == source.isOpaque)
      #expect(pixels(of: image) == expected.pixels)
      #expect(try pixels(of: Image(decoding: file)) == expected.pixels)
    }
  }

  @Test("a lossless image is decoded without loss")
  func lossless() throws {
    let image = TestImage.opaque()
    #expect(try pixels(of: WebP.decode(webP(image, ["-lossless"]))) == pixels(of: image))
  }

  @Test("every truncated file is refused with an error", arguments: [[], ["-lossless"]])
  func truncated(options: [String]) throws {
    let file = try webP(TestImage.translucent(), options)
    for length in 0..<file.count - 1 {
      #expect(throws: ImageError.self, "\(length) of \(file.count) bytes were decoded as an image") {
        try WebP.decode(Array(file.prefix(length)))
      }
    }
  }

  @Test("a flipped bit anywhere gives an error or an image, never a trap", arguments: [[], ["-lossless"]])
  func flipped(options: [String]) throws {
    let file = try webP(TestImage.translucent(), options)
    for index in file.indices {
      var broken = file
      broken[index] ^= 1 << UInt8(index & 7)
      _ = try? WebP.decode(broken, maximumPixels: 1 << 16)
    }
  }

  @Test("an image beyond the limit is refused by its header alone, and animations are refused")
  func refused() throws {
    let file = try webP(TestImage.opaque())
    #expect(throws: ImageError.tooLarge(size: PixelSize(width: 61, height: 43), maximumPixels: 99)) {
      try WebP.decode(file, maximumPixels: 99)
    }
    // VP8X with the animation flag, 1 × 1.
    let animation = bytes(hex: "52494646 16000000 57454250 56503858 0a000000 02000000 000000 000000")
    do {
      _ = try WebP.decode(animation)
      Issue.record("an animation was decoded as an image")
    } catch {
      #expect(error.description.contains("animation"))
    }
  }
}

@Suite(.enabled(if: ReferenceProgram.isInstalled("pngtopnm", "pnmtopng"), "netpbm is not installed")) struct PNGKindTests {
  @Test(
    "pixels equal those of pngtopnm exactly: 8 and 16 bits, gray, palettes, interlaced",
    arguments: [[], ["-interlace"], ["-nofilter"]], ["rgb", "deep", "gray", "deep gray", "few", "bilevel"])
  func asNetpbm(options: [String], kind: String) throws {
    let file = try ReferenceProgram.run("pnmtopng", options, anyMap(kind))
    let expected = try PortableAnyMap(ReferenceProgram.run("pngtopnm", [], file))
    let image = try PNG.decode(file)
    #expect(image.size == expected.size)
    #expect(pixels(of: image) == expected.pixels)
    for count in [file.count / 2, 40] {
      #expect(throws: ImageError.self, "cut to \(count) bytes") { try PNG.decode(Array(file[..<count])) }
    }
  }

  /// Returns an image of a kind that pnmtopng stores unchanged.
  private func anyMap(_ kind: String) -> [UInt8] {
    let source = pixels(of: TestImage.opaque())
    func header(_ letter: String, _ maximum: Int) -> [UInt8] { Array("\(letter)\n61 43\n\(maximum)\n".utf8) }
    func components(_ pixel: UInt32) -> [UInt8] { [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255)] }
    switch kind {
    case "deep": return header("P6", 65535) + source.flatMap { components($0).flatMap { [$0, $0 &* 31 &+ 7] } }
    case "gray": return header("P5", 255) + source.map { components($0)[1] }
    case "deep gray": return header("P5", 65535) + source.flatMap { [components($0)[1], components($0)[0]] }
    case "few": return header("P6", 255) + source.flatMap { components($0 & 0xffc0_c080) }
    case "bilevel": return header("P5", 1) + source.map { UInt8($0 >> 7 & 1) }
    default: return header("P6", 255) + source.flatMap(components)
    }
  }
}
