import CartoucheRaster

extension SVGRecorder {
  /// Returns the paint of a shape's fill or stroke, or nil if the shape has no such paint.
  func paint(_ value: PaintValue, _ path: Path, _ scope: InheritedState, _ index: Int) -> Paint? {
    switch value {
    case .none: return nil
    case .color(let color): return color.alpha == 0 ? nil : .color(color)
    case .currentColor: return .color(scope.style.color)
    case .context(let part): return contextPaint(part, scope, index)
    case .server(let link, let fallback):
      guard let server = elements.target(of: link), let tag = elements.markup[server].tag, tag.isGradient || tag == .pattern else {
        if fallback == nil {
          elements.warn("\"\(link.messageExcerpt)\" refers to no gradient or pattern in this file; nothing is painted", index)
        }
        return paint(fallback, scope)
      }
      // A server that paints nothing, such as a gradient without stops, counts as missing, as in browsers.
      if tag == .pattern { return pattern(server, path, scope, index) ?? paint(fallback, scope) }
      guard let gradient = gradients.gradient(server, lengthContext: scope.lengthContext) else { return paint(fallback, scope) }
      guard elements.spend(gradient.stops.count + (gradient.isRelative ? path.points.count : 0), index) else { return nil }
      return gradients.paint(gradient, gradient.isRelative ? path.bounds : nil, scope.lengthContext) ?? paint(fallback, scope)
    }
  }

  private func paint(_ fallback: PaintValue.Fallback?, _ scope: InheritedState) -> Paint? {
    switch fallback {
    case .color(let color): .color(color)
    case .currentColor: .color(scope.style.color)
    case .some(.none), nil: nil
    }
  }

  /// Returns the paint that `context-fill` or `context-stroke` refers to, in the coordinate space of `scope`.
  ///
  /// - Source: SVG 2, section 13.2.
  func contextPaint(_ part: ShapePart, _ scope: InheritedState, _ index: Int) -> Paint? {
    guard let context = scope.context else {
      elements.warn("context-\(part.rawValue) is valid in markers and below use only; nothing is painted", index)
      return nil
    }
    guard elements.enter(context.index) else { return nil }
    let links = elements.followed
    elements.followed = context.followed
    defer {
      elements.followed = links
      elements.end()
    }
    let value = part == .fill ? context.scope.style.fill : context.scope.style.stroke
    var path = context.path ?? Path()
    if context.path == nil, case .server = value {
      path.addRect(geometry.bounds(of: context.index, context.scope) ?? .zero)
    }
    guard let paint = paint(value, path, context.scope, context.index) else { return nil }
    if context.scope.transform == scope.transform { return paint }
    // With a singular transform nothing is visible.
    return scope.transform.inverse.map { paint.transformed(by: context.scope.transform.concatenating($0)) }
  }
}

extension Paint {
  /// Returns the paint in the space to which `transform` maps.
  func transformed(by transform: AffineTransform) -> Paint {
    switch self {
    case .color: return self
    case .linearGradient(var gradient):
      gradient.transform = gradient.transform.concatenating(transform)
      return .linearGradient(gradient)
    case .radialGradient(var gradient):
      gradient.transform = gradient.transform.concatenating(transform)
      return .radialGradient(gradient)
    case .conicGradient(var gradient):
      gradient.transform = gradient.transform.concatenating(transform)
      return .conicGradient(gradient)
    case .image(var pattern):
      pattern.transform = pattern.transform.concatenating(transform)
      return .image(pattern)
    }
  }
}
