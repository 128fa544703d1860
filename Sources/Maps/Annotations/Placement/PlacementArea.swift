import CartoucheRaster
import CartoucheScene

/// The camera and the area around the view for which annotations were placed.
///
/// On the grid of whole points, the area consists of whole cells of that grid. What is placed therefore
/// depends on where the map is, and not on how it was moved there.
struct PlacementArea {
  /// The width of a cell in points. The area has up to a cell beyond each of the view's edges.
  private static let cell = 128
  /// The distance beyond the edges of a view off the grid, in points.
  private static let margin: Scalar = 64
  /// The distance, in points, from which a view may extend into the area.
  private static let reach: Scalar = 128

  let transform: MapTransform
  /// The area in points of the view.
  let rect: Rect
  /// The area on the map.
  let area: MapRect

  init(_ transform: MapTransform) {
    self.transform = transform
    rect = Self.rect(transform)
    area = transform.boundingMapRect(of: rect)
  }

  /// The part of the map whose annotations are candidates.
  var searchArea: MapRect { transform.boundingMapRect(of: rect.insetBy(dx: -Self.reach, dy: -Self.reach)) }

  private static func rect(_ transform: MapTransform) -> Rect {
    let bounds = transform.bounds
    guard transform.isGridAligned else { return bounds.insetBy(dx: -margin, dy: -margin) }
    let origin = transform.integralOrigin
    func low(_ value: Int, _ zero: Int) -> Scalar { Scalar(((value &- zero) & ~(cell - 1)) &+ zero) }
    let (left, top) = (low(bounds.minX.floor, origin.x), low(bounds.minY.floor, origin.y))
    let right = low(bounds.maxX.ceiling &+ cell - 1, origin.x)
    let bottom = low(bounds.maxY.ceiling &+ cell - 1, origin.y)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns whether the same annotations at the same positions would be placed for another transform.
  func serves(_ other: MapTransform) -> Bool {
    guard transform.isGridAligned else { return transform == other }
    guard transform.isTranslation(of: other) else { return false }
    let (offset, otherRect) = (other.offset(from: transform), Self.rect(other))
    return otherRect.size == rect.size && otherRect.origin == rect.origin + offset
  }

  /// Returns whether the area contains all that another transform shows.
  func covers(_ other: MapTransform) -> Bool {
    let seen = other.boundingMapRect(of: other.bounds)
    let left = (seen.origin.x &- area.origin.x) & (MapPoint.worldSize - 1)
    return seen.origin.y >= area.origin.y && seen.origin.y &+ seen.height <= area.origin.y &+ area.height
      && (area.width >= MapPoint.worldSize || left &+ seen.width <= area.width)
  }
}
