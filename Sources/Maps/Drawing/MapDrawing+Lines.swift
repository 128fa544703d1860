import CartoucheRaster

extension MapDrawing {
  /// Adds the lines and outlines of a group of features.
  mutating func drawLine(
    _ paint: LinePaint, _ layer: CompiledLayer, _ group: FeatureGroup, _ tileLayer: VectorLayer, _ placement: inout TilePlacement
  ) {
    let opacity = frame.number(paint.opacity, group)
    let width = frame.length(paint.width, group)
    guard opacity > 0, width > 0 else { return }
    let gap = max(frame.length(paint.gapWidth, group), 0)
    let blur = max(frame.length(paint.blur, group), 0)
    let side = frame.length(paint.offset, group)
    let offset = frame.offset(paint.translation)
    let style = strokeStyle(paint, width: width, group)
    var reach = width + gap + max(offset.x.magnitude, offset.y.magnitude) + 1
    reach = reach + side.magnitude + side.magnitude
    let visible = PixelRect(covering: placement.cellBounds.intersection(frame.part.insetBy(dx: -2, dy: -2)))
    var group = group
    if let kind = linePaint(paint, width: width, layer, group) {
      guard let kind else { return }
      let shape = LineShape(
        style: style, alpha: UInt8(clamping: (opacity * 255).rounded), gap: gap, blur: blur, side: side, offset: offset,
        reach: reach, visible: visible)
      let plain = drawLine(kind, shape, layer, group, tileLayer, &placement)
      if plain.isEmpty { return }
      (group.features, group.runEnds) = (plain, [])
    }
    let color = (frame.color(paint.color, group) ?? .black).faded(by: opacity)
    guard color.alpha > 0 else { return }
    group.forEachRun(isOpaque: color.alpha == 255 && blur == 0) { run in
      add(run, of: tileLayer, as: .outline, reach: reach, layer, &placement) { path in
        var path = path
        if side != 0 { path = path.offset(by: side, join: style.join, miterLimit: style.miterLimit) }
        path.translate(by: offset)
        guard gap > 0 || blur > 0 else { return .stroke(path, style, .color(color)) }
        let mask = CoverageMask(stroking: path, style: style, blur: blur, gap: gap, clippedTo: visible)
        var list = DisplayList()
        list.fill(mask, with: .color(color))
        return .list(list)
      }
    }
  }

  /// Returns the gradient or pattern of lines: nil for a plain color, and `.some(nil)` for an image that is
  /// missing.
  private mutating func linePaint(_ paint: LinePaint, width: Scalar, _ layer: CompiledLayer, _ group: FeatureGroup)
    -> LinePaintKind??
  {
    if !paint.gradient.isNone {
      // An expression of the line's progress is the same for all tiles.
      let stops = gradients[layer.index] ?? frame.gradientStops(paint.gradient)
      gradients[layer.index] = stops
      return .gradient(stops)
    }
    switch pattern(paint.pattern, group) {
    case .none: return nil
    case .missing: return .some(nil)
    case .image(let image):
      // Mip levels blur, so they serve only an image that is reduced much.
      let isReduced = width * 5 / 2 < Scalar(image.image.size.height)
      return .pattern(isReduced ? cache.reducible(image.image) : image.image, stretch: alongLine(paint, group) / width)
    }
  }

  /// Returns the width that counts along a line, for dashes and images.
  ///
  /// As in MapLibre, it is the line's width at the zoom below, and grows with the map until the next whole
  /// zoom. So dashes stay where they are on the map.
  private mutating func alongLine(_ paint: LinePaint, _ group: FeatureGroup) -> Scalar {
    let fraction = frame.zoom - Scalar(frame.wholeZoom)
    return frame.wholeZoomLength(paint.width, group)
      * Scalar(rounding: WideFixed<32>.powerOfTwo(WideFixed<32>(rounding: fraction)))
  }

  /// Returns the style of a stroke.
  private mutating func strokeStyle(_ paint: LinePaint, width: Scalar, _ group: FeatureGroup) -> StrokeStyle {
    let cap: LineCap =
      switch frame.text(paint.cap, group) {
      case "round": width > 1.5 ? .round : .butt
      case "square": .square
      default: .butt
      }
    let limit = frame.number(paint.miterLimit, group)
    var style: StrokeStyle
    switch frame.text(paint.join, group) {
    // Round joins are visible on wide lines only.
    case "round": style = StrokeStyle(width: width, cap: cap, join: width > 2.5 ? .round : .miter, miterLimit: 2)
    case "bevel": style = StrokeStyle(width: width, cap: cap, join: .bevel, miterLimit: limit)
    default: style = StrokeStyle(width: width, cap: cap, join: .miter, miterLimit: limit)
    }
    if case .array(let dashes) = frame.value(paint.dashes, group) {
      style.dashes = storage.dashes(dashes, unit: alongLine(paint, group))
    }
    return style
  }
}
