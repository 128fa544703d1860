import CartoucheRaster

/// How a picture is placed in a layer that has not its size: Core Animation's `CALayerContentsGravity`, with its names.
public enum ContentsGravity: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Stretched to the bounds, whatever becomes of its proportions.
  case resize
  /// As large as fits the bounds with its proportions, in the middle.
  case resizeAspect
  /// As small as fills the bounds with its proportions, in the middle; what is beyond the bounds is shown unless the layer masks to them.
  case resizeAspectFill
  /// In its own size: in the middle, at an edge's middle, in a corner.
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight

  /// Where a picture of `size` points stands in `bounds`.
  func frame(for size: Size, in bounds: Rect) -> Rect {
    switch self {
    case .resize:
      return bounds
    case .resizeAspect, .resizeAspectFill:
      guard size.width > 0, size.height > 0 else { return bounds }
      // width/height of the picture against those of the bounds, multiplied out.
      let isWide = size.width * bounds.height > size.height * bounds.width
      let fitsWidth = (self == .resizeAspect) == isWide
      let fitted =
        fitsWidth
        ? Size(width: bounds.width, height: bounds.width * size.height / size.width)
        : Size(width: bounds.height * size.width / size.height, height: bounds.height)
      return middle(fitted, in: bounds)
    case .center: return middle(size, in: bounds)
    case .top, .topLeft, .topRight, .bottom, .bottomLeft, .bottomRight, .left, .right:
      var place = middle(size, in: bounds)
      switch self {
      case .left, .topLeft, .bottomLeft: place.origin.x = bounds.minX
      case .right, .topRight, .bottomRight: place.origin.x = bounds.maxX - size.width
      default: break
      }
      switch self {
      case .top, .topLeft, .topRight: place.origin.y = bounds.minY
      case .bottom, .bottomLeft, .bottomRight: place.origin.y = bounds.maxY - size.height
      default: break
      }
      return place
    }
  }

  private func middle(_ size: Size, in bounds: Rect) -> Rect {
    Rect(
      x: bounds.minX + (bounds.width - size.width) / 2, y: bounds.minY + (bounds.height - size.height) / 2, width: size.width,
      height: size.height)
  }
}
