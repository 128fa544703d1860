import CartoucheRaster

extension SVGRecorder {
  /// What a `use` shows: nil if there is no such thing, or it would show itself.
  func useTarget(_ index: Int) -> Int? {
    let link = markup[index].link
    guard let target = target(of: link) else {
      warn("href=\"\((link ?? "").messageExcerpt)\" names no element of this file; nothing is drawn", index)
      return nil
    }
    var ancestor = index
    while ancestor >= 0, ancestor != target { ancestor = markup[ancestor].parent }
    if ancestor >= 0 || followed.contains(target) {
      warn("href=\"\((link ?? "").messageExcerpt)\" would show itself in itself; nothing is drawn", index)
      return nil
    }
    return target
  }

  /// The same, with a warning if it is an element that is not drawn.
  func supportedTarget(_ index: Int) -> (target: Int, tag: Tag)? {
    guard let target = useTarget(index) else { return nil }
    if let tag = markup[target].tag { return (target, tag) }
    let (link, name) = ((markup[index].link ?? "").messageExcerpt, markup[target].name.messageExcerpt)
    let fault = name.isEmpty ? "no element of SVG" : "a \"\(name)\", which is not supported"
    warn("href=\"\(link)\" names \(fault); nothing is drawn", index)
    return nil
  }

  func drawUse(_ index: Int, _ outer: Scope, into list: inout DisplayList) {
    guard let (target, tag) = supportedTarget(index) else { return }
    var scope = used(index, outer)
    scope.context = ContextElement(index, outer, nil, followed: followed)
    followed.append(target)
    defer { followed.removeLast() }
    guard tag == .symbol || tag == .svg else {
      scope.usedSize = (nil, nil)
      return draw(target, scope, into: &list)
    }
    guard begin(target) else { return }
    defer { end() }
    scope.style = style(of: target, parent: outer.style, lengthContext: outer.lengthContext)
    // Of a symbol `display` does not count: it is shown by being used.
    guard scope.style.isDisplayed || tag == .symbol else { return }
    scope.transform = transformed(target, scope.transform, scope.lengthContext)
    layered(target, scope, into: &list) { list in drawViewport(target, scope, into: &list) }
  }

  /// Draws what is in an inner `svg`, or in a `symbol` that is used.
  func drawViewport(_ index: Int, _ outer: Scope, into list: inout DisplayList) {
    guard let (viewport, scope) = viewport(of: index, outer) else { return }
    if outer.style.isClippedToViewport {
      clipped(to: viewport, outer.transform, index, into: &list) { drawChildren(of: index, scope, into: &$0) }
    } else {
      drawChildren(of: index, scope, into: &list)
    }
  }

  /// The viewport of an inner `svg` or a `symbol` in the space where it stands, and what its children find; nil if nothing of it is seen.
  func viewport(of index: Int, _ outer: Scope) -> (box: SVGRect, scope: Scope)? {
    let lengthContext = outer.lengthContext
    let viewport = SVGRect(
      x: length("x", index, .horizontal, lengthContext) ?? 0, y: length("y", index, .vertical, lengthContext) ?? 0,
      width: outer.usedSize.width ?? length("width", index, .horizontal, lengthContext) ?? lengthContext.width,
      height: outer.usedSize.height ?? length("height", index, .vertical, lengthContext) ?? lengthContext.height)
    guard !viewport.isEmpty else { return nil }
    var scope = outer
    scope.usedSize = (nil, nil)
    if let content = viewBox(of: index) {
      guard let fit = preserveAspectRatio([index]).transform(from: content, to: viewport) else { return nil }
      scope.transform = fit.concatenating(outer.transform)
      (scope.lengthContext.width, scope.lengthContext.height) = (content.width, content.height)
    } else {
      scope.transform = outer.transform.translated(x: viewport.x, y: viewport.y)
      (scope.lengthContext.width, scope.lengthContext.height) = (viewport.width, viewport.height)
    }
    return (viewport, scope)
  }

  /// A `viewBox`; nil if there is none, or it makes no sense.
  func viewBox(of index: Int) -> SVGRect? {
    guard let text = markup[index]["viewBox"] else { return nil }
    guard let box = SVGRect(viewBox: text) else {
      warn("viewBox=\"\(text.messageExcerpt)\" is not a place and a size, and is left out", index)
      return nil
    }
    if box.isEmpty { warn("viewBox=\"\(text.messageExcerpt)\" is empty; nothing is drawn", index) }
    return box
  }

  /// The place that a `use` gives to what it shows.
  func used(_ index: Int, _ outer: Scope) -> Scope {
    var scope = outer
    scope.transform = outer.transform.translated(
      x: length("x", index, .horizontal, outer.lengthContext) ?? 0, y: length("y", index, .vertical, outer.lengthContext) ?? 0)
    scope.usedSize = (
      length("width", index, .horizontal, outer.lengthContext), length("height", index, .vertical, outer.lengthContext)
    )
    return scope
  }
}
