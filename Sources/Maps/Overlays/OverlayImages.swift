import CartoucheRaster
import CartoucheScene

/// The images that stand for the crowded overlays of a level while the map moves.
///
///     at rest ▶ draw an image, a slice at a time ▶ moving: show it
///     ▶ draw the next one, a slice a frame ▶ … ▶ at rest: the overlays' shapes
///
/// A few overlays are drawn as shapes in each frame, which is faster. So is the map at rest, where the pixels
/// are exact. An image has a margin around the view. If it does not cover the view, or if an overlay changes,
/// the overlays are drawn as shapes, until the next image is complete.
///
/// Below the labels, an image serves zooms and turns only. In a pan, the content layer moves its cached
/// pixels, if it has some, and they contain these overlays.
///
/// Overlays may change all the time. After changes have made two images useless before they were shown, no
/// other one is drawn for ten seconds, or until the next motion begins.
final class OverlayImages {
  /// What a layout tells the images.
  struct Context {
    /// The transform with which the overlays are drawn.
    var view: MapTransform
    var stage: Stage
    var queue: (any BackgroundQueue)?
    /// The zooms that the map can show.
    var zoomRange: ClosedRange<Scalar>
    /// Whether fingers can move the map, and whether they can zoom or turn it.
    var (mayPan, mayZoom): (Bool, Bool)
    /// Whether the map may turn in any frame.
    var mayTurn: Bool
    /// Whether the map follows the user, and so goes on moving after short rests.
    var isFollowing: Bool
    /// How the ground below the labels is drawn in this frame.
    var ground: Ground
  }

  /// How the ground of a map is drawn: into pixels that are cached, from images that stand for its shapes in
  /// a motion, or from its shapes.
  enum Ground { case cached, images, shapes }

  /// A closure that adds the overlays in a part of a view to a list.
  ///
  /// - Returns: Whether an image can stand for them.
  typealias Record = (_ view: MapTransform, _ part: Rect, _ list: inout DisplayList, _ transform: Homography) -> Bool

  /// The layer that draws the image in use.
  let layer = OverlayImageLayer()
  private let level: OverlayLevel
  /// Called when the map must be laid out in the next frame.
  var onRequest: (() -> Void)?
  /// Called when the map must be laid out before it is drawn again, because an overlay has changed.
  var onChange: (() -> Void)?

  private var motion = GroundMotion()
  private var pan = OverlayPan()
  private var current: GroundImage?
  private var next: GroundImage?
  /// The memory of an image that was released in a motion, for the next one.
  private let memory = GroundMemory()
  private var painter = CachedImagePainter()
  private weak var queue: (any BackgroundQueue)?
  private var slice = RecordedSlice()
  /// Whether the last layout was one of a motion, and whether there was any motion before.
  private var (isMoving, hasMoved) = (false, false)
  /// The number of layouts that have shown the current image.
  private var shownFrames = 0
  /// The last view for which the map at rest tried to prepare an image.
  private var preparedView: MapTransform?
  /// The number of images that a change made useless before they were shown, and the time of the layout after
  /// the last one.
  private var wastedImages = 0
  private var lastWaste: Timestamp?
  /// Whether no image can stand for the overlays, until one of them changes or the next motion begins.
  private var isUnsuitable = false
  /// Whether the application's renderers are recording a slice. They may change overlays meanwhile.
  private var isRecording = false
  /// Whether something has changed since the last layout.
  private var isRequested = false
  /// Whether the next layout goes on with an image, shows the overlays' shapes in place of one, or may be the
  /// end of a motion.
  private(set) var isActive = false

  /// The height of a slice. Slices are recorded between frames, so they are lower than those of the ground.
  private static let sliceHeight = 128
  /// The difference of zoom to the current image from which the next one is drawn.
  private static let usualZooms: Scalar = 0.25
  /// The time in nanoseconds without a movement after which a pan has ended.
  private static let panInterval: Int64 = 300_000_000
  /// That time for a map that follows the user. With a slow vehicle, it moves by a point now and then.
  private static let followInterval: Int64 = 2_000_000_000
  /// The number of useless images after which no other one is drawn.
  private static let mostWastedImages = 2
  /// The time in nanoseconds after which useless images are forgiven.
  private static let patience: Int64 = 10_000_000_000

  init(of level: OverlayLevel) { self.level = level }

  /// Whether an image stands for the overlays in this frame.
  var isShown: Bool { !layer.isHidden }

