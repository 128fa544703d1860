extension Image {
  /// Returns an image of the display list items that a closure adds.
  ///
  /// The items are drawn over transparent pixels. One point is one pixel, as in UIKit's
  /// `UIGraphicsImageRenderer` at scale 1:
  ///
  ///     let dot = Image.drawn(size: PixelSize(width: 16, height: 16)) { list in
  ///       list.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 16, height: 16)), with: .color(.red))
  ///     }
  ///
  /// - Parameters:
  ///   - size: The image's size in pixels. If the size is empty or has more than ``maximumPixelCount``
  ///     pixels, the returned image is empty.
  ///   - body: A closure that adds the items to a display list, which is empty at first.
  public static func drawn(size: PixelSize, _ body: (inout DisplayList) -> Void) -> Image {
    var list = DisplayList()
    body(&list)
    return Image(size: size) { pixels in
      guard let target = PixelBuffer(pixels, size: size) else { return }
      _ = Renderer().draw(list, over: .clear, into: target, damage: [PixelRect(size)], workers: SerialWorkerPool())
    }
  }
}
