import CartoucheRaster
import CartoucheScene

/// The images that stand for the tiles' shapes while a map is zoomed or turned.
///
///     moving ▶ draw the next image, a slice a frame ▶ fade it in over the last one ▶ …
///     ▶ motion ends: draw the exact view, a slice a frame ▶ at rest: its pixels, or shapes
///
///     at rest ▶ draw an image, a slice at a time ▶ a zoom or turn begins with it
///
/// A map that turns has a square image, which covers the view at every bearing. Where the image in use does
/// not cover the corners of the view, a coarser and larger image is below it. In a motion that has left the
/// image in use before the next one was complete, the coarser one is drawn first. Until the first image is
/// complete, and wherever none covers the view, the map is drawn as shapes. So no part of the view is blank,
/// and a frame at rest does not depend on earlier frames. Tiles that arrive meanwhile appear with the next
/// image. A pan begins images of its next strips only, unless the map follows a heading or course. A large
/// tile that arrives in a pan is drawn in slices too.
final class GroundImages {
  /// An image as it is drawn in the present frame.
  struct Shown {
    var image: Image
    /// The transform from the image's pixels to points of the view.
    var transform: Homography
    var opacity: UInt8
    /// Whether tiles have arrived that the image does not show.
    var isStale: Bool
  }

  private(set) var motion = GroundMotion()
  /// The image in use, and above it the one that is being faded in. Empty if the map is drawn as shapes.
  private(set) var shown: [Shown] = []
  /// Whether ``shown`` differs from the last frame even if the camera is the same.
  private(set) var isChanged = false

  private var current: GroundImage?
  /// The image before the current one, until that is opaque.
  private var previous: GroundImage?
  private var next: GroundImage?
  /// The coarse image, which is below the current one.
  private var coarse: GroundImage?
  /// The memory for the next image of full resolution.
  let memory = GroundMemory()
  private var showsCoarse = false
  /// Whether an image of full resolution has been completed in this motion.
  private var hasDrawn = false
  private var fadeStart = Timestamp.zero

  let painter = GroundSlicePainter()
  /// The strips that a pan will need.
  let strips = StripImages()
  /// The exact pixels of the view after a motion or a large tile, until the content layer has drawn them.
  private var rest = RestImage()

  /// The time in nanoseconds in which an image is faded in. Each frame of the fade draws both images, so it
  /// takes only three frames at 60 frames a second.
  private static let fadeDuration: Int64 = 66_000_000
  /// The difference of zoom to the current image from which the next one is drawn.
  private static let usualZooms: Scalar = 0.25
  /// The difference of zoom to the coarse image from which another one is drawn.
  private static let coarseZooms: Scalar = 0.75
  /// The number of slices of the first image that are drawn in a frame: about half of the image of a view of
  /// 720 points. Until the image is complete, each frame draws all shapes in view.
  private static let firstSlices = 3
  /// The time in nanoseconds after which a frame comes too late for drawing in slices.
  private static let longestFrame: Int64 = 100_000_000

  /// Whether the images change with time, and not only with the camera.
  var isActive: Bool { motion.isMoving || rest.isActive || isRedrawing || preparation.isActive || strips.isActive }
  /// The image with which a motion of a map at rest begins.
  private var preparation = GroundPreparation()
  /// Whether the map is being zoomed or turned, or an image is prepared for that.
  private var isUsed = false
  /// Whether the view is being drawn in slices, and the content layer must draw it after that.
  private(set) var isRedrawing = false
  private var lastFrame = Timestamp.zero

  /// Draws what is known of the exact pixels of a part of a view.
  ///
  /// - Returns: The rest of that part, which is to be drawn as shapes; nil if nothing is known.
  func drawRest(of part: Rect, in view: MapTransform, into list: inout DisplayList, transform: Homography) -> [Rect]? {
    guard shown.isEmpty else { return nil }
    return rest.draw(part, in: view, into: &list, transform: transform)
      ?? strips.draw(part, in: view, into: &list, transform: transform)
  }

  /// The number of complete images in memory.
  var imageCount: Int { [current, previous, coarse].reduce(0) { $0 + ($1 == nil ? 0 : 1) } }

  // MARK: Layout

