/// How an image is sampled between its pixels.
public enum ImageFilter: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// The nearest pixel's color: hard edges, for pixel art and classified maps.
  case nearest
  /// Interpolates between four pixels. An image drawn at a much smaller size sparkles.
  case bilinear
  /// Bilinear if the image is enlarged. If it is reduced, interpolates between the two mip levels of
  /// ``Image/withMipmaps()`` that are nearest in size.
  ///
  /// An image without mip levels is filtered bilinearly. One that is reduced in only one direction, as on a
  /// plane seen at less than 15°, still sparkles.
  case trilinear
}

/// How an image continues beyond its edges.
public enum ImageTiling: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Repeats the outermost pixels.
  case clamp
  /// Repeats the image.
  case `repeat`
  /// Repeats the image alternately mirrored and unmirrored.
  case reflect
  /// Draws nothing beyond the edges.
  case none
}

/// A fill pattern of copies of an image.
public struct ImagePattern: Hashable, Sendable {
  public var image: Image
  /// The transform from the image's space, with one unit a pixel and the origin top left, to the space of the
  /// path it fills.
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
