import CartoucheLinux
import CartoucheRaster
import Testing

/// Frames on a screen of another size.
@Suite struct MirrorTests {
  static func rect(_ minX: Int, _ minY: Int, _ maxX: Int, _ maxY: Int) -> PixelRect {
    PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  @Test func `A frame that fits is enlarged by a whole number, in the middle`() {
    let same = MirrorPlacement(frame: PixelSize(width: 800, height: 480), panel: PixelSize(width: 800, height: 480))
    #expect(same.bounds == Self.rect(0, 0, 800, 480) && same.scale == 1)
    let bars = MirrorPlacement(frame: PixelSize(width: 800, height: 480), panel: PixelSize(width: 1280, height: 800))
    #expect(bars.bounds == Self.rect(240, 160, 1040, 640) && bars.scale == 1)
    let twice = MirrorPlacement(frame: PixelSize(width: 480, height: 320), panel: PixelSize(width: 1280, height: 800))
    #expect(twice.bounds == Self.rect(160, 80, 1120, 720) && twice.scale == 2)
    #expect(twice.panelRect(for: Self.rect(10, 20, 11, 22)) == Self.rect(180, 120, 182, 124))
    #expect(twice.panelRect(for: Self.rect(-5, -5, 0, 0)).isEmpty)
  }

  @Test func `A touch on a mirrored screen is at the pixel of the frame that it shows`() {
    let axis = AxisRange(minimum: 0, maximum: 1279)
    let height = AxisRange(minimum: 0, maximum: 799)
    for (frame, point) in [
      ((480, 320), Point(x: 12.25, y: 21.25)), ((800, 480), Point(x: -55.5, y: -37.5)), ((1920, 1080), Point(x: 276.75, y: 123.75)),
    ] {
      let size = PixelSize(width: frame.0, height: frame.1)
      let placement = MirrorPlacement(frame: size, panel: PixelSize(width: 1280, height: 800))
      let mapping = TouchMapping(
        x: axis, y: height, calibration: placement.touchCalibration,
        screen: Size(width: Scalar(frame.0), height: Scalar(frame.1)))
      // Of the frame of 480 x 320, which is enlarged twice and begins at (160, 80), this is pixel (12, 21).
      let touched = mapping.point(rawX: 184, rawY: 122)
      #expect(abs(touched.x - point.x) < 0.01 && abs(touched.y - point.y) < 0.01, "\(size): \(touched)")
    }
  }

  @Test func `A frame that does not fit is reduced, and keeps its ratio`() {
    let wide = MirrorPlacement(frame: PixelSize(width: 1920, height: 1080), panel: PixelSize(width: 800, height: 480))
    #expect(wide.bounds == Self.rect(0, 15, 800, 465) && wide.scale == 0)
    let tall = MirrorPlacement(frame: PixelSize(width: 480, height: 800), panel: PixelSize(width: 800, height: 480))
    #expect(tall.bounds == Self.rect(256, 0, 544, 480) && tall.scale == 0)
    #expect(wide.panelRect(for: Self.rect(0, 0, 1920, 1080)) == wide.bounds)
  }

  @Test func `Copied changes give the same panel as the entire frame`() {
    let sizes: [(PixelSize, PixelSize)] = [
      (PixelSize(width: 23, height: 17), PixelSize(width: 23, height: 17)),
      (PixelSize(width: 23, height: 17), PixelSize(width: 64, height: 80)),
      (PixelSize(width: 23, height: 17), PixelSize(width: 90, height: 60)),
      (PixelSize(width: 23, height: 17), PixelSize(width: 11, height: 16)),
      (PixelSize(width: 23, height: 17), PixelSize(width: 1, height: 1)),
    ]
    var state: UInt32 = 7
    func random(_ limit: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 8) % limit
    }
    for format in [PixelFormat.xrgb8888, .rgb565, .rgb888, .xrgb2101010] {
      for (frame, panel) in sizes {
        let shadow = FrameMemory(size: frame, format: format)
        let copy = MirrorCopy(MirrorPlacement(frame: frame, panel: panel), format: format)
        let bytes = format.bytesPerPixel
        let pitch = panel.width * bytes + 5
        var parts = [UInt8](repeating: 0, count: pitch * panel.height)
        for _ in 0..<40 {
          let (x, y) = (random(frame.width), random(frame.height))
          let change = Self.rect(x, y, x + 1 + random(frame.width - x), y + 1 + random(frame.height - y))
          for row in change.minY..<change.maxY {
            for byte in change.minX * bytes..<change.maxX * bytes {
              shadow.pixels.baseAddress.storeBytes(
                of: UInt8(random(256)), toByteOffset: row * shadow.pixels.bytesPerRow + byte, as: UInt8.self)
            }
          }
          parts.withUnsafeMutableBytes {
            copy.copy(change, of: shadow.pixels, to: $0.baseAddress!, bytesPerRow: pitch)
          }
        }
        var whole = [UInt8](repeating: 0, count: pitch * panel.height)
        whole.withUnsafeMutableBytes {
          copy.copy(PixelRect(frame), of: shadow.pixels, to: $0.baseAddress!, bytesPerRow: pitch)
        }
        #expect(parts == whole, "\(format) \(frame) on \(panel)")
        #expect(whole.contains { $0 != 0 })
        guard copy.placement.scale > 0 else { continue }
        for y in 0..<panel.height {
          for x in 0..<panel.width {
            let (bounds, scale) = (copy.placement.bounds, copy.placement.scale)
            let isInside = (bounds.minX..<bounds.maxX).contains(x) && (bounds.minY..<bounds.maxY).contains(y)
            for byte in 0..<bytes {
              let source = (y - bounds.minY) / scale * shadow.pixels.bytesPerRow + (x - bounds.minX) / scale * bytes + byte
              let expected =
                isInside ? shadow.pixels.baseAddress.loadUnaligned(fromByteOffset: source, as: UInt8.self) : 0
              if whole[y * pitch + x * bytes + byte] != expected {
                Issue.record("\(format) \(frame) on \(panel): pixel \(x), \(y)")
                return
              }
            }
          }
        }
      }
    }
  }