  /// Chooses the image of the next frame, and draws a slice of the next image.
  ///
  /// - Parameter isCrowded: Whether an image is worth its memory.
  func layOut(_ context: Context, isCrowded: Bool, _ record: Record) {
    guard !isRecording else { return }
    if let image = (current ?? next)?.pixels, !image.belongs(to: context.stage) { removeAll() }
    use(context.queue)
    let (view, now, wasMoving) = (context.view, context.stage.time, isMoving)
    isRequested = false
    motion.update(view, at: now, hasImage: current?.place(in: view) != nil)
    pan.update(view, at: now, isFollowing: context.isFollowing)
    if motion.isMoving, context.isFollowing { pan.keepMoving(at: now) }
    let isFollowed = context.isFollowing && level == .aboveLabels
    let isPanned = pan.isMoving(at: now, within: isFollowed ? Self.followInterval : Self.panInterval)
    isMoving = serves(context, isPanned: isPanned)
    dropUselessImage(view, isBeginning: isMoving && !wasMoving)
    if isMoving, !wasMoving { (hasMoved, wastedImages, isUnsuitable, preparedView) = (true, 0, false, nil) }
    lastWaste = lastWaste ?? now
    if let lastWaste, now.nanoseconds &- lastWaste.nanoseconds > Self.patience { wastedImages = 0 }
    guard isCrowded, !isUnsuitable else {
      removeAll()
      // The next motion tries again, so the end of this one must be seen.
      isActive = isMoving && isUnsuitable
      return
    }
    if isMoving {
      if next == nil, wastedImages < Self.mostWastedImages, needsImage(context) { next = makeImage(context) }
      drawNext(limit: sliceLimit(view), record)
    } else {
      layer.show(nil, in: nil)
      if current?.place(in: view) == nil { current = nil }
      if !isPanned, !motion.isMoving {
        pan.end()
        prepare(context, record)
      }
    }
    show(in: view)
    // At rest, the end of a slice requests the layout that draws the next one.
    isActive = isMoving || isPanned || motion.isMoving || isRequested || next != nil && !painter.isBusy
    if !isMoving { memory.release() }
  }

  /// Gives up the next image if the map has left its place, or, where a motion begins, its zoom.
  private func dropUselessImage(_ view: MapTransform, isBeginning: Bool) {
    guard let image = next, isBeginning || !isMoving else { return }
    if image.place(in: view) == nil || isBeginning && image.zooms(to: view).magnitude >= Self.usualZooms { next = nil }
  }

  /// Whether the map moves in a manner in which an image is shown.
  private func serves(_ context: Context, isPanned: Bool) -> Bool {
    switch level {
    case .aboveLabels: motion.isMoving || isPanned
    // The image stays until the ground is exact. The shapes are then drawn once, into the cached pixels.
    case .aboveRoads: context.ground != .cached && (motion.isMoving || isShown && context.ground == .images)
    }
  }

  private func show(in view: MapTransform) {
    // Pixels of another zoom or bearing are not shown in a pan, unless they are those of the turn before it.
    let isExact = current?.view.isScrolled(view) == true
    let isSimilar = isShown && (current?.zooms(to: view).magnitude ?? 0) < Self.usualZooms
    let isChosen = isMoving && (motion.isMoving || isExact || isSimilar || level == .aboveRoads)
    layer.show(isChosen ? current : nil, in: view)
    if isShown { shownFrames += 1 }
  }

  /// Draws the overlays as shapes, and releases the images.
  func removeAll() {
    layer.show(nil, in: nil)
    (current, next, isActive, preparedView) = (nil, nil, false, nil)
    memory.release()
  }

  /// Makes the map lay the images out in the next frame.
  func requestLayout() {
    (isActive, isRequested) = (true, true)
    onRequest?()
  }

  /// Takes note that the images no longer show the overlays as they are.
  func contentDidChange() {
    isUnsuitable = false
    guard current != nil || next != nil else { return }
    // An image that was hardly shown was not worth drawing either.
    if next != nil || shownFrames < current?.sliceCount ?? 0 { (wastedImages, lastWaste) = (wastedImages + 1, nil) }
    (current, next, preparedView) = (nil, nil, nil)
    requestLayout()
    onChange?()
  }

  private func use(_ queue: (any BackgroundQueue)?) {
    guard self.queue !== queue || queue == nil && painter.isBusy else { return }
    // The old queue may still draw into the image, so its memory must not serve another.
    (self.queue, painter, slice, next, preparedView) = (queue, CachedImagePainter(), RecordedSlice(), nil, nil)
    memory.release()
  }

  /// The number of images in memory, without one that is being drawn.
  var imageCount: Int { current == nil ? 0 : 1 }

  // MARK: The next image

  /// Draws an image of a map at rest, or goes on with it, so that a motion can begin with it.
  private func prepare(_ context: Context, _ record: Record) {
    guard context.queue != nil, context.mayZoom || context.mayPan && level == .aboveLabels || hasMoved else {
      next = nil
      return
    }
    // An image that was begun in a motion may be of another zoom by now.
    if mayPrepare(context), next?.view.isScrolled(context.view) == false { next = nil }
    if next == nil, mayPrepare(context), needsImage(context) {
      preparedView = context.view
      next = makeImage(context)
    }
    drawNext(limit: 1, record)
    if next == nil, mayPrepare(context), needsImage(context) { requestLayout() }
  }

