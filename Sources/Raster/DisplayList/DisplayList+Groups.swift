extension DisplayList {
  /// Composites the items that `body` adds off-screen and draws the result as one image.
  ///
  /// Where items of the group overlap, the lower ones do not show through at an opacity below 255.
  public mutating func group(opacity: UInt8 = 255, blend: BlendMode = .normal, _ body: (inout DisplayList) -> Void) {
    bracket(.beginGroup, .endGroup, opacity: opacity, blend: blend, body)
  }

  /// Shows the items that `body` adds only inside `path`, with an antialiased edge; nested clips intersect.
  ///
  /// The items inside are composited first and clipped once, so shapes that meet inside the clip leave no
  /// seam at its edge.
  public mutating func clipped(
    to path: Path, rule: FillRule = .nonZero, transform: Homography = .identity, _ body: (inout DisplayList) -> Void
  ) {
    bracket(.beginClip(path, rule), .endClip, transform: transform, body)
  }

  /// Shows the items that `body` adds only inside `rect`, with an antialiased edge.
  public mutating func clipped(to rect: Rect, transform: Homography = .identity, _ body: (inout DisplayList) -> Void) {
    var path = Path()
    path.addRect(rect)
    clipped(to: path, transform: transform, body)
  }

  /// Draws the items that `body` adds as a group, masked by the items that `mask` adds.
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
  /// The mask's alpha.
  case alpha
  /// The mask's luminance over black: the red, green and blue weights of SVG.
  ///
  /// - Source: W3C, "CSS Masking Module Level 1", section 6.2.
  case luminance
}
