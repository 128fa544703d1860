extension DisplayList {
  /// Adds all items of another display list at the end of this list.
  ///
  /// A ``PixelClip`` of `other` may have a corner that `transform` moves behind the viewer. The shapes and
  /// images inside such a clip are left out.
  ///
  /// A closure passed to ``group(opacity:blend:_:)`` may copy the list while the group is unfinished. If
  /// `other` is such a copy, its items are added without the unfinished group. The same applies to unfinished
  /// clips and masks.
  ///
  /// - Parameters:
  ///   - other: The display list whose items are added.
  ///   - transform: The map from the coordinate space of `other` to the screen's points. It also applies to
  ///     the pixel clips of `other`.
  public mutating func append(_ other: DisplayList, transform: Homography = .identity) {
    let other = other.balanced
    if other.isEmpty { return }
    let start = tables.append(other.tables, transform: transform)
    let untransformed = tables.add(transform)
    for item in other.packedItems {
      var clip = currentClip
      if item.clip >= 0 {
        if let mapped = other.clips[Int(item.clip)].mapped(by: transform) {
          clip = index(of: mapped)
        } else if item.content.bracket == nil {
          continue
        }
        // Begins and ends stay, so that they are balanced.
      }
      packedItems.append(
        PackedItem(
          content: item.content.moved(by: start), compositing: item.compositing,
          transform: item.transform < 0 ? untransformed : item.transform &+ start.transforms, clip: clip))
    }
  }
}

extension PixelClip {
  /// Returns the clip with its corners mapped by `transform`; nil if a corner is behind the viewer.
  fileprivate func mapped(by transform: Homography) -> PixelClip? {
    if transform.isIdentity { return self }
    guard let a = transform.project(corners.0), let b = transform.project(corners.1), let c = transform.project(corners.2),
      let d = transform.project(corners.3)
    else { return nil }
    return PixelClip(a, b, c, d)
  }
}
