/// The first stage of drawing a frame: turns each item of a display list into a ``PreparedItem``.
///
/// Shapes are flattened, stroked and turned into edges. Masks are positioned, and paints become color
/// sources.
enum ItemPreparation {
  /// Prepares an item for a screen of the given size.
  ///
  /// - Parameters:
  ///   - tables: What the item refers to.
  ///   - prepared: The item's place in the frame's memory, with the values of a new ``PreparedItem``.
  ///   - worker: The number of the worker that owns `scratch`.
  static func prepare(
    _ item: DisplayList.PackedItem, _ tables: DisplayList.Tables.Pointers, in prepared: inout PreparedItem, size: PixelSize,
    worker: Int, scratch: inout PrepareScratch
  ) {
    let compositing = item.compositing
    prepared.worker = Int32(truncatingIfNeeded: worker)
    prepared.clip = item.clip
    prepared.blend = compositing.blend
    switch item.content {
    case .shape(let shape, let paint):
      guard compositing.canChangePixels else { break }
      let transform = tables.transform(item.transform)
      // Gradients and images choose their arithmetic by the bounds of the whole shape.
      let damage = paint.isColor && !compositing.blend.affectsUncoveredPixels ? scratch.damage : nil
      if let coverageScale = prepareOutline(
        of: shape, tables, transform: transform, within: damage, in: &prepared, size: size, scratch: &scratch)
      {
        finish(&prepared, compositing, coverageScale: coverageScale) {
          PaintPreparation.prepare(paint, tables, transform: transform, compositing, in: &$0, scratch: &scratch)
        }
        break
      }
      guard PaintPreparation.prepare(paint, tables, transform: transform, compositing, in: &prepared, scratch: &scratch) else {
        break
      }
      if prepareMask(of: shape, tables, transform: transform, within: damage, in: &prepared, size: size, scratch: &scratch) {
        prepared.kind = .mask
      }
    case .image(let index, let filter):
      guard compositing.canChangePixels else { break }
      let image = tables.images[Int(index)]
      let transform = tables.transform(item.transform)
      let rect = Rect(x: 0, y: 0, width: Scalar(image.size.width), height: Scalar(image.size.height))
      OutlinePreparation.prepare(rect, transform: transform, in: &prepared, size: size, scratch: &scratch)
      finish(&prepared, compositing) {
        let source = ImagePreparation.prepare(
          image, filter: filter, transform: transform, isRectangle: $0.kind == .rectangle)
        return PaintPreparation.set(source, of: &$0, scratch: &scratch)
      }
    case .ninePatch(let index):
      guard compositing.canChangePixels else { break }
      let patch = tables.ninePatches[Int(index)]
      let transform = tables.transform(item.transform)
      OutlinePreparation.prepare(patch.rect, transform: transform, in: &prepared, size: size, scratch: &scratch)
      finish(&prepared, compositing) {
        let source = ImagePreparation.prepare(
          patch.image, insets: patch.insets, over: patch.rect, transform: transform, scratch: &scratch)
        return PaintPreparation.set(source, of: &$0, scratch: &scratch)
      }
    case .beginGroup:
      prepared.role = .beginGroup
    case .endGroup:
      (prepared.role, prepared.alpha) = (.endGroup, UInt32(compositing.opacity))
    case .beginClip(let path, let rule):
      (prepared.role, prepared.clip) = (.beginClip, -1)
      OutlinePreparation.prepare(
        filling: tables.path(path), rule, transform: tables.transform(item.transform), within: nil, in: &prepared,
        size: size, scratch: &scratch)
    case .endClip:
      prepared.role = .endClip
    case .beginMask(let kind):
      (prepared.role, prepared.maskKind) = (.beginMask, kind)
    case .endMask:
      prepared.role = .endMask
    }
  }

  /// Prepares the color source of an item, which completes the item. The outline must be prepared already.
  ///
  /// - Parameters:
  ///   - coverageScale: The factor by which the coverage is multiplied, in 1/256. It is below 256 for a
  ///     hairline.
  ///   - preparePaint: Prepares the color source. It returns false if nothing is drawn.
  @inline(__always)
  private static func finish(
    _ prepared: inout PreparedItem, _ compositing: DisplayList.Compositing, coverageScale: UInt32 = 256,
    _ preparePaint: (inout PreparedItem) -> Bool
  ) {
    guard prepared.kind != .nothing else { return }
    prepared.alpha = UInt32(compositing.opacity)
    guard preparePaint(&prepared) else {
      prepared.kind = .nothing
      return
    }
    if compositing.blend.isLinearInAlpha {
      prepared.alpha = (prepared.alpha &* coverageScale &+ 128) >> 8
    } else {
      prepared.coverageScale = coverageScale
    }
  }

  /// Prepares the outline of a filled or stroked path.
  ///
  /// - Returns: The factor by which the coverage is multiplied, in 1/256; nil if the shape has a mask.
  @inline(__always)
  private static func prepareOutline(
    of shape: DisplayList.PackedShape, _ tables: DisplayList.Tables.Pointers, transform: Homography, within damage: DamageBounds?,
    in prepared: inout PreparedItem, size: PixelSize, scratch: inout PrepareScratch
  ) -> UInt32? {
    switch shape {
    case .fill(let path, let rule):
      OutlinePreparation.prepare(
        filling: tables.path(path), rule, transform: transform, within: damage, in: &prepared, size: size,
        scratch: &scratch)
      return 256
    case .stroke(let index):
      return OutlinePreparation.prepare(
        tables.strokes[Int(index)], transform: transform, within: damage, in: &prepared, size: size, scratch: &scratch)
    case .shadow, .glyphs, .mask:
      return nil
    }
  }

  /// Prepares the mask of a shadow, of glyphs or of a coverage mask, and sets the item's bounds.
  ///
  /// Glyphs that are not upright become edges, like any path.
  ///
  /// - Returns: False if no part of the mask is visible, or if the item has edges instead of a mask.
  private static func prepareMask(
    of shape: DisplayList.PackedShape, _ tables: DisplayList.Tables.Pointers, transform: Homography, within damage: DamageBounds?,
    in prepared: inout PreparedItem, size: PixelSize, scratch: inout PrepareScratch
  ) -> Bool {
    switch shape {
    case .shadow(let index):
      let shadow = tables.shadows[Int(index)]
      return ShadowPlacement.prepare(
        shadow.mask, of: shadow.rect, transform: transform, in: &prepared, size: size, scratch: &scratch)
    case .glyphs(let index):
      let run = tables.glyphs[Int(index)]
      if transform.isTranslation && run.hasMasks {
        return GlyphPreparation.prepareMasks(of: run, transform: transform, in: &prepared, size: size, scratch: &scratch)
      }
      GlyphPreparation.prepareOutlines(
        of: run, transform: transform, within: damage, in: &prepared, size: size, scratch: &scratch)
      return false
    case .mask(let index):
      return CoverageMaskPlacement.prepare(
        tables.masks[Int(index)], transform: transform, in: &prepared, size: size, scratch: &scratch)
    case .fill, .stroke:
      return false
    }
  }
}

extension DisplayList.Compositing {
  /// Whether an item with these attributes can change any pixel.
  fileprivate var canChangePixels: Bool { opacity > 0 || blend.affectsUncoveredPixels }
}

extension BlendMode {
  /// Whether a fainter paint has the same effect as less coverage: the result is linear in the source's
  /// alpha.
  fileprivate var isLinearInAlpha: Bool { !affectsUncoveredPixels && self != .plusLighter }
}
