extension FontDescriptor {
  /// Returns the index of the best match among `candidates`, which are all of one family; nil if there are
  /// none.
  ///
  /// Width counts first, then slant, then weight. Among equals, the first wins.
  ///
  /// - Source: CSS Fonts 4, section 5.2, step 4.
  package func indexOfBestMatch(in candidates: [FontDescriptor]) -> Int? {
    candidates.indices.min { a, b in
      let (a, b) = (distance(to: candidates[a]), distance(to: candidates[b]))
      return (a.width, a.slant, a.weight) < (b.width, b.slant, b.weight)
    }
  }

  private func distance(to face: FontDescriptor) -> (width: Int, slant: Int, weight: Int) {
    (widthDistance(to: face.width.rawValue), slantDistance(to: face.slant), weightDistance(to: face.weight.rawValue))
  }

  /// Normal and narrow widths prefer narrower faces, wide ones prefer wider faces. All faces on the other
  /// side come last.
  private func widthDistance(to other: Int) -> Int {
    let delta = other - width.rawValue
    let isPreferred = width <= .normal ? delta <= 0 : delta >= 0
    return isPreferred ? abs(delta) : 100 + abs(delta)
  }

  private func slantDistance(to other: FontSlant) -> Int {
    let order: [FontSlant] =
      switch slant {
      case .upright: [.upright, .oblique, .italic]
      case .italic: [.italic, .oblique, .upright]
      case .oblique: [.oblique, .italic, .upright]
      }
    return order.firstIndex(of: other) ?? 3
  }

  /// From 400 to 500, weights up to 500 come first, then lighter, then bolder ones. Below 400, lighter faces
  /// come first; above 500, bolder ones.
  private func weightDistance(to other: Int) -> Int {
    let own = weight.rawValue
    let delta = abs(other - own)
    if (400...500).contains(own) {
      if (own...500).contains(other) { return delta }
      return other < own ? 1000 + delta : 2000 + delta
    }
    let isPreferred = own < 400 ? other <= own : other >= own
    return isPreferred ? delta : 1000 + delta
  }
}