  /// Chooses the images of the next frame, and draws a slice of the next image.
  func layOut(_ context: Context, tiles: TileStore) {
    if let image = (current ?? next ?? coarse ?? rest.image)?.pixels, !image.belongs(to: context.stage) { removeAll() }
    let wasShown = !shown.isEmpty
    isChanged = previous != nil
    shown.removeAll(keepingCapacity: true)
    showsCoarse = false
    let now = context.stage.time
    motion.update(context.view, at: now, hasImage: hasImage(for: context))
    preparation.update(motion)
    if !motion.isMoving { hasDrawn = false }
    if painter.use(context.queue) {
      // The old queue may still draw into the image, so its memory must not serve another.
      next = nil
      memory.release()
      rest.restart()
      preparation.restart()
    }
    let interval = now.nanoseconds &- lastFrame.nanoseconds
    let isRegular = 0 <= interval && interval < Self.longestFrame
    lastFrame = now
    func drawRest() -> Bool { rest.update(context, interval: interval, tiles: tiles, painter: painter, memory) }
    let isFading = context.isFading
    let mayRest = wasShown && isRegular && !isFading && currentCovers(context.view) && (!motion.isMoving || motion.isPausing)
    let isStill = mayRest || !motion.isMoving && !isFading
    let releases = isStill && context.turnAnchor == nil
    if releases { memory.release() }
    defer { if releases { memory.release() } }
    if mayRest {
      (next, isRedrawing) = (nil, false)
      // While an image is being faded in, there are two of full resolution.
      if previous != nil { coarse = nil }
      let isExact = drawRest()
      if motion.isMoving || !isExact { choose(context.view, at: now) } else { previous = nil }
    } else if !isStill {
      (rest, isRedrawing) = (RestImage(), false)
      build(context, tiles)
      choose(context.view, at: now)
    } else {
      previous = nil
      if isRedrawing { isRedrawing = isRegular && !drawRest() } else { rest = RestImage() }
      // The map has been moved away from them.
      if !currentCovers(context.view) { current = nil }
      if coarse?.coveringTransform(to: context.view) == nil { coarse = nil }
      if isRedrawing { next = nil } else { prepare(context, tiles) }
    }
    let isPan = isStill && !mayRest && !isRedrawing && motion.isPanned(at: now)
    if isPan { strips.update(context, tiles) } else { strips.removeAll() }
    isUsed = motion.isMoving || preparation.isNeeded(context)
    if !shown.isEmpty { preparation.isComplete = false }
    if shown.isEmpty == wasShown { isChanged = true }
    // An image that has not shown a tile must not come back after shapes that did.
    if shown.isEmpty, current?.isStale == true { current = nil }
    if !showsCoarse, coarse?.isStale == true { coarse = nil }
  }

  /// Draws the map as shapes, because the images show something else by now.
  func removeAll() {
    isChanged = !shown.isEmpty
    motion = GroundMotion()
    shown.removeAll()
    (current, previous, next, coarse, showsCoarse) = (nil, nil, nil, nil, false)
    memory.release()
    preparation.removeAll()
    strips.removeAll()
    (rest, isRedrawing, isUsed) = (RestImage(), false, false)
  }

  /// Begins to draw the whole view in slices, if so much of it has changed during a pan that drawing it in
  /// one frame would hold the pan up.
  ///
  /// - Parameters:
  ///   - parts: What has changed, in points of the view.
  ///   - view: The bounds of the view.
  /// - Returns: Whether the content layer must draw the whole view as soon as ``isRedrawing`` is false.
  func redrawInSlices(_ parts: [Rect], of view: Rect, at now: Timestamp) -> Bool {
    guard motion.isPanned(at: now) else { return false }
    func isLarge(_ part: Rect) -> Bool {
      let seen = part.intersection(view)
      return seen.width.floor * seen.height.floor * 2 >= view.width.floor * view.height.floor
    }
    if !isRedrawing, parts.contains(where: isLarge) { (isRedrawing, rest) = (true, RestImage()) }
    return isRedrawing
  }

  /// Takes note of data that will replace what the images show.
  func dataDidChange() {
    for image in [current, previous, coarse] { image?.invalidate() }
    next = nil
    rest.restart()
    strips.removeAll()
    preparation.dataDidChange()
  }

  /// Takes note of a tile that the images do not show yet.
  func tileDidArrive(_ id: TileID) {
    for image in [current, previous, next, coarse] { image?.tileDidArrive(id) }
    rest.tileDidArrive(id)
    strips.tileDidArrive(id)
  }

  /// The distance in points beyond a view for which every map loads tiles in advance.
  static let leastTileMargin: Scalar = 256

  /// Returns the distance in points beyond a view for which tiles are loaded in advance: as far as its images
  /// reach.
  ///
  /// - Parameter turns: Whether the map may turn in any frame.
  func tileMargin(of view: Rect, turns: Bool) -> Scalar {
    guard isUsed else { return Self.leastTileMargin }
    return max(
      Self.leastTileMargin, GroundImage.reach(of: turns && GroundImage.servesTurns(of: view) ? .square : .rectangle, beyond: view))
  }

