import CartoucheScene

/// Finds whether a view has not changed for the time after which a map is at rest.
///
/// Off the grid, a map is still while fingers stay where they are.
struct Stillness {
  private var view: MapTransform?
  private var since = Timestamp.zero

  /// Takes note of a frame's view, and returns whether it is still.
  mutating func isStill(_ next: MapTransform, at now: Timestamp) -> Bool {
    if next != view { (view, since) = (next, now) }
    return now.nanoseconds &- since.nanoseconds >= GroundMotion.restInterval
  }
}
