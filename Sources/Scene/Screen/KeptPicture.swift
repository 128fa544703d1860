import CartoucheRaster

/// A layer with everything in it as a picture: drawn once, as large as it is seen, and drawn again only where something in it changes.
class KeptPicture {
  /// What is in the picture, in its pixels.
  var settling = Settling()
  /// How the picture was on the screen.
  var appearance = Appearance()
  var picture = KeptPicture.nothing
  /// What of the layer's space the picture is of.
  private(set) var rect = Rect.zero
  /// What of the layer's space its pixels stand for.
  private(set) var shown = Rect.zero
  /// The pixels a point that were asked for, 2^(`asked` / 2); with little memory there are fewer.
  private var asked = 0
  /// In which walk it was shown last: a layer that is cut is visited more than once.
  private var walk = 0
  /// Bytes of the pictures in this one.
  private var innerBytes = 0
  /// In which walk they were counted last.
  private var countedWalk = 0
  /// Whether a picture in this one is not as fine as it would be at rest.
  private(set) var wantsSharpeningInside = false

  /// How the layer lies before the eye.
  enum Lie {
    case flat, inPerspective
  }

  /// Whether the layer stands where it stood in the last frame.
  enum Motion {
    /// A picture that is somewhat too coarse or too fine will do: another in every frame would cost more than it shows.
    case moving
    case atRest
  }

  /// None beside the screen.
  var hasPixels: Bool { picture.size.width > 0 }

  static let nothing = Picture(size: PixelSize(width: 0, height: 0)) { _ in }

  /// From the layer's space to the picture's pixels.
  private var map: Homography {
    typealias Element = Transform3D.Element
    let moved = Transform3D.translation(x: Element(rounding: -shown.minX), y: Element(rounding: -shown.minY))
    let scale = Transform3D.scale(
      x: Element(picture.size.width) / Element(rounding: shown.width),
      y: Element(picture.size.height) / Element(rounding: shown.height))
    return Homography(moved.concatenating(scale))
  }

  /// From the picture's pixels to the layer's space.
  var back: Homography {
    typealias Element = Transform3D.Element
    let scale = Transform3D.scale(
      x: Element(rounding: shown.width) / Element(max(picture.size.width, 1)),
      y: Element(rounding: shown.height) / Element(max(picture.size.height, 1)))
    return Homography(
      scale.concatenating(.translation(x: Element(rounding: shown.minX), y: Element(rounding: shown.minY))))
  }

  /// Makes room for `rect`, seen at `scale` pixels a point; answers whether the picture is another, with nothing in it.
  ///
  /// At rest it is as fine as `scale` asks for, however it came there: what a screen at rest shows does not depend on the way to it.
  func fit(_ rect: Rect, scale: Scalar, lies: Lie, _ motion: Motion, keeping pictures: KeptPictures) -> Bool {
    if walk == pictures.walk && hasPixels && self.rect == rect { return false }
    let best = KeptPictures.step(for: scale, keeping: nil)
    let wanted = motion == .moving && hasPixels ? KeptPictures.step(for: scale, keeping: asked) : best
    // Halvings that it had in perspective would blur it.
    let sheds = lies == .flat && picture.hasMipmaps
    if motion == .moving && (wanted != best || sheds) { pictures.wantsSharpening = true }
    asked = wanted
    let grid = pictures.grid(of: rect, step: wanted, lies: lies)
    walk = pictures.walk
    let isNew = self.rect != rect || shown != grid.shown || picture.size != grid.size || (sheds && motion == .atRest)
    if isNew {
      (self.rect, shown) = (rect, grid.shown)
      picture = Picture(size: grid.size) { _ in }
    }
    // It lay flat when it was made.
    if lies == .inPerspective && !picture.hasMipmaps { picture = picture.withMipmaps() }
    return isNew
  }

  /// Lets the pixels go, beside the screen; answers whether there were any.
  func letGo(of rect: Rect) -> Bool {
    self.rect = rect
    guard hasPixels else { return false }
    (picture, settling, innerBytes) = (Self.nothing, Settling(), 0)
    return true
  }

  /// Nothing in the picture has changed: what is in it takes its memory still.
  func keep(in pictures: KeptPictures) {
    guard countedWalk != pictures.walk else { return }
    countedWalk = pictures.walk
    pictures.count(innerBytes)
  }

  /// Draws what of the layer has changed into the picture: once in a walk, also of a layer that is cut.
  func refresh(_ layer: Layer, isNew: Bool, changes: Changes, keeping pictures: KeptPictures) {
    guard countedWalk != pictures.walk || isNew else { return }
    let bytes = pictures.bytes
    let wantsOutside = pictures.wantsSharpening
    pictures.wantsSharpening = false
    defer {
      (innerBytes, countedWalk) = (pictures.bytes - bytes, pictures.walk)
      wantsSharpeningInside = pictures.wantsSharpening
      pictures.wantsSharpening = wantsOutside || wantsSharpeningInside
    }
    settling.screen = PixelRect(picture.size)
    settling.isInPicture = true
    settling.list.removeAll()
    settling.damage.removeAll()
    var changes = changes
    // Where the layer stands is no matter in here.
    changes.isChanged = changes.isLookChanged
    let look = Settling.Look(map: map, alpha: 255, changes: changes, hasShadow: false, blend: .normal)
    let around = Surroundings(clip: settling.screen, isOtherwise: isNew || changes.isChangedThroughout)
    settling.draw(layer, look, in: around, keeping: pictures)
    if isNew { settling.damage.add(settling.screen) }
    let damage = settling.damage.rects
    guard !damage.isEmpty else { return }
    let (size, list) = (picture.size, settling.list)
    picture.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return false }
      let target = PixelBuffer(
        baseAddress: UnsafeMutableRawPointer(base), size: size, bytesPerRow: size.width * 4, format: .argb8888)
      pictures.renderer.draw(list, over: .clear, into: target, damage: damage, workers: pictures.workers)
      return false
    }
  }
}
