public import CartoucheRaster

extension Image {
  /// Creates an image of `size` pixels by rendering a display list over a transparent background.
  ///
  /// The width and the height of `size` must each be from 1 to 32 768 pixels. For any other size, the image
  /// has no pixels.
  ///
  /// - Parameter workers: The worker pool that renders the image. By default, the calling thread renders
  ///   alone.
  public init(rendering list: DisplayList, size: PixelSize, workers: any WorkerPool = SerialWorkerPool()) {
    let limit = 1 << 15
    let isPossible = (1...limit).contains(size.width) && (1...limit).contains(size.height)
    self.init(size: isPossible ? size : PixelSize(width: 0, height: 0)) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      guard let buffer = PixelBuffer(pixels, size: size) else { return }
      Renderer().draw(list, over: .clear, into: buffer, damage: [PixelRect(size)], workers: workers)
    }
  }
}