  private func choose(_ view: MapTransform, at now: Timestamp) {
    let transform = current?.coveringTransform(to: view)
    let elapsed = now.nanoseconds &- fadeStart.nanoseconds
    if let previous {
      let under = previous.coveringTransform(to: view)
      if let under, elapsed < Self.fadeDuration {
        show(previous, under)
      } else if let under, transform == nil {
        // The map has turned back, and the newer image is of no use.
        (current, self.previous) = (previous, nil)
        return show(previous, under)
      } else {
        self.previous = nil
      }
    }
    if let current, let transform {
      let alpha = elapsed.clamped(from: 0, to: Self.fadeDuration) * 255 / Self.fadeDuration
      if shown.isEmpty || alpha > 0 { show(current, transform, opacity: shown.isEmpty ? 255 : UInt8(alpha)) }
    } else if shown.isEmpty, let coarse, let under = coarse.coveringTransform(to: view) {
      showsCoarse = true
      show(coarse, under)
      if let current, let transform = current.transform(to: view) { show(current, transform) }
    }
  }

  private func show(_ image: GroundImage, _ transform: Homography, opacity: UInt8 = 255) {
    shown.append(Shown(image: image.pixels.image, transform: transform, opacity: opacity, isStale: image.isStale))
  }

  // MARK: The next image

  /// Draws an image of a map at rest, or goes on with it, so that a motion can begin with it.
  ///
  /// A slice is drawn in a layout. The next layout follows when a worker has drawn it.
  private func prepare(_ context: Context, _ tiles: TileStore) {
    guard preparation.isNeeded(context) else {
      next = nil
      preparation.restart()
      if preparation.isComplete { (current, preparation.isComplete) = (nil, false) }
      return
    }
    if let image = next, !preparation.isReady(image, context, isNext: true) { next = nil }
    if let image = current, next == nil, preparation.isReady(image, context, isNext: false) {
      guard image.isStale, preparation.mayBegin(context, motion) else { return }
      // Only the slices are drawn again that have changed.
      (next, current) = (image, nil)
      preparation.begin(context, isPossible: true)
    }
    // What the map has shown as shapes must not disappear when it moves.
    next?.requireMissingSlices()
    guard !tiles.isLoading else { return }
    guard next != nil else {
      guard preparation.mayBegin(context, motion) else { return }
      next = makeImage(.full, context, tiles.style)
      return preparation.begin(context, isPossible: next != nil)
    }
    let wasChanged = isChanged
    drawNext(context, tiles, limit: 1)
    if next == nil { preparation.isComplete = true }
    // It is not shown now.
    (previous, isChanged) = (nil, wasChanged)
  }

  /// Takes note that a gesture may begin.
  func fingerDidTouch() { preparation.restart() }

  private func build(_ context: Context, _ tiles: TileStore) {
    // One small change does not pay for an image: the exact view follows soon.
    if !motion.isCertain, currentCovers(context.view) { return }
    let (hadNext, isExpected) = (next != nil, context.turnAnchor != nil)
    if next == nil, previous == nil, let resolution = neededResolution(for: context), motion.isMoving || resolution == .full {
      next = makeImage(resolution, context, tiles.style)
      // There may be no memory for a coarse image, and there is none of the whole world.
      if next == nil, !currentCovers(context.view) { next = makeImage(.full, context, tiles.style) }
    }
    let isFirst = !currentCovers(context.view)
    // In a turn with an image there is time for a frame without a slice.
    if isExpected, !hadNext, !isFirst { return }
    // The coarse image gives more time, too.
    let showsCoarse = isExpected && coarse?.coveringTransform(to: context.view) != nil
    let limit = !isFirst ? (hasDrawn ? 1 : 2) : showsCoarse ? 2 : Self.firstSlices
    drawNext(context, tiles, limit: motion.isMoving ? limit : Int.max)
  }

  /// Draws slices of the next image, and uses the image if it is complete.
  private func drawNext(_ context: Context, _ tiles: TileStore, limit: Int) {
    guard let next, !painter.isBusy else { return }
    // While tiles arrive, there is always a slice that lacks one. In a motion the image is used, and another
    // one follows.
    if !motion.isMoving || next.blankSlices != 0, let rect = next.takeSlices(limit: limit) {
      painter.draw(rect, of: next, context, tiles)
    }
    guard next.blankSlices == 0, !painter.isBusy else { return }
    next.pixels.finish()
    next.isStale = next.missingSlices != 0
    (self.next, isChanged) = (nil, true)
    guard next.resolution == .full else {
      coarse = next
      return
    }
    if currentCovers(context.view) {
      (previous, fadeStart) = (current, context.stage.time)
    }
    (current, hasDrawn) = (next, motion.isMoving)
  }

