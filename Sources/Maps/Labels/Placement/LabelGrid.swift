import CartoucheRaster

/// The space that labels take, by what may overlap what.
struct LabelGrid {
  /// Space that only symbols that may always overlap may enter.
  private var solid = CollisionGrid()
  /// Space of symbols that may overlap others.
  private var soft = CollisionGrid()

  init(_ area: Rect, obstacles: [Rect]) {
    solid.clear(area)
    soft.clear(area)
    for obstacle in obstacles { solid.claim(obstacle, .rectangle) }
  }

  func isFree(_ shapes: [LabelBox], _ mode: CollisionMode, _ overlap: LabelRules.Overlap) -> Bool {
    guard overlap != .always else { return true }
    return shapes.allSatisfy { box in
      let rect = box.rect
      return solid.isFree(rect, mode) && (overlap == .cooperative || soft.isFree(rect, mode))
    }
  }

  mutating func claim(_ shapes: [LabelBox], _ mode: CollisionMode, _ overlap: LabelRules.Overlap) {
    for box in shapes {
      if overlap == .never { solid.claim(box.rect, mode) } else { soft.claim(box.rect, mode) }
    }
  }
}
