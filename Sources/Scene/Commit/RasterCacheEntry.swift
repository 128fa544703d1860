import CartoucheRaster

/// A cached image of a layer and its sublayers, redrawn only where the layer or a sublayer changes.
///
/// Layers with ``Layer/shouldRasterize`` have such an image. Layers with ``Layer/rasterizesInPerspective``
/// have such an image while they are seen in perspective. The latter layers are drawn as shapes in two cases:
/// if they are seen nearly edge-on, so that the image would blur, and if they are partly behind the viewer.
/// Without perspective, the image's pixels are those of the layer's own grid. At whole pixels, the image is
/// therefore as sharp as the layer itself. While its layer is off-screen, an image has no memory: other
/// layers may use it. Images inside an image count towards the limit of ``RasterCacheContext`` too.
///
/// The image has the resolution at which it is seen, in steps of √2. While the layer moves, an image that is
/// somewhat too coarse or too fine is used unchanged. The frame after the last movement draws the image at
/// the exact step. The pixels of a screen at rest thus do not depend on earlier movements.
final class RasterCacheEntry: LayerPixelCache {
  /// How the layer's plane is projected to the screen.
  enum PlaneProjection: BitwiseCopyable {
    case affine, perspective
  }

  /// Whether the layer's map to the screen differs from the map in the last frame.
  enum Motion: BitwiseCopyable {
    case moving, atRest
  }

  /// Draws the layer into the image; its damage is in the image's pixels.
  private var walk = SceneWalk()
  /// The rectangle of the layer's space that the image is to show.
  private(set) var contentRect = Rect.zero
  /// The rectangle of the layer's space that the image's pixels cover.
  private var imageRect = Rect.zero
  /// The requested resolution, 2^(`step` / 2) pixels per point; with little memory, the image has fewer
  /// pixels.
  private var step = 0
  /// The number of the last walk that prepared the image.
  ///
  /// The number prevents a second preparation in a walk, because a walk visits each fragment of a split
  /// layer.
  private var preparedWalk = 0
  /// The memory of the images inside this image, in bytes.
  private var nestedBytes = 0
  /// The number of the last walk that counted ``nestedBytes``.
  private var countedWalk = 0
  /// Whether an image inside this image does not have its resolution at rest.
  private var needsFinerImagesInside = false

  /// The map from the layer's space to the image's pixels.
  private var mapToImage: Homography {
    typealias Element = Transform3D.Element
    let translation = Transform3D.translation(
      x: Element(rounding: -imageRect.minX), y: Element(rounding: -imageRect.minY))
    let scale = Transform3D.scale(
      x: Element(image.size.width) / Element(rounding: imageRect.width),
      y: Element(image.size.height) / Element(rounding: imageRect.height))
    return Homography(translation.concatenating(scale))
  }

  /// The map from the image's pixels to the layer's space.
  private var mapFromImage: Homography {
    typealias Element = Transform3D.Element
    let scale = Transform3D.scale(
      x: Element(rounding: imageRect.width) / Element(max(image.size.width, 1)),
      y: Element(rounding: imageRect.height) / Element(max(image.size.height, 1)))
    let translation = Transform3D.translation(
      x: Element(rounding: imageRect.minX), y: Element(rounding: imageRect.minY))
    return Homography(scale.concatenating(translation))
  }

  // MARK: In a walk

