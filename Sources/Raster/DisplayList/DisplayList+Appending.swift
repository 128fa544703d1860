extension DisplayList {
  /// Adds all of `other`, given in a space that `transform` maps to the screen.
  ///
  /// Regions of whole pixels are mapped by their corners; where a corner lies behind the eye, what is limited to its region is left out. Groups, clips and
  /// masks that `other` has begun and not ended count as not begun: a list can be appended inside its own group.
  public mutating func append(_ other: DisplayList, transform: Homography = .identity) {
    let other = other.balanced
    for item in other.items {
      let map = transform.isIdentity ? item.transform : item.transform.concatenating(transform)
      func add(to list: inout DisplayList) {
        list.append(item.shape, with: item.paint, transform: map, opacity: item.opacity, blend: item.blend)
      }
      if item.clip < 0 {
        add(to: &self)
      } else if let region = other.clips[Int(item.clip)].mapped(by: transform) {
        clipped(to: region) { add(to: &$0) }
      } else if item.shape.bracket != nil {
        // What opens and closes stays balanced.
        add(to: &self)
      }
    }
  }
}

extension DisplayList.Shape {
  /// For what begins or ends a group, a clip or a mask: which of the three.
  enum Bracket { case group, clip, mask }

  var bracket: Bracket? {
    switch self {
    case .beginGroup, .endGroup: .group
    case .beginClip, .endClip: .clip
    case .beginMask, .endMask: .mask
    case .fill, .stroke, .image, .ninePatch, .shadow, .glyphs, .mask: nil
    }
  }
}

extension PixelClip {
  /// The region with its corners where `transform` puts them; nil if one of them lies behind the eye.
  fileprivate func mapped(by transform: Homography) -> PixelClip? {
    if transform.isIdentity { return self }
    guard let a = transform.project(corners.0), let b = transform.project(corners.1), let c = transform.project(corners.2),
      let d = transform.project(corners.3)
    else { return nil }
    return PixelClip(a, b, c, d)
  }
}
