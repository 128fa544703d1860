extension Layer {
  /// Performs the layout that ``setNeedsLayout()`` and changes of size have requested in this layer's tree.
  ///
  /// Called within a transaction, it animates what the layout changes. Superlayers are laid out first, since
  /// their layout sizes their sublayers. If a layout requests another one, that one is performed too, up to
  /// eight rounds. Two layers that keep requesting each other's layout wait for the next frame with a change.
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
