import CartoucheRaster

/// A rule for scaling and aligning an image in a layer whose size differs from the image's size.
///
/// The cases are those of Core Animation's `CALayerContentsGravity`.
public enum ContentsGravity: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// The image is stretched to the size of the layer's bounds. The image's aspect ratio is not kept.
  case resize
  /// The image keeps its aspect ratio, and is scaled to the largest size that fits into the layer's bounds.
  ///
  /// The image is centered in the bounds.
  case resizeAspect
  /// The image keeps its aspect ratio, and is scaled to the smallest size that covers the layer's bounds.
  ///
  /// The image is centered in the bounds. The parts of the image beyond the bounds are shown unless
  /// ``Layer/masksToBounds`` is true.
  case resizeAspectFill
  /// The image is not scaled to the layer's bounds, and keeps its own size.
  ///
  /// In an ``ImageLayer``, this size in points is the size in pixels divided by ``ImageLayer/contentsScale``.
  /// The name of the case says where the image lies in the layer's bounds: at the center, at the middle of an
  /// edge, or in a corner. The parts of the image beyond the bounds are shown unless ``Layer/masksToBounds``
  /// is true.
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight

  /// Returns the rectangle of an image of `size` points in `bounds`.
  func frame(for size: Size, in bounds: Rect) -> Rect {
    switch self {
    case .resize:
      return bounds
    case .resizeAspect, .resizeAspectFill:
      guard size.width > 0, size.height > 0 else { return bounds }
      // The aspect ratios of the image and the bounds, compared without division.
      let isWide = size.width * bounds.height > size.height * bounds.width
      let fitsWidth = (self == .resizeAspect) == isWide
      let fitted =
        fitsWidth
        ? Size(width: bounds.width, height: bounds.width * size.height / size.width)
        : Size(width: bounds.height * size.width / size.height, height: bounds.height)
      return centered(fitted, in: bounds)
    case .center: return centered(size, in: bounds)
    case .top, .topLeft, .topRight, .bottom, .bottomLeft, .bottomRight, .left, .right:
      var frame = centered(size, in: bounds)
      switch self {
      case .left, .topLeft, .bottomLeft: frame.origin.x = bounds.minX
      case .right, .topRight, .bottomRight: frame.origin.x = bounds.maxX - size.width
      default: break
      }
      switch self {
      case .top, .topLeft, .topRight: frame.origin.y = bounds.minY
      case .bottom, .bottomLeft, .bottomRight: frame.origin.y = bounds.maxY - size.height
      default: break
      }
      return frame
    }
  }

  private func centered(_ size: Size, in bounds: Rect) -> Rect {
    Rect(
      x: bounds.minX + (bounds.width - size.width) / 2, y: bounds.minY + (bounds.height - size.height) / 2, width: size.width,
      height: size.height)
  }
}
