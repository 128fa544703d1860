extension FontDescriptor {
  /// The place of the best of `candidates`, all of one family; nil if there are none.
  ///
  /// Width first, then slant, then weight; of equals the first.
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

  /// Narrow ones look among narrower ones first, wide ones among wider ones; what lies the other way comes after all of them.
  private func widthDistance(to other: Int) -> Int {
    let way = other - width.rawValue
    let isPreferred = width <= .normal ? way <= 0 : way >= 0
    return isPreferred ? abs(way) : 100 + abs(way)
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

  /// From 400 to 500 upwards to 500, then below, then above; lighter ones look lighter first, bolder ones bolder.
  private func weightDistance(to other: Int) -> Int {
    let own = weight.rawValue
    let way = abs(other - own)
    if (400...500).contains(own) {
      if (own...500).contains(other) { return way }
      return other < own ? 1000 + way : 2000 + way
    }
    let isPreferred = own < 400 ? other <= own : other >= own
    return isPreferred ? way : 1000 + way
  }
}
