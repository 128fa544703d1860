extension DisplayList {
  /// One entry of a display list: a shape or an image to draw, or the begin or end of a group, a clip or a
  /// mask.
  package struct Item: Sendable {
    package var content: Content
    /// From the item's own space to the screen's points.
    package var transform: Homography
    /// The index of the pixel clip that limits the item, in the list's ``DisplayList/clips``; −1 for none.
    package var clip: Int32

    package init(_ content: Content, transform: Homography = .identity, clip: Int32 = -1) {
      (self.content, self.transform, self.clip) = (content, transform, clip)
    }
  }

  /// What an item draws or does, with the attributes that its kind needs.
  package enum Content: Sendable {
    /// A shape in a paint.
    case shape(Shape, Paint, Compositing)
    case image(Image, ImageFilter, Compositing)
    /// An image stretched over a rectangle in nine parts: corners keep their size, edges stretch along their
    /// length, the center stretches both ways.
    case ninePatch(Image, EdgeInsets, Rect, Compositing)
    /// The items up to the matching end are composited off-screen and drawn as one image.
    case beginGroup(Compositing)
    /// The end of a group. Its attributes count; those of the begin repeat them.
    case endGroup(Compositing)
    /// The items up to the matching end show only inside the path.
    case beginClip(Path, FillRule)
    case endClip
    /// The items up to the matching end mask the enclosing group.
    case beginMask(MaskKind)
    case endMask
  }

  /// A shape that is filled with a paint.
  package enum Shape: Sendable {
    case fill(Path, FillRule)
    case stroke(Path, StrokeStyle)
    /// The shadow of a rectangle; for the shadow of a path, only the rectangle's origin counts.
    case shadow(ShadowMask, Rect)
    case glyphs(GlyphRun)
    case mask(CoverageMask)
  }

  /// How an item's colors are combined with the pixels below it.
  package struct Compositing: Hashable, Sendable, BitwiseCopyable {
    /// 0…255, multiplied with the paint's own alpha.
    package var opacity: UInt8
    package var blend: BlendMode

    package init(opacity: UInt8 = 255, blend: BlendMode = .normal) {
      (self.opacity, self.blend) = (opacity, blend)
    }
  }

  /// The three kinds of brackets: pairs of items that act on the items between them.
  enum Bracket { case group, clip, mask }
}

extension DisplayList.Content {
  /// How the item is composited; nil for clips and masks.
  package var compositing: DisplayList.Compositing? {
    get {
      switch self {
      case .shape(_, _, let compositing), .image(_, _, let compositing), .ninePatch(_, _, _, let compositing),
        .beginGroup(let compositing), .endGroup(let compositing):
        compositing
      case .beginClip, .endClip, .beginMask, .endMask: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .shape(let shape, let paint, _): self = .shape(shape, paint, newValue)
      case .image(let image, let filter, _): self = .image(image, filter, newValue)
      case .ninePatch(let image, let insets, let rect, _): self = .ninePatch(image, insets, rect, newValue)
      case .beginGroup: self = .beginGroup(newValue)
      case .endGroup: self = .endGroup(newValue)
      case .beginClip, .endClip, .beginMask, .endMask: break
      }
    }
  }

  /// The paint of a shape; nil for everything else.
  package var paint: Paint? {
    if case .shape(_, let paint, _) = self { paint } else { nil }
  }

  /// The kind of bracket that the item begins or ends; nil for shapes and images.
  var bracket: DisplayList.Bracket? {
    switch self {
    case .beginGroup, .endGroup: .group
    case .beginClip, .endClip: .clip
    case .beginMask, .endMask: .mask
    case .shape, .image, .ninePatch: nil
    }
  }
}
