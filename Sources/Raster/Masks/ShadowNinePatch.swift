/// The coverages of the shadow of any rectangle whose sides lie between pixels.
///
/// The corners and the sides of such a shadow are the same for every rectangle that is large enough. They are
/// computed once, with a row and a column of the middle between them:
///
///     left    1    right
///     ┌──────┬─┬───────┐
///     │      │ │       │ top
///     ├──────┼─┼───────┤
///     │      │ │       │ 1: the row of the middle
///     ├──────┼─┼───────┤
///     │      │ │       │ bottom
///     └──────┴─┴───────┘
///
/// The coverages are those of a ``ShadowRowWriter``, bit for bit.
struct ShadowNinePatch: BitwiseCopyable {
  /// The largest number of coverages. A patch of a wide blur would be larger, and its shadows are computed.
  static let maximumCount = 1 << 17

  /// The numbers of columns and rows on the four sides, from the end of the blur inward.
  struct Sides: BitwiseCopyable {
    let left: Int, top: Int, right: Int, bottom: Int

    /// - Parameters:
    ///   - radii: The corner radii, 0…4096.
    ///   - extent: The distance from an edge, in pixels, at which the blur ends.
    init(_ radii: CornerRadii, extent: Int) {
      func pixels(_ a: Scalar, _ b: Scalar) -> Int { 2 * extent + Int((max(a, b).rawValue + 65535) >> 16) }
      left = pixels(radii.topLeft, radii.bottomLeft)
      top = pixels(radii.topLeft, radii.topRight)
      right = pixels(radii.topRight, radii.bottomRight)
      bottom = pixels(radii.bottomLeft, radii.bottomRight)
    }

    /// The size of the patch.
    var width: Int { left &+ 1 &+ right }
    var height: Int { top &+ 1 &+ bottom }

    /// The number of the patch's coverages; 0 if there is no patch because it would be too large.
    var count: Int { width &* height <= ShadowNinePatch.maximumCount ? width &* height : 0 }
  }

  let sides: Sides
  /// The coverages of 255, row by row.
  let coverages: UnsafeMutablePointer<UInt8>
  /// The size of the smallest rectangle that the patch fits, in 1/65536 pixel.
  private let minimumWidth: Int64, minimumHeight: Int64

  /// Computes a patch.
  ///
  /// - Returns: nil if the patch would be too large.
  init?(_ radii: CornerRadii, tables: UnsafePointer<ShadowTables>) {
    let extent = Int(tables.pointee.extent)
    sides = Sides(radii.clampedForShadow, extent: extent)
    guard sides.count > 0 else { return nil }
    // No corner may reach over the middle.
    for index in 0..<4 where tables.pointee[index].end > tables.pointee[index].radius + Int64(extent) << 16 { return nil }
    let (columns, rows) = (sides.left + sides.right - 2 * extent, sides.top + sides.bottom - 2 * extent)
    (minimumWidth, minimumHeight) = (Int64(columns) << 16, Int64(rows) << 16)

    // The patch is the shadow of a rectangle with one more row and column.
    let (width, height) = (minimumWidth + 65536, minimumHeight + 65536)
    let profile = UnsafeMutablePointer<UInt16>.allocate(capacity: sides.width)
    let line = UnsafeMutablePointer<UInt16>.allocate(capacity: sides.width)
    let cornerRow = UnsafeMutablePointer<UInt16>.allocate(capacity: ShadowTables.Corner.maximumSide)
    defer {
      profile.deallocate()
      line.deallocate()
      cornerRow.deallocate()
    }
    func center(_ pixel: Int) -> Int64 { Int64(pixel - extent) << 16 + 32768 }
    for column in 0..<sides.width {
      profile[column] = UInt16(truncatingIfNeeded: tables.pointee.spanCoverage(at: center(column), length: width))
    }
    coverages = .allocate(capacity: sides.count)
    let writer = ShadowRowWriter(tables: tables, width: width, height: height, line: line, cornerRow: cornerRow)
    for row in 0..<sides.height {
      let down = center(row)
      let coverage = tables.pointee.spanCoverage(at: down, length: height)
      let (left, touchesCorner) = (coverages + row * sides.width, writer.touchesCorner(down))
      writer.write(
        sides.left, columns: profile, row: coverage, across: center(0), down: down, touchesCorner: touchesCorner, to: left)
      left[sides.left] = UInt8(truncatingIfNeeded: coverage255(coverage))
      let right = sides.left + 1
      writer.write(
        sides.right, columns: profile + right, row: coverage, across: center(right), down: down, touchesCorner: touchesCorner,
        to: left + right)
    }
  }

  /// Returns whether the patch has the shadow of a rectangle, which is given in 1/65536 pixel.
  func fits(left: Int64, top: Int64, width: Int64, height: Int64) -> Bool {
    (left | top | width | height) & 65535 == 0 && width >= minimumWidth && height >= minimumHeight
  }

  /// Rows of a shadow that follow each other in the patch, or are all the row of the middle.
  struct Rows: BitwiseCopyable {
    let count: Int
    /// The coverages of the first row.
    let coverages: UnsafePointer<UInt8>
    /// The distance from one row of coverages to the next; 0 in the middle.
    let stride: Int
  }

  /// Returns the longest run of rows from a row of a shadow on.
  ///
  /// - Parameters:
  ///   - row: The number of the row, counted from the upper end of the blur.
  ///   - height: The number of the shadow's rows.
  func rows(from row: Int, of height: Int) -> Rows {
    let (index, count, stride) =
      row < sides.top
      ? (row, sides.top &- row, sides.width)
      : row < height &- sides.bottom
        ? (sides.top, height &- sides.bottom &- row, 0) : (sides.height &- height &+ row, height &- row, sides.width)
    return Rows(count: count, coverages: UnsafePointer(coverages + index &* sides.width), stride: stride)
  }
}
