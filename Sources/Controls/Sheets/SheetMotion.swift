import CartoucheRaster
import CartoucheScene

/// The height of a sheet, which a finger drags from detent to detent, and down until the sheet is gone.
///
/// Heights are in points from the bottom of the host layer. The height 0 dismisses the sheet.
struct SheetMotion {
  /// The heights of the detents, in ascending order.
  private(set) var heights: [Scalar] = []
  /// Whether a drag may dismiss the sheet.
  private var isDismissible = true
  private(set) var isDragging = false

  private var scroller = Scroller(minimum: 0, maximum: 0)
  /// The height at which the drag began, and the finger's movement since then. Down is positive.
  private var (dragStart, dragged): (Scalar, Scalar) = (0, 0)

  /// The time in which a released sheet moves at its velocity, to choose the detent: 0.15 seconds.
  private static var projection: Scalar { 0.15 }

  /// Changes the detents. The height stays the same.
  mutating func setHeights(_ heights: [Scalar], isDismissible: Bool, length: Scalar) {
    self.heights = Array(Set(heights)).sorted()
    self.isDismissible = isDismissible
    let (smallest, largest) = (self.heights.first ?? 0, self.heights.last ?? 0)
    scroller.minimum = isDismissible ? 0 : smallest
    scroller.maximum = largest
    // A sheet is pulled above its last detent by a little only.
    scroller.rubberBand = RubberBand(length: max(length / 4, 1))
  }

  func height(at time: Timestamp) -> Scalar { max(scroller.value(at: time), 0) }

  func isMoving(at time: Timestamp) -> Bool { scroller.isMoving(at: time) }

  mutating func set(_ height: Scalar) {
    isDragging = false
    scroller.set(height)
  }

  mutating func move(to height: Scalar, at time: Timestamp) {
    isDragging = false
    if height <= 0 { scroller.minimum = 0 }
    scroller.move(to: height, at: time)
  }

  // MARK: Dragging

  mutating func beginDrag(at time: Timestamp) {
    isDragging = true
    (dragStart, dragged) = (height(at: time), 0)
    scroller.follow(.began, translation: 0, velocity: 0, at: time)
  }

  /// Moves the sheet with a finger.
  mutating func drag(by movement: Scalar, at time: Timestamp) {
    guard isDragging else { return }
    dragged += movement
    scroller.follow(.changed, translation: -dragged, velocity: 0, at: time)
  }

  /// Whether the dragged sheet is between its detents.
  var isBetweenDetents: Bool { !heights.contains(dragStart - dragged) }

  /// The distance by which the dragged sheet can grow until it reaches its largest detent.
  var distanceToLargest: Scalar { max((heights.last ?? 0) - (dragStart - dragged), 0) }

  /// Ends the drag, and returns the height to which the sheet moves; 0 if the sheet is dismissed.
  ///
  /// - Parameters:
  ///   - velocity: The finger's velocity in points per second. Down is positive.
  ///   - minimumSpeed: The speed at which the sheet moves on to the next detent at least.
  mutating func endDrag(velocity: Scalar, minimumSpeed: Scalar, at time: Timestamp) -> Scalar {
    guard isDragging else { return height(at: time) }
    isDragging = false
    let position = height(at: time)
    let stops = (isDismissible ? [0] : []) + heights
    var target = Snapping.values(stops).nearest(to: position - velocity * Self.projection)
    if velocity >= minimumSpeed, let next = stops.last(where: { $0 < position }) { target = min(target, next) }
    if velocity <= -minimumSpeed, let next = stops.first(where: { $0 > position }) { target = max(target, next) }
    scroller.snapping = .values([target])
    scroller.follow(.ended, translation: -dragged, velocity: -velocity, at: time)
    scroller.snapping = nil
    return target
  }
}
