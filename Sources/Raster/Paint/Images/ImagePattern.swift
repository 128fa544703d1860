/// The filter that computes an image's color between the centers of its pixels: nearest, bilinear or
/// trilinear.
public enum ImageFilter: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// The color is that of the image pixel nearest to the position.
  ///
  /// The edges of enlarged pixels stay hard. Pixel art needs hard edges, and so do maps in which colors stand
  /// for classes.
  case nearest
  /// The color is interpolated between the four image pixels around the position.
  ///
  /// If an image is drawn at a much smaller size, it sparkles.
  case bilinear
  /// The color is interpolated between two mip levels, which are reduced copies of the image.
  ///
  /// ``Image/withMipmaps()`` makes the mip levels. The two levels nearest in size to the drawn image are
  /// used. If the image is enlarged or has no mip levels, the image is filtered as with ``bilinear``.
  ///
  /// If an image is reduced in only one direction, it still sparkles. A plane that is seen at an angle of
  /// less than 15° is reduced in only one direction.
  case trilinear
}

/// The rule for an image pattern beyond the image's edges: clamp, repeat, reflect or draw nothing.
public enum ImageTiling: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Beyond an edge, the pixels along that edge of the image are repeated.
  case clamp
  /// Copies of the image are drawn side by side.
  case `repeat`
  /// Copies of the image are drawn side by side, and every second copy is mirrored.
  case reflect
  /// Nothing is drawn beyond the image's edges.
  case none
}

/// A paint that fills a shape with an image, or with copies of the image side by side.
public struct ImagePattern: Hashable, Sendable {
  /// The image that the pattern shows.
  public var image: Image
  /// The transform from the image's space to the space of the path that the pattern fills.
  ///
  /// The origin of the image's space is the image's top left corner. Each pixel is one unit wide and one unit
  /// high.
  public var transform: AffineTransform
  /// The rule for the area beyond the image's left and right edges, such as repeating the image.
  public var horizontalTiling: ImageTiling
  /// The rule for the area beyond the image's top and bottom edges, such as repeating the image.
  public var verticalTiling: ImageTiling
  /// The filter that computes colors between the centers of the image's pixels.
  public var filter: ImageFilter

  /// Creates an image pattern with the same rule beyond all four edges of the image.
  ///
  /// - Parameters:
  ///   - image: The image that the pattern shows.
  ///   - transform: The transform from the image's space to the space of the filled path.
  ///   - tiling: The rule for the area beyond all four edges of the image, such as repeating the image.
  ///   - filter: The filter that computes colors between the centers of the image's pixels.
  public init(
    _ image: Image, transform: AffineTransform = .identity, tiling: ImageTiling = .repeat, filter: ImageFilter = .bilinear
  ) {
    self.init(image, transform: transform, horizontalTiling: tiling, verticalTiling: tiling, filter: filter)
  }

  /// Creates an image pattern with separate rules for the horizontal and the vertical direction.
  ///
  /// - Parameters:
  ///   - image: The image that the pattern shows.
  ///   - transform: The transform from the image's space to the space of the filled path.
  ///   - horizontalTiling: The rule for the area beyond the image's left and right edges, such as repeating
  ///     the image.
  ///   - verticalTiling: The rule for the area beyond the image's top and bottom edges, such as repeating the
  ///     image.
  ///   - filter: The filter that computes colors between the centers of the image's pixels.
  public init(
    _ image: Image, transform: AffineTransform = .identity, horizontalTiling: ImageTiling, verticalTiling: ImageTiling,
    filter: ImageFilter = .bilinear
  ) {
    (self.image, self.transform, self.filter) = (image, transform, filter)
    (self.horizontalTiling, self.verticalTiling) = (horizontalTiling, verticalTiling)
  }
}
