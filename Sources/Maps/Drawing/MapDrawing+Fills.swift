import CartoucheRaster

extension MapDrawing {
  /// Adds the areas of a group of features, and their outlines.
  mutating func drawFill(
    _ paint: FillPaint, _ layer: CompiledLayer, _ group: FeatureGroup, _ tileLayer: VectorLayer, _ placement: inout TilePlacement
  ) {
    let opacity = paint.isOpacityOfLayer ? 1 : frame.number(paint.opacity, group)
    guard opacity > 0 else { return }
    let offset = frame.offset(paint.translation)
    let reach = 1 + max(offset.x.magnitude, offset.y.magnitude)
    let part: FeaturePart = paint.isWidened && frame.flag(paint.isAntialiased) ? .widenedArea : .area
    switch pattern(paint.pattern, group) {
    case .missing: return
    case .image(let image):
      let alpha = UInt8(clamping: (opacity * 255).rounded)
      let pattern = self.paint(image, near: placement.cellOrigin, offset: offset)
      let isOpaque = alpha == 255 && image.image.isOpaque
      if alpha > 0 {
        group.forEachRun(isOpaque: isOpaque) { run in
          add(run, of: tileLayer, as: part, reach: reach, layer, &placement) { .filled($0.moved(by: offset), pattern, alpha) }
        }
      }
    case .none:
      let color = (frame.color(paint.color, group) ?? .black).faded(by: opacity)
      if color.alpha > 0 {
        group.forEachRun(isOpaque: color.alpha == 255) { run in
          add(run, of: tileLayer, as: part, reach: reach, layer, &placement) { .fill($0.moved(by: offset), .color(color)) }
        }
      }
    }
    guard let outline = frame.color(paint.outlineColor, group)?.faded(by: opacity), outline.alpha > 0,
      frame.flag(paint.isAntialiased)
    else { return }
    let style = StrokeStyle(width: frame.scale, join: .miter, miterLimit: 2)
    group.forEachRun(isOpaque: outline.alpha == 255) { run in
      add(run, of: tileLayer, as: .outline, reach: reach + frame.scale, layer, &placement) {
        .stroke($0.moved(by: offset), style, .color(outline))
      }
    }
  }
}

extension Path {
  /// Returns the path, moved by an offset.
  consuming func moved(by offset: Point) -> Path {
    translate(by: offset)
    return self
  }
}
