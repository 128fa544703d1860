import CartoucheRaster

extension DisplayList {
  /// The indices at which the items of one clip fragment begin in the list.
  struct OpenFragment: BitwiseCopyable {
    /// The index of the beginning of the smooth clip; -1 without a smooth clip.
    let clip: Int
    /// The index of the first item inside the fragment.
    let firstItem: Int
  }

  /// Begins items that are shown only in `fragment`; if the fragment has a smooth edge, a clip begins too.
  mutating func begin(_ fragment: ClipFragment?) -> OpenFragment {
    let clip = fragment?.path.map { open(.beginClip($0, .nonZero)) } ?? -1
    return OpenFragment(clip: clip, firstItem: count)
  }

  /// Ends the items that ``begin(_:)`` began.
  ///
  /// Without a smooth edge, the items that were added since are clipped to whole pixels.
  mutating func end(_ open: OpenFragment, of fragment: ClipFragment?) {
    if open.clip >= 0 {
      closeClip(open.clip)
    } else if let fragment {
      clip(open.firstItem..<count, to: fragment)
    }
  }

  /// Adds the shadow of `layer`.
  ///
  /// The shadow is always clipped along whole pixels: in a shadow, smooth edges of two fragments would show
  /// as a seam.
  mutating func addShadow(of layer: Layer, transform: Homography, within fragment: ClipFragment?) {
    let begin = count
    layer.drawShadow(into: &self, transform: transform, opacity: 255)
    if let fragment { clip(begin..<count, to: fragment) }
  }

  /// Clips the items of `range` to the pixels of `fragment`, once for each of its quadrilaterals.
  private mutating func clip(_ range: Range<Int>, to fragment: ClipFragment) {
    guard !range.isEmpty, let first = fragment.pixels.first else { return }
    for clip in fragment.pixels.dropFirst() { repeatItems(range, within: clip) }
    clipItems(range, to: first)
  }
}