  @Test func `A reduced pixel is the mean of the pixels that it covers`() {
    let (frame, panel) = (PixelSize(width: 4, height: 2), PixelSize(width: 2, height: 1))
    let shadow = FrameMemory(size: frame, format: .xrgb8888)
    let rows: [[UInt32]] = [[0x00_10_20_30, 0x00_20_20_30, 0, 0], [0x00_30_20_31, 0x00_40_21_31, 0, 0x00_FF_00_02]]
    for (y, row) in rows.enumerated() {
      for (x, value) in row.enumerated() {
        shadow.pixels.baseAddress.storeBytes(of: value, toByteOffset: y * shadow.pixels.bytesPerRow + x * 4, as: UInt32.self)
      }
    }
    var pixels: [UInt32] = [0, 0]
    pixels.withUnsafeMutableBytes {
      MirrorCopy(MirrorPlacement(frame: frame, panel: panel), format: .xrgb8888)
        .copy(PixelRect(frame), of: shadow.pixels, to: $0.baseAddress!, bytesPerRow: 8)
    }
    #expect(pixels == [0x00_28_20_31, 0x00_40_00_01])
  }
}

/// A frame in memory of the test.
private final class FrameMemory {
  let pixels: PixelBuffer

  init(size: PixelSize, format: PixelFormat) {
    let bytesPerRow = size.width * format.bytesPerPixel + 12
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow * size.height, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * size.height)
    pixels = PixelBuffer(baseAddress: memory, size: size, bytesPerRow: bytesPerRow, format: format)
  }

  deinit {
    pixels.baseAddress.deallocate()
  }
}
