public import CartoucheRaster

/// The base class of renderers that fill and stroke shapes: MapKit's `MKOverlayPathRenderer`.
///
/// The stroke is drawn over the fill. Half of the stroke's width is inside the shape's outline, and half is
/// outside. The stroke's width is in points of the screen, so the width is the same at every zoom.
open class OverlayPathRenderer: OverlayRenderer {
  /// The color that fills the shape. If nil, the shape is not filled.
  public final var fillColor: Color? { didSet { if fillColor != oldValue { setNeedsDisplay() } } }

  /// The color of the stroke along the shape's outline. If nil, the outline is not stroked.
  public final var strokeColor: Color? { didSet { if strokeColor != oldValue { setNeedsDisplay() } } }

  /// The width of the stroke, in points of the screen.
  public final var lineWidth: Scalar = 1 { didSet { if lineWidth != oldValue { setNeedsDisplay() } } }

  /// The line cap: the shape of the stroke at its ends and at the ends of its dashes.
  public final var lineCap = LineCap.round { didSet { if lineCap != oldValue { setNeedsDisplay() } } }

  /// The line join: the shape of the stroke at corners.
  public final var lineJoin = LineJoin.round { didSet { if lineJoin != oldValue { setNeedsDisplay() } } }

  /// The miter limit: the largest ratio of a miter's length to the line width. A corner with a larger ratio
  /// is beveled. Only miter joins have this limit.
  public final var miterLimit: Scalar = 10 { didSet { if miterLimit != oldValue { setNeedsDisplay() } } }

  /// The dash pattern: the lengths of dashes and gaps in turn, beginning with a dash, in screen points. If
  /// the array is empty, the stroke is solid.
  public final var lineDashPattern: [Scalar] = [] { didSet { if lineDashPattern != oldValue { setNeedsDisplay() } } }

  /// The dash phase: the position in the dash pattern at which a line starts, in screen points. With a phase
  /// of 3, for example, the first 3 points of the pattern are skipped.
  public final var lineDashPhase: Scalar = 0 { didSet { if lineDashPhase != oldValue { setNeedsDisplay() } } }

  open override var drawingOutset: Scalar {
    guard isStroked else { return 0 }
    let half = min(lineWidth, 16384) / 2
    return max(lineJoin == .miter ? half * miterLimit.clamped(from: 1, to: 64) : 0, half * 3 / 2) + 1
  }

  final var isFilled: Bool { (fillColor?.alpha ?? 0) > 0 }

  final var isStroked: Bool { (strokeColor?.alpha ?? 0) > 0 && lineWidth > 0 }

  final var strokeStyle: StrokeStyle {
    StrokeStyle(
      width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit, dashes: lineDashPattern, dashPhase: lineDashPhase)
  }

  override var prefersPartialDrawing: Bool { true }

  /// A path whose storage is reused, so that frames of a moving map need not allocate paths.
  private var reusablePath = Path()
  /// The points of a ring, whose memory is reused.
  private var ringPoints: [SIMD2<Int64>] = []

  /// Strokes lines of the overlay as one path.
  ///
  /// - Parameters:
  ///   - start: The start of the stroke, as a share of each line's length.
  ///   - end: The end of the stroke, as a share of each line's length.
  final func stroke(_ lines: [LineLevelsOfDetail], from start: Scalar = 0, to end: Scalar = 1, in context: inout MapContext) {
    guard let strokeColor, isStroked, start < end else { return }
    let style = strokeStyle
    var linePathBuilder = context.linePathBuilder
    defer { context.addDependence(of: linePathBuilder) }
    if !lineDashPattern.isEmpty {
      for line in lines {
        for run in linePathBuilder.runs(of: line, lengthRange(of: line, start, end, context)) {
          var dashed = style
          dashed.dashPhase = phase(after: context.zoomScale.points(forUnits: run.start) + run.extraLength)
          context.list.stroke(run.path, style: dashed, with: .color(strokeColor))
        }
      }
      return
    }
    reusablePath.removeAll()
    for line in lines { linePathBuilder.stroke(line, lengthRange(of: line, start, end, context), into: &reusablePath) }
    if !reusablePath.isEmpty { context.list.stroke(reusablePath, style: style, with: .color(strokeColor)) }
  }

  /// Fills rings by the even-odd rule, so that a ring inside another ring is a hole or an island, and strokes
  /// them.
  final func fillAndStroke(_ rings: [LineLevelsOfDetail], in context: inout MapContext) {
    guard let fillColor, isFilled else { return stroke(rings, in: &context) }
    reusablePath.removeAll()
    var linePathBuilder = context.linePathBuilder
    defer { context.addDependence(of: linePathBuilder) }
    var isOutline = true
    for ring in rings {
      let isSame = linePathBuilder.fill(ring, into: &reusablePath, reusing: &ringPoints)
      isOutline = isOutline && isSame
    }
    if !reusablePath.isEmpty { context.list.fill(reusablePath, rule: .evenOdd, with: .color(fillColor)) }
    guard isOutline, lineDashPattern.isEmpty else { return stroke(rings, in: &context) }
    // Most rings are wholly in or near the view, and stroked along the same path.
    guard let strokeColor, isStroked, !reusablePath.isEmpty else { return }
    context.list.stroke(reusablePath, style: strokeStyle, with: .color(strokeColor))
  }

  /// Returns the part of a line from `start` to `end`, which are shares of the line's length; nil for the
  /// whole line.
  final func lengthRange(_ line: LineLevelsOfDetail, _ start: Scalar, _ end: Scalar, step: Int) -> LinePathBuilder.LengthRange? {
    if start <= 0 && end >= 1 { return nil }
    let total = line.measuredLevel(atZoomStep: step).lengths.last ?? 0
    func share(_ part: Scalar) -> Int64 {
      part >= 1 ? total : Int64(clamping: (Int128(total) * Int128(max(part, 0).rawValue)) >> 16)
    }
    return LinePathBuilder.LengthRange(from: share(start), to: share(end))
  }

  private func lengthRange(of line: LineLevelsOfDetail, _ start: Scalar, _ end: Scalar, _ context: MapContext) -> LinePathBuilder
    .LengthRange?
  {
    lengthRange(line, start, end, step: context.transform.camera.tileZoom)
  }

  /// Returns the dash phase at a distance along the line, reduced to less than two periods of the pattern.
  ///
  /// Without the reduction, the distance at the far end of a line around the world would be out of range.
  private func phase(after length: Scalar) -> Scalar {
    var sum: Scalar = 0
    for part in lineDashPattern { sum += max(part, 0) }
    let period = sum * 2
    guard period > 0 else { return lineDashPhase }
    return Scalar(rawValue: length.rawValue % period.rawValue) + lineDashPhase
  }
}
