/// A clip of whole pixels: all pixels whose center is inside a convex quadrilateral.
///
/// The clip's edge is not antialiased.
///
/// If two pixel clips share an edge, each pixel along the edge belongs to exactly one of the two clips. So
/// map tiles that are clipped to pixel clips meet without a gap or an overlap.
public struct PixelClip: Hashable, Sendable {
  /// The corners of the clip's quadrilateral, in clockwise or counterclockwise order, in the screen's points.
  public var corners: (Point, Point, Point, Point) { (a, b, c, d) }
  private var a: Point, b: Point, c: Point, d: Point

  /// Creates a pixel clip from the corners of a convex quadrilateral, in clockwise or counterclockwise order.
  ///
  /// The corners are in the screen's points.
  public init(_ a: Point, _ b: Point, _ c: Point, _ d: Point) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  /// Creates a pixel clip from a rectangle. The rectangle is in the screen's points.
  public init(_ rect: Rect) {
    let corners = rect.corners
    self.init(corners[0], corners[1], corners[2], corners[3])
  }
}
