import CartoucheRaster

/// A layer with everything in it as a picture: drawn once, as large as it is seen, and drawn again only where something in it changes.
final class KeptPicture {
  /// What is in the picture, in its pixels.
  var settling = Settling()
  /// How the picture was on the screen.
  var appearance = Appearance()
  private(set) var picture = KeptPicture.nothing
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

  private static let nothing = Picture(size: PixelSize(width: 0, height: 0)) { _ in }

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
    if wanted != best { pictures.wantsSharpening = true }
    asked = wanted
    let grid = pictures.grid(of: rect, step: wanted, lies: lies)
    walk = pictures.walk
    let isNew = self.rect != rect || shown != grid.shown || picture.size != grid.size
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

  /// Draws what of the layer has changed into the picture.
  func refresh(_ layer: Layer, isNew: Bool, changes: Changes, keeping pictures: KeptPictures) {
    let bytes = pictures.bytes
    let wantsOutside = pictures.wantsSharpening
    pictures.wantsSharpening = false
    defer {
      (innerBytes, countedWalk) = (pictures.bytes - bytes, pictures.walk)
      wantsSharpeningInside = pictures.wantsSharpening
      pictures.wantsSharpening = wantsOutside || wantsSharpeningInside
    }
    settling.screen = PixelRect(picture.size)
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
      pictures.renderer.draw(list, over: .clear, into: target, damage: damage, workers: SerialWorkers())
      return false
    }
  }
}

/// What kept pictures share: who draws them, and how much memory they may take.
final class KeptPictures {
  let renderer = Renderer()
  /// Bytes that all pictures may take together; those that come later in the walk are drawn coarser, so that they fit.
  var byteLimit = 64 << 20
  private(set) var bytes = 0

  /// Counts walks, from 1.
  private(set) var walk = 0

  /// Whether a picture, seen in the last walk, is to be drawn finer or coarser once its layer is at rest.
  var wantsSharpening = false

  func beginWalk() {
    bytes = 0
    wantsSharpening = false
    walk += 1
  }

  /// Adds what is held without being asked for in this walk.
  func count(_ held: Int) {
    bytes += held
  }

  /// How large a picture of `rect` is, seen at 2^(`step` / 2) pixels a point, and which rectangle its pixels stand for; coarser where there is no room.
  ///
  /// Where it lies flat a pixel of it is to be one of the screen if it can, so that it begins and ends between whole pixels; in perspective it is
  /// drawn anew anyway, and its edges are the sharper for being those of `rect`.
  func grid(of rect: Rect, step: Int, lies: KeptPicture.Lie) -> (size: PixelSize, shown: Rect) {
    var step = step
    while true {
      let scale = Self.scale(step)
      func pixels(_ low: Scalar, _ high: Scalar) -> (low: Int, count: Int) {
        let first = lies == .flat ? Int((low * scale).floor) : 0
        let end = Int(((lies == .flat ? high : high - low) * scale).ceiling)
        return (first, min(max(end - first, 1), 1 << 16))  // ≤ 2^48 before
      }
      let (across, down) = (pixels(rect.minX, rect.maxX), pixels(rect.minY, rect.maxY))
      let wanted = across.count * down.count * 16 / 3  // with halvings; ≤ 2^35
      let isHeld = max(across.count, down.count) > Self.longestSide
      if step <= Self.coarsest || (!isHeld && bytes + wanted <= byteLimit) {
        bytes += wanted
        let size = PixelSize(width: min(across.count, Self.longestSide), height: min(down.count, Self.longestSide))
        guard lies == .flat && !isHeld else { return (size, rect) }
        let shown = Rect(
          x: Scalar(across.low) / scale, y: Scalar(down.low) / scale, width: Scalar(size.width) / scale,
          height: Scalar(size.height) / scale)
        return (size, shown)
      }
      step -= 1
    }
  }

  private static let longestSide = 4096
  private static let coarsest = -16
  static let finest = 8

  /// 2^(`step` / 2).
  static func scale(_ step: Int) -> Scalar {
    let root = Scalar(rawValue: 92_682)  // √2
    let whole = step >> 1
    let base: Scalar = step & 1 == 1 ? root : 1
    return Scalar(rawValue: whole >= 0 ? base.rawValue << Int64(whole) : base.rawValue >> Int64(-whole))
  }

  /// The step at which a picture is as fine as it is seen, `old` while that is neither too coarse nor much too fine.
  static func step(for scale: Scalar, keeping old: Int?) -> Int {
    if let old {
      let has = Self.scale(old)
      if has * 9 / 8 >= scale, has * 7 / 16 <= scale { return old }
    }
    var step = coarsest
    while step < finest, Self.scale(step) * 65 / 64 < scale { step += 1 }
    return step
  }
}

extension Layer {
  /// The rectangle of the layer's space that holds what the layer draws, but for its shadow, and all in it; nil where something in it reaches behind the
  /// eye, and so has no bounds.
  final var reach: Rect? {
    if masksToBounds { return bounds }
    var reach = drawnBounds
    for layer in sublayers where !layer.isHidden {
      guard let inner = layer.reach(through: layer.toSuperlayer) else { return nil }
      reach = reach.union(inner)
    }
    return reach
  }

  private func reach(through matrix: Transform3D) -> Rect? {
    if isSpace {
      var reach = Rect.zero
      for layer in sublayers where !layer.isHidden {
        guard let inner = layer.reach(through: layer.toSuperlayer.concatenating(matrix)) else { return nil }
        reach = reach.union(inner)
      }
      return reach
    }
    guard let own = reach?.union(visualBounds) else { return nil }
    if own.isEmpty { return .zero }
    let (box, isWhole) = Homography(matrix).box(of: own)
    return isWhole ? box : nil
  }
}

extension Homography {
  /// How many pixels a point of `rect` takes at most where it is seen; nil if all of it is behind the eye.
  func finest(in rect: Rect) -> Scalar? {
    var finest: Scalar?
    func look(_ x: Scalar, _ y: Scalar) {
      guard let scale = largestScale(at: Point(x: x, y: y)) else { return }
      finest = max(finest ?? scale, scale)
    }
    look(rect.minX, rect.minY)
    look(rect.maxX, rect.minY)
    look(rect.minX, rect.maxY)
    look(rect.maxX, rect.maxY)
    look(rect.center.x, rect.center.y)
    return finest
  }
  /// Whether `rect` is seen so much from the side, or reaches so far into the distance, that a picture of it would blur: where it takes less than an eighth of the pixels
  /// that it would have if it were all as near as its nearest corner and seen from the front.
  func isSteep(over rect: Rect) -> Bool {
    guard let finest = finest(in: rect), let a = project(rect.origin), let b = project(Point(x: rect.maxX, y: rect.minY)),
      let c = project(Point(x: rect.maxX, y: rect.maxY)), let d = project(Point(x: rect.minX, y: rect.maxY))
    else { return true }
    func cross(_ p: Point, _ q: Point) -> Int128 {
      Int128(p.x.rawValue) &* Int128(q.y.rawValue) &- Int128(p.y.rawValue) &* Int128(q.x.rawValue)  // ≤ 2^95
    }
    let seen = (cross(c - a, d - b)).magnitude / 2  // the diagonals' product; 32 fraction bits
    let (width, height) = (rect.width * finest, rect.height * finest)
    let whole = (Int128(width.rawValue) * Int128(height.rawValue)).magnitude
    return seen < whole / 8
  }
}
