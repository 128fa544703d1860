import CartoucheRaster

extension SVGRecorder {
  /// What brings an element in: the `use` that shows it, or the shape that it is a marker on.
  final class ContextElement {
    let index: Int
    let scope: Scope
    /// The shape's outline; nil of a `use`.
    let path: Path?
    /// The links that were followed to it.
    let followed: [Int]

    init(_ index: Int, _ scope: Scope, _ path: Path?, followed: [Int]) {
      (self.index, self.scope, self.path, self.followed) = (index, scope, path, followed)
    }
  }

  /// What `context-fill` or `context-stroke` paints, laid out for the element that it is asked of and seen from the space of `scope`; nil for nothing.
  ///
  /// - Source: SVG 2, section 13.2.
  func contextPaint(_ part: ShapePart, _ scope: Scope, _ index: Int) -> Paint? {
    guard let context = scope.context else {
      warn("context-\(part.rawValue) means something in markers and behind use only; nothing is painted", index)
      return nil
    }
    guard enter(context.index) else { return nil }
    let links = followed
    followed = context.followed
    defer {
      followed = links
      end()
    }
    let value = part == .fill ? context.scope.style.fill : context.scope.style.stroke
    var path = context.path ?? Path()
    if context.path == nil, case .server = value {
      path.addRect(bounds(of: context.index, context.scope) ?? .zero)
    }
    guard let paint = paint(value, path, context.scope, context.index) else { return nil }
    if context.scope.transform == scope.transform { return paint }
    // Where there is no way back nothing is seen.
    return scope.transform.inverse.map { paint.transformed(by: context.scope.transform.concatenating($0)) }
  }
}

extension Paint {
  /// The same paint in another space, to which `transform` leads.
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
