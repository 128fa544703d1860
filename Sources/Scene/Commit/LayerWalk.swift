import CartoucheRaster

/// A pass over the layer tree, from back to front, that adds the visited layers to a display list.
///
/// The protocol does the work that all walks have in common. It skips hidden layers, concatenates transforms,
/// and sorts the layers of three-dimensional spaces. It also adds the brackets of groups, clips and masks to
/// the list. A conforming type decides how a layer is drawn, and what is recorded about the layer:
///
/// * ``SceneWalk`` draws for the screen and for the images of rasterized layers.
/// * ``ScrollDamageWalk`` only finds the changes in scrolling content.
/// * ``ScrollPaintWalk`` draws the parts of scrolling content that changed, and records nothing.
protocol LayerWalk {
  var list: DisplayList { get set }

  /// Starts the visit of `layer`.
  ///
  /// - Returns: The layer's changes since the last walk; nil to skip the layer and its sublayers.
  mutating func begin(_ layer: Layer) -> DirtyFlags?

  /// Called for each transform layer before its sublayers are visited.
  mutating func enter(_ space: TransformLayer)

  /// Called for each layer that is not shown.
  mutating func remove(_ layer: Layer, in context: InheritedDrawState)

  /// Called when the layers below `layer` are not visited, so that these layers report their next change
  /// again.
  func discardChanges(below layer: Layer)

  /// Draws a visible layer and its sublayers.
  mutating func draw(_ layer: Layer, _ state: OwnDrawState, in context: InheritedDrawState)
}

extension LayerWalk {
  /// Visits `layer` and its sublayers.
  ///
  /// - Parameter matrix: The matrix from the layer's space to the plane on which the layer is seen.
  mutating func visit(_ layer: Layer, matrix: Transform3D, in context: InheritedDrawState) {
    visit(layer, matrix: matrix, own: Homography(matrix), in: context)
  }

  /// Visits `layer` and its sublayers.
  ///
  /// - Parameters:
  ///   - matrix: The matrix of a transform layer.
  ///   - own: The same map for the layer's plane.
  private mutating func visit(
    _ layer: Layer, matrix: @autoclosure () -> Transform3D, own: Homography, in context: InheritedDrawState
  ) {
    guard let dirtyFlags = begin(layer) else { return }
    var context = context
    context.forcesDamage = context.forcesDamage || dirtyFlags.isOrderChanged || dirtyFlags.isSubtreeChanged
    let opacity = context.opacity * layer.opacity.clamped(from: 0, to: 1)
    let alpha = UInt8((opacity * 255).rounded)  // ≤ 255
    guard !layer.isHidden, alpha > 0 else { return remove(layer, in: context) }
    if layer.isTransformLayer, let space = layer as? TransformLayer {
      context.opacity = opacity
      return visitInDepthOrder(space, matrix: matrix(), in: context)
    }
    // As in CSS, the plane decides which side is seen: the mirrored back of a card shows all its sublayers.
    guard layer.isDoubleSided || !own.isBackFacing else {
      discardChanges(below: layer)
      return remove(layer, in: context)
    }
    let map = own.concatenating(context.plane)
    context.opacity = 1
    // If the plane is itself seen in perspective, content behind its eye would reappear before the screen's.
    let visiblePart = context.plane.isAffine || own.isAffine ? nil : layer.visiblePart(through: own)
    let clip = visiblePart.map { list.open(.beginClip($0, .nonZero), transform: map) } ?? -1
    draw(layer, OwnDrawState(map: map, alpha: alpha, dirtyFlags: dirtyFlags, blendMode: layer.blendMode), in: context)
    if clip >= 0 { list.closeClip(clip) }
  }

  mutating func visitSublayers(of layer: Layer, in context: InheritedDrawState) {
    let isPlain = layer.sublayerTransform.isIdentity
    for child in layer.sublayersInOrder {
      // Most layers are only moved.
      if isPlain, let own = child.translationToSuperlayer {
        visit(child, matrix: child.transformToSuperlayer, own: own, in: context)
      } else {
        visit(child, matrix: child.transformToSuperlayer, in: context)
      }
    }
  }

  /// Adds the layer and its sublayers to the list.
  ///
  /// - Parameters:
  ///   - isVisible: Whether the layer's own drawing touches any pixel. The sublayers are visited in any case.
  ///   - inner: The context of the sublayers and the mask.
  /// - Returns: Whether the layer itself, without its sublayers, drew anything.
  mutating func compose(
    _ layer: Layer, _ state: OwnDrawState, isVisible: Bool, in context: InheritedDrawState, inner: InheritedDrawState
  ) -> Bool {
    let map = state.map
    var clip = -1
    if state.clips(layer) {
      clip = list.open(.beginClip(layer.masksToBounds ? layer.outline : Path(rect: layer.bounds), .nonZero), transform: map)
    }
    let isGroup = state.alpha < 255 || state.blendMode != .normal || layer.mask != nil
    let group = isGroup ? list.open(.beginGroup, opacity: state.alpha, blend: state.blendMode) : -1
    var count = list.count
    if isVisible && state.includesShadow { list.addShadow(of: layer, transform: map, within: context.fragment) }
    let fragment = list.begin(context.fragment)
    if isVisible {
      layer.drawBackground(into: &list, transform: map, opacity: 255)
      layer.draw(into: &list, transform: map, opacity: 255)
    }
    var drawsItself = list.count > count + (fragment.clip < 0 ? 0 : 1)
    visitSublayers(of: layer, in: inner)
    count = list.count
    if isVisible { layer.drawBorder(into: &list, transform: map, opacity: 255) }
    drawsItself = drawsItself || list.count > count
    list.end(fragment, of: context.fragment)
    if let mask = layer.mask, list.count > group + 1 {
      let begin = list.open(.beginMask(.alpha))
      visit(mask, matrix: mask.transformToSuperlayer, in: inner)
      list.close(begin, .endMask)
    }
    // Colors in a group are rounded twice, so having a group must not depend on how much of it is visible.
    if group >= 0 { if layer.sublayers.isEmpty { list.closeGroup(group) } else { list.close(group, .endGroup) } }
    if clip >= 0 { list.closeClip(clip) }
    return drawsItself
  }
}

extension Layer {
  /// Returns the part of the layer and its sublayers that is in front of the viewer of `map`.
  ///
  /// - Returns: nil if no part is behind the viewer.
  fileprivate func visiblePart(through map: Homography) -> Path? {
    // The margin keeps the path's other edges off the content. What reaches behind an inner eye has no
    // bounds.
    guard let inkBounds else { return map.visiblePart(of: bounds.insetBy(dx: -16384, dy: -16384)) }
    return map.visiblePart(of: inkBounds.union(visualBounds).insetBy(dx: -64, dy: -64))
  }
}
