import CartoucheRaster

// What tests and queries ask of the labels.
extension LabelPresenter {
  /// The labels that are in view, in the order of drawing.
  func listed() -> [ListedLabel] {
    guard let placement, let view else { return [] }
    let (space, offset) = space(placement, view)
    guard var measure = measure(placement, space) else { return [] }
    return placement.labels.compactMap { label in
      ListedLabel(label, &measure, offset: SIMD2(Double(offset.x), Double(offset.y)), within: view.bounds)
    }
  }

  var statistics: LabelStatistics { worker.statistics }

  /// The corner of the block of the placement.
  var block: PixelPoint? { placement?.transform.integralOrigin }

  /// The number of pairs of labels that overlap by more than a point, though they may not.
  func overlapCount() -> Int {
    let shapes = (placement?.shapes ?? []).filter { $0.isPlaced && !$0.mayOverlap }.sorted { $0.box.minX < $1.box.minX }
    var count = 0
    for (index, a) in shapes.enumerated() {
      for b in shapes[(index + 1)...] {
        if b.box.minX >= a.box.maxX { break }
        if a.label != b.label, a.depth(of: b) > 1 { count += 1 }
      }
    }
    return count
  }

  /// Passes each label that is drawn to a closure, in the order of drawing.
  ///
  /// Labels that are disappearing are left out. They may be those of another style.
  ///
  /// - Parameters:
  ///   - view: The transform of the view, with whose points the areas of labels are.
  ///   - part: A part of the view. Labels that are not drawn there may be left out.
  ///   - isIncluded: Whether labels of a style layer are wanted.
  func forEachDrawnLabel(
    in view: MapTransform, within part: Rect, layers isIncluded: (CompiledLayer) -> Bool, _ body: (PlacedLabel, LabelAreas) -> Void
  ) {
    guard let placement else { return }
    let (space, offset) = space(placement, view)
    guard var measure = measure(placement, space) else { return }
    let near = Rect(origin: part.origin - offset, size: part.size)
    let move = SIMD2(Double(offset.x), Double(offset.y))
    for item in fades.items where item.isPlaced && item.opacity > 0 && isIncluded(measure.style.layers[item.label.content.layer]) {
      guard let rect = measure.drawnRect(item.label), rect.intersects(near) else { continue }
      let areas = measure.areas(of: item.label).moved(by: move)
      if !areas.isEmpty { body(item.label, areas) }
    }
  }

  /// The style whose layers the labels have.
  var labelStyle: CompiledStyle? { placement?.style }
}
