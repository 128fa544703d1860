import CartoucheRaster

extension SVGRecorder {
  /// What the fills of an element and of everything in it would touch, in its user space: what SVG calls its bounding box. Strokes, clips and masks do
  /// not count.
  ///
  /// - Parameter scope: the element's own.
  func bounds(of index: Int, _ scope: Scope) -> Rect? {
    var scope = scope
    scope.transform = .identity
    return inner(index, scope)
  }

  /// Of what is in the element, in the space that the scope's transform leads to.
  private func inner(_ index: Int, _ scope: Scope) -> Rect? {
    guard let tag = markup[index].tag, enter(index) else { return nil }
    defer { end() }
    if tag.isShape {
      guard let path = outline(of: index, scope), spend(path.points.count, index) else { return nil }
      return (scope.transform.isIdentity ? path : path.transformed(by: scope.transform)).bounds
    }
    switch tag {
    case .image:
      guard let (_, box) = imageBox(of: index, scope.lengthContext) else { return nil }
      return Path(rect: box.rect).transformed(by: scope.transform).bounds
    case .use:
      guard let target = useTarget(index), let tag = markup[target].tag else { return nil }
      followed.append(target)
      defer { followed.removeLast() }
      var moved = used(index, scope)
      if tag != .symbol && tag != .svg { moved.usedSize = (nil, nil) }
      return outer(target, moved)
    case .switch: return switchChild(of: index).flatMap { outer($0, scope) }
    case .g, .a: return children(of: index, scope)
    case .svg where index == 0: return children(of: index, scope)
    case .svg, .symbol: return viewport(of: index, scope).flatMap { children(of: index, $0.scope) }
    default: return nil
    }
  }

  private func children(of index: Int, _ scope: Scope) -> Rect? {
    var all: Rect?
    // A symbol is drawn where it is used.
    for child in markup[index].children where markup[child].tag != .symbol {
      guard spend(1, child) else { return all }
      all = union(all, outer(child, scope))
    }
    return all
  }

  /// Of the element with its own transform.
  private func outer(_ index: Int, _ parent: Scope) -> Rect? {
    guard markup[index].tag != nil else { return nil }
    var scope = parent
    scope.style = style(of: index, parent: parent.style, lengthContext: parent.lengthContext)
    scope.lengthContext.fontSize = scope.style.fontSize
    guard scope.style.isDisplayed || markup[index].tag == .symbol else { return nil }
    scope.transform = transformed(index, parent.transform, parent.lengthContext)
    return inner(index, scope)
  }

  private func union(_ a: Rect?, _ b: Rect?) -> Rect? {
    guard let a, let b else { return a ?? b }
    let (x, y) = (min(a.minX, b.minX), min(a.minY, b.minY))
    return Rect(x: x, y: y, width: max(a.maxX, b.maxX) - x, height: max(a.maxY, b.maxY) - y)
  }
}
