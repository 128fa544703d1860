/// How a picture's pixels become those of the screen.
public enum ImageFilter: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// The nearest pixel's colour: hard edges, for pixel art and maps of classes.
  case nearest
  /// Four pixels mixed. Drawn much smaller than it is, a picture sparkles.
  case bilinear
  /// Bilinear where the picture is enlarged; where it is made smaller, between the two mip levels of ``Image/withMipmaps()`` that are nearest in size. A
  /// picture without them is filtered bilinearly.
  case trilinear
}

/// How a picture goes on beyond its edges.
public enum ImageTiling: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Its outermost pixels go on.
  case clamp
  /// It begins anew.
  case `repeat`
  /// It goes back and forth.
  case reflect
  /// There is nothing.
  case none
}

/// A picture as the colour of a shape, laid side by side across it.
public struct ImagePattern: Hashable, Sendable {
  public var image: Image
  /// From the picture's space, one unit a pixel, origin top left, to the space of the path it fills.
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