  /// Brings the image up to date, records how it is seen, and adds the pixels that change to `damage`.
  ///
  /// - Parameter inkBounds: The rectangle of the layer's space that the image is to show.
  func update(
    from layer: Layer, inkBounds: Rect, _ state: OwnDrawState, in context: InheritedDrawState, damage: inout DamageTracker
  ) {
    let (map, rasterCache) = (state.map, context.rasterCache)
    let needsRefresh = layer.cacheEntry == nil || layer.needsRefresh(state.dirtyFlags) || needsFinerImagesInside
    layer.cacheEntry = self
    // A blend mode that changes pixels that the layer does not cover does so within the layer's bounds only.
    let clip =
      layer.blendMode.affectsUncoveredPixels
      ? context.clip.intersection(map.pixels(of: layer.bounds, on: context.clip)) : context.clip
    let before = lastDrawn.summary
    let scale = map.pixels(of: inkBounds, on: clip).isEmpty ? nil : map.maximumScale(in: inkBounds)
    let isNew: Bool
    if let scale {
      isNew = prepare(
        inkBounds, scale: scale, projection: map.isAffine ? .affine : .perspective,
        before.map == map ? .atRest : .moving, using: rasterCache)
      if needsRefresh || isNew {
        refresh(from: layer, isNew: isNew, dirtyFlags: state.dirtyFlags, using: rasterCache)
      } else {
        countNestedBytes(in: rasterCache)
      }
    } else {
      // Off-screen: no pixels are needed. The shadow may still be visible.
      isNew = discardPixels(of: inkBounds, using: rasterCache)
      if isNew {
        layer.cacheEntry = nil
        layer.discardLastDrawn { rasterCache.keep($0) }
        layer.cacheEntry = self
      }
      layer.flushPendingDamage { _ in }
      layer.clearNeedsCommitBelow()
    }
    let covered = scale == nil ? .zero : imageRect
    let imagePixels = map.pixels(of: covered, on: clip)
    let pixels =
      layer.castsCachedShadow
      ? map.pixels(of: layer.visualBounds.union(inkBounds).union(covered), on: clip) : imagePixels

    (lastDrawn.isShown, lastDrawn.map, lastDrawn.opacity) = (true, map, state.alpha)
    (lastDrawn.clip, lastDrawn.pixelBounds, lastDrawn.drawnPixels) = (context.clip, pixels, pixels)
    let isChanged =
      context.forcesDamage || isNew || !before.isShown || before.map != map || before.opacity != state.alpha
      || before.clip != context.clip || before.pixelBounds != pixels || state.dirtyFlags.isContentChanged
    if isChanged {
      damage.add(old: before.drawnPixels, new: pixels)
    } else if needsRefresh && scale != nil {
      addImageDamage(to: &damage, imagePixels: imagePixels, within: pixels)
    }
  }

  /// Adds the pixels of the screen that show changed pixels of the image.
  private func addImageDamage(to damage: inout DamageTracker, imagePixels: PixelRect, within pixels: PixelRect) {
    if image.hasMipmaps {
      // How many image pixels a screen pixel is filtered from varies over the plane: damage the whole image.
      if !walk.damage.isEmpty { damage.add(imagePixels) }
      return
    }
    // A screen pixel is interpolated from neighboring image pixels.
    for rect in walk.damage.rects {
      let wide = Rect(
        x: Scalar(rect.minX - 2), y: Scalar(rect.minY - 2), width: Scalar(rect.width + 4), height: Scalar(rect.height + 4))
      damage.add(mapFromImage.concatenating(lastDrawn.map).pixels(of: wide, on: pixels))
    }
  }

  /// Adds the image and the layer's shadow to `list`; if the image has no pixels, only the shadow is added.
  func draw(into list: inout DisplayList, for layer: Layer, _ state: OwnDrawState, within fragment: ClipFragment?) {
    let clip =
      layer.blendMode.affectsUncoveredPixels
      ? list.open(.beginClip(Path(rect: layer.bounds), .nonZero), transform: state.map) : -1
    let group = list.open(.beginGroup, opacity: state.alpha, blend: layer.blendMode)
    if layer.castsCachedShadow { list.addShadow(of: layer, transform: state.map, within: fragment) }
    if hasPixels {
      let open = list.begin(fragment)
      list.draw(
        image, transform: mapFromImage.concatenating(state.map),
        filter: state.map.isAffine && !image.hasMipmaps ? .bilinear : .trilinear)
      list.end(open, of: fragment)
    }
    list.closeGroup(group)
    if clip >= 0 { list.closeClip(clip) }
  }

  // MARK: The image

  /// Allocates an image of `rect`, which is seen at `scale` pixels per point, unless the present image is
  /// suitable.
  ///
  /// - Returns: Whether the image is new, so that all of its pixels must be drawn.
  private func prepare(
    _ rect: Rect, scale: Scalar, projection: PlaneProjection, _ motion: Motion, using rasterCache: RasterCacheContext
  ) -> Bool {
    if preparedWalk == rasterCache.walkNumber && hasPixels && contentRect == rect { return false }
    let bestStep = RasterCacheContext.step(for: scale, keeping: nil)
    let usedStep = motion == .moving && hasPixels ? RasterCacheContext.step(for: scale, keeping: step) : bestStep
    // Mip levels made while the layer was in perspective would blur it.
    let dropsMipmaps = projection == .affine && image.hasMipmaps
    if motion == .moving && (usedStep != bestStep || dropsMipmaps) { rasterCache.needsFinerImages = true }
    step = usedStep
    let (size, covered) = rasterCache.allocate(rect, step: usedStep, projection: projection)
    preparedWalk = rasterCache.walkNumber
    let isNew = contentRect != rect || imageRect != covered || image.size != size || (dropsMipmaps && motion == .atRest)
    if isNew {
      (contentRect, imageRect) = (rect, covered)
      if hasPixels { keepImage(using: rasterCache) } else { walk = rasterCache.makeWalk() }
      image = rasterCache.makeImage(size, hasMipmaps: projection == .perspective)
    }
    rasterCache.trimSpareImages()
    // The image was made without perspective.
    if projection == .perspective && !image.hasMipmaps { image = image.withMipmaps() }
    return isNew
  }

