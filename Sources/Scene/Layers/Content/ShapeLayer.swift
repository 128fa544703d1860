public import CartoucheRaster

/// A layer that fills and strokes a path: Core Animation's `CAShapeLayer`.
///
/// The path stands in the layer's space, wherever its ``Layer/bounds`` are, and is not cut off at them. The stroke lies over the fill, half of it on each side
/// of the path. Its shadow is the path's.
open class ShapeLayer: Layer {
  public final var path = Path() {
    didSet { if path != oldValue { changeOutline(.path, from: .path(oldValue)) } }
  }

  /// What the path is filled with; nil leaves it empty.
  public final var fillColor: Color? = .black {
    didSet { if fillColor != oldValue { invalidateContent(.fillColor, from: AnimatableValue(oldValue)) } }
  }

  public final var fillRule = FillRule.nonZero { didSet { if fillRule != oldValue { setNeedsDisplay() } } }

  /// What the path is stroked with; nil draws no stroke.
  public final var strokeColor: Color? {
    didSet { if strokeColor != oldValue { invalidateContent(.strokeColor, from: AnimatableValue(oldValue)) } }
  }

  public final var lineWidth: Scalar = 1 {
    didSet { if lineWidth != oldValue { changeOutline(.lineWidth, from: .scalar(oldValue)) } }
  }

  public final var lineCap = LineCap.butt { didSet { if lineCap != oldValue { changeOutline() } } }

  public final var lineJoin = LineJoin.miter { didSet { if lineJoin != oldValue { changeOutline() } } }

  public final var miterLimit: Scalar = 10 { didSet { if miterLimit != oldValue { changeOutline() } } }

  /// Lengths of dashes and gaps in turn; none, a solid line.
  public final var lineDashPattern: [Scalar] = [] { didSet { if lineDashPattern != oldValue { setNeedsDisplay() } } }

  public final var lineDashPhase: Scalar = 0 {
    didSet { if lineDashPhase != oldValue { invalidateContent(.lineDashPhase, from: .scalar(oldValue)) } }
  }

  /// Where on the path, 0 its beginning and 1 its end, the stroke begins.
  public final var strokeStart: Scalar = 0 {
    didSet { if strokeStart != oldValue { changeOutline(.strokeStart, from: .scalar(oldValue)) } }
  }

  /// Where on the path the stroke ends; nothing is stroked that does not end behind its beginning.
  public final var strokeEnd: Scalar = 1 {
    didSet { if strokeEnd != oldValue { changeOutline(.strokeEnd, from: .scalar(oldValue)) } }
  }

  private var known: (stroked: Path, drawn: Rect)?
  private var measured: (path: Path, measure: PathMeasure)?

  /// The path between ``strokeStart`` and ``strokeEnd``, and what all of the shape may touch.
  private var outlines: (stroked: Path, drawn: Rect) {
    if let known { return known }
    let start = min(max(strokeStart, 0), 1)
    let end = min(max(strokeEnd, 0), 1)
    var stroked = path
    if start >= end {
      stroked = Path()
    } else if start > 0 || end < 1 {
      // Measured once for all parts of one path: a line that draws itself is another part every frame.
      let measure = measured.flatMap { $0.path == path ? $0.measure : nil } ?? PathMeasure(path)
      measured = (path, measure)
      stroked = measure.trimmed(from: measure.length * start, to: measure.length * end)
    }
    var drawn = path.bounds ?? .zero
    if path.bounds != nil {
      let half = max(lineWidth, 1) / 2
      // A corner's tip is miterLimit half widths away, a square cap's √2.
      let reach = lineJoin == .miter ? max(half * max(miterLimit, 1), half * 3 / 2) : half * 3 / 2
      drawn = drawn.insetBy(dx: -reach, dy: -reach)
    }
    known = (stroked, drawn)
    return (stroked, drawn)
  }

  private func changeOutline() {
    known = nil
    setNeedsDisplay()
  }

  private func changeOutline(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    known = nil
    invalidateContent(property, from: old())
  }

  open override func value(for property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .path: .path(path)
    case .fillColor: AnimatableValue(fillColor)
    case .strokeColor: AnimatableValue(strokeColor)
    case .strokeStart: .scalar(strokeStart)
    case .strokeEnd: .scalar(strokeEnd)
    case .lineWidth: .scalar(lineWidth)
    case .lineDashPhase: .scalar(lineDashPhase)
    default: super.value(for: property)
    }
  }

  open override func setValue(_ value: AnimatableValue, for property: AnimatableProperty) {
    switch (property, value) {
    case (.path, .path(let value)): path = value
    case (.fillColor, .color(let value)): fillColor = value
    case (.fillColor, .nothing): fillColor = nil
    case (.strokeColor, .color(let value)): strokeColor = value
    case (.strokeColor, .nothing): strokeColor = nil
    case (.strokeStart, .scalar(let value)): strokeStart = value
    case (.strokeEnd, .scalar(let value)): strokeEnd = value
    case (.lineWidth, .scalar(let value)): lineWidth = value
    case (.lineDashPhase, .scalar(let value)): lineDashPhase = value
    default: super.setValue(value, for: property)
    }
  }

  open override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    if let fillColor, fillColor.alpha > 0 {
      list.fill(path, rule: fillRule, with: .color(fillColor), transform: transform, opacity: opacity)
    }
    guard let strokeColor, strokeColor.alpha > 0, lineWidth > 0 else { return }
    let style = StrokeStyle(
      width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit, dashes: lineDashPattern, dashPhase: lineDashPhase)
    list.stroke(outlines.stroked, style: style, with: .color(strokeColor), transform: transform, opacity: opacity)
  }

  open override var drawnBounds: Rect {
    path.isEmpty ? bounds : strokeColor == nil ? bounds.union(path.bounds ?? .zero) : bounds.union(outlines.drawn)
  }

  open override var shadowPath: Path? { path }
}
