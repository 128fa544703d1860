import CartoucheRaster

/// A layer with everything in it as a picture: drawn once, as large as it is seen, and drawn again only where something in it changes.
class RasterCacheEntry {
  /// What is in the picture, in its pixels.
  var sceneWalk = SceneWalk()
  /// How the picture was on the screen.
  var lastDrawn = LastDrawnState()
  var image = RasterCacheEntry.nothing
  /// What of the layer's space the picture is of.
  private(set) var rect = Rect.zero
  /// What of the layer's space its pixels stand for.
  private(set) var shown = Rect.zero
  /// The pixels a point that were asked for, 2^(`asked` / 2); with little memory there are fewer.
  private var asked = 0
  /// In which walk it was shown last: a layer that is cut is visited more than once.
  private var walk = 0
  /// Bytes of the pictures in this one.
  private var nestedBytes = 0
  /// In which walk they were counted last.
  private var countedWalk = 0
  /// Whether a picture in this one is not as fine as it would be at rest.
  private(set) var needsFinerImagesInside = false

  /// How the layer lies before the eye.
  enum PlaneProjection {
    case affine, perspective
  }

  /// Whether the layer stands where it stood in the last frame.
  enum Motion {
    /// A picture that is somewhat too coarse or too fine will do: another in every frame would cost more than it shows.
    case moving
    case atRest
  }

  /// None beside the screen.
  var hasPixels: Bool { image.size.width > 0 }

  static let nothing = Image(size: PixelSize(width: 0, height: 0)) { _ in }

  /// From the layer's space to the picture's pixels.
  private var map: Homography {
    typealias Element = Transform3D.Element
    let moved = Transform3D.translation(x: Element(rounding: -shown.minX), y: Element(rounding: -shown.minY))
    let scale = Transform3D.scale(
      x: Element(image.size.width) / Element(rounding: shown.width),
      y: Element(image.size.height) / Element(rounding: shown.height))
    return Homography(moved.concatenating(scale))
  }

  /// From the picture's pixels to the layer's space.
  var back: Homography {
    typealias Element = Transform3D.Element
    let scale = Transform3D.scale(
      x: Element(rounding: shown.width) / Element(max(image.size.width, 1)),
      y: Element(rounding: shown.height) / Element(max(image.size.height, 1)))
    return Homography(
      scale.concatenating(.translation(x: Element(rounding: shown.minX), y: Element(rounding: shown.minY))))
  }

  /// Makes room for `rect`, seen at `scale` pixels a point; answers whether the picture is another, with nothing in it.
  ///
  /// At rest it is as fine as `scale` asks for, however it came there: what a screen at rest shows does not depend on the way to it.
  func prepare(_ rect: Rect, scale: Scalar, projection: PlaneProjection, _ motion: Motion, using rasterCache: RasterCache) -> Bool {
    if walk == rasterCache.walk && hasPixels && self.rect == rect { return false }
    let best = RasterCache.step(for: scale, keeping: nil)
    let wanted = motion == .moving && hasPixels ? RasterCache.step(for: scale, keeping: asked) : best
    // Halvings that it had in perspective would blur it.
    let sheds = projection == .affine && image.hasMipmaps
    if motion == .moving && (wanted != best || sheds) { rasterCache.needsFinerImages = true }
    asked = wanted
    let grid = rasterCache.grid(of: rect, step: wanted, projection: projection)
    walk = rasterCache.walk
    let isNew = self.rect != rect || shown != grid.shown || image.size != grid.size || (sheds && motion == .atRest)
    if isNew {
      (self.rect, shown) = (rect, grid.shown)
      image = Image(size: grid.size) { _ in }
    }
    // It lay flat when it was made.
    if projection == .perspective && !image.hasMipmaps { image = image.withMipmaps() }
    return isNew
  }

  /// Lets the pixels go, beside the screen; answers whether there were any.
  func discardPixels(of rect: Rect) -> Bool {
    self.rect = rect
    guard hasPixels else { return false }
    (image, sceneWalk, nestedBytes) = (Self.nothing, SceneWalk(), 0)
    return true
  }

  /// Nothing in the picture has changed: what is in it takes its memory still.
  func retain(in rasterCache: RasterCache) {
    guard countedWalk != rasterCache.walk else { return }
    countedWalk = rasterCache.walk
    rasterCache.count(nestedBytes)
  }

  /// Draws what of the layer has changed into the picture: once in a walk, also of a layer that is cut.
  func refresh(_ layer: Layer, isNew: Bool, dirtyFlags: DirtyFlags, using rasterCache: RasterCache) {
    guard countedWalk != rasterCache.walk || isNew else { return }
    let bytes = rasterCache.bytes
    let wantsOutside = rasterCache.needsFinerImages
    rasterCache.needsFinerImages = false
    defer {
      (nestedBytes, countedWalk) = (rasterCache.bytes - bytes, rasterCache.walk)
      needsFinerImagesInside = rasterCache.needsFinerImages
      rasterCache.needsFinerImages = wantsOutside || needsFinerImagesInside
    }
    sceneWalk.screen = PixelRect(image.size)
    sceneWalk.isInCachedImage = true
    sceneWalk.list.removeAll()
    sceneWalk.damage.removeAll()
    var dirtyFlags = dirtyFlags
    // Where the layer stands is no matter in here.
    dirtyFlags.isChanged = dirtyFlags.isContentChanged
    let look = SceneWalk.DrawState(map: map, alpha: 255, dirtyFlags: dirtyFlags, hasShadow: false, blend: .normal)
    let around = TraversalContext(clip: sceneWalk.screen, forcesDamage: isNew || dirtyFlags.isSubtreeChanged)
    sceneWalk.draw(layer, look, in: around, using: rasterCache)
    if isNew { sceneWalk.damage.add(sceneWalk.screen) }
    let damage = sceneWalk.damage.rects
    guard !damage.isEmpty else { return }
    let (size, list) = (image.size, sceneWalk.list)
    image.withMutablePixels { pixels in
      guard let target = PixelBuffer(pixels, size: size) else { return false }
      rasterCache.renderer.draw(list, over: .clear, into: target, damage: damage, workers: rasterCache.workers)
      return false
    }
  }
}
