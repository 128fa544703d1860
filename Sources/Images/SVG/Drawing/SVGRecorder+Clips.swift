import CartoucheRaster

extension SVGRecorder {
  /// One outline of a clip path.
  private struct Piece {
    let index: Int
    let path: Path
    let scope: Scope
    /// Its own clip.
    let clip: Int?
  }

  /// Draws `body` inside a clip path only.
  ///
  /// One outline is a clip; several are drawn as one mask, for their union has no fill rule.
  func clipped(
    by clip: Int, _ index: Int, _ scope: Scope, into list: inout DisplayList, _ body: (inout DisplayList) -> Void
  ) {
    followed.append(clip)
    defer { followed.removeLast() }
    guard begin(clip) else { return }
    defer { end() }
    let style = ownStyle(of: clip, measures: scope.measures)
    var inner = scope
    inner.style = style
    if markup[clip]["clipPathUnits"] == "objectBoundingBox" {
      guard let bounds = bounds(of: index, scope), !bounds.isEmpty else { return }
      inner.transform = AffineTransform(unitTo: bounds).concatenating(scope.transform)
    }
    inner.transform = transformed(clip, inner.transform)
    var pieces: [Piece] = []
    for child in markup[clip].children { collect(child, inner, into: &pieces) }
    guard !pieces.isEmpty else { return }

    func cut(_ list: inout DisplayList) {
      if let only = pieces.first, pieces.count == 1, only.clip == nil {
        list.clipped(
          to: only.path, rule: only.scope.style.clipRule, transform: Homography(only.scope.transform), body)
        return
      }
      var mask = DisplayList()
      for piece in pieces {
        func fill(_ list: inout DisplayList) {
          list.fill(
            piece.path, rule: piece.scope.style.clipRule, with: .color(.black), transform: Homography(piece.scope.transform))
        }
        if let own = piece.clip {
          clipped(by: own, piece.index, piece.scope, into: &mask, fill)
        } else {
          fill(&mask)
        }
      }
      list.masked(by: .alpha) {
        $0.append(mask)
      } _: {
        body(&$0)
      }
    }
    if let own = target(of: style.clipPath, tag: .clipPath, property: "clip-path", clip) {
      clipped(by: own, index, scope, into: &list, cut)
    } else {
      cut(&list)
    }
  }

  /// Adds the outline of a clip path's child: a shape, or a `use` of one.
  private func collect(_ index: Int, _ outer: Scope, isUsed: Bool = false, into pieces: inout [Piece]) {
    guard let tag = markup[index].tag, tag.isShape || tag == .use && !isUsed, begin(index) else { return }
    defer { end() }
    var scope = outer
    scope.style = style(of: index, parent: outer.style, measures: outer.measures)
    scope.measures.fontSize = scope.style.fontSize
    guard scope.style.isDisplayed else { return }
    scope.transform = transformed(index, scope.transform)
    let clip = target(of: scope.style.clipPath, tag: .clipPath, property: "clip-path", index)
    if tag == .use {
      guard let target = useTarget(index) else { return }
      scope.transform = scope.transform.translated(
        x: length("x", index, .horizontal, scope.measures) ?? 0, y: length("y", index, .vertical, scope.measures) ?? 0)
      var used: [Piece] = []
      collect(target, scope, isUsed: true, into: &used)
      pieces += used.map { Piece(index: $0.index, path: $0.path, scope: $0.scope, clip: $0.clip ?? clip) }
    } else if scope.style.isVisible, let path = outline(of: index, scope) {
      pieces.append(Piece(index: index, path: path, scope: scope, clip: clip))
    }
  }
}
