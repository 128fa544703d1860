import CartoucheRaster

/// What one clip path comes to.
///
/// One outline is a clip; several are drawn as one mask, for their union has no fill rule.
enum ResolvedClip {
  case outline(Path, FillRule, Homography)
  case mask(SVGRecorder.ListFragment)
}

extension SVGRecorder {
  /// One outline of a clip path.
  private struct ClipOutline {
    let index: Int
    let path: Path
    let scope: ElementScope
    /// The clip of the `use` that shows it, and its own.
    var cuts: [ClipReference]
  }

  /// A clip path for an element, where that stands.
  private struct ClipReference {
    let clip: Int
    let index: Int
    let scope: ElementScope
  }

  /// What `body` draws is cut by all of `layers`; it is left out where that is too much.
  func clipped(by layers: ArraySlice<ResolvedClip>, _ index: Int, into list: inout DisplayList, _ body: (inout DisplayList) -> Void)
  {
    guard let first = layers.first else { return body(&list) }
    elements.budget.spend(elements: 1)
    switch first {
    case .outline(let path, let rule, let transform):
      withNestingLevel(index) {
        list.clipped(to: path, rule: rule, transform: transform) { clipped(by: layers.dropFirst(), index, into: &$0, body) }
      }
    case .mask(let mask):
      guard elements.spend(mask.list.count * Self.copyCost, index) else { return }
      withNestingLevel(index, containing: mask.levels + 1) {
        list.masked(by: .alpha) {
          $0.append(mask.list)
        } _: {
          clipped(by: layers.dropFirst(), index, into: &$0, body)
        }
      }
    }
  }

  /// A clip path, after the one that it is clipped by itself, as it cuts an element; nil if nothing is left.
  ///
  /// Links are followed here and not while the element is drawn, which may use the same clip again.
  func resolvedClips(_ clip: Int, of index: Int, _ scope: ElementScope) -> [ResolvedClip]? {
    guard elements.begin(clip) else { return nil }
    elements.followed.append(clip)
    defer {
      elements.followed.removeLast()
      elements.end()
    }
    var inner = scope
    inner.style = styles.ownStyle(of: clip, lengthContext: scope.lengthContext)
    if styles.isRelative("clipPathUnits", [clip]) == true {
      guard let bounds = geometry.bounds(of: index, scope), !bounds.isEmpty else { return nil }
      inner.transform = AffineTransform(unitSquareTo: bounds).concatenating(scope.transform)
    }
    inner.transform = styles.transformed(clip, inner.transform, inner.lengthContext)
    var layers: [ResolvedClip] = []
    if let own = elements.target(of: inner.style.clipPath, tag: .clipPath, property: "clip-path", clip) {
      guard let outer = resolvedClips(own, of: index, scope) else { return nil }
      layers = outer
    }
    var pieces: [ClipOutline] = []
    elements.warnAboutUnsupported(of: clip)
    for child in elements.markup[clip].children {
      guard elements.spend(1, clip) else { break }
      collect(child, inner, into: &pieces)
    }
    guard let first = pieces.first else { return nil }
    if pieces.count == 1, first.cuts.isEmpty {
      return layers + [.outline(first.path, first.scope.style.clipRule, Homography(first.scope.transform))]
    }
    let mask = fragment { list in
      for piece in pieces {
        var cuts: [ResolvedClip] = []
        let isLeft = piece.cuts.allSatisfy { cut in
          guard let found = resolvedClips(cut.clip, of: cut.index, cut.scope) else { return false }
          cuts += found
          return true
        }
        guard isLeft else { continue }
        clipped(by: cuts[...], piece.index, into: &list) {
          $0.fill(piece.path, rule: piece.scope.style.clipRule, with: .color(.black), transform: Homography(piece.scope.transform))
        }
      }
    }
    return layers + [.mask(mask)]
  }

  /// Adds the outline of a clip path's child: a shape, or a `use` of one.
  private func collect(_ index: Int, _ outer: ElementScope, isUsed: Bool = false, into pieces: inout [ClipOutline]) {
    guard let tag = elements.markup[index].tag, tag.isShape || tag == .use && !isUsed, elements.begin(index) else { return }
    defer { elements.end() }
    var scope = outer
    scope.style = styles.style(of: index, parent: outer.style, lengthContext: outer.lengthContext)
    scope.lengthContext.fontSize = scope.style.fontSize
    guard scope.style.isDisplayed else { return }
    scope.transform = styles.transformed(index, scope.transform, scope.lengthContext)
    let clip = elements.target(of: scope.style.clipPath, tag: .clipPath, property: "clip-path", index)
    let cuts = clip.map { [ClipReference(clip: $0, index: index, scope: scope)] } ?? []
    if tag == .use {
      guard let (target, _) = elements.supportedTarget(index) else { return }
      scope.transform = geometry.used(index, scope).transform
      var used: [ClipOutline] = []
      collect(target, scope, isUsed: true, into: &used)
      pieces += used.map { ClipOutline(index: $0.index, path: $0.path, scope: $0.scope, cuts: cuts + $0.cuts) }
    } else if scope.style.isVisible, let path = outlines.outline(of: index, scope.lengthContext) {
      pieces.append(ClipOutline(index: index, path: path, scope: scope, cuts: cuts))
    }
  }
}
