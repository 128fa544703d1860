extension DisplayList {
  /// An item as the list stores it: small, and without references, so that it is copied like a number.
  ///
  /// What is larger or refers to memory is in the list's ``Tables``, and the item has its index there.
  struct PackedItem: BitwiseCopyable, Sendable {
    var content: PackedContent
    /// The item's opacity and blend mode. Clips and masks have the defaults.
    var compositing: Compositing
    /// The index of the map from the item's own space to the screen's points; −1 for the identity.
    var transform: Int32
    /// The index of the pixel clip that limits the item; −1 for no clip.
    var clip: Int32
  }

  /// The kind of an item, like ``Content``, with indices into the list's ``Tables``.
  enum PackedContent: BitwiseCopyable, Sendable {
    case shape(PackedShape, PackedPaint)
    case image(Int32, ImageFilter)
    case ninePatch(Int32)
    case beginGroup, endGroup
    case beginClip(path: Int32, FillRule)
    case endClip
    case beginMask(MaskKind)
    case endMask
  }

  /// A shape, like ``Shape``, with an index into the list's ``Tables``.
  enum PackedShape: BitwiseCopyable, Sendable {
    case fill(path: Int32, FillRule)
    case stroke(Int32)
    case shadow(Int32)
    case glyphs(Int32)
    case mask(Int32)
  }

  /// A color, or the index of another paint in the list's ``Tables``.
  enum PackedPaint: BitwiseCopyable, Sendable {
    case color(Color)
    case other(Int32)
  }
}

extension DisplayList.PackedContent {
  /// The kind of bracket that the item begins or ends; nil for shapes and images.
  var bracket: DisplayList.Bracket? {
    switch self {
    case .beginGroup, .endGroup: .group
    case .beginClip, .endClip: .clip
    case .beginMask, .endMask: .mask
    case .shape, .image, .ninePatch: nil
    }
  }

  /// Returns the content with its indices moved by the former lengths of the tables.
  func moved(by start: DisplayList.Tables.Counts) -> Self {
    switch self {
    case .shape(let shape, let paint): .shape(shape.moved(by: start), paint.moved(by: start))
    case .image(let index, let filter): .image(index &+ start.images, filter)
    case .ninePatch(let index): .ninePatch(index &+ start.ninePatches)
    case .beginClip(let path, let rule): .beginClip(path: path &+ start.paths, rule)
    case .beginGroup, .endGroup, .endClip, .beginMask, .endMask: self
    }
  }
}

extension DisplayList.PackedShape {
  /// Returns the shape with its index moved by the former length of its table.
  fileprivate func moved(by start: DisplayList.Tables.Counts) -> Self {
    switch self {
    case .fill(let path, let rule): .fill(path: path &+ start.paths, rule)
    case .stroke(let index): .stroke(index &+ start.strokes)
    case .shadow(let index): .shadow(index &+ start.shadows)
    case .glyphs(let index): .glyphs(index &+ start.glyphs)
    case .mask(let index): .mask(index &+ start.masks)
    }
  }
}

extension DisplayList.PackedPaint {
  /// Returns the paint with its index, if it has one, moved by the former length of its table.
  fileprivate func moved(by start: DisplayList.Tables.Counts) -> Self {
    if case .other(let index) = self { .other(index &+ start.paints) } else { self }
  }
}
