extension DisplayList {
  /// One entry of a display list: a shape or an image to draw, or the begin or end of a group, a clip or a
  /// mask.
  ///
  /// This is the form in which recordings and tests read a list. The list itself stores ``PackedItem``s.
  package struct Item: Sendable {
    package var content: Content
    /// The map from the item's own space to the screen's points.
    package var transform: Homography
    /// The index, in the list's ``DisplayList/clips``, of the pixel clip that limits the item; −1 for no
    /// clip.
    package var clip: Int32

    package init(_ content: Content, transform: Homography = .identity, clip: Int32 = -1) {
      (self.content, self.transform, self.clip) = (content, transform, clip)
    }
  }

  /// The kind of a display list's item, with the attributes that this kind needs.
  package enum Content: Sendable {
    /// A shape that is filled with a paint.
    case shape(Shape, Paint, Compositing)
    case image(Image, ImageFilter, Compositing)
    /// An image in nine parts, which together fill a rectangle.
    ///
    /// The corners keep their size, the edges stretch along their length, and the center stretches in both
    /// directions.
    case ninePatch(Image, EdgeInsets, Rect, Compositing)
    /// The begin of a group. The items between this begin and the matching end are composited off-screen and
    /// drawn as one image.
    case beginGroup(Compositing)
    /// The end of a group. The renderer uses the attributes of the end; the begin has the same attributes.
    case endGroup(Compositing)
    /// The begin of a clip. The items between this begin and the matching end show only inside the path.
    case beginClip(Path, FillRule)
    case endClip
    /// The begin of a mask. The items between this begin and the matching end mask the enclosing group.
    case beginMask(MaskKind)
    case endMask
  }

  /// A shape that is filled with a paint.
  package enum Shape: Sendable {
    case fill(Path, FillRule)
    case stroke(Path, StrokeStyle)
    /// The shadow of a rectangle or of a path. For a path's shadow, only the rectangle's origin is used.
    case shadow(ShadowMask, Rect)
    case glyphs(GlyphRun)
    case mask(CoverageMask)
  }

  /// The opacity and the blend mode with which an item is combined with the pixels below it.
  package struct Compositing: Hashable, Sendable, BitwiseCopyable {
    /// The item's opacity, 0…255, by which the paint's own alpha is multiplied.
    package var opacity: UInt8
    package var blend: BlendMode

    package init(opacity: UInt8 = 255, blend: BlendMode = .normal) {
      (self.opacity, self.blend) = (opacity, blend)
    }
  }

  /// The three kinds of brackets. A bracket is a pair of items that acts on the items between the two.
  enum Bracket { case group, clip, mask }
}

extension DisplayList.Content {
  /// The item's opacity and blend mode; nil for clips and masks.
  package var compositing: DisplayList.Compositing? {
    switch self {
    case .shape(_, _, let compositing), .image(_, _, let compositing), .ninePatch(_, _, _, let compositing),
      .beginGroup(let compositing), .endGroup(let compositing):
      compositing
    case .beginClip, .endClip, .beginMask, .endMask: nil
    }
  }

  /// The paint of a shape; nil for an item that is not a shape.
  package var paint: Paint? {
    if case .shape(_, let paint, _) = self { paint } else { nil }
  }
}
