public import CartoucheRaster

/// One image that is laid over a part of the map, such as a radar picture.
public struct ImageSource: Sendable {
  /// The image.
  public var image: Image
  /// The coordinates of the image's corners, clockwise from the top left corner.
  public var corners: [Coordinate]

  /// Creates an image source. Fewer than four corners show nothing.
  public init(_ image: Image, corners: [Coordinate]) {
    (self.image, self.corners) = (image, corners)
  }
}
