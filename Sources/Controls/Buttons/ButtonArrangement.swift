import CartoucheRaster

/// The sizes and positions of a button's title and image.
struct ButtonArrangement {
  /// The size of the title on one line, in points. The width is 0 if there is no title.
  private(set) var text: Size
  /// The size of the image, in points. The width is 0 if there is no image.
  private(set) var image: Size
  let placement: Button.ImagePlacement
  let padding: Scalar

  init(text: Size, image: Size, placement: Button.ImagePlacement, padding: Scalar) {
    (self.text, self.image, self.placement, self.padding) = (text, image, placement, padding)
  }

  private var isVertical: Bool { placement == .top || placement == .bottom }
  private var gap: Scalar { text.width > 0 && image.width > 0 ? padding : 0 }

  /// The size of the title and the image together, in points.
  var size: Size {
    isVertical
      ? Size(width: max(text.width, image.width), height: text.height + gap + image.height)
      : Size(width: text.width + gap + image.width, height: max(text.height, image.height))
  }

  /// Scales the image down and limits the width of the title, so that both fit into `available`.
  mutating func fit(in available: Size) {
    if image.width > 0 && image.height > 0 {
      let height = isVertical && text.width > 0 ? max(available.height - text.height.roundedUp - gap, 0) : available.height
      if image.height > height { image = Size(width: image.width * height / image.height, height: height) }
      if image.width > available.width {
        image = Size(width: available.width, height: image.height * available.width / image.width)
      }
    }
    let width = isVertical ? available.width : max(available.width - image.width - gap, 0)
    text = Size(width: min(text.width.roundedUp, width), height: text.height.roundedUp)
  }

  /// Returns the frames of the title and the image, which are centered in `area` together.
  ///
  /// - Parameter isRightToLeft: Whether the title is in a right-to-left script, so that it begins at the
  ///   right.
  func frames(in area: Rect, isRightToLeft: Bool) -> (text: Rect, image: Rect) {
    func centered(_ size: Size) -> Point {
      Point(
        x: area.minX + Scalar(((area.width - size.width) / 2).rounded),
        y: area.minY + Scalar(((area.height - size.height) / 2).rounded))
    }
    let (start, textStart, imageStart) = (centered(size), centered(text), centered(image))
    let textRect: Rect
    let imageRect: Rect
    switch placement {
    case .top, .bottom:
      let (first, second) = (start.y, start.y + gap + (placement == .top ? image.height : text.height))
      textRect = Rect(origin: Point(x: textStart.x, y: placement == .top ? second : first), size: text)
      imageRect = Rect(origin: Point(x: imageStart.x, y: placement == .top ? first : second), size: image)
    case .leading, .trailing:
      let isImageFirst = (placement == .leading) != isRightToLeft
      let second = start.x + gap + (isImageFirst ? image.width : text.width)
      textRect = Rect(origin: Point(x: isImageFirst ? second : start.x, y: textStart.y), size: text)
      imageRect = Rect(origin: Point(x: isImageFirst ? start.x : second, y: imageStart.y), size: image)
    }
    return (textRect, imageRect)
  }
}
