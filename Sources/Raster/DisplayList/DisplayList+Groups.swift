extension DisplayList {
  /// Draws what `body` adds by itself, on nothing, and lays the result down as one: overlaps inside do not show through at an opacity.
  public mutating func group(opacity: UInt8 = 255, blend: BlendMode = .normal, _ body: (inout DisplayList) -> Void) {
    bracket(.beginGroup, .endGroup, opacity: opacity, blend: blend, body)
  }

  /// Shows what `body` adds inside `path` only, its edge antialiased; clips in clips narrow it further.
  ///
  /// What is drawn inside is put together first and cut once, so shapes that meet inside the clip leave no seam at its edge.
  public mutating func clipped(
    to path: Path, rule: FillRule = .nonZero, transform: Homography = .identity, _ body: (inout DisplayList) -> Void
  ) {
    bracket(.beginClip(path, rule), .endClip, transform: transform, body)
  }

  /// Shows what `body` adds inside `rect` only, its edge antialiased.
  public mutating func clipped(to rect: Rect, transform: Homography = .identity, _ body: (inout DisplayList) -> Void) {
    var path = Path()
    path.addRect(rect)
    clipped(to: path, transform: transform, body)
  }

  /// Draws what `body` adds as a group of which as much stays as `mask` says.
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

/// What a mask's drawing says of the pixels under it.
public enum MaskKind: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// As much stays as the mask is opaque.
  case alpha
  /// As much stays as the mask is bright, where nothing is drawn it is black: SVG's (CSS Masking 1, section 6.2), with its weights for red, green and blue.
  case luminance
}
