internal import CLinux
package import CartoucheRaster

/// The memory layout of a framebuffer, as its driver reports it.
///
/// ``fitsInMemory`` says whether the reported values contradict each other.
package struct FramebufferLayout: CustomStringConvertible {
  /// The fields of the kernel's `fb_var_screeninfo` and `fb_fix_screeninfo` from which the layout is
  /// computed.
  package struct ScreenInfo {
    package var size = PixelSize(width: 0, height: 0)
    /// The width of the entire framebuffer memory in pixels. `offset` selects the visible part.
    package var virtualWidth = 0
    package var offset = PixelPoint(x: 0, y: 0)
    package var bitsPerPixel = 0
    /// The position of the red, green and blue channels in a pixel.
    ///
    /// Each channel has three values: the offset in bits, the length in bits, and 1 if the most significant
    /// bit is on the right.
    package var channels: [[UInt32]] = []
    package var isPackedTrueColor = true
    /// The number of bytes from one row to the next; 0 if the driver does not report it.
    package var bytesPerRow = 0
    package var byteCount = 0
    /// The duration of one pixel in picoseconds. Many drivers report 0.
    package var pixelClock = 0
    /// The size of the mode in pixels, including the blanking intervals.
    package var totalSize = PixelSize(width: 0, height: 0)

    package init() {}
  }

  package let size: PixelSize
  /// The pixel format of the framebuffer; nil if the layout is not supported.
  package let format: PixelFormat?
  package let bytesPerRow: Int
  /// The offset of the visible part's first pixel in the memory, in bytes.
  package let firstPixelOffset: Int
  /// The offset of the first visible column in a row, in bytes.
  private let firstColumnOffset: Int
  package let mappedByteCount: Int
  package let refreshMillihertz: Int
  /// The size and channels of the framebuffer for error messages, such as "800x480 of 16 bits (red 5 at 11,
  /// …)".
  package let description: String

  package init(_ info: ScreenInfo) {
    size = info.size
    format = info.isPackedTrueColor ? PixelFormat(bitsPerPixel: info.bitsPerPixel, channels: info.channels) : nil
    let bytesPerPixel = format?.bytesPerPixel ?? info.bitsPerPixel / 8
    bytesPerRow = info.bytesPerRow > 0 ? info.bytesPerRow : info.virtualWidth * bytesPerPixel
    // An offset outside the memory is detected by `fitsInMemory`.
    // ≤ 2^51
    firstColumnOffset = info.offset.x * bytesPerPixel
    firstPixelOffset = min(info.offset.y, 1 << 20) * min(bytesPerRow, 1 << 30) + firstColumnOffset
    mappedByteCount = info.byteCount
    let total = info.totalSize.width * info.totalSize.height
    let period = info.pixelClock.multipliedReportingOverflow(by: total)
    let rate = period.overflow || period.partialValue <= 0 ? 0 : 1_000_000_000_000_000 / period.partialValue
    // Some drivers report meaningless timings: outside 10…240 Hz, 60 Hz is assumed.
    refreshMillihertz = (10_000...240_000).contains(rate) ? rate : 60_000
    let names = zip(["red", "green", "blue"], info.channels).map { "\($0) \($1[1]) at \($1[0])" }.joined(separator: ", ")
    let kind = info.isPackedTrueColor ? "" : ", by a palette or in planes"
    description = "\(size.width)x\(size.height) of \(info.bitsPerPixel) bits (\(names)\(kind))"
  }

  /// Whether the mapped memory is large enough for the layout's size, row length and offset.
  package var fitsInMemory: Bool {
    guard let format, (1...16_384).contains(size.width), (1...16_384).contains(size.height) else { return false }
    let rowBytes = size.width * format.bytesPerPixel
    return bytesPerRow >= rowBytes && firstPixelOffset + (size.height - 1) * bytesPerRow + rowBytes <= mappedByteCount
  }

  /// Whether the memory is also large enough if this row is the first visible one.
  package func fitsInMemory(firstRow: Int) -> Bool {
    guard fitsInMemory, let format, (0...1 << 20).contains(firstRow), bytesPerRow <= 1 << 30 else { return false }
    return offset(ofRow: firstRow + size.height - 1) + size.width * format.bytesPerPixel <= mappedByteCount
  }

  /// Returns the offset in the memory of a row's first visible pixel, in bytes.
  package func offset(ofRow row: Int) -> Int { row * bytesPerRow + firstColumnOffset }

  /// Returns why a framebuffer of this layout cannot be drawn to.
  package static func refusal(of description: String) -> String {
    "its pixels are \(description), which no pixel format has; possible are 32, 24, 16 and 15 bits of red, green and blue, such as xrgb8888 and rgb565, and \"fbset -depth 32\" may set them"
  }
}

