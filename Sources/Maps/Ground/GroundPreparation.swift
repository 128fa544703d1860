import CartoucheRaster
import CartoucheScene

/// Finds whether a map at rest needs an image, so that a zoom or turn can begin with it.
///
///     at rest ▶ no image serves ▶ a slice at a time ▶ complete ▶ the first frame of a motion shows it
///
/// Without an image, a motion would draw all shapes of the view in each frame until its first image is
/// complete. A map that follows a course may turn in any frame, so it prepares an image for each view.
/// Another map prepares one when it has come to rest.
///
/// Data may change all the time. If changes of data have made two images useless before they were shown, the
/// map prepares no other one for ten seconds, or until it moves or a finger touches it. While a map follows a
/// course, it always prepares another one.
struct GroundPreparation {
  /// Whether the next layout draws a slice of an image, or waits for a pan to end.
  var isActive = false
  /// Whether the current image was prepared, and was not shown yet.
  var isComplete = false
  /// The last view for which the map tried to prepare an image.
  private var view: MapTransform?
  /// Whether the last image was begun for a map that follows a course.
  private var isForTurn = false
  /// Whether the images show nothing else than when the last one was begun.
  private var isCurrent = false
  /// The number of images since the last motion or touch that became useless.
  private var wastedImages = 0
  /// The time at which the last image was begun.
  private var beginning = Timestamp.zero
  /// Whether the map was zoomed or turned before, or flew anywhere.
  private var hasMoved = false

  /// The turn that an image must cover for a map that follows a course, or it is drawn again. A turn takes
  /// longer to go this far than the next image takes.
  private static let firstTurn = Angle.degrees(30)
  /// The movement in points after which an image may be drawn again for a turn.
  private static let usualDistance: Scalar = 64
  /// The difference of zoom to the view from which an image is drawn again for a zoom. At twice that
  /// difference, a motion needs another image.
  private static let usualZooms: Scalar = 0.125
  /// The number of useless images after which no other one is prepared.
  private static let mostWastedImages = 2
  /// The time in nanoseconds after which useless images are forgiven.
  private static let patience: Int64 = 10_000_000_000

  /// Takes note of whether the map is moving.
  mutating func update(_ motion: GroundMotion) {
    isActive = false
    if motion.isMoving { (hasMoved, view, isCurrent, wastedImages) = (true, nil, false, 0) }
  }

  /// Whether a motion may begin, and workers can draw an image for it.
  func isNeeded(_ context: GroundImages.Context) -> Bool {
    context.queue != nil && (context.turnAnchor != nil || context.mayZoom || hasMoved)
  }

  /// Whether a new image is to be begun for a view.
  mutating func mayBegin(_ context: GroundImages.Context, _ motion: GroundMotion) -> Bool {
    guard context.turnAnchor == nil else { return true }
    if context.stage.time.nanoseconds &- beginning.nanoseconds > Self.patience { wastedImages = 0 }
    guard wastedImages < Self.mostWastedImages, view != context.view else { return false }
    // A pan would leave the image behind.
    isActive = motion.isPanned(at: context.stage.time)
    return !isActive
  }

  /// Takes note of a new image, or that there is no memory for one.
  mutating func begin(_ context: GroundImages.Context, isPossible: Bool) {
    (view, isForTurn, isActive) = (context.view, context.turnAnchor != nil, isPossible)
    if isPossible { (isCurrent, beginning) = (true, context.stage.time) }
  }

  /// Lets the map prepare another image for the present view: a finger touches it, the queue is another one,
  /// or no image was needed for a while.
  mutating func restart() { (view, isCurrent, wastedImages) = (nil, false, 0) }

  /// Takes note that the last image shows something else than the map.
  mutating func dataDidChange() {
    guard isCurrent else { return }
    (view, isCurrent) = (nil, false)
    wastedImages += 1
  }

  /// Takes note that there are no images any more.
  mutating func removeAll() {
    (view, isActive, isComplete, isCurrent) = (nil, false, false, false)
  }

  /// Whether a motion can begin with an image, after it is drawn.
  ///
  /// - Parameter isNext: Whether the image is being prepared.
  func isReady(_ image: GroundImage, _ context: GroundImages.Context, isNext: Bool) -> Bool {
    let view = context.view
    guard image.resolution == .full, image.coversUsualMargin(of: view) else { return false }
    guard let anchor = context.turnAnchor else { return image.zooms(to: view).magnitude < Self.usualZooms }
    guard image.zooms(to: view) == 0 else { return false }
    // For a long view, and with little memory, a rectangle must do, but not one that was drawn for something
    // else. So must an image that is new, if the map turns around a point near its edge.
    if image.shape != .square { return isForTurn && (isComplete || isNext) }
    return image.distance(to: view) < Self.usualDistance
      || image.covers(view, turnedBy: Self.firstTurn, around: anchor)
        && image.covers(view, turnedBy: Angle.zero - Self.firstTurn, around: anchor)
  }
}
