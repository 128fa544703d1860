import CartoucheRaster

/// A clip path that is resolved for one element.
///
/// A single outline becomes a clip of the display list. Several outlines are drawn as one mask, because their
/// union has no fill rule.
enum ResolvedClip {
  case outline(Path, FillRule, Homography)
  case mask(SVGRecorder.ListFragment)
}

extension SVGRecorder {
  /// One outline of a clip path.
  private struct ClipOutline {
    let index: Int
    let path: Path
    let scope: InheritedState
    /// The clip path of the `use` that shows the outline, and the clip path of the outline itself.
    var clips: [ClipReference]
  }

  /// A reference to a clip path from an element in a scope.
  private struct ClipReference {
    let clip: Int
    let index: Int
    let scope: InheritedState
  }

  /// Records `body`, clipped by all of `clips`. If the clips exceed the budget, `body` is omitted.
  func clipped(by clips: ArraySlice<ResolvedClip>, _ index: Int, into list: inout DisplayList, _ body: (inout DisplayList) -> Void)
  {
    guard let first = clips.first else { return body(&list) }
    elements.budget.spend(elements: 1)
    switch first {
    case .outline(let path, let rule, let transform):
      withNestingLevel(index) {
        list.clipped(to: path, rule: rule, transform: transform) { clipped(by: clips.dropFirst(), index, into: &$0, body) }
      }
    case .mask(let mask):
      guard elements.spend(mask.list.count * Self.copyCost, index) else { return }
      withNestingLevel(index, containing: mask.levels + 1) {
        list.masked(by: .alpha) {
          $0.append(mask.list)
        } _: {
          clipped(by: clips.dropFirst(), index, into: &$0, body)
        }
      }
    }
  }

  /// Resolves a clip path for an element. If nothing of the element is visible, the function returns nil.
  ///
  /// The clip path may have a clip path of its own, which comes first in the result. Links are followed here
  /// and not while the element is drawn. The drawn element may use the same clip path again, and that is no
  /// cycle.
  func resolvedClips(_ clip: Int, of index: Int, _ scope: InheritedState) -> [ResolvedClip]? {
    guard elements.begin(clip) else { return nil }
    elements.followed.append(clip)
    defer {
      elements.followed.removeLast()
      elements.end()
    }
    var inner = scope
    inner.style = styles.ownStyle(of: clip, lengthContext: scope.lengthContext)
    // The clip path's own transform applies in user space, after fractions became lengths, as in browsers.
    inner.transform = styles.transformed(clip, scope.transform, inner.lengthContext)
    if styles.isRelative("clipPathUnits", [clip]) == true {
      guard let bounds = geometry.bounds(of: index, scope), !bounds.isEmpty else { return nil }
      inner.transform = AffineTransform(unitSquareTo: bounds).concatenating(inner.transform)
    }
    var layers: [ResolvedClip] = []
    if let own = elements.target(of: inner.style.clipPath, tag: .clipPath, property: "clip-path", clip) {
      guard let outer = resolvedClips(own, of: index, scope) else { return nil }
      layers = outer
    }
    var clipOutlines: [ClipOutline] = []
    elements.warnAboutUnsupported(of: clip)
    for child in elements.markup[clip].children {
      guard elements.spend(1, clip) else { break }
      collect(child, inner, into: &clipOutlines)
    }
    guard let first = clipOutlines.first else { return nil }
    if clipOutlines.count == 1, first.clips.isEmpty {
      return layers + [.outline(first.path, first.scope.style.clipRule, Homography(first.scope.transform))]
    }
    let mask = fragment { list in
      for outline in clipOutlines {
        var clips: [ResolvedClip] = []
        let isVisible = outline.clips.allSatisfy { reference in
          guard let found = resolvedClips(reference.clip, of: reference.index, reference.scope) else { return false }
          clips += found
          return true
        }
        guard isVisible else { continue }
        clipped(by: clips[...], outline.index, into: &list) {
          $0.fill(
            outline.path, rule: outline.scope.style.clipRule, with: .color(.black), transform: Homography(outline.scope.transform))
        }
      }
    }
    return layers + [.mask(mask)]
  }

  /// Adds the outlines of a child of a clip path: a shape, or a `use` of one.
  private func collect(_ index: Int, _ outer: InheritedState, isUsed: Bool = false, into clipOutlines: inout [ClipOutline]) {
    guard let tag = elements.markup[index].tag, tag.isShape || tag == .use && !isUsed, elements.begin(index) else { return }
    defer { elements.end() }
    var scope = outer
    scope.style = styles.style(of: index, parent: outer.style, lengthContext: outer.lengthContext)
    scope.lengthContext.fontSize = scope.style.fontSize
    guard scope.style.isDisplayed else { return }
    scope.transform = styles.transformed(index, scope.transform, scope.lengthContext)
    let clip = elements.target(of: scope.style.clipPath, tag: .clipPath, property: "clip-path", index)
    let clips = clip.map { [ClipReference(clip: $0, index: index, scope: scope)] } ?? []
    if tag == .use {
      guard let (target, _) = elements.supportedTarget(index) else { return }
      scope.transform = geometry.useScope(index, scope).transform
      var used: [ClipOutline] = []
      collect(target, scope, isUsed: true, into: &used)
      clipOutlines += used.map { ClipOutline(index: $0.index, path: $0.path, scope: $0.scope, clips: clips + $0.clips) }
    } else if scope.style.isVisible, let path = outlines.outline(of: index, scope.lengthContext) {
      clipOutlines.append(ClipOutline(index: index, path: path, scope: scope, clips: clips))
    }
  }
}
