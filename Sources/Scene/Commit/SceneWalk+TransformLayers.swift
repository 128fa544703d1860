import CartoucheRaster

extension SceneWalk {
  /// Draws what is in a three-dimensional space, the farthest first.
  mutating func visit(
    _ space: TransformLayer, matrix: Transform3D, in surroundings: TraversalContext, using rasterCache: RasterCache
  ) {
    // Taken out while it is used: a layer's drawing may get at its superlayer.
    var depthOrder = space.depthOrder
    space.depthOrder = DepthOrder()
    enter(space, into: &depthOrder, matrix: matrix, in: surroundings)
    depthOrder.sort()
    let moved = space.lastDrawnOrder.changedPart(comparedWith: depthOrder)
    for (place, index) in depthOrder.order.enumerated() {
      let piece = depthOrder.pieces[index]
      let element = depthOrder.elements[piece.element]
      var around = surroundings
      around.opacity = element.opacity
      around.forcesDamage = around.forcesDamage || moved.contains(place)
      around.cut = depthOrder.cut(of: index, on: surroundings.plane)
      visit(element.layer, matrix: element.matrix, in: around, using: rasterCache)
    }
    space.lastDrawnOrder.removeAll(keepingCapacity: true)
    for place in depthOrder.order.indices { space.lastDrawnOrder.append(depthOrder.fingerprint(place)) }
    depthOrder.removeAll()
    space.depthOrder = depthOrder
  }

  /// Gathers the planes of `space` and of the spaces in it; what is not seen is taken off the screen.
  private mutating func enter(
    _ space: TransformLayer, into depthOrder: inout DepthOrder, matrix: Transform3D, in surroundings: TraversalContext
  ) {
    if !isPainting {
      space.dirtyFlags.clear()
      space.lastDrawn.isShown = true
      space.flushPendingDamage { damage.add($0) }
    }
    for layer in space.sublayers {
      let matrixToPlane = layer.transformToSuperlayer.concatenating(matrix)
      let opacity = surroundings.opacity * min(max(layer.opacity, 0), 1)
      if layer.isHidden || opacity <= 0
        || (!layer.isTransformLayer && !layer.isDoubleSided && Homography(matrixToPlane).isBackFacing)
      {
        if isPainting { continue }
        layer.dirtyFlags.clear()
        if !layer.isHidden { layer.clearNeedsCommitBelow() }
        layer.invalidateDrawnPixels { damage.add($0) }
      } else if layer.isTransformLayer, let inner = layer as? TransformLayer {
        var around = surroundings
        around.opacity = opacity
        enter(inner, into: &depthOrder, matrix: matrixToPlane, in: around)
      } else {
        depthOrder.append(DepthOrder.Element(layer: layer, matrix: matrixToPlane, opacity: surroundings.opacity))
      }
    }
  }
}

extension [DepthOrder.Fingerprint] {
  /// The places of `order` that lie between what begins and what ends as it did before.
  fileprivate func changedPart(comparedWith order: DepthOrder) -> Range<Int> {
    let count = order.order.count
    var first = 0
    while first < Swift.min(count, self.count), self[first] == order.fingerprint(first) { first += 1 }
    var last = 0
    while last < Swift.min(count, self.count) - first, self[self.count - 1 - last] == order.fingerprint(count - 1 - last) {
      last += 1
    }
    return first..<(count - last)
  }
}
