/// The way in which an image's color is computed at a position between its pixels.
public enum ImageFilter: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// The color of the nearest pixel. Pixels have hard edges, as pixel art and classified maps need.
  case nearest
  /// A color interpolated between four pixels. An image that is drawn at a much smaller size sparkles.
  case bilinear
  /// A color interpolated between the two mip levels of ``Image/withMipmaps()`` that are nearest in size.
  ///
  /// If the image is enlarged or has no mip levels, the image is filtered as with ``bilinear``. If an image
  /// is reduced in only one direction, it still sparkles. A plane seen at less than 15° is reduced that way.
  case trilinear
}

/// The way in which an image pattern continues beyond the image's edges.
public enum ImageTiling: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Repeats the outermost pixels of the image.
  case clamp
  /// Repeats the image.
  case `repeat`
  /// Repeats the image, alternately mirrored and unmirrored.
  case reflect
  /// Draws nothing beyond the image's edges.
  case none
}

/// A pattern of copies of an image that fills a shape.
public struct ImagePattern: Hashable, Sendable {
  public var image: Image
  /// The transform from the image's space to the space of the path that the pattern fills.
  ///
  /// In the image's space, the origin is the top left corner, and a pixel is one unit wide and high.
  public var transform: AffineTransform
  public var horizontalTiling: ImageTiling
  public var verticalTiling: ImageTiling
  public var filter: ImageFilter

  public init(
    _ image: Image, transform: AffineTransform = .identity, tiling: ImageTiling = .repeat, filter: ImageFilter = .bilinear
  ) {
    self.init(image, transform: transform, horizontalTiling: tiling, verticalTiling: tiling, filter: filter)
  }

  public init(
    _ image: Image, transform: AffineTransform = .identity, horizontalTiling: ImageTiling, verticalTiling: ImageTiling,
    filter: ImageFilter = .bilinear
  ) {
    (self.image, self.transform, self.filter) = (image, transform, filter)
    (self.horizontalTiling, self.verticalTiling) = (horizontalTiling, verticalTiling)
  }
}
