import CartoucheRaster

extension SVGRecorder {
  /// What a `use` shows: nil if there is no such thing, or it would show itself.
  func useTarget(_ index: Int) -> Int? {
    let link = markup[index].link
    guard let target = target(of: link) else {
      warn("href=\"\((link ?? "").shown)\" names no element of this file; nothing is drawn", index)
      return nil
    }
    var ancestor = index
    while ancestor >= 0, ancestor != target { ancestor = markup[ancestor].parent }
    if ancestor >= 0 || followed.contains(target) {
      warn("href=\"\((link ?? "").shown)\" would show itself in itself; nothing is drawn", index)
      return nil
    }
    return target
  }

  /// The same, with a warning if it is an element that is not drawn.
  func knownTarget(_ index: Int) -> (target: Int, tag: Tag)? {
    guard let target = useTarget(index) else { return nil }
    if let tag = markup[target].tag { return (target, tag) }
    let (link, name) = ((markup[index].link ?? "").shown, markup[target].name.shown)
    let fault = name.isEmpty ? "no element of SVG" : "a \"\(name)\", which is not supported"
    warn("href=\"\(link)\" names \(fault); nothing is drawn", index)
    return nil
  }

  func drawUse(_ index: Int, _ outer: Scope, into list: inout DisplayList) {
    guard let (target, tag) = knownTarget(index) else { return }
    var scope = used(index, outer)
    scope.context = Context(index, outer, nil, followed: followed)
    followed.append(target)
    defer { followed.removeLast() }
    guard tag == .symbol || tag == .svg else {
      scope.usedSize = (nil, nil)
      return draw(target, scope, into: &list)
    }
    guard begin(target) else { return }
    defer { end() }
    scope.style = style(of: target, parent: outer.style, measures: outer.measures)
    // Of a symbol `display` does not count: it is shown by being used.
    guard scope.style.isDisplayed || tag == .symbol else { return }
    scope.transform = transformed(target, scope.transform, scope.measures)
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
  func viewport(of index: Int, _ outer: Scope) -> (box: Box, scope: Scope)? {
    let measures = outer.measures
    let viewport = Box(
      x: length("x", index, .horizontal, measures) ?? 0, y: length("y", index, .vertical, measures) ?? 0,
      width: outer.usedSize.width ?? length("width", index, .horizontal, measures) ?? measures.width,
      height: outer.usedSize.height ?? length("height", index, .vertical, measures) ?? measures.height)
    guard !viewport.isEmpty else { return nil }
    var scope = outer
    scope.usedSize = (nil, nil)
    if let content = viewBox(of: index) {
      guard let fit = fitting([index]).transform(from: content, to: viewport) else { return nil }
      scope.transform = fit.concatenating(outer.transform)
      (scope.measures.width, scope.measures.height) = (content.width, content.height)
    } else {
      scope.transform = outer.transform.translated(x: viewport.x, y: viewport.y)
      (scope.measures.width, scope.measures.height) = (viewport.width, viewport.height)
    }
    return (viewport, scope)
  }

  /// A `viewBox`; nil if there is none, or it makes no sense.
  func viewBox(of index: Int) -> Box? {
    guard let text = markup[index]["viewBox"] else { return nil }
    guard let box = Box(viewBox: text) else {
      warn("viewBox=\"\(text.shown)\" is not a place and a size, and is left out", index)
      return nil
    }
    if box.isEmpty { warn("viewBox=\"\(text.shown)\" is empty; nothing is drawn", index) }
    return box
  }

  /// The place that a `use` gives to what it shows.
  func used(_ index: Int, _ outer: Scope) -> Scope {
    var scope = outer
    scope.transform = outer.transform.translated(
      x: length("x", index, .horizontal, outer.measures) ?? 0, y: length("y", index, .vertical, outer.measures) ?? 0)
    scope.usedSize = (
      length("width", index, .horizontal, outer.measures), length("height", index, .vertical, outer.measures)
    )
    return scope
  }
}
