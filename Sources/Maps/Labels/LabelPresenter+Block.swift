import CartoucheRaster
import CartoucheScene

// The part of the map whose labels are placed together.
extension LabelPresenter {
  /// The width of a cell in points, as a power of two. Labels are placed together for all views whose middle
  /// is in the same cell.
  static let cellBits = 9

  /// The distance in points by which the block reaches beyond all of these views. Most labels that begin
  /// outside do not reach further, and a view that is panned out of its cell has labels until others are
  /// placed.
  private static let margin = 256

  /// Returns the transform to the points of all views whose middle is in the same cell, and a margin.
  static func block(around view: MapTransform) -> MapTransform {
    guard view.isGridAligned else { return view.enlarged(by: Scalar(1 << cellBits) / 2) }
    let (origin, bounds) = (view.integralOrigin, view.bounds)
    func extent(_ low: Scalar, _ high: Scalar, _ origin: Int) -> (start: Int, length: Int) {
      let (first, end) = (low.floor &- origin, high.ceiling &- origin)
      let cell = (first &+ end) >> (cellBits + 1)
      let middle = (cell << cellBits) &+ (1 << (cellBits - 1))
      let half = (max(end &- first &+ 1, 0) >> 1) &+ (1 << (cellBits - 1)) &+ margin
      return (middle &- half, 2 &* half)
    }
    let x = extent(bounds.minX, bounds.maxX, origin.x)
    let y = extent(bounds.minY, bounds.maxY, origin.y)
    // The block's corner becomes the origin of its space.
    let middle = SIMD2(Int64(0 &- x.start) << 16, Int64(0 &- y.start) << 16)
    return MapTransform(
      view, origin: view.origin, at: middle, bounds: Rect(x: 0, y: 0, width: Scalar(x.length), height: Scalar(y.length)))
  }

  /// Returns the transform with which labels are drawn, and its offset from the view.
  ///
  /// In the space of the placement, labels are drawn to the same bits wherever the view is.
  func space(_ placement: LabelPlacement, _ view: MapTransform) -> (transform: MapTransform, offset: Point) {
    guard placement.transform.isScrolled(view) else { return (view, .zero) }
    return (placement.transform, view.offset(from: placement.transform))
  }
}
