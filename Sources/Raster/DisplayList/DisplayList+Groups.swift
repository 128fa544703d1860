extension DisplayList {
  /// Adds a group of items. The items that `body` adds are composited off-screen, and the result is drawn as
  /// one image.
  ///
  /// The group's opacity applies to this image. So opaque items of a translucent group do not show through
  /// each other.
  ///
  /// - Parameters:
  ///   - opacity: The group's opacity, from 0 (invisible) to 255 (opaque).
  ///   - blend: The rule by which the group's image is combined with the pixels below it.
  ///   - body: A closure that adds the group's items.
  public mutating func group(opacity: UInt8 = 255, blend: BlendMode = .normal, _ body: (inout DisplayList) -> Void) {
    bracket(.beginGroup, .endGroup, opacity: opacity, blend: blend, body)
  }

  /// Adds the items of `body`, clipped to a path. The edge of the clip is antialiased.
  ///
  /// If clips are nested, the items show only where all of these clips overlap.
  ///
  /// The items are first composited with each other, and the result is clipped once. So no seam appears at
  /// the clip's edge where two adjacent shapes meet.
  ///
  /// - Parameters:
  ///   - path: The path inside which the items show.
  ///   - rule: The rule that decides which points are inside `path`.
  ///   - transform: The map from the space of `path` to the screen's points. It does not apply to the items.
  ///   - body: A closure that adds the clipped items.
  public mutating func clipped(
    to path: Path, rule: FillRule = .nonZero, transform: Homography = .identity, _ body: (inout DisplayList) -> Void
  ) {
    bracket(.beginClip(path, rule), .endClip, transform: transform, body)
  }

  /// Adds the items of `body`, clipped to a rectangle. The edge of the clip is antialiased.
  ///
  /// The `transform` maps the rectangle to the screen's points. It does not apply to the items.
  public mutating func clipped(to rect: Rect, transform: Homography = .identity, _ body: (inout DisplayList) -> Void) {
    var path = Path()
    path.addRect(rect)
    clipped(to: path, transform: transform, body)
  }

  /// Adds a group of items, and a mask that hides parts of the group.
  ///
  /// The mask itself is not drawn. Each pixel of the mask decides how much of the group shows at that pixel.
  ///
  /// - Parameters:
  ///   - kind: Whether the alpha or the luminance of a mask pixel decides how much of the group shows.
  ///   - opacity: The group's opacity, from 0 (invisible) to 255 (opaque).
  ///   - blend: The rule by which the masked group is combined with the pixels below.
  ///   - mask: A closure that adds the mask's items.
  ///   - body: A closure that adds the group's items.
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

/// Whether the alpha or the luminance of a mask's pixels decides how much of the masked group shows.
public enum MaskKind: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The alpha of the mask's pixel. The group shows where the mask is opaque.
  case alpha
  /// The luminance of the mask's pixel when it is drawn over black. The group shows where the mask is white.
  ///
  /// The luminance is computed with SVG's weights of red, green and blue.
  ///
  /// - Source: W3C, "CSS Masking Module Level 1", section 6.2.
  case luminance
}
