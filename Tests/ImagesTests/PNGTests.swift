import CartoucheImages
import CartoucheRaster
import Testing

/// Creates an image from premultiplied pixels.
private func image(_ width: Int, _ height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) -> Image {
  Image(size: PixelSize(width: width, height: height)) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
    for y in 0..<height { for x in 0..<width { pixels[y * width + x] = pixel(x, y) } }
  }
}

/// Opaque noise, the same in every run.
private let noise = image(37, 23) { x, y in
  0xff00_0000 | UInt32(truncatingIfNeeded: (x &* 7919 &+ y &* 104_729) &* 2_654_435_761) >> 8
}

@Suite struct PNGTests {
  @Test("an opaque image is encoded as RGB and decoded without loss")
  func opaqueRoundTrip() throws {
    let file = try PNG.encode(noise)
    #expect(file.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    #expect(file[25] == 2, "IHDR's color type is RGB")
    let decoded = try PNG.decode(file)
    #expect(decoded.size == noise.size && decoded.isOpaque)
    #expect(pixels(of: decoded) == pixels(of: noise))
  }

  @Test("a translucent image is encoded as RGBA and decoded premultiplied")
  func translucentRoundTrip() throws {
    // Premultiplied by every alpha. Colors that survive 8 bits of straight alpha survive exactly.
    let source = image(256, 4) { x, y in
      Color(red: 255, green: UInt8(y * 85), blue: 0, alpha: UInt8(x)).premultiplied
    }
    let file = try PNG.encode(source)
    #expect(file[25] == 6, "IHDR's color type is RGBA")
    let decoded = try PNG.decode(file)
    #expect(!decoded.isOpaque)
    #expect(pixels(of: decoded) == pixels(of: source))
  }

  @Test("encoding the same image gives the same bytes")
  func deterministic() throws {
    #expect(try PNG.encode(noise) == PNG.encode(noise))
  }

  @Test("every truncated file is refused with an error and never read past its end")
  func truncated() throws {
    let file = try PNG.encode(noise)
    for length in 0..<file.count - 12 {  // IEND may be missing: all pixels are there
      do {
        _ = try PNG.decode(Array(file.prefix(length)))
        Issue.record("\(length) of \(file.count) bytes were decoded as an image")
      } catch {
        #expect(error.description.contains("PNG"))
      }
    }
  }

  @Test("a flipped bit anywhere gives an error or an image, never a trap")
  func flipped() throws {
    let file = try PNG.encode(noise)
    var refused = 0
    for index in file.indices {
      var broken = file
      broken[index] ^= 1 << UInt8(index & 7)
      do { _ = try PNG.decode(broken) } catch { refused += 1 }
    }
    #expect(refused > file.count / 2, "most bytes are under a checksum")
  }

  @Test("an image beyond the limit is refused by its header alone")
  func limit() throws {
    let file = try PNG.encode(noise)
    #expect(throws: ImageError.tooLarge(size: noise.size, maximumPixels: 850)) {
      try PNG.decode(file, maximumPixels: 850)
    }
    #expect(throws: Never.self) { try PNG.decode(file, maximumPixels: 37 * 23) }
  }

  @Test(
    "16-bit gray, a palette with transparency and an interlaced image are decoded",
    arguments: [
      // 1 × 1, gray 0x8000 without a gamma: sRGB, not linear light.
      (
        "89504e470d0a1a0a0000000d49484452000000010000000110000000006aee47160000000b4944415478da636860000001030081ade8b2740000000049454e44ae426082",
        [0xff80_8080] as [UInt32]
      ),
      // 4 × 1 with 2 bits: red, green, a transparent blue, white.
      (
        "89504e470d0a1a0a0000000d49484452000000040000000102030000008452e75e0000000c504c5445ff000000ff000000fffffffffb0060f60000000374524e53ffff00d7ca0d410000000a4944415478da63900600001d001c237c8fac0000000049454e44ae426082",
        [0xffff_0000, 0xff00_ff00, 0, 0xffff_ffff]
      ),
      // 2 × 2, RGB, Adam7.
      (
        "89504e470d0a1a0a0000000d49484452000000020000000208020000018ad3aae5000000174944415478da63606462666061656360e7e0e4e2e601000196004f280bd2370000000049454e44ae426082",
        [0xff01_0203, 0xff04_0506, 0xff07_0809, 0xff0a_0b0c]
      ),
    ])
  func otherKinds(hex: String, expected: [UInt32]) throws {
    let file = bytes(hex: hex)
    #expect(try pixels(of: PNG.decode(file)) == expected)
  }
}

@Suite struct PPMTests {
  @Test("a pixmap is a header and three bytes per pixel")
  func pixmap() {
    let twoPixels = image(2, 1) { x, _ in x == 0 ? 0xff01_0203 : 0xfffe_fdfc }
    #expect(PPM.encode(twoPixels) == Array("P6\n2 1\n255\n".utf8) + [1, 2, 3, 254, 253, 252])
  }
}

@Suite struct BufferCopyTests {
  @Test("a buffer's row pitch is respected, and 565 is widened to the full range")
  func copying() {
    var memory: [UInt16] = [0xffff, 0xf800, 7, 0x0000, 0x07e0, 7]  // 2 × 2, a pixel of padding a row
    memory.withUnsafeMutableBytes { bytes in
      let buffer = PixelBuffer(
        baseAddress: bytes.baseAddress!, size: PixelSize(width: 2, height: 2), bytesPerRow: 6, format: .rgb565)
      #expect(pixels(of: Image(copying: buffer)) == [0xffff_ffff, 0xffff_0000, 0xff00_0000, 0xff00_ff00])
    }
    var wide: [UInt32] = [0x0011_2233, 0xff44_5566]
    wide.withUnsafeMutableBytes { bytes in
      let buffer = PixelBuffer(
        baseAddress: bytes.baseAddress!, size: PixelSize(width: 1, height: 2), bytesPerRow: 4, format: .xrgb8888)
      #expect(pixels(of: Image(copying: buffer)) == [0xff11_2233, 0xff44_5566])
    }
  }
}
