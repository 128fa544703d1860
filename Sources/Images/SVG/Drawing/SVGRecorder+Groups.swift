import CartoucheRaster

extension SVGRecorder {
  /// Draws `body` under the element's clip, mask, opacity and blend mode, in this order.
  ///
  /// - Parameter opacity: instead of the style's, where the shape itself takes that.
  func layered(
    _ index: Int, _ scope: Scope, opacity: Number? = nil, into list: inout DisplayList, _ body: (inout DisplayList) -> Void
  ) {
    let style = scope.style
    let alpha = byte(opacity ?? style.opacity)
    guard alpha > 0 else { return }
    usesBlendModes = usesBlendModes || style.blend != .normal
    let clip = target(of: style.clipPath, tag: .clipPath, property: "clip-path", index)
    let mask = target(of: style.mask, tag: .mask, property: "mask", index)
    var cuts: [ResolvedClip] = []
    if let clip {
      guard let found = resolvedClips(clip, of: index, scope) else { return }
      cuts = found
    }
    func clipped(_ list: inout DisplayList) { self.clipped(by: cuts[...], index, into: &list, body) }
    if mask != nil || alpha < 255 || style.blend != .normal || style.isIsolated { budget.spend(elements: 1) }
    if let mask {
      guard let (content, kind) = content(of: mask, for: index, scope) else { return }
      guard spend(content.list.count * Self.copyCost, index) else { return }
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

  /// The element of a kind that a property links to.
  func target(of link: String?, tag: Tag, property: String, _ index: Int) -> Int? {
    guard let link else { return nil }
    guard let target = self.target(of: link), markup[target].tag == tag else {
      warn("\(property): \"\(link.messageExcerpt)\" names no \(tag.rawValue) of this file, and is left out", index)
      return nil
    }
    if followed.contains(target) {
      warn("\(property): \"\(link.messageExcerpt)\" comes back to itself, and is left out", index)
      return nil
    }
    return target
  }

  func byte(_ share: Number) -> UInt8 { UInt8(clamping: (share * 255).rounded) }

  /// What a mask draws for an element; nil if nothing of that is left.
  private func content(of mask: Int, for index: Int, _ scope: Scope) -> (content: ListFragment, kind: MaskKind)? {
    let maskStyle = ownStyle(of: mask, lengthContext: scope.lengthContext)
    followed.append(mask)
    defer { followed.removeLast() }
    let isContentRelative = isRelative("maskContentUnits", [mask]) == true
    let needsBox = isRelative("maskUnits", [mask]) != false || isContentRelative
    let bounds = needsBox ? self.bounds(of: index, scope) : .zero
    guard let bounds, !needsBox || !bounds.isEmpty else { return nil }
    let area = region(of: mask, units: "maskUnits", bounds, scope.lengthContext, standard: (-0.1, 1.2))
    guard !area.isEmpty else { return nil }
    var inner = scope
    inner.style = maskStyle
    if isContentRelative {
      inner.transform = AffineTransform(unitSquareTo: bounds).concatenating(scope.transform)
    }
    let content = fragment { list in
      clipped(to: area, scope.transform, mask, into: &list) { list in
        // A mask may have a mask itself.
        if begin(mask) {
          var own = Scope(style: Style.initial, transform: scope.transform, lengthContext: scope.lengthContext)
          (own.style.mask, own.style.clipPath) = (maskStyle.mask, maskStyle.clipPath)
          layered(index, own, into: &list) { drawChildren(of: mask, inner, into: &$0) }
          end()
        }
      }
    }
    return (content, maskStyle.maskKind)
  }

  /// The rectangle that an element's `x`, `y`, `width` and `height` give, in parts of `bounds` or in user units.
  ///
  /// - Parameter standard: place and size in both directions, in parts of `bounds`, or of the viewport.
  func region(
    of index: Int, units: String, _ bounds: Rect, _ lengthContext: LengthContext, standard: (place: Number, size: Number)
  ) -> SVGRect {
    var (lengthContext, origin) = (lengthContext, (x: Number.zero, y: Number.zero))
    let isRelative = self.isRelative(units, [index]) != false
    if isRelative {
      (lengthContext.width, lengthContext.height) = (Number(rounding: bounds.width), Number(rounding: bounds.height))
      origin = (Number(rounding: bounds.minX), Number(rounding: bounds.minY))
    }
    func side(_ name: String, _ axis: LengthAxis, _ standard: Number) -> Number {
      let whole = axis == .horizontal ? lengthContext.width : lengthContext.height
      guard let length = length(name, [index]) else { return standard * whole }
      return isRelative && length.unit == .px ? length.value * whole : lengthContext.userUnits(length, axis)
    }
    return SVGRect(
      x: origin.x + side("x", .horizontal, standard.place), y: origin.y + side("y", .vertical, standard.place),
      width: side("width", .horizontal, standard.size), height: side("height", .vertical, standard.size))
  }
}
