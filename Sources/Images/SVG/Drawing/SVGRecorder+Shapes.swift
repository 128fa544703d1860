import CartoucheRaster

extension SVGRecorder {
  /// Fills and strokes a shape.
  func drawShape(_ index: Int, _ scope: ElementScope, into list: inout DisplayList) {
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
    // What is painted once needs no group to be faint.
    let isOne = parts == 1 && !hasMarkers && style.mask == nil && style.blend == .normal
    let fade = isOne ? style.opacity : 1
    let transform = Homography(scope.transform)
    layered(index, scope, opacity: isOne ? 1 : nil, into: &list) { list in
      for part in style.paintOrder {
        switch part {
        case .fill:
          if let fill {
            list.fill(path, rule: style.fillRule, with: fill, transform: transform, opacity: byte(style.fillOpacity * fade))
          }
        case .stroke:
          if let stroke {
            list.stroke(
              stroke.path, style: stroke.pen, with: stroke.paint, transform: Homography(stroke.transform),
              opacity: byte(style.strokeOpacity * fade))
          }
        case .markers:
          if let markers { append(markers, index, to: &list) }
        }
      }
    }
  }

  /// A shape's stroke as it is recorded.
  struct Stroke {
    var path: Path
    var pen: StrokeStyle
    var paint: Paint
    /// From the path's space to the list's.
    var transform: AffineTransform
  }

  /// The stroke of a shape; nil if it has none, or it is too much work.
  func stroke(of path: Path, _ index: Int, _ scope: ElementScope) -> Stroke? {
    guard scope.style.stroke != .none, var pen = pen(of: scope) else { return nil }
    guard var paint = paint(scope.style.stroke, path, scope, index) else { return nil }
    var (path, scope) = (path, scope)
    if !scope.style.isStrokeScaled {
      // The pen is as wide as it says where the drawing is shown: a drawing for one size is none for another.
      dependsOnScale = true
      guard elements.spend(path.points.count, index) else { return nil }
      path = path.transformed(by: scope.transform)
      paint = paint.transformed(by: scope.transform)
      scope.transform = .identity
      pen = pen.scaled(by: 1 / scale)
    }
    if !pen.dashes.isEmpty, let whole = pathLength(index) {
      // Measuring a curve takes some hundred chords.
      guard elements.spend(path.points.count * 64, index) else { return nil }
      let share = whole > 0 ? Number(rounding: path.length) / whole : .zero
      // Of a length of 0 every dash is infinitely long.
      (pen.dashes, pen.dashPhase) = (share > 0 ? pen.dashes.map { $0.scaled(by: share) } : [], pen.dashPhase.scaled(by: share))
    }
    guard elements.spend(path.drawingCost(pen: pen, magnification: magnification(of: scope.transform)), index) else { return nil }
    return Stroke(path: path, pen: pen, paint: paint, transform: scope.transform)
  }

  /// The largest number of pixels that a unit of a shape's user space covers.
  private func magnification(of transform: AffineTransform) -> Number { max(transform.scales.x, transform.scales.y) * scale }

  private func pen(of scope: ElementScope) -> StrokeStyle? {
    let (style, lengthContext) = (scope.style, scope.lengthContext)
    let width = Scalar(rounding: lengthContext.userUnits(style.strokeWidth, .diagonal))
    guard width > 0, elements.budget.spend(style.dashes.count * 4) else { return nil }
    return StrokeStyle(
      width: width, cap: style.cap, join: style.join, miterLimit: Scalar(rounding: style.miterLimit),
      dashes: style.dashes.map { Scalar(rounding: lengthContext.userUnits($0, .diagonal)) },
      dashPhase: Scalar(rounding: lengthContext.userUnits(style.dashOffset, .diagonal)))
  }

  /// How long the author says that a shape's outline is; dashes are measured by that.
  private func pathLength(_ index: Int) -> Number? {
    guard let text = elements.markup[index]["pathLength"] else { return nil }
    let (numbers, isComplete) = ValueReader.numbers(text)
    guard isComplete, numbers.count == 1, numbers[0] >= 0 else {
      elements.warn("pathLength=\"\(text.messageExcerpt)\" is no length and is left out", index)
      return nil
    }
    return numbers[0]
  }
}

extension StrokeStyle {
  /// The pen for a path that is larger.
  fileprivate func scaled(by share: Number) -> StrokeStyle {
    StrokeStyle(
      width: width.scaled(by: share), cap: cap, join: join, miterLimit: miterLimit, dashes: dashes.map { $0.scaled(by: share) },
      dashPhase: dashPhase.scaled(by: share))
  }
}

extension Scalar {
  fileprivate func scaled(by share: Number) -> Scalar { Scalar(rounding: Number(rounding: self) * share) }
}
