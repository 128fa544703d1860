public import CartoucheRaster

/// A layer that fills and strokes a path: Core Animation's `CAShapeLayer`.
///
/// The path is in the layer's coordinate space, and is not clipped to ``Layer/bounds``. The stroke is drawn
/// over the fill, and is centered on the path. The path also casts the layer's shadow.
open class ShapeLayer: Layer {
  /// The path that the layer fills and strokes, in the layer's coordinate space.
  public final var path = Path() {
    didSet { if path != oldValue { changeOutline(.path, from: .path(oldValue)) } }
  }

  /// The color that fills the path; nil for no fill.
  public final var fillColor: Color? = .black {
    didSet { if fillColor != oldValue { invalidateContent(.fillColor, from: AnimatableValue(oldValue)) } }
  }

  /// The rule that decides which areas are filled where the path overlaps itself.
  public final var fillRule = FillRule.nonZero { didSet { if fillRule != oldValue { setNeedsDisplay() } } }

  /// The color that strokes the path; nil for no stroke.
  public final var strokeColor: Color? {
    didSet { if strokeColor != oldValue { invalidateContent(.strokeColor, from: AnimatableValue(oldValue)) } }
  }

  /// The width of the stroke, in points.
  public final var lineWidth: Scalar = 1 {
    didSet { if lineWidth != oldValue { changeOutline(.lineWidth, from: .scalar(oldValue)) } }
  }

  /// The shape of the ends of the stroke.
  public final var lineCap = LineCap.butt { didSet { if lineCap != oldValue { changeOutline() } } }

  /// The shape of the corners of the stroke.
  public final var lineJoin = LineJoin.miter { didSet { if lineJoin != oldValue { changeOutline() } } }

  /// The maximum length of a mitered corner of the stroke, as a multiple of ``lineWidth``.
  ///
  /// The length of a mitered corner is the distance from its inner to its outer point. A corner that would be
  /// longer is beveled.
  public final var miterLimit: Scalar = 10 { didSet { if miterLimit != oldValue { changeOutline() } } }

  /// The lengths of the stroke's dashes and gaps, in points. The first length is that of a dash.
  ///
  /// Lengths of dashes and of gaps alternate. If the number of lengths is odd, the pattern is repeated with
  /// dashes and gaps exchanged. If the array is empty, the stroke is a solid line.
  public final var lineDashPattern: [Scalar] = [] { didSet { if lineDashPattern != oldValue { setNeedsDisplay() } } }

  /// The offset into the dash pattern at which the stroke begins, in points.
  public final var lineDashPhase: Scalar = 0 {
    didSet { if lineDashPhase != oldValue { invalidateContent(.lineDashPhase, from: .scalar(oldValue)) } }
  }

  /// The position on the path at which the stroke begins, as a fraction of the path's length.
  ///
  /// At 0, the stroke begins at the start of the path. At 0.5, the stroke begins halfway along the path.
  public final var strokeStart: Scalar = 0 {
    didSet { if strokeStart != oldValue { changeOutline(.strokeStart, from: .scalar(oldValue)) } }
  }

  /// The position on the path at which the stroke ends, as a fraction of the path's length.
  ///
  /// At 1, the stroke ends at the end of the path. At 0.5, the stroke ends halfway along the path. If this
  /// position is not greater than ``strokeStart``, there is no stroke.
  public final var strokeEnd: Scalar = 1 {
    didSet { if strokeEnd != oldValue { changeOutline(.strokeEnd, from: .scalar(oldValue)) } }
  }

  private var cached: (stroked: Path, drawn: Rect)?
  private var measured: (path: Path, measure: PathMeasure)?

  /// The path between ``strokeStart`` and ``strokeEnd``, and the bounds of the fill and the stroke.
  private var outlines: (stroked: Path, drawn: Rect) {
    if let cached { return cached }
    let start = strokeStart.clamped(from: 0, to: 1)
    let end = strokeEnd.clamped(from: 0, to: 1)
    var stroked = path
    if start >= end {
      stroked = Path()
    } else if start > 0 || end < 1 {
      // Measured once for each path: an animated stroke shows another part in every frame.
      let measure = measured.flatMap { $0.path == path ? $0.measure : nil } ?? PathMeasure(path)
      measured = (path, measure)
      stroked = measure.trimmed(from: measure.length * start, to: measure.length * end)
    }
    var drawn = path.bounds ?? .zero
    if path.bounds != nil {
      let half = max(lineWidth, 1) / 2
      // The tip of a miter is up to miterLimit half widths away, the corner of a square cap √2.
      let margin = lineJoin == .miter ? max(half * max(miterLimit, 1), half * 3 / 2) : half * 3 / 2
      drawn = drawn.insetBy(dx: -margin, dy: -margin)
    }
    cached = (stroked, drawn)
    return (stroked, drawn)
  }

  private func changeOutline() {
    cached = nil
    setNeedsDisplay()
  }

  private func changeOutline(_ property: AnimatableProperty, from old: @autoclosure () -> AnimatableValue) {
    cached = nil
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
