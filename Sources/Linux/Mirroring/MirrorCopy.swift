package import CartoucheRaster
internal import Glibc

/// Copies frames to the scanout memory of a panel with another size.
///
/// Each row is made in ordinary memory and written once, in order, because scanout memory is often
/// write-combined. Reduced pixels are the mean of the frame's pixels that they cover, rounded to nearest.
package final class MirrorCopy {
  package let placement: MirrorPlacement
  private let format: PixelFormat
  /// One row of the panel.
  private let line: UnsafeMutableRawPointer
  private let fields: [(shift: UInt32, mask: UInt32)]

  package init(_ placement: MirrorPlacement, format: PixelFormat) {
    (self.placement, self.format) = (placement, format)
    line = .allocate(byteCount: placement.panel.width * 4, alignment: 64)
    fields =
      switch format {
      case .xrgb8888, .argb8888, .xbgr8888, .rgbx8888, .bgrx8888, .rgb888, .bgr888: [(0, 255), (8, 255), (16, 255), (24, 255)]
      case .rgb565, .bgr565: [(0, 31), (5, 63), (11, 31)]
      case .xrgb1555, .xbgr1555: [(0, 31), (5, 31), (10, 31), (15, 1)]
      case .rgbx5551: [(1, 31), (6, 31), (11, 31), (0, 1)]
      case .xrgb2101010: [(0, 1023), (10, 1023), (20, 1023), (30, 3)]
      }
  }

  deinit {
    line.deallocate()
  }

  /// Copies the pixels of `rect`, which is in pixels of the frame.
  ///
  /// - Parameters:
  ///   - source: The frame.
  ///   - target: The address of the panel's first pixel in scanout memory.
  ///   - bytesPerRow: The number of bytes from one row to the next in scanout memory.
  package func copy(_ rect: PixelRect, of source: PixelBuffer, to target: UnsafeMutableRawPointer, bytesPerRow: Int) {
    let (area, bounds, bytes) = (placement.panelRect(for: rect), placement.bounds, format.bytesPerPixel)
    guard !area.isEmpty, source.size == placement.frame else { return }
    var madeRow = -1
    for y in area.minY..<area.maxY {
      let start = target + y * bytesPerRow + area.minX * bytes
      switch placement.scale {
      case 1:
        memcpy(start, address(in: source, x: area.minX - bounds.minX, y: y - bounds.minY), area.width * bytes)
      case 0:
        reduce(area, y: y, of: source)
        memcpy(start, line, area.width * bytes)
      case let scale:
        let row = (y - bounds.minY) / scale
        if row != madeRow { enlarge(area, row: row, by: scale, of: source) }
        madeRow = row
        memcpy(start, line, area.width * bytes)
      }
    }
  }

  private func address(in source: PixelBuffer, x: Int, y: Int) -> UnsafeMutableRawPointer {
    source.baseAddress + y * source.bytesPerRow + x * format.bytesPerPixel
  }

  private func enlarge(_ area: PixelRect, row: Int, by scale: Int, of source: PixelBuffer) {
    let (bytes, minX) = (format.bytesPerPixel, area.minX - placement.bounds.minX)
    // A rectangle of the frame covers whole squares of the panel.
    for x in 0..<area.width / scale {
      let pixel = address(in: source, x: minX / scale + x, y: row)
      for copy in 0..<scale { memcpy(line + (x * scale + copy) * bytes, pixel, bytes) }
    }
  }

  private func reduce(_ area: PixelRect, y: Int, of source: PixelBuffer) {
    let (frame, bounds, bytes) = (placement.frame, placement.bounds, format.bytesPerPixel)
    func span(_ position: Int, _ from: Int, _ to: Int) -> Range<Int> {
      position * from / to..<min(((position + 1) * from - 1) / to + 1, from)
    }
    let rows = span(y - bounds.minY, frame.height, bounds.height)
    for x in 0..<area.width {
      let columns = span(area.minX - bounds.minX + x, frame.width, bounds.width)
      var sums = (0, 0, 0, 0)
      for row in rows {
        for column in columns {
          var value: UInt32 = 0
          memcpy(&value, address(in: source, x: column, y: row), bytes)
          sums.0 += Int(value >> fields[0].shift & fields[0].mask)
          sums.1 += Int(value >> fields[1].shift & fields[1].mask)
          sums.2 += Int(value >> fields[2].shift & fields[2].mask)
          if fields.count > 3 { sums.3 += Int(value >> fields[3].shift & fields[3].mask) }
        }
      }
      let count = rows.count * columns.count
      func mean(_ sum: Int, _ index: Int) -> UInt32 { UInt32((sum * 2 + count) / (count * 2)) << fields[index].shift }
      var value = mean(sums.0, 0) | mean(sums.1, 1) | mean(sums.2, 2)
      if fields.count > 3 { value |= mean(sums.3, 3) }
      memcpy(line + x * bytes, &value, bytes)
    }
  }
}
