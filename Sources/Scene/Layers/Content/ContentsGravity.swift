import CartoucheRaster

/// How an image is scaled and aligned in a layer of another size: Core Animation's `CALayerContentsGravity`.
public enum ContentsGravity: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Stretched to the bounds, without keeping the aspect ratio.
  case resize
  /// Scaled to the largest size that fits into the bounds with its aspect ratio, and centered.
  case resizeAspect
  /// Scaled to the smallest size that fills the bounds with its aspect ratio, and centered.
  ///
  /// What extends beyond the bounds is shown unless the layer masks to them.
  case resizeAspectFill
  /// In its own size, at the center, at an edge's middle or in a corner.
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
