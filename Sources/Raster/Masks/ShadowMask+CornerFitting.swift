extension ShadowMask {
  /// Returns `rect` enlarged about its center until the corners fit. An empty rectangle is returned
  /// unchanged.
  func enlargedToFitCorners(_ rect: Rect) -> Rect {
    guard case .roundedRect(let radii, _, _) = recipe, !rect.isEmpty else { return rect }
    let clamped = radii.clampedForShadow
    let width = max(clamped.topLeft + clamped.topRight, clamped.bottomLeft + clamped.bottomRight)
    let height = max(clamped.topLeft + clamped.bottomLeft, clamped.topRight + clamped.bottomRight)
    return rect.insetBy(dx: min((rect.width - width) / 2, 0), dy: min((rect.height - height) / 2, 0))
  }
}
