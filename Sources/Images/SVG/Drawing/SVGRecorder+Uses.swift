import CartoucheRaster

extension SVGRecorder {
  /// Draws the element that a `use` refers to.
  func drawUse(_ index: Int, _ outer: InheritedState, into list: inout DisplayList) {
    guard let (target, tag) = elements.supportedTarget(index) else { return }
    var scope = geometry.useScope(index, outer)
    scope.context = ContextElement(index, outer, nil, followed: elements.followed)
    elements.followed.append(target)
    defer { elements.followed.removeLast() }
    guard tag == .symbol || tag == .svg else {
      scope.usedSize = (nil, nil)
      return draw(target, scope, into: &list)
    }
    guard elements.begin(target) else { return }
    defer { elements.end() }
    scope.style = styles.style(of: target, parent: outer.style, lengthContext: outer.lengthContext)
    // `display` has no effect on a symbol, which is shown by being used.
    guard scope.style.isDisplayed || tag == .symbol else { return }
    scope.transform = styles.transformed(target, scope.transform, scope.lengthContext)
    layered(target, scope, into: &list) { list in drawViewport(target, scope, into: &list) }
  }

  /// Draws the content of an inner `svg`, or of a `symbol` that is used.
  func drawViewport(_ index: Int, _ outer: InheritedState, into list: inout DisplayList) {
    guard let (viewport, scope) = geometry.viewport(of: index, outer) else { return }
    if outer.style.isClippedToViewport {
      clipped(to: viewport, outer.transform, index, into: &list) { drawChildren(of: index, scope, into: &$0) }
    } else {
      drawChildren(of: index, scope, into: &list)
    }
  }
}
