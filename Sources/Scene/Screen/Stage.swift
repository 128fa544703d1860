public import CartoucheRaster

/// The layers on one screen, and what has to be drawn to show them as they are now.
///
///     change layers ▶ settle() ▶ damage, displayList ▶ Renderer
public final class Stage {
  /// The layer in which all others stand: as large as the screen, one point for each pixel.
  public let root: Layer

  /// The screen's size in points; changing it resizes ``root`` and damages everything.
  public var size: PixelSize {
    didSet {
      guard size != oldValue else { return }
      root.frame = Self.frame(size)
      isUnknown = true
    }
  }

  private var settling = Settling()
  private let pictures = KeptPictures()
  /// Whether nothing is known of what the screen shows.
  private var isUnknown = true

  public init(size: PixelSize) {
    self.size = size
    root = Layer(frame: Self.frame(size))
  }

  private static func frame(_ size: PixelSize) -> Rect {
    Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height))
  }

  /// How many bytes of pictures are kept of layers that are drawn as such (``Layer/shouldRasterize``, ``Layer/isKeptInPerspective``); what does not fit
  /// is drawn coarser.
  public var keptPictureLimit: Int {
    get { pictures.byteLimit }
    set {
      pictures.byteLimit = max(newValue, 0)
      isUnknown = true
      root.markChanged()
    }
  }

  /// What is on the screen, back to front, as of the last ``settle()``.
  public var displayList: DisplayList { settling.list }

  /// Whether something may have changed since the last ``settle()``.
  public var needsSettling: Bool { isUnknown || root.changes.isUnsettled }

  /// Damages the whole screen at the next ``settle()``.
  public func setNeedsDisplay() {
    isUnknown = true
  }

  /// Lays out what needs it, fills ``displayList`` anew, and finds the pixels that are not as they were.
  ///
  /// - Returns: rectangles within the screen; none if the screen is as it was, and then nothing need be drawn. The first time, and after a change
  ///   of ``size``, the whole screen.
  /// - Complexity: nothing where nothing has changed, otherwise one visit of each visible layer.
  public func settle() -> [PixelRect] {
    guard needsSettling else { return [] }
    layOut(root)
    settling.screen = PixelRect(size)
    settling.settle(root, keeping: pictures)
    if isUnknown {
      isUnknown = false
      return settling.screen.isEmpty ? [] : [settling.screen]
    }
    return settling.damage.rects
  }

  /// Superlayers first: their layout gives their sublayers the sizes for theirs.
  private func layOut(_ layer: Layer) {
    guard layer.changes.isUnsettled, !layer.isHidden else { return }
    if layer.changes.needsLayout {
      layer.changes.needsLayout = false
      layer.layoutSublayers()
    }
    if let mask = layer.mask { layOut(mask) }
    for child in layer.sublayers { layOut(child) }
  }
}
