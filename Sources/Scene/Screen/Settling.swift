import CartoucheRaster

/// One walk over the layers: fills the display list, and compares each layer with how it was at the last walk.
///
/// A layer's pixels are damaged, the old ones and the new, if it looks or stands otherwise or lies otherwise between its siblings. That its superlayer moved
/// shows in its own map to the screen, so nothing need be handed down but the order.
struct Settling {
  var list = DisplayList()
  var damage = Damage()
  var screen = PixelRect.empty

  mutating func settle(_ root: Layer) {
    list.removeAll()
    damage.removeAll()
    visit(root, matrix: root.toSuperlayer, on: .identity, opacity: 1, isReordered: false)
  }

  /// Draws `layer` and all in it.
  ///
  /// - Parameters:
  ///   - matrix: from the layer's space to the plane on which it is seen.
  ///   - plane: from there to the screen.
  ///   - opacity: that of the layers above.
  ///   - isReordered: whether a layer above lies otherwise between its siblings.
  private mutating func visit(
    _ layer: Layer, matrix: Transform3D, on plane: Homography, opacity: Scalar, isReordered: Bool
  ) {
    // Before anything is drawn, so that a change made meanwhile is seen at the next walk.
    let changes = layer.changes
    (layer.changes.isChanged, layer.changes.isReordered, layer.changes.isUnsettled) = (false, false, false)
    let isReordered = isReordered || changes.isReordered
    let opacity = opacity * min(max(layer.opacity, 0), 1)
    let alpha = UInt8((opacity * 255).rounded)  // ≤ 255
    guard !layer.isHidden, alpha > 0 else { return layer.vacate { damage.add($0) } }
    if layer.isSpace, let space = layer as? TransformLayer {
      return visit(space, matrix: matrix, on: plane, opacity: opacity, isReordered: isReordered)
    }
    let map = Homography(matrix).concatenating(plane)
    guard layer.isDoubleSided || !map.isSeenFromBehind else { return layer.vacate { damage.add($0) } }
    layer.reportVacated { damage.add($0) }

    let before = layer.appearance
    let isOtherwise = changes.isChanged || isReordered || !before.isShown || before.map != map || before.opacity != alpha
    let place = isOtherwise ? map.pixels(of: layer.drawnBounds, on: screen) : before.place
    (layer.appearance.isShown, layer.appearance.map, layer.appearance.opacity, layer.appearance.place) = (true, map, alpha, place)

    var count = list.count
    if !place.isEmpty {
      layer.drawBackground(into: &list, transform: map, opacity: alpha)
      layer.draw(into: &list, transform: map, opacity: alpha)
    }
    var drawsItself = list.count > count
    for child in layer.sublayersInOrder {
      visit(child, matrix: child.toSuperlayer, on: map, opacity: opacity, isReordered: isReordered)
    }
    count = list.count
    if !place.isEmpty { layer.drawBorder(into: &list, transform: map, opacity: alpha) }
    drawsItself = drawsItself || list.count > count

    let drawn = drawsItself ? place : .empty
    layer.appearance.drawn = drawn
    if isOtherwise {
      damage.add(before.drawn)
      damage.add(drawn)
    }
  }

  /// Draws what is in a three-dimensional space, the farthest first.
  private mutating func visit(
    _ space: TransformLayer, matrix: Transform3D, on plane: Homography, opacity: Scalar, isReordered: Bool
  ) {
    // Taken out while it is used: a layer's drawing may get at its superlayer.
    var depthOrder = space.depthOrder
    space.depthOrder = DepthOrder()
    enter(space, into: &depthOrder, matrix: matrix, opacity: opacity)
    depthOrder.sort()
    for (place, index) in depthOrder.order.enumerated() {
      let element = depthOrder.elements[index]
      let identity = ObjectIdentifier(element.layer)
      let isMoved = place >= space.lastOrder.count || space.lastOrder[place] != identity
      visit(element.layer, matrix: element.matrix, on: plane, opacity: element.opacity, isReordered: isReordered || isMoved)
    }
    space.lastOrder.removeAll(keepingCapacity: true)
    for index in depthOrder.order { space.lastOrder.append(ObjectIdentifier(depthOrder.elements[index].layer)) }
    depthOrder.removeAll()
    space.depthOrder = depthOrder
  }

  /// Gathers the planes of `space` and of the spaces in it; what is hidden is taken off the screen.
  private mutating func enter(_ space: TransformLayer, into depthOrder: inout DepthOrder, matrix: Transform3D, opacity: Scalar) {
    (space.changes.isChanged, space.changes.isReordered, space.changes.isUnsettled) = (false, false, false)
    space.appearance.isShown = true
    space.reportVacated { damage.add($0) }
    for layer in space.sublayers {
      let matrixToPlane = layer.toSuperlayer.concatenating(matrix)
      if layer.isSpace, let inner = layer as? TransformLayer {
        let innerOpacity = opacity * min(max(inner.opacity, 0), 1)
        if inner.isHidden || innerOpacity <= 0 {
          inner.changes.isUnsettled = false
          inner.vacate { damage.add($0) }
        } else {
          enter(inner, into: &depthOrder, matrix: matrixToPlane, opacity: innerOpacity)
        }
      } else {
        depthOrder.append(DepthOrder.Element(layer: layer, matrix: matrixToPlane, opacity: opacity))
      }
    }
  }
}

extension Homography {
  /// The pixels of `screen` that `rect` touches where it is seen; all of them where it reaches behind the eye.
  func pixels(of rect: Rect, on screen: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let (box, isWhole) = box(of: rect)
    guard let box else { return .empty }
    guard isWhole else { return screen }
    // What is drawn is rounded to 256ths first; two 65536ths are the places between the corners.
    func low(_ value: Scalar) -> Int { Int(clamping: ((value - Scalar(rawValue: 2)).rawValue >> 7 &+ 1) >> 9) }
    func high(_ value: Scalar) -> Int { Int(clamping: (((value + Scalar(rawValue: 2)).rawValue >> 7 &+ 1) >> 1 &+ 255) >> 8) }
    let touched = PixelRect(minX: low(box.minX), minY: low(box.minY), maxX: high(box.maxX), maxY: high(box.maxY))
    let shown = touched.intersection(screen)
    return shown.isEmpty ? .empty : shown
  }
}
