public import CartoucheRaster

/// An image that a style names: an icon or a pattern.
///
///     let icon = StyleImage(try Image(contentsOfFile: "ferry@2x.png"), pixelRatio: 2)
///
/// Copies of a style image share the memory of its pixels.
public struct StyleImage: Sendable, Hashable {
  /// How an image's stretched size follows the size of a text inside the image, along one axis.
  public enum TextFit: String, Sendable, Hashable, CaseIterable {
    /// The image is stretched or shrunk to the text.
    case stretchOrShrink
    /// The image is stretched or shrunk to the text. If the other axis is proportional, the proportions of
    /// ``StyleImage/content`` are a minimum.
    case stretchOnly
    /// The other axis follows this one, so that ``StyleImage/content`` keeps its proportions, if the other
    /// axis is proportional or only stretched.
    case proportional
  }

  /// The image's pixels.
  ///
  /// If ``isSDF`` is true, only the alpha channel counts. It states the distance to the edge of a shape: 191
  /// at the edge, more inside, and 32 less for each pixel outside.
  public let image: Image
  /// The number of the image's pixels per point. It is positive.
  public let pixelRatio: Scalar
  /// Whether the image is a signed distance field, which is drawn as a shape in any color.
  public let isSDF: Bool
  /// The ranges of columns that are stretched when the image is made wider, in pixels of the image.
  ///
  /// They are inside the image, in ascending order, and do not overlap. Without any, the whole width is
  /// stretched.
  public var stretchX: [ClosedRange<Scalar>] = []
  /// The ranges of rows that are stretched when the image is made higher, in pixels of the image.
  ///
  /// They are inside the image, in ascending order, and do not overlap. Without any, the whole height is
  /// stretched.
  public var stretchY: [ClosedRange<Scalar>] = []
  /// The area for a text inside the image, in pixels of the image. If it is nil, it is the whole image.
  public var content: Rect?
  /// How the image's width follows the width of a text.
  public var textFitWidth = TextFit.stretchOrShrink
  /// How the image's height follows the height of a text.
  public var textFitHeight = TextFit.stretchOrShrink

  /// Creates a style image without areas to stretch.
  ///
  /// - Parameters:
  ///   - image: The image's pixels.
  ///   - pixelRatio: The number of pixels per point: 2 for an image that was made for `@2x`. A number that is
  ///     not positive counts as 1.
  ///   - isSDF: Whether the image's alpha channel is a signed distance field.
  public init(_ image: Image, pixelRatio: Scalar = 1, isSDF: Bool = false) {
    self.image = image
    self.pixelRatio = pixelRatio > 0 ? pixelRatio : 1
    self.isSDF = isSDF
  }

  /// The image's natural size in points.
  public var size: Size {
    Size(width: Scalar(image.size.width) / pixelRatio, height: Scalar(image.size.height) / pixelRatio)
  }

  /// The number of bytes of the image's pixels.
  public var byteCount: Int { image.size.width * image.size.height * 4 }
}