  /// Gives up the pixels of a layer that is off-screen.
  ///
  /// - Returns: Whether there were any pixels.
  private func discardPixels(of rect: Rect, using rasterCache: RasterCacheContext) -> Bool {
    contentRect = rect
    guard hasPixels else { return false }
    discardImage(using: rasterCache)
    return true
  }

  /// Leaves the memory of the image to other layers, and makes the entry like a new one.
  ///
  /// Without an image, the next walk that uses the entry makes one, and sets what describes it.
  func discard(using rasterCache: RasterCacheContext) {
    (lastDrawn, needsFinerImagesInside) = (LastDrawnState(), false)
    discardImage(using: rasterCache)
  }

  private func discardImage(using rasterCache: RasterCacheContext) {
    guard hasPixels else { return }
    keepImage(using: rasterCache)
    // Emptied before there is a second reference, which would make a copy.
    walk.removeAll()
    rasterCache.keep(walk)
    (walk, nestedBytes) = (SceneWalk(), 0)
  }

  private func keepImage(using rasterCache: RasterCacheContext) {
    let unused = image
    image = Self.emptyImage
    rasterCache.keep(unused)
  }

  /// Counts the memory of the images inside this image, if this image is shown unchanged.
  private func countNestedBytes(in rasterCache: RasterCacheContext) {
    guard countedWalk != rasterCache.walkNumber else { return }
    countedWalk = rasterCache.walkNumber
    rasterCache.add(bytes: nestedBytes)
  }

  /// Draws into the image the parts of the layer that changed.
  ///
  /// A layer that is split into fragments is drawn only once in a walk.
  private func refresh(from layer: Layer, isNew: Bool, dirtyFlags: DirtyFlags, using rasterCache: RasterCacheContext) {
    guard countedWalk != rasterCache.walkNumber || isNew else { return }
    let bytesBefore = rasterCache.bytes
    let needsFinerImagesOutside = rasterCache.needsFinerImages
    rasterCache.needsFinerImages = false
    defer {
      (nestedBytes, countedWalk) = (rasterCache.bytes - bytesBefore, rasterCache.walkNumber)
      needsFinerImagesInside = rasterCache.needsFinerImages
      rasterCache.needsFinerImages = needsFinerImagesOutside || needsFinerImagesInside
    }
    walk.removeAll()
    var dirtyFlags = dirtyFlags
    // A move of the layer does not change its image.
    dirtyFlags.isChanged = dirtyFlags.isContentChanged
    let state = OwnDrawState(map: mapToImage, alpha: 255, dirtyFlags: dirtyFlags, blendMode: .normal, includesShadow: false)
    let pixels = PixelRect(image.size)
    let context = InheritedDrawState(
      target: .cachedImage, clip: pixels, forcesDamage: isNew || dirtyFlags.isSubtreeChanged, using: rasterCache)
    walk.drawShapes(of: layer, state, in: context)
    if isNew { walk.damage.add(pixels) }
    let damage = walk.damage.rects
    guard !damage.isEmpty else { return }
    let (size, list) = (image.size, walk.list)
    image.withMutablePixels { pixels in
      guard let target = PixelBuffer(pixels, size: size) else { return false }
      rasterCache.renderer.draw(list, over: .clear, into: target, damage: damage, workers: rasterCache.workers)
      return false
    }
  }
}

extension Layer {
  /// Returns the layer's ``inkBounds``, which are computed again only after a change; nil if the layer has no
  /// bounds.
  func cachedInkBounds(_ dirtyFlags: DirtyFlags) -> Rect? {
    if let entry = cacheEntry as? RasterCacheEntry, !needsRefresh(dirtyFlags) { return entry.contentRect }
    return inkBounds
  }

  /// Returns whether the layer or one of its sublayers has changed since the layer's image was drawn.
  fileprivate func needsRefresh(_ dirtyFlags: DirtyFlags) -> Bool {
    dirtyFlags.isContentChanged || dirtyFlags.isSubtreeChanged || !lastDrawn.pendingDamage.isEmpty
      || (maskLayer?.dirtyFlags.needsCommit ?? false)
      || sublayers.contains { $0.dirtyFlags.needsCommit }
  }

  /// Whether the layer's shadow is drawn next to the layer's image and is not part of the image.
  fileprivate var castsCachedShadow: Bool { shadow != nil && !masksToBounds && mask == nil }
}
