import CartoucheRaster

/// The space that labels take, by what may overlap what.
struct LabelGrid {
  /// Space that only symbols that may always overlap may enter.
  private var solid = CollisionGrid()
  /// Space of symbols that may overlap others.
  private var soft = CollisionGrid()

  /// Removes all symbols, and takes the space of obstacles.
  mutating func clear(_ area: Rect, obstacles: [Rect]) {
    solid.clear(area)
    soft.clear(area)
    for obstacle in obstacles { solid.claim(obstacle, .rectangle) }
  }

  /// Whether a symbol that may overlap others by `overlap` may take a space.
  func isFree(_ space: LabelMeasure.Space, _ overlap: LabelRules.Overlap) -> Bool {
    guard overlap != .always else { return true }
    return space.shapes.allSatisfy { box in
      let rect = box.rect
      return solid.isFree(rect, space.mode) && (overlap == .cooperative || soft.isFree(rect, space.mode))
    }
  }

  mutating func claim(_ space: LabelMeasure.Space, _ overlap: LabelRules.Overlap) {
    for box in space.shapes {
      if overlap == .never { solid.claim(box.rect, space.mode) } else { soft.claim(box.rect, space.mode) }
    }
  }
}
