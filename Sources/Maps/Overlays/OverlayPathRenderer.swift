public import CartoucheRaster

/// What renderers of shapes have in common: MapKit's `MKOverlayPathRenderer`.
///
/// The stroke lies over the fill, half of it on each side of the outline; its width is the screen's at every zoom.
open class OverlayPathRenderer: OverlayRenderer {
  /// What the shape is filled with; nil leaves it empty.
  public final var fillColor: Color? { didSet { if fillColor != oldValue { setNeedsDisplay() } } }

  /// What the outline is stroked with; nil draws no stroke.
  public final var strokeColor: Color? { didSet { if strokeColor != oldValue { setNeedsDisplay() } } }

  /// In points of the screen.
  public final var lineWidth: Scalar = 1 { didSet { if lineWidth != oldValue { setNeedsDisplay() } } }

  public final var lineCap = LineCap.round { didSet { if lineCap != oldValue { setNeedsDisplay() } } }

  public final var lineJoin = LineJoin.round { didSet { if lineJoin != oldValue { setNeedsDisplay() } } }

  public final var miterLimit: Scalar = 10 { didSet { if miterLimit != oldValue { setNeedsDisplay() } } }

  /// Lengths of dashes and gaps in turn, in points of the screen; none, a solid line.
  public final var lineDashPattern: [Scalar] = [] { didSet { if lineDashPattern != oldValue { setNeedsDisplay() } } }

  public final var lineDashPhase: Scalar = 0 { didSet { if lineDashPhase != oldValue { setNeedsDisplay() } } }

  open override var drawingOutset: Scalar {
    guard hasStroke else { return 0 }
    let half = min(lineWidth, 16384) / 2
    return max(lineJoin == .miter ? half * min(max(miterLimit, 1), 64) : 0, half * 3 / 2) + 1
  }

  final var hasFill: Bool { (fillColor?.alpha ?? 0) > 0 }

  final var hasStroke: Bool { (strokeColor?.alpha ?? 0) > 0 && lineWidth > 0 }

  final var strokeStyle: StrokeStyle {
    StrokeStyle(
      width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit, dashes: lineDashPattern, dashPhase: lineDashPhase)
  }

  override var prefersPartialDrawing: Bool { true }

  /// Kept, so that a frame of a map that moves finds room for its paths.
  private var scratch = Path()

  /// Strokes lines of the overlay as one, each from `start` to `end` of its length.
  final func stroke(_ lines: [LineGeometry], from start: Scalar = 0, to end: Scalar = 1, in context: inout MapContext) {
    guard let strokeColor, hasStroke, start < end else { return }
    let style = strokeStyle
    let linePathBuilder = context.linePathBuilder
    if !lineDashPattern.isEmpty {
      for line in lines {
        for run in linePathBuilder.runs(of: line, lengthRange(of: line, start, end, context)) {
          var dashed = style
          dashed.dashPhase = phase(after: context.zoomScale.points(forUnits: run.start) + run.beyond)
          context.list.stroke(run.path, style: dashed, with: .color(strokeColor))
        }
      }
      return
    }
    scratch.removeAll()
    for line in lines { linePathBuilder.stroke(line, lengthRange(of: line, start, end, context), into: &scratch) }
    if !scratch.isEmpty { context.list.stroke(scratch, style: style, with: .color(strokeColor)) }
  }

  /// Fills rings, those in others as holes and islands in turn.
  final func fill(_ rings: [LineGeometry], in context: inout MapContext) {
    guard let fillColor, hasFill else { return }
    var path = Path()
    let linePathBuilder = context.linePathBuilder
    for ring in rings { linePathBuilder.fill(ring, into: &path) }
    if !path.isEmpty { context.list.fill(path, rule: .evenOdd, with: .color(fillColor)) }
  }

  /// The part of a line, nil for all of it.
  final func lengthRange(_ line: LineGeometry, _ start: Scalar, _ end: Scalar, step: Int) -> LinePathBuilder.LengthRange? {
    if start <= 0 && end >= 1 { return nil }
    let total = line.measuredLevel(atZoomStep: step).lengths.last ?? 0
    func share(_ part: Scalar) -> Int64 {
      part >= 1 ? total : Int64(clamping: (Int128(total) * Int128(max(part, 0).rawValue)) >> 16)
    }
    return LinePathBuilder.LengthRange(from: share(start), to: share(end))
  }

  private func lengthRange(of line: LineGeometry, _ start: Scalar, _ end: Scalar, _ context: MapContext) -> LinePathBuilder
    .LengthRange?
  {
    lengthRange(line, start, end, step: context.transform.camera.tileZoom)
  }

  /// The dash phase so far along the line, within two turns of the pattern: far along a line of the whole world the phase itself would not do.
  private func phase(after length: Scalar) -> Scalar {
    var sum: Scalar = 0
    for part in lineDashPattern { sum += max(part, 0) }
    let turn = sum * 2
    guard turn > 0 else { return lineDashPhase }
    return Scalar(rawValue: length.rawValue % turn.rawValue) + lineDashPhase
  }
}
