package import CartoucheRaster

/// The axes along which an icon follows the size of its text: the style property `icon-text-fit`.
package enum IconTextFit: String, Sendable, Hashable, CaseIterable {
  case none, width, height, both

  var isHorizontal: Bool { self == .width || self == .both }
  var isVertical: Bool { self == .height || self == .both }
}

extension StyleImage {
  /// Returns the rectangle of the image around a text.
  ///
  /// The image's ``content`` covers the text and the padding along the axes of `fit`, and is centered on the
  /// text along the others. The image extends beyond it by its parts outside of the content. Parts that are
  /// not stretched keep their natural size, so a content without any that is stretched is only centered.
  ///
  /// - Parameters:
  ///   - text: The text's box in points.
  ///   - padding: The distances from the text's box outward to the content, in points.
  ///   - iconScale: The factor of the image's natural size, the style property `icon-size`.
  /// - Source: MapLibre style specification, "icon-text-fit" and "Sprite". MapLibre widens a proportional
  ///   image from the label's anchor; here it is widened from the text's center.
  package func fitted(to text: Rect, fit: IconTextFit, padding: EdgeInsets, iconScale: Scalar = 1) -> Rect {
    let scale = max(iconScale, 0) / pixelRatio
    let (width, height) = (image.size.width, image.size.height)
    let area = content ?? Rect(x: 0, y: 0, width: Scalar(width), height: Scalar(height))
    let natural = Size(width: area.width * scale, height: area.height * scale)
    let padded = Rect(
      x: text.minX - padding.left, y: text.minY - padding.top, width: max(text.width, 0) + padding.left + padding.right,
      height: max(text.height, 0) + padding.top + padding.bottom)
    var size = Size(
      width: fit.isHorizontal ? max(padded.width, 0) : natural.width,
      height: fit.isVertical ? max(padded.height, 0) : natural.height)
    if fit != .none { size = proportional(size) }
    // Along an axis that follows no text, the padding does not count.
    let center = Point(
      x: fit.isHorizontal ? padded.center.x : text.center.x, y: fit.isVertical ? padded.center.y : text.center.y)
    let (x, spanX) = Self.extent(
      StretchZones.Axis(length: width, ranges: stretchX), content: area.minX...max(area.maxX, area.minX), size: size.width,
      center: center.x, scale: scale)
    let (y, spanY) = Self.extent(
      StretchZones.Axis(length: height, ranges: stretchY), content: area.minY...max(area.maxY, area.minY), size: size.height,
      center: center.y, scale: scale)
    return Rect(x: x, y: y, width: spanX, height: spanY)
  }

  /// Returns the size of the content after ``textFitWidth`` and ``textFitHeight``.
  private func proportional(_ size: Size) -> Size {
    let area = content?.size ?? Size(width: Scalar(image.size.width), height: Scalar(image.size.height))
    guard area.width > 0, area.height > 0 else { return size }
    var size = size
    if textFitHeight == .proportional {
      let width = Scalar((size.height * area.width / area.height).ceiling)
      if textFitWidth == .proportional || (textFitWidth == .stretchOnly && size.width < width) { size.width = width }
    } else if textFitWidth == .proportional, textFitHeight == .stretchOnly {
      size.height = max(Scalar((size.width * area.height / area.width).ceiling), size.height)
    }
    return size
  }

  /// Returns the start and the length of the image along one axis.
  ///
  /// - Parameters:
  ///   - content: The content in pixels of the image.
  ///   - size: The length of the content in points, and the point in its middle.
  ///   - scale: The points of a pixel.
  private static func extent(
    _ axis: StretchZones.Axis, content: ClosedRange<Scalar>, size: Scalar, center: Scalar, scale: Scalar
  ) -> (start: Scalar, length: Scalar) {
    let (start, end) = (content.lowerBound, content.upperBound)
    let all = axis.stretchedLength(from: 0, to: axis.length)
    let before = axis.stretchedLength(from: 0, to: start)
    let inside = axis.stretchedLength(from: start, to: end)
    let fixedInside = (end - start - inside) * scale
    // The factor of the stretched parts, times `inside`.
    let stretched = inside > 0 ? max(size - fixedInside, 0) : 0
    func length(stretched part: Scalar, fixed: Scalar) -> Scalar {
      (inside > 0 ? part * stretched / inside : part * scale) + fixed * scale
    }
    let contentLength = length(stretched: inside, fixed: end - start - inside)
    return (
      center - contentLength / 2 - length(stretched: before, fixed: start - before),
      length(stretched: all, fixed: axis.length - all)
    )
  }
}
