import CartoucheRaster

extension SVGRecorder {
  /// Records `body` with the element's clip, mask, opacity and blend mode, applied in this order.
  ///
  /// - Parameter opacity: The opacity to use in place of the style's opacity, for shapes that apply the
  ///   style's opacity themselves.
  func layered(
    _ index: Int, _ scope: InheritedState, opacity: Number? = nil, into list: inout DisplayList, _ body: (inout DisplayList) -> Void
  ) {
    let style = scope.style
    let alpha = byte(opacity ?? style.opacity)
    guard alpha > 0 else { return }
    usesBlendModes = usesBlendModes || style.blend != .normal
    let clip = elements.target(of: style.clipPath, tag: .clipPath, property: "clip-path", index)
    let mask = elements.target(of: style.mask, tag: .mask, property: "mask", index)
    var clips: [ResolvedClip] = []
    if let clip {
      guard let found = resolvedClips(clip, of: index, scope) else { return }
      clips = found
    }
    func clipped(_ list: inout DisplayList) { self.clipped(by: clips[...], index, into: &list, body) }
    if mask != nil || alpha < 255 || style.blend != .normal || style.isIsolated { elements.budget.spend(elements: 1) }
    if let mask {
      guard let (content, kind) = content(of: mask, for: index, scope) else { return }
      guard elements.spend(content.list.count * Self.copyCost, index) else { return }
      withNestingLevel(index, containing: content.levels + 1) {
        list.masked(by: kind, opacity: alpha, blend: style.blend) {
          $0.append(content.list)
        } _: {
          clipped(&$0)
        }
      }
    } else if alpha < 255 || style.blend != .normal || style.isIsolated {
      withNestingLevel(index) { list.group(opacity: alpha, blend: style.blend, clipped) }
    } else {
      clipped(&list)
    }
  }

  func byte(_ share: Number) -> UInt8 { UInt8(clamping: (share * 255).rounded) }

  /// Records the content of a mask for an element; nil if nothing is visible.
  private func content(of mask: Int, for index: Int, _ scope: InheritedState) -> (content: ListFragment, kind: MaskKind)? {
    let maskStyle = styles.ownStyle(of: mask, lengthContext: scope.lengthContext)
    elements.followed.append(mask)
    defer { elements.followed.removeLast() }
    let isContentRelative = styles.isRelative("maskContentUnits", [mask]) == true
    let needsBox = styles.isRelative("maskUnits", [mask]) != false || isContentRelative
    let bounds = needsBox ? geometry.bounds(of: index, scope) : .zero
    guard let bounds, !needsBox || !bounds.isEmpty else { return nil }
    let area = styles.region(of: mask, units: "maskUnits", bounds, scope.lengthContext, standard: (-0.1, 1.2))
    guard !area.isEmpty else { return nil }
    var inner = scope
    inner.style = maskStyle
    if isContentRelative {
      inner.transform = AffineTransform(unitSquareTo: bounds).concatenating(scope.transform)
    }
    let content = fragment { list in
      clipped(to: area, scope.transform, mask, into: &list) { list in
        // A mask may itself have a mask.
        if elements.begin(mask) {
          var maskScope = InheritedState(style: Style.initial, transform: scope.transform, lengthContext: scope.lengthContext)
          (maskScope.style.mask, maskScope.style.clipPath) = (maskStyle.mask, maskStyle.clipPath)
          layered(index, maskScope, into: &list) { drawChildren(of: mask, inner, into: &$0) }
          elements.end()
        }
      }
    }
    return (content, maskStyle.maskKind)
  }
}
