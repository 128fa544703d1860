public import CartoucheRaster

/// A layer whose content is drawn by a closure of the application.
///
///     let dial = DrawingLayer(frame: Rect(x: 0, y: 0, width: 200, height: 200)) { list, bounds in
///       list.fill(Path(ellipseIn: bounds), with: .color(.white))
///     }
///
/// The closure draws in the layer's own coordinate space. The drawing is clipped to the layer's bounds. The
/// closure is called when the layer is drawn for the first time. The closure is called again when the layer
/// is drawn after a change of the bounds, after ``Layer/setNeedsDisplay()``, or after
/// ``Layer/setNeedsDisplay(in:)``. If the layer only moves, the closure is not called.
public final class DrawingLayer: Layer {
  /// The closure that adds the layer's drawing to an empty display list; nil for no content.
  ///
  /// The second argument of the closure is the layer's bounds.
  public var drawing: ((inout DisplayList, Rect) -> Void)? { didSet { setNeedsDisplay() } }

  private var recorded: (list: DisplayList, bounds: Rect)?

  /// Creates a layer with the given ``Layer/frame`` in its future superlayer's space.
  ///
  /// - Parameter drawing: The closure that draws the layer's content; nil for no content.
  public init(frame: Rect, drawing: ((inout DisplayList, Rect) -> Void)? = nil) {
    self.drawing = drawing
    super.init(frame: frame)
  }

  public override func setNeedsDisplay() {
    recorded = nil
    super.setNeedsDisplay()
  }

  override func discardDrawing() { recorded = nil }

  public override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let drawing, !bounds.isEmpty else { return }
    if recorded?.bounds != bounds {
      var made = DisplayList()
      drawing(&made, bounds)
      recorded = (made, bounds)
    }
    guard let recorded, !recorded.list.isEmpty else { return }
    let group = list.open(.beginGroup, opacity: opacity)
    list.clipped(to: bounds, transform: transform) { $0.append(recorded.list, transform: transform) }
    list.closeGroup(group)
  }

  public override var rasterizesInPerspective: Bool { true }
}
