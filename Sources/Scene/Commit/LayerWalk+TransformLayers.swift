import CartoucheRaster

extension LayerWalk {
  /// Visits the planes of a three-dimensional space, the farthest plane first.
  ///
  /// - Parameter matrix: The matrix from the space to the plane on which the space is seen.
  mutating func visitInDepthOrder(_ space: TransformLayer, matrix: Transform3D, in context: InheritedDrawState) {
    // Taken out of the layer while in use: the drawing of a layer may access its superlayer.
    var depthOrder = space.depthOrder
    space.depthOrder = DepthOrder()
    collect(space, into: &depthOrder, matrix: matrix, in: context)
    depthOrder.sort()
    let reordered = space.lastDrawnOrder.reorderedRange(comparedWith: depthOrder)
    for (rank, index) in depthOrder.order.enumerated() {
      let element = depthOrder.elements[depthOrder.pieces[index].element]
      var inner = context
      inner.opacity = element.opacity
      inner.forcesDamage = inner.forcesDamage || reordered.contains(rank)
      inner.fragment = depthOrder.clipFragment(of: index, on: context.plane)
      visit(element.layer, matrix: element.matrix, in: inner)
    }
    if !reordered.isEmpty || space.lastDrawnOrder.count != depthOrder.order.count {
      space.lastDrawnOrder.set(depthOrder)
    }
    depthOrder.removeAll()
    space.depthOrder = depthOrder
  }

  /// Collects the planes of `space` and of the spaces inside it, and calls ``remove(_:in:)`` for layers that
  /// are not visible.
  private mutating func collect(
    _ space: TransformLayer, into depthOrder: inout DepthOrder, matrix: Transform3D, in context: InheritedDrawState
  ) {
    enter(space)
    for layer in space.sublayers {
      let matrixToPlane = layer.transformToSuperlayer.concatenating(matrix)
      let opacity = context.opacity * layer.opacity.clamped(from: 0, to: 1)
      if layer.isHidden || opacity <= 0
        || (!layer.isTransformLayer && !layer.isDoubleSided && Homography(matrixToPlane).isBackFacing)
      {
        _ = begin(layer)
        if !layer.isHidden { discardChanges(below: layer) }
        remove(layer, in: context)
      } else if layer.isTransformLayer, let inner = layer as? TransformLayer {
        var innerContext = context
        innerContext.opacity = opacity
        collect(inner, into: &depthOrder, matrix: matrixToPlane, in: innerContext)
      } else {
        depthOrder.append(DepthOrder.Element(layer: layer, matrix: matrixToPlane, opacity: context.opacity))
      }
    }
  }
}