extension PixelFormat {
  /// Creates the pixel format with these channels, which are those of ``FramebufferLayout/ScreenInfo``.
  ///
  /// - Returns: nil if no format has them.
  init?(bitsPerPixel: Int, channels: [[UInt32]]) {
    switch (bitsPerPixel, channels) {
    case (32, [[16, 8, 0], [8, 8, 0], [0, 8, 0]]): self = .xrgb8888
    case (32, [[0, 8, 0], [8, 8, 0], [16, 8, 0]]): self = .xbgr8888
    case (32, [[24, 8, 0], [16, 8, 0], [8, 8, 0]]): self = .rgbx8888
    case (32, [[8, 8, 0], [16, 8, 0], [24, 8, 0]]): self = .bgrx8888
    case (32, [[20, 10, 0], [10, 10, 0], [0, 10, 0]]): self = .xrgb2101010
    case (24, [[16, 8, 0], [8, 8, 0], [0, 8, 0]]): self = .rgb888
    case (24, [[0, 8, 0], [8, 8, 0], [16, 8, 0]]): self = .bgr888
    case (16, [[11, 5, 0], [5, 6, 0], [0, 5, 0]]): self = .rgb565
    case (16, [[0, 5, 0], [5, 6, 0], [11, 5, 0]]): self = .bgr565
    case (15...16, [[10, 5, 0], [5, 5, 0], [0, 5, 0]]): self = .xrgb1555
    case (15...16, [[0, 5, 0], [5, 5, 0], [10, 5, 0]]): self = .xbgr1555
    case (16, [[11, 5, 0], [6, 5, 0], [1, 5, 0]]): self = .rgbx5551
    default: return nil
    }
  }
}

extension FramebufferLayout.ScreenInfo {
  init(_ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo) {
    self.init()
    size = PixelSize(width: Int(variable.xres), height: Int(variable.yres))
    virtualWidth = Int(variable.xres_virtual)
    offset = PixelPoint(x: Int(variable.xoffset), y: Int(variable.yoffset))
    bitsPerPixel = Int(variable.bits_per_pixel)
    func channel(_ field: fb_bitfield) -> [UInt32] { [field.offset, field.length, field.msb_right] }
    channels = [channel(variable.red), channel(variable.green), channel(variable.blue)]
    isPackedTrueColor =
      fixed.type == FB_TYPE_PACKED_PIXELS && (fixed.visual == FB_VISUAL_TRUECOLOR || fixed.visual == FB_VISUAL_DIRECTCOLOR)
    bytesPerRow = Int(fixed.line_length)
    byteCount = Int(fixed.smem_len)
    pixelClock = Int(variable.pixclock)
    // Each field has 32 bits, so sums of four fit; the product is checked for overflow where it is used.
    totalSize = PixelSize(
      width: min(Int(variable.xres) + Int(variable.left_margin) + Int(variable.right_margin) + Int(variable.hsync_len), 1 << 30),
      height: min(Int(variable.yres) + Int(variable.upper_margin) + Int(variable.lower_margin) + Int(variable.vsync_len), 1 << 30))
  }
}
