/// How a picture's pixels become those of the screen.
public enum PictureFilter: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// The nearest pixel's colour: hard edges, for pixel art and maps of classes.
  case nearest
  /// Four pixels mixed. Drawn much smaller than it is, a picture sparkles.
  case bilinear
  /// Bilinear where the picture is enlarged; where it is made smaller, between the two halvings of ``Picture/withMipmaps()`` that are nearest in size. A
  /// picture without them is filtered bilinearly.
  case trilinear
}

/// How a picture goes on beyond its edges.
public enum PictureTiling: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
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
public struct PicturePattern: Hashable, Sendable {
  public var picture: Picture
  /// From the picture's space, one unit a pixel, origin top left, to the space of the path it fills.
  public var transform: AffineTransform
  public var horizontalTiling: PictureTiling
  public var verticalTiling: PictureTiling
  public var filter: PictureFilter

  public init(
    _ picture: Picture, transform: AffineTransform = .identity, tiling: PictureTiling = .repeat, filter: PictureFilter = .bilinear
  ) {
    self.init(picture, transform: transform, horizontalTiling: tiling, verticalTiling: tiling, filter: filter)
  }

  public init(
    _ picture: Picture, transform: AffineTransform = .identity, horizontalTiling: PictureTiling, verticalTiling: PictureTiling,
    filter: PictureFilter = .bilinear
  ) {
    (self.picture, self.transform, self.filter) = (picture, transform, filter)
    (self.horizontalTiling, self.verticalTiling) = (horizontalTiling, verticalTiling)
  }
}
