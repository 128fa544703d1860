import CartoucheRaster
import CartoucheScene

// The part of the map whose labels are placed together.
extension LabelPresenter {
  /// The width of a cell in points, as a power of two. Labels are placed for the cells of a view and one more
  /// on each side.
  static let cellBits = 9

  /// Returns the transform to the cells that a view touches, and one more on each side.
  static func block(around view: MapTransform) -> MapTransform {
    guard view.isGridAligned else { return view.enlarged(by: Scalar(1 << cellBits) / 2) }
    let (origin, bounds) = (view.integralOrigin, view.bounds)
    func cells(_ low: Scalar, _ high: Scalar, _ origin: Int) -> (start: Int, count: Int) {
      let first = (low.floor &- origin) >> cellBits
      let last = (high.ceiling &- origin &- 1) >> cellBits
      return ((first &- 1) << cellBits, max(last &- first, 0) &+ 3)
    }
    let x = cells(bounds.minX, bounds.maxX, origin.x)
    let y = cells(bounds.minY, bounds.maxY, origin.y)
    // The block's corner becomes the origin of its space.
    let middle = SIMD2(Int64(0 &- x.start) << 16, Int64(0 &- y.start) << 16)
    return MapTransform(
      view, origin: view.origin, at: middle,
      bounds: Rect(x: 0, y: 0, width: Scalar(x.count << cellBits), height: Scalar(y.count << cellBits)))
  }
}
