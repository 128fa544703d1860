extension Layer {
  /// Performs the pending layout of this layer and its sublayers now.
  ///
  /// A layout is pending after ``setNeedsLayout()`` and after a change of a layer's size. If this method is
  /// called within a transaction, the changes that the layout makes are animated. Superlayers are laid out
  /// before their sublayers, because their layout sets the sublayers' sizes. If a layout requests another
  /// layout, that layout is performed too, in up to eight rounds. Two layers that keep requesting each
  /// other's layout wait for the next frame with a change.
  public final func layoutIfNeeded() {
    var rounds = 0
    while rounds < 8 && layOut() { rounds += 1 }
  }

  /// Performs one round of layout.
  ///
  /// - Returns: Whether anything was laid out.
  private func layOut() -> Bool {
    guard dirtyFlags.needsCommit, !isHidden else { return false }
    var isChanged = dirtyFlags.needsLayout
    if dirtyFlags.needsLayout {
      dirtyFlags.needsLayout = false
      layoutSublayers()
    }
    if let mask, mask.layOut() { isChanged = true }
    for child in sublayers where child.layOut() { isChanged = true }
    return isChanged
  }
}
