import CartoucheRaster

/// The corners of a cell on the view, clockwise from the northwest corner.
///
/// Unlike an array of points, they take no memory of their own.
struct CellCorners: RandomAccessCollection {
  private let points: InlineArray<4, Point>

  init(_ northwest: Point, _ northeast: Point, _ southeast: Point, _ southwest: Point) {
    points = [northwest, northeast, southeast, southwest]
  }

  var startIndex: Int { 0 }
  var endIndex: Int { 4 }
  subscript(index: Int) -> Point { points[index] }
}
