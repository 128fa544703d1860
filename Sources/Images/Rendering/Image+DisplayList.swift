public import CartoucheRaster

extension Image {
  /// Renders a display list into a transparent image of `size` pixels. The image is empty if a side is not in
  /// 1…32 768.
  ///
  /// - Parameter workers: The workers that render the blocks.
  public init(rendering list: DisplayList, size: PixelSize, workers: any WorkerPool = SerialWorkerPool()) {
    let limit = 1 << 15
    let isPossible = (1...limit).contains(size.width) && (1...limit).contains(size.height)
    self.init(size: isPossible ? size : PixelSize(width: 0, height: 0)) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      guard let buffer = PixelBuffer(pixels, size: size) else { return }
      Renderer().draw(list, over: .clear, into: buffer, damage: [PixelRect(size)], workers: workers)
    }
  }
}
