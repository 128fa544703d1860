public import CartoucheRaster

extension Layer {
  /// Says that what the layer draws has changed within `rect` of its own space, and nowhere else: only the pixels there are drawn anew.
  ///
  /// If the layer moves, or changes in another way, before the stage settles, all of it is drawn anyway.
  public final func setNeedsDisplay(in rect: Rect) {
    guard lastDrawn.isShown else { return setNeedsDisplay() }
    let pixels = lastDrawn.map.pixels(of: rect, on: lastDrawn.clip)
    guard !pixels.isEmpty else { return }
    lastDrawn.pendingDamage.append(pixels)
    setNeedsCommit()
  }
}
