extension DisplayList.Tables.Pointers {
  /// Whether preparing items is a short job, of at most about 30 µs.
  ///
  /// The estimate is in units of about 10 ns, measured on x86-64. On slower processors, both the work and the
  /// waking take longer. Dashed lines, and shadows that follow an outline, count as long without an estimate.
  func areQuicklyPrepared(_ items: UnsafeBufferPointer<DisplayList.PackedItem>) -> Bool {
    var rest = Self.limit
    for item in items {
      rest &-= cost(of: item)
      if rest < 0 { return false }
    }
    return true
  }

  private static var limit: Int { 3000 }
  /// The estimate for work that is not short.
  private static var long: Int { limit &+ 1 }

  private func cost(of item: DisplayList.PackedItem) -> Int {
    let transform = transform(item.transform)
    let affine = transform.isAffine ? 1 : 10
    switch item.content {
    case .shape(let shape, let paint):
      // A gradient has a table of colors.
      return (cost(of: shape, transform) &+ (paint.isColor ? 20 : 1000)) &* affine
    case .beginClip(let path, _):
      return cost(of: self.path(path).pointee, line: 5, transform) &* affine
    case .image:
      return 40 &* affine
    case .ninePatch:
      return 100 &* affine
    case .beginGroup, .endGroup, .endClip, .beginMask, .endMask:
      return 20
    }
  }

  private func cost(of shape: DisplayList.PackedShape, _ transform: Homography) -> Int {
    switch shape {
    case .fill(let path, _):
      return cost(of: self.path(path).pointee, line: 5, transform)
    case .stroke(let index):
      return strokes[Int(index)].style.dashes.isEmpty ? cost(of: strokes[Int(index)].path, line: 20, transform) : Self.long
    case .glyphs(let index):
      let count = glyphs[Int(index)].placements.count
      // The order avoids a look at all glyphs of a long text.
      return count < 1500 && transform.isTranslation && glyphs[Int(index)].hasMasks ? count : 200 &* count
    case .mask:
      return transform.wholePixelTranslation != nil ? 0 : 300
    case .shadow(let index):
      let mask = shadows[Int(index)].mask
      if mask.side == .inner { return Self.long }
      return switch mask.representation {
      case .sharp: Self.long
      // Between pixels, it has a profile for each column and row.
      case .rounded: 1300
      case .path: 300
      }
    }
  }

  /// Returns the estimate for a path.
  ///
  /// - Parameter line: The estimate for one of its lines.
  private func cost(of path: Path, line: Int, _ transform: Homography) -> Int {
    let cost = path.points.count &* line
    guard cost < Self.limit, path.verbs.contains(where: { $0 == .quadratic || $0 == .cubic }) else { return cost }
    var box = BoundingBox()
    for point in path.points { box.add(point) }
    let size = UInt64(bitPattern: max(box.maxX - box.minX, box.maxY - box.minY).rawValue >> 16)
    // A curve of up to 16 px has few chords. Their number grows with the square root of its size.
    let bits = UInt64.bitWidth &- size.leadingZeroBitCount &+ scaleBits(of: transform)
    return cost &* (1 &<< max(bits / 2 &- 2, 0))
  }
}

/// Returns about the binary logarithm of the scale of a transform, from 0 to 8.
private func scaleBits(of transform: Homography) -> Int {
  guard transform.isAffine else { return 8 }
  func bits(_ value: UInt64) -> Int { UInt64.bitWidth &- value.leadingZeroBitCount }
  let longest = max(transform.xx.magnitude, transform.xy.magnitude, transform.yx.magnitude, transform.yy.magnitude)
  return min(max(bits(longest) &- bits(transform.w0.magnitude) &+ 1, 0), 8)
}

extension DisplayList.PackedPaint {
  /// Whether the paint is the same at all pixels.
  var isColor: Bool { if case .color = self { true } else { false } }
}
