import CartoucheRaster
import CartoucheScene

/// Finds the features that a map draws in a part of its view, the topmost one first.
struct FeatureSearch {
  let map: MapView
  /// The transform with which the map is drawn.
  let view: MapTransform
  /// Whether features of a style layer are wanted.
  let isIncluded: (CompiledLayer) -> Bool

  init(of map: MapView, layers isIncluded: @escaping (CompiledLayer) -> Bool) {
    (self.map, self.isIncluded) = (map, isIncluded)
    view = map.drawnTransformation
  }

  /// Returns the features that are drawn on the pixels that a rectangle of the view touches.
  func features(in rect: Rect) -> [FeatureReference] {
    guard !rect.isEmpty, !map.baseMap.isReplaced else { return [] }
    let visible = rect.intersection(map.bounds)
    guard !visible.isEmpty else { return [] }
    let part = PixelRect(covering: visible)
    return labels(in: part.rect) + shapes(in: part)
  }

  // MARK: Labels

  /// In a layer, all texts are above all icons.
  private func labels(in part: Rect) -> [FeatureReference] {
    var found: [(layer: Int, isText: Bool, label: PlacedLabel)] = []
    map.labels.forEachDrawnLabel(in: view, within: part, layers: isIncluded) { label, areas in
      if let icon = areas.icon, icon.intersects(part) { found.append((label.content.layer, false, label)) }
      if areas.text.contains(where: { $0.intersects(part) }) { found.append((label.content.layer, true, label)) }
    }
    guard let style = map.labels.labelStyle else { return [] }
    let order = found.indices.sorted { a, b in
      let (first, second) = (found[a], found[b])
      guard first.layer == second.layer else { return first.layer > second.layer }
      return first.isText == second.isText ? a > b : first.isText
    }
    return order.compactMap { FeatureReference(found[$0].label, of: style) }
  }

  /// Returns the feature whose label is nearest to a point, at most a distance away; nil if there is none.
  func nearestLabel(to point: Point, within distance: Scalar, where isWanted: (FeatureReference) -> Bool) -> FeatureReference? {
    guard let style = map.labels.labelStyle, distance > 0, !map.baseMap.isReplaced else { return nil }
    let part = Rect(x: point.x - distance, y: point.y - distance, width: distance * 2, height: distance * 2)
    let target = SIMD2(Double(point.x), Double(point.y))
    var nearest: (feature: FeatureReference, distance: Double)?
    map.labels.forEachDrawnLabel(in: view, within: part, layers: isIncluded) { label, areas in
      for area in areas.text + [areas.icon].compactMap(\.self) {
        let own = area.distance(to: target)
        guard own <= min(Double(distance), nearest?.distance ?? .infinity), let feature = FeatureReference(label, of: style),
          isWanted(feature)
        else { continue }
        nearest = (feature, own)
      }
    }
    return nearest?.feature
  }

  // MARK: Shapes

  private func shapes(in part: PixelRect) -> [FeatureReference] {
    let tiles = map.baseMap.tiles
    // Before the first frame, the tiles do not know yet that workers load them.
    tiles.queue = map.backgroundQueue
    defer { tiles.startLoading() }
    var drawing = MapDrawing(
      empty: view, style: tiles.style, scale: map.scale, cache: map.baseMap.cache, clock: map.baseMap.clock, within: part.rect)
    drawing.ignoresPatterns = true
    var probe = FeatureProbe(part)
    var found: [(group: Int, shape: Int, feature: FeatureReference)] = []
    drawing.forEachFeature(of: tiles, layers: isIncluded) { drawing, feature in
      guard let shape = probe.topmostShape(of: &drawing, isClipped: !feature.isWithinCell) else { return }
      found.append((feature.group, shape, FeatureReference(feature, of: tiles.style)))
    }
    // The outlines of a group are above all of its areas.
    return found.indices.sorted { a, b in
      (found[a].group, found[a].shape, a) > (found[b].group, found[b].shape, b)
    }.map { found[$0].feature }
  }
}
