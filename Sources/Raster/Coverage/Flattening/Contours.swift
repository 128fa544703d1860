/// Outlines of straight lines, one after the other in one buffer.
///
/// The buffer keeps its storage when it is emptied and refilled. So a steady frame allocates nothing here.
package struct Contours {
  /// The corners of all contours, one contour after the other. The first corner is not repeated at the end.
  package var points: [Point] = []
  /// For each contour, the index in `points` just after its last corner.
  package var ends: [Int] = []
  /// For each contour, whether its last corner is joined to its first. Filled contours always count as
  /// closed.
  package var isClosed: [Bool] = []

  package init() {}

  /// Empties the buffer and keeps its storage.
  package mutating func removeAll() {
    // Polygons do not use the buffer. For each of them, emptying it would take a hundred instructions.
    guard !points.isEmpty || !ends.isEmpty else { return }
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    isClosed.removeAll(keepingCapacity: true)
  }

  /// Ends the contour whose corners were appended last.
  @inline(__always)
  package mutating func endContour(isClosed closed: Bool) {
    ends.append(points.count)
    isClosed.append(closed)
  }
}
