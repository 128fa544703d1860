import CartoucheRaster

/// Computes the bounding boxes of elements and the viewports that they establish.
final class ElementBoundsResolver {
  private let elements: SVGTraversal
  private let styles: StyleResolver
  private let outlines: ShapeOutlineReader
  private let embeddedContent: EmbeddedContentReader

  init(_ elements: SVGTraversal, styles: StyleResolver, outlines: ShapeOutlineReader, embeddedContent: EmbeddedContentReader) {
    (self.elements, self.styles, self.outlines, self.embeddedContent) = (elements, styles, outlines, embeddedContent)
  }

  /// Returns the bounding box of an element in its user space.
  ///
  /// The box is the bounds of all fills in the element. Strokes, clips and masks do not count.
  ///
  /// - Parameter scope: The element's own scope.
  func bounds(of index: Int, _ scope: InheritedState) -> Rect? {
    var scope = scope
    scope.transform = .identity
    return contentBounds(index, scope)
  }

  /// Returns the bounds of the element's content in the space that the scope's transform maps to.
  private func contentBounds(_ index: Int, _ scope: InheritedState) -> Rect? {
    guard let tag = elements.markup[index].tag, elements.enter(index) else { return nil }
    defer { elements.end() }
    if tag.isShape {
      guard let path = outlines.outline(of: index, scope.lengthContext), elements.spend(path.points.count, index) else {
        return nil
      }
      return (scope.transform.isIdentity ? path : path.transformed(by: scope.transform)).bounds
    }
    switch tag {
    case .image:
      guard let (_, box) = embeddedContent.imageBox(of: index, scope.lengthContext) else { return nil }
      return Path(rect: box.rect).transformed(by: scope.transform).bounds
    case .use:
      guard let target = elements.useTarget(index), let tag = elements.markup[target].tag else { return nil }
      elements.followed.append(target)
      defer { elements.followed.removeLast() }
      var moved = useScope(index, scope)
      if tag != .symbol && tag != .svg { moved.usedSize = (nil, nil) }
      return transformedBounds(target, moved)
    case .switch: return elements.switchChild(of: index).flatMap { transformedBounds($0, scope) }
    case .g, .a: return children(of: index, scope)
    case .svg where index == 0: return children(of: index, scope)
    case .svg, .symbol: return viewport(of: index, scope).flatMap { children(of: index, $0.scope) }
    default: return nil
    }
  }

  private func children(of index: Int, _ scope: InheritedState) -> Rect? {
    var total: Rect?
    // A symbol is drawn where it is used.
    for child in elements.markup[index].children where elements.markup[child].tag != .symbol {
      guard elements.spend(1, child) else { return total }
      total = union(total, transformedBounds(child, scope))
    }
    return total
  }

  /// Returns the bounds of an element, including its own transform.
  private func transformedBounds(_ index: Int, _ parent: InheritedState) -> Rect? {
    guard elements.markup[index].tag != nil else { return nil }
    var scope = parent
    scope.style = styles.style(of: index, parent: parent.style, lengthContext: parent.lengthContext)
    scope.lengthContext.fontSize = scope.style.fontSize
    guard scope.style.isDisplayed || elements.markup[index].tag == .symbol else { return nil }
    scope.transform = styles.transformed(index, parent.transform, parent.lengthContext)
    return contentBounds(index, scope)
  }

  /// Returns the smallest rectangle around both rectangles.
  ///
  /// Unlike `Rect.union`, the function includes empty rectangles, such as the bounds of a horizontal line.
  private func union(_ a: Rect?, _ b: Rect?) -> Rect? {
    guard let a, let b else { return a ?? b }
    let (x, y) = (min(a.minX, b.minX), min(a.minY, b.minY))
    return Rect(x: x, y: y, width: max(a.maxX, b.maxX) - x, height: max(a.maxY, b.maxY) - y)
  }

  /// Returns the viewport of an inner `svg` or a `symbol` in the parent's user space, and the scope of its
  /// children.
  ///
  /// If nothing of the viewport is visible, the function returns nil.
  func viewport(of index: Int, _ outer: InheritedState) -> (box: SVGRect, scope: InheritedState)? {
    let lengthContext = outer.lengthContext
    let viewport = SVGRect(
      x: styles.length("x", index, .horizontal, lengthContext) ?? 0, y: styles.length("y", index, .vertical, lengthContext) ?? 0,
      width: outer.usedSize.width ?? styles.length("width", index, .horizontal, lengthContext) ?? lengthContext.width,
      height: outer.usedSize.height ?? styles.length("height", index, .vertical, lengthContext) ?? lengthContext.height)
    guard !viewport.isEmpty else { return nil }
    var scope = outer
    scope.usedSize = (nil, nil)
    if let content = styles.viewBox(of: index) {
      guard let fit = styles.preserveAspectRatio([index]).transform(from: content, to: viewport) else { return nil }
      scope.transform = fit.concatenating(outer.transform)
      (scope.lengthContext.width, scope.lengthContext.height) = (content.width, content.height)
    } else {
      scope.transform = outer.transform.translated(x: viewport.x, y: viewport.y)
      (scope.lengthContext.width, scope.lengthContext.height) = (viewport.width, viewport.height)
    }
    return (viewport, scope)
  }

  /// Returns the scope of the element that a `use` shows.
  func useScope(_ index: Int, _ outer: InheritedState) -> InheritedState {
    var scope = outer
    scope.transform = outer.transform.translated(
      x: styles.length("x", index, .horizontal, outer.lengthContext) ?? 0,
      y: styles.length("y", index, .vertical, outer.lengthContext) ?? 0)
    scope.usedSize = (
      styles.length("width", index, .horizontal, outer.lengthContext),
      styles.length("height", index, .vertical, outer.lengthContext)
    )
    return scope
  }
}
