extension FontDescriptor {
  /// Returns the index of the candidate that matches this descriptor best. If there are no candidates, the
  /// method returns nil.
  ///
  /// The width counts first, then the slant, then the weight. If several candidates match equally well, the
  /// method returns the first of them.
  ///
  /// - Parameter candidates: Descriptors of faces that are all of one family.
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

  /// Returns how far a face's width is from this width.
  ///
  /// If this width is normal or narrow, narrower faces are nearer than wider faces. If this width is wide,
  /// wider faces are nearer than narrower faces.
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

  /// Returns how far a face's weight is from this weight.
  ///
  /// If this weight is from 400 to 500, heavier faces up to 500 are nearest, then lighter faces, then faces
  /// above 500. Below 400, lighter faces are nearest. Above 500, bolder faces are nearest.
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
