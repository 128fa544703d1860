extension DisplayList {
  /// Adds a group: the items that `body` adds are composited off-screen, and the result is drawn as one
  /// image.
  ///
  /// The group's opacity applies to that one image. So, even at an opacity below 255, an item does not show
  /// through an opaque item that covers it in the group.
  public mutating func group(opacity: UInt8 = 255, blend: BlendMode = .normal, _ body: (inout DisplayList) -> Void) {
    bracket(.beginGroup, .endGroup, opacity: opacity, blend: blend, body)
  }

  /// Adds items that show only inside a path, with an antialiased edge.
  ///
  /// Inside another clip, the items show only where both clips let them through.
  ///
  /// The items are composited first and clipped once. So shapes that meet inside the clip leave no seam at
  /// the clip's edge.
  public mutating func clipped(
    to path: Path, rule: FillRule = .nonZero, transform: Homography = .identity, _ body: (inout DisplayList) -> Void
  ) {
    bracket(.beginClip(path, rule), .endClip, transform: transform, body)
  }

  /// Adds items that show only inside a rectangle, with an antialiased edge.
  public mutating func clipped(to rect: Rect, transform: Homography = .identity, _ body: (inout DisplayList) -> Void) {
    var path = Path()
    path.addRect(rect)
    clipped(to: path, transform: transform, body)
  }

  /// Adds a group of items that is masked by other items.
  ///
  /// The items that `body` adds are the group. The items that `mask` adds are not drawn themselves: their
  /// pixels decide how much of the group shows.
  ///
  /// - Parameter kind: The property of the mask's pixels that decides how much of the group shows.
  public mutating func masked(
    by kind: MaskKind = .alpha, opacity: UInt8 = 255, blend: BlendMode = .normal, _ mask: (inout DisplayList) -> Void,
    _ body: (inout DisplayList) -> Void
  ) {
    group(opacity: opacity, blend: blend) { list in
      body(&list)
      list.bracket(.beginMask(kind), .endMask, mask)
    }
  }
}

/// The property of a mask's pixels that decides how much of the masked group shows.
public enum MaskKind: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The alpha of the mask's pixels.
  case alpha
  /// The luminance of the mask's pixels over black, computed with SVG's weights of red, green and blue.
  ///
  /// - Source: W3C, "CSS Masking Module Level 1", section 6.2.
  case luminance
}