  /// Returns the resolution of the next image; nil if none is needed.
  private func neededResolution(for context: Context) -> GroundImage.Resolution? {
    let view = context.view
    // A motion that is faster than images of full resolution needs the larger one first.
    let isOvertaken = hasDrawn && !currentCovers(view)
    if isOvertaken, !coarseServes(view) { return .half }
    guard let current, !current.isStale, current.zooms(to: view).magnitude < Self.usualZooms,
      current.coversUsualMargin(of: view)
    else { return .full }
    // A map that was at rest may have a rectangle, which a turn leaves soon.
    if !hasDrawn, motion.isTurning, !motion.isZooming, current.shape != .square, GroundImage.servesTurns(of: view.bounds) {
      return .full
    }
    // Around a corner or a bend, a map may turn faster than images are drawn.
    if let anchor = context.turnAnchor, motion.isTurning, current.shape == .square,
      !current.covers(view, turnedBy: motion.turnAhead, around: anchor)
    {
      return .full
    }
    // A coarse image costs memory, and a map that only turns around its middle never shows it.
    if !motion.isZooming, !motion.isPanning, current.coversTurns(of: view) { return nil }
    return coarse?.isStale == false && coarseServes(view) ? nil : .half
  }

  /// Whether the current image can stand for the view, if a motion begins with it.
  private func hasImage(for context: Context) -> Bool {
    guard context.queue != nil, !context.isFading, let current, !current.isStale else { return false }
    return current.zooms(to: context.view).magnitude <= 2 * Self.usualZooms && currentCovers(context.view)
  }

  private func currentCovers(_ view: MapTransform) -> Bool { current?.coveringTransform(to: view) != nil }

  private func coarseServes(_ view: MapTransform) -> Bool {
    guard let coarse, coarse.zooms(to: view).magnitude < Self.coarseZooms else { return false }
    return coarse.coversUsualMargin(of: view)
  }

  /// Returns an empty image for the camera at about the time when the image will be complete; nil if there
  /// is too little memory.
  private func makeImage(_ resolution: GroundImage.Resolution, _ context: Context, _ style: CompiledStyle) -> GroundImage? {
    let view = context.view
    var camera = motion.predictedCamera(
      from: view, within: context.zoomRange, distance: GroundImage.predictedDistance(of: view.bounds, resolution))
    guard style.hasOpaqueBackground(at: context.scale.styleZoom(camera.clampedZoom)) else { return nil }
    if resolution == .half {
      guard camera.clampedZoom >= 2, context.scale.pixelRatio >= 0.25 else { return nil }
      camera.zoom = camera.clampedZoom - resolution.zooms
    }
    // At rest, the pixels of the image are those of the view.
    let turned = motion.isMoving ? MapTransform(camera: camera, bounds: view.bounds) : view
    // Where there is too little memory for a square, a rectangle serves a part of the turn.
    let mayTurn = context.turnAnchor != nil && !(motion.isMoving && motion.isZooming)
    let isTurning = mayTurn || motion.isMoving && motion.isTurning
    let usesSquare = isTurning && resolution == .full && GroundImage.servesTurns(of: view.bounds)
    let shapes: [GroundImage.Shape] = usesSquare ? [.square, .rectangle] : [.rectangle]
    for shape in shapes {
      let bounds = GroundImage.bounds(for: view.bounds, resolution, shape)
      if let pixels = reserve(PixelSize(width: bounds.width.floor, height: bounds.height.floor), resolution, context) {
        return GroundImage(
          pixels, view: MapTransform(turned, bounds: bounds, overscan: 0), resolution, shape, resolution == .full ? memory : nil)
      }
    }
    guard resolution == .full, coarse != nil else { return nil }
    coarse = nil
    return makeImage(resolution, context, style)
  }

  /// Returns memory for an image: that of an earlier one, or new memory; nil if there is too little. Before
  /// that, images that are of no use now are given up.
  private func reserve(_ size: PixelSize, _ resolution: GroundImage.Resolution, _ context: Context) -> CachedImage? {
    if resolution == .full, let known = memory.take(size, on: context.stage) { return known }
    // At rest, the pixels of the view are cached for pans.
    let spared = Self.cachedBytes(of: context.view)
    func allocated() -> CachedImage? { CachedImage(size: size, on: context.stage, sparing: spared) }
    if let image = allocated() { return image }
    memory.release()
    if let image = allocated() { return image }
    // A coarse image is not worth the memory that the next image of full resolution needs.
    guard resolution == .full, current != nil, !currentCovers(context.view) else { return nil }
    current = nil
    memory.release()
    return allocated()
  }
}
