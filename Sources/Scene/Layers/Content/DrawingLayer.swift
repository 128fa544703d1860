public import CartoucheRaster

/// A layer that shows what a closure draws: for drawings of an application's own.
///
///     let dial = DrawingLayer(frame: Rect(x: 0, y: 0, width: 200, height: 200)) { list, bounds in
///       list.fill(Path(ellipseIn: bounds), with: .color(.white))
///     }
///
/// The closure draws in the layer's own space; what it draws beyond the layer's bounds is cut off. It is called when the layer is drawn for the first time and
/// after ``Layer/setNeedsDisplay()`` or a new size, and not while the layer only moves.
public final class DrawingLayer: Layer {
  /// Adds the drawing to an empty list; the second argument is the layer's bounds.
  public var drawing: ((inout DisplayList, Rect) -> Void)? { didSet { setNeedsDisplay() } }

  private var recorded: (list: DisplayList, bounds: Rect)?

  public init(frame: Rect, drawing: ((inout DisplayList, Rect) -> Void)? = nil) {
    self.drawing = drawing
    super.init(frame: frame)
  }

  public override func setNeedsDisplay() {
    recorded = nil
    super.setNeedsDisplay()
  }

  public override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    guard let drawing, !bounds.isEmpty else { return }
    if recorded?.bounds != bounds {
      var made = DisplayList()
      drawing(&made, bounds)
      recorded = (made, bounds)
    }
    guard let recorded, !recorded.list.isEmpty else { return }
    let place = list.open(.beginGroup, opacity: opacity)
    list.clipped(to: bounds, transform: transform) { $0.append(recorded.list, transform: transform) }
    list.closeGroup(place)
  }

  public override var rasterizesInPerspective: Bool { true }
}