  /// Whether an image of the map at rest may be begun. For each view it is tried once.
  private func mayPrepare(_ context: Context) -> Bool {
    preparedView != context.view && wastedImages < Self.mostWastedImages && !isUnsuitable
  }

  /// Returns the number of slices to draw in a frame of a motion, so that the next image is complete in time.
  private func sliceLimit(_ view: MapTransform) -> Int {
    guard let next, let current, current.place(in: view) != nil else { return 2 }
    guard let frames = pan.frames(in: current, view) else { return 1 }
    return (next.missingSlices.nonzeroBitCount / max(frames - 2, 1) + 1).clamped(from: 1, to: 3)
  }

  private func needsImage(_ context: Context) -> Bool {
    let view = context.view
    guard let current, current.zooms(to: view).magnitude < Self.usualZooms, current.place(in: view) != nil else { return true }
    // A pan, and a motion from rest, begin with exact pixels.
    if !motion.isMoving, view.isGridAligned, !current.view.isScrolled(view) { return true }
    // As many frames as slices, and a few more that a worker may need.
    if let frames = pan.frames(in: current, view) { return frames < current.sliceCount + 3 }
    guard current.coversUsualMargin(of: view) else { return true }
    return motion.isTurning && current.shape != .square && GroundImage.servesTurns(of: view.bounds)
  }

  /// Returns an empty image for the camera at about the time when the image will be complete; nil if there is
  /// too little memory.
  private func makeImage(_ context: Context) -> GroundImage? {
    let view = context.view
    let camera = motion.predictedCamera(from: view, within: context.zoomRange, distance: 0)
    let moved = motion.isMoving ? MapTransform(camera: camera, bounds: view.bounds) : view
    let isTurning = context.mayTurn || motion.isMoving && motion.isTurning
    let shapes: [GroundImage.Shape] = isTurning && GroundImage.servesTurns(of: view.bounds) ? [.square, .rectangle] : [.rectangle]
    for shape in shapes {
      var bounds = GroundImage.bounds(for: view.bounds, .full, shape)
      let margin = view.bounds.origin - bounds.origin
      bounds.origin = bounds.origin - pan.distanceAhead(within: margin)
      if let pixels = reserve(PixelSize(width: bounds.width.floor, height: bounds.height.floor), context) {
        return GroundImage(
          pixels, view: MapTransform(moved, bounds: bounds, overscan: 0), .full, shape, memory, sliceHeight: Self.sliceHeight)
      }
    }
    return nil
  }

  /// Returns memory for an image, for which one of no use now is given up; nil when there is too little
  /// memory.
  private func reserve(_ size: PixelSize, _ context: Context) -> CachedImage? {
    if let known = memory.take(size, on: context.stage) { return known }
    let spared = GroundImages.cachedBytes(of: context.view)
    if let image = CachedImage(size: size, on: context.stage, sparing: spared) { return image }
    let isUseful = current?.place(in: context.view) != nil && (motion.isMoving || current?.view.isScrolled(context.view) == true)
    guard !isShown, current != nil, !isUseful else { return nil }
    current = nil
    memory.release()
    return CachedImage(size: size, on: context.stage, sparing: spared)
  }

  /// Draws slices of the next image, and uses it when it is complete.
  private func drawNext(limit: Int, _ record: Record) {
    guard let image = next, !painter.isBusy else { return }
    if let rect = image.takeSlices(limit: limit) {
      guard draw(rect, of: image, record) else { return }
    }
    guard image.missingSlices == 0, !painter.isBusy else { return }
    (current, next, shownFrames) = (image, nil, 0)
  }

  /// Records slices, and has them drawn.
  ///
  /// - Returns: false if the image is of no use by now.
  private func draw(_ rect: PixelRect, of image: GroundImage, _ record: Record) -> Bool {
    let (origin, slice) = (image.view.bounds.origin, slice)
    isRecording = true
    let isSuitable = record(image.view, image.part(of: rect), &slice.list, .translation(x: -origin.x, y: -origin.y))
    isRecording = false
    if !isSuitable { (next, current, isUnsuitable) = (nil, nil, true) }
    // While an overlay is asked for its renderer, the application may change others.
    guard image === next else {
      slice.list.removeAll()
      return false
    }
    painter.draw(into: image.pixels, rect: rect, on: queue) {
      swap(&$0, &slice.list)
    } completion: { [weak self, painter] in
      guard let self, painter === self.painter else { return }
      requestLayout()
    }
    return true
  }
}

/// A slice's shapes, which the thread of the stage records and a worker takes. The list's memory serves
/// another slice.
private final class RecordedSlice: @unchecked Sendable {
  var list = DisplayList()
}
