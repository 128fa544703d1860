/// The part of the screen that a frame draws again. Outlines that are wholly outside of it are left out.
///
/// A closed outline covers nothing outside of its bounding box, so the coverage inside is the same without
/// it. But the shape has other bounds then, by which gradients and images choose their arithmetic. So
/// outlines are left out only of shapes in one color.
package struct DamageBounds: BitwiseCopyable {
  // In 1/65536 px, with a margin of a pixel, so that no rounding matters.
  private var minX: Int64, minY: Int64, maxX: Int64, maxY: Int64
  /// The first and the last band of rows.
  let firstBand: Int, lastBand: Int

  /// Creates the bounds of a frame's blocks; nil if they are the whole screen. Two blocks in opposite corners
  /// have the bounds of the screen.
  init?(of blocks: [PixelRect], size: PixelSize) {
    guard var all = blocks.first else { return nil }
    for block in blocks { all = all.union(block) }
    guard all != PixelRect(size) else { return nil }
    (minX, minY) = (Int64(all.minX &- 1) << 16, Int64(all.minY &- 1) << 16)
    (maxX, maxY) = (Int64(all.maxX &+ 1) << 16, Int64(all.maxY &+ 1) << 16)
    (firstBand, lastBand) = (all.minY >> RenderBlockHeight.bits, (all.maxY &- 1) >> RenderBlockHeight.bits)
  }

  /// Returns the bounds of the lines whose strokes reach into these bounds.
  ///
  /// - Parameter reach: The distance in 1/65536 px to which a stroke extends from its line, at most 2^46.
  func outset(by reach: Int64) -> DamageBounds {
    var bounds = self
    (bounds.minX, bounds.minY) = (minX &- reach, minY &- reach)
    (bounds.maxX, bounds.maxY) = (maxX &+ reach, maxY &+ reach)
    return bounds
  }

  /// Whether the bounding box of the points reaches into these bounds.
  func mayTouch(_ points: UnsafeBufferPointer<Point>) -> Bool {
    var (isAbove, isBelow, isLeft, isRight) = (true, true, true, true)
    for point in points {
      let (x, y) = (point.x.rawValue, point.y.rawValue)
      isLeft = isLeft && x < minX
      isRight = isRight && x > maxX
      isAbove = isAbove && y < minY
      isBelow = isBelow && y > maxY
      // Of most outlines that are kept, a point near the beginning is inside.
      if !(isLeft || isRight || isAbove || isBelow) { return true }
    }
    return false
  }
}
