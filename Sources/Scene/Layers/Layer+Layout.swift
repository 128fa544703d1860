extension Layer {
  /// Performs the pending layouts of this layer and its descendants immediately.
  ///
  /// A layer's layout is pending after ``setNeedsLayout()`` and after a change of the layer's bounds. If this
  /// method is called within a transaction, the changes that the layouts make are animated. A superlayer is
  /// laid out before its sublayers, because the superlayer sets the sizes of its sublayers.
  ///
  /// A layout may request other layouts. These are performed too, in up to eight rounds. If a layer's layout
  /// is still pending after the eighth round, that layer is laid out after its next change.
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
