extension Image {
  /// A picture of `size` of what `body` adds to an empty list, on nothing; a point is a pixel: UIKit's `UIGraphicsImageRenderer`.
  ///
  ///     let dot = Image.drawn(size: PixelSize(width: 16, height: 16)) { list in
  ///       list.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 16, height: 16)), with: .color(.red))
  ///     }
  ///
  /// A size that is empty, or has more than ``maximumPixelCount`` pixels, makes an empty picture.
  public static func drawn(size: PixelSize, _ body: (inout DisplayList) -> Void) -> Image {
    var list = DisplayList()
    body(&list)
    return Image(size: size) { pixels in
      guard let target = PixelBuffer(pixels, size: size) else { return }
      _ = Renderer().draw(list, over: .clear, into: target, damage: [PixelRect(size)], workers: SerialWorkerPool())
    }
  }
}
