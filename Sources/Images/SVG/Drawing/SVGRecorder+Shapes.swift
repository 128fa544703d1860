import CartoucheRaster

extension SVGRecorder {
  /// Draws the fill, stroke and markers of a shape.
  func drawShape(_ index: Int, _ scope: InheritedState, into list: inout DisplayList) {
    let style = scope.style
    guard style.isVisible, style.opacity > 0, let path = outlines.outline(of: index, scope.lengthContext),
      elements.spend(path.points.count, index)
    else { return }
    let fill = paint(style.fill, path, scope, index)
    let stroke = stroke(of: path, index, scope)
    if fill != nil, !elements.spend(path.drawingCost(pen: nil, magnification: magnification(of: scope.transform)), index) { return }
    let markers = hasMarkers(index, style) ? self.markers(of: path, index, scope) : nil
    let hasMarkers = markers?.list.isEmpty == false
    let parts = (fill == nil ? 0 : 1) + (stroke == nil ? 0 : 1) + (hasMarkers ? 1 : 0)
    guard parts > 0 else { return }
    // A single painted part needs no group for its opacity.
    let isSinglePart = parts == 1 && !hasMarkers && style.mask == nil && style.blend == .normal
    let partOpacity = isSinglePart ? style.opacity : 1
    let transform = Homography(scope.transform)
    layered(index, scope, opacity: isSinglePart ? 1 : nil, into: &list) { list in
      for part in style.paintOrder {
        switch part {
        case .fill:
          if let fill {
            list.fill(path, rule: style.fillRule, with: fill, transform: transform, opacity: byte(style.fillOpacity * partOpacity))
          }
        case .stroke:
          if let stroke {
            list.stroke(
              stroke.path, style: stroke.pen, with: stroke.paint, transform: Homography(stroke.transform),
              opacity: byte(style.strokeOpacity * partOpacity))
          }
        case .markers:
          if let markers { append(markers, index, to: &list) }
        }
      }
    }
  }

  /// The stroke of a shape, ready to be recorded.
  struct Stroke {
    var path: Path
    var pen: StrokeStyle
    var paint: Paint
    /// The transform from the path's space to the display list's space.
    var transform: AffineTransform
  }

  /// Returns the stroke of a shape. If the shape has no stroke or exceeds the budget, the function returns
  /// nil.
  func stroke(of path: Path, _ index: Int, _ scope: InheritedState) -> Stroke? {
    guard scope.style.stroke != .none, var pen = pen(of: scope) else { return nil }
    guard var paint = paint(scope.style.stroke, path, scope, index) else { return nil }
    var (path, scope) = (path, scope)
    if !scope.style.isStrokeScaled {
      // The pen has a fixed width on the screen, so the list is valid for one scale only.
      dependsOnScale = true
      guard elements.spend(path.points.count, index) else { return nil }
      path = path.transformed(by: scope.transform)
      paint = paint.transformed(by: scope.transform)
      scope.transform = .identity
      pen = pen.scaled(by: 1 / scale)
    }
    if !pen.dashes.isEmpty, let statedLength = pathLength(index) {
      // Measuring a curve takes about a hundred chords.
      guard elements.spend(path.points.count * 64, index) else { return nil }
      let factor = statedLength > 0 ? Number(rounding: path.length) / statedLength : .zero
      // With a path length of 0 every dash is infinitely long.
      (pen.dashes, pen.dashPhase) = (factor > 0 ? pen.dashes.map { $0.scaled(by: factor) } : [], pen.dashPhase.scaled(by: factor))
    }
    guard elements.spend(path.drawingCost(pen: pen, magnification: magnification(of: scope.transform)), index) else { return nil }
    return Stroke(path: path, pen: pen, paint: paint, transform: scope.transform)
  }

  /// Returns the largest number of pixels that a unit of the source space covers.
  private func magnification(of transform: AffineTransform) -> Number { max(transform.scales.x, transform.scales.y) * scale }

  private func pen(of scope: InheritedState) -> StrokeStyle? {
    let (style, lengthContext) = (scope.style, scope.lengthContext)
    let width = Scalar(rounding: lengthContext.userUnits(style.strokeWidth, .diagonal))
    guard width > 0, elements.budget.spend(style.dashes.count * 4) else { return nil }
    return StrokeStyle(
      width: width, cap: style.cap, join: style.join, miterLimit: Scalar(rounding: style.miterLimit),
      dashes: style.dashes.map { Scalar(rounding: lengthContext.userUnits($0, .diagonal)) },
      dashPhase: Scalar(rounding: lengthContext.userUnits(style.dashOffset, .diagonal)))
  }

  /// Returns the `pathLength` of a shape: the length that the author states for the outline. Dashes are
  /// measured on the scale of this length.
  private func pathLength(_ index: Int) -> Number? {
    guard let text = elements.markup[index]["pathLength"] else { return nil }
    let (numbers, isComplete) = ValueReader.numbers(text)
    guard isComplete, numbers.count == 1, numbers[0] >= 0 else {
      elements.warn("pathLength=\"\(text.messageExcerpt)\" is not a length and is ignored", index)
      return nil
    }
    return numbers[0]
  }
}

extension StrokeStyle {
  /// Returns the pen with its lengths multiplied by `factor`.
  fileprivate func scaled(by factor: Number) -> StrokeStyle {
    StrokeStyle(
      width: width.scaled(by: factor), cap: cap, join: join, miterLimit: miterLimit, dashes: dashes.map { $0.scaled(by: factor) },
      dashPhase: dashPhase.scaled(by: factor))
  }
}

extension Scalar {
  fileprivate func scaled(by factor: Number) -> Scalar { Scalar(rounding: Number(rounding: self) * factor) }
}
