internal import CLinux
package import CartoucheRaster

/// How a framebuffer's memory is laid out, read from what its driver says and checked against itself.
package struct FramebufferLayout: CustomStringConvertible {
  /// What the driver says: of `fb_var_screeninfo` and `fb_fix_screeninfo`, what matters here.
  package struct ScreenInfo {
    package var size = PixelSize(width: 0, height: 0)
    /// The size of what the offset moves over, in pixels.
    package var virtualWidth = 0
    package var offset = PixelPoint(x: 0, y: 0)
    package var bitsPerPixel = 0
    /// Offset, length and most significant bit first, of red, green and blue.
    package var channels: [[UInt32]] = []
    package var isPackedTrueColor = true
    package var bytesPerRow = 0
    package var byteCount = 0
    /// In picoseconds a pixel; many drivers leave it 0.
    package var pixelClock = 0
    /// The size with its blanking.
    package var totalSize = PixelSize(width: 0, height: 0)

    package init() {}
  }

  package let size: PixelSize
  /// nil: a layout that is not drawn.
  package let format: PixelFormat?
  package let bytesPerRow: Int
  /// Where the visible part begins, in bytes.
  package let firstPixelOffset: Int
  package let mappedByteCount: Int
  package let refreshMillihertz: Int
  package let description: String

  package init(_ report: ScreenInfo) {
    size = report.size
    format =
      switch (report.bitsPerPixel, report.channels) {
      case (32, [[16, 8, 0], [8, 8, 0], [0, 8, 0]]) where report.isPackedTrueColor: .xrgb8888
      case (16, [[11, 5, 0], [5, 6, 0], [0, 5, 0]]) where report.isPackedTrueColor: .rgb565
      default: nil
      }
    let bytesPerPixel = report.bitsPerPixel / 8
    bytesPerRow = report.bytesPerRow > 0 ? report.bytesPerRow : report.virtualWidth * bytesPerPixel
    // An offset that no memory can hold is found out by `fits`.
    firstPixelOffset = min(report.offset.y, 1 << 20) * min(bytesPerRow, 1 << 30) + report.offset.x * bytesPerPixel  // ≤ 2^51
    mappedByteCount = report.byteCount
    let total = report.totalSize.width * report.totalSize.height
    let period = report.pixelClock.multipliedReportingOverflow(by: total)
    let rate = period.overflow || period.partialValue <= 0 ? 0 : 1_000_000_000_000_000 / period.partialValue
    // Beyond reason, the numbers were never meant.
    refreshMillihertz = (10_000...240_000).contains(rate) ? rate : 60_000
    let names = zip(["red", "green", "blue"], report.channels).map { "\($0) \($1[1]) at \($1[0])" }.joined(separator: ", ")
    description = "\(size.width)x\(size.height) of \(report.bitsPerPixel) bits (\(names))"
  }

  /// Whether the memory holds what the mode claims.
  package var fitsInMemory: Bool {
    guard let format, (1...16_384).contains(size.width), (1...16_384).contains(size.height) else { return false }
    let rowBytes = size.width * format.bytesPerPixel
    return bytesPerRow >= rowBytes && firstPixelOffset + (size.height - 1) * bytesPerRow + rowBytes <= mappedByteCount
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
    // Each is 32 bits; sums of four fit, and their product is held back by the check for overflow where it is used.
    totalSize = PixelSize(
      width: min(Int(variable.xres) + Int(variable.left_margin) + Int(variable.right_margin) + Int(variable.hsync_len), 1 << 30),
      height: min(Int(variable.yres) + Int(variable.upper_margin) + Int(variable.lower_margin) + Int(variable.vsync_len), 1 << 30))
  }
}
