import CartoucheRaster

extension SVGRecorder {
  /// A shape's stroke as it is recorded.
  struct Stroke {
    var path: Path
    var pen: StrokeStyle
    var paint: Paint
    /// From the path's space to the list's.
    var transform: AffineTransform
  }

  /// The stroke of a shape; nil if it has none, or it is too much work.
  func stroke(of path: Path, _ index: Int, _ scope: Scope) -> Stroke? {
    guard scope.style.stroke != .none, var pen = pen(of: scope) else { return nil }
    guard var paint = paint(scope.style.stroke, path, scope, index) else { return nil }
    var (path, scope) = (path, scope)
    if !scope.style.isStrokeScaled {
      // The pen is as wide as it says where the drawing is shown: a drawing for one size is none for another.
      dependsOnScale = true
      guard spend(path.points.count, index) else { return nil }
      path = path.transformed(by: scope.transform)
      paint = paint.transformed(by: scope.transform)
      scope.transform = .identity
      pen = pen.scaled(by: 1 / scale)
    }
    if !pen.dashes.isEmpty, let whole = pathLength(index) {
      // Measuring a curve takes some hundred chords.
      guard spend(path.points.count * 64, index) else { return nil }
      let share = whole > 0 ? Number(rounding: path.length) / whole : .zero
      // Of a length of 0 every dash is infinitely long.
      (pen.dashes, pen.dashPhase) = (share > 0 ? pen.dashes.map { $0.scaled(by: share) } : [], pen.dashPhase.scaled(by: share))
    }
    guard spend(cost(of: path, pen: pen, scope), index) else { return nil }
    return Stroke(path: path, pen: pen, paint: paint, transform: scope.transform)
  }

  private func pen(of scope: Scope) -> StrokeStyle? {
    let (style, lengthContext) = (scope.style, scope.lengthContext)
    let width = Scalar(rounding: lengthContext.userUnits(style.strokeWidth, .diagonal))
    guard width > 0, budget.spend(style.dashes.count * 4) else { return nil }
    return StrokeStyle(
      width: width, cap: style.cap, join: style.join, miterLimit: Scalar(rounding: style.miterLimit),
      dashes: style.dashes.map { Scalar(rounding: lengthContext.userUnits($0, .diagonal)) },
      dashPhase: Scalar(rounding: lengthContext.userUnits(style.dashOffset, .diagonal)))
  }

  /// How long the author says that a shape's outline is; dashes are measured by that.
  private func pathLength(_ index: Int) -> Number? {
    guard let text = markup[index]["pathLength"] else { return nil }
    let (numbers, isComplete) = ValueReader.numbers(text)
    guard isComplete, numbers.count == 1, numbers[0] >= 0 else {
      warn("pathLength=\"\(text.messageExcerpt)\" is no length and is left out", index)
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
