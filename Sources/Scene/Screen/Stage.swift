public import CartoucheRaster

/// The layer tree of one screen, which produces the display list of each frame.
///
///     change layers ▶ commit(at:) ▶ damage, displayList ▶ Renderer
///
/// ``commit(at:)`` returns the damage: the pixels that changed since the last commit. The same call fills
/// ``displayList``, from which a renderer redraws these pixels.
public final class Stage {
  /// The topmost layer of the stage's layer tree. This layer is as large as the screen.
  ///
  /// One point of this layer is one pixel of the screen.
  public let root: Layer

  /// The size of the screen, in pixels. One pixel of the screen is one point of ``root``.
  ///
  /// Changing the size resizes ``root`` and damages the whole screen.
  public var size: PixelSize {
    didSet {
      guard size != oldValue else { return }
      root.frame = Self.frame(size)
      isFullyDamaged = true
    }
  }

  /// The sizes of touch targets and the distances of gestures, on this screen.
  ///
  /// A new value applies to gestures after the next touch-down, and to bars and rows after their next layout.
  public var touchMetrics = TouchMetrics.standard

  /// The mouse pointer, which belongs to no layer tree; nil until it is shown.
  var pointer: PointerLayer?
  private var sceneWalk = SceneWalk()
  let rasterCache = RasterCacheContext()
  /// Whether the next commit damages the whole screen, because what the screen shows is not known.
  private var isFullyDamaged = true
  private var animated = AnimatedLayers()
  private let ticking = TickingLayers()
  private var wakeUps = WakeUps()
  /// The transactions that are not committed, the innermost last.
  var transactions: [OpenTransaction] = []
  /// The time of the last ``commit(at:)``; zero before the first commit.
  public private(set) var time = Timestamp.zero

  /// Creates a stage with an empty ``root`` layer for a screen of the given size in pixels.
  public init(size: PixelSize) {
    self.size = size
    let root = RootLayer(frame: Self.frame(size))
    self.root = root
    root.stage = self
  }

  deinit {
    (root as? RootLayer)?.stage = nil
  }

  private static func frame(_ size: PixelSize) -> Rect {
    Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height))
  }

  // MARK: Caches

  /// The maximum total memory of the stage's cached images, in bytes. The default is 64 MiB.
  ///
  /// The cached images are those of layers with ``Layer/shouldRasterize`` or
  /// ``Layer/rasterizesInPerspective``, and those of maps, lists and scroll views. A layer's image that
  /// exceeds the limit is drawn at a lower resolution. A map or list that exceeds the limit is not cached. Up
  /// to an eighth of the limit are images that no layer shows, kept for layers that need one of their size.
  /// Up to another eighth is spare memory, in which the pixels of maps and lists move without being copied.
  public var rasterCacheLimit: Int {
    get { rasterCache.byteLimit }
    set {
      rasterCache.byteLimit = max(newValue, 0)
      isFullyDamaged = true
      root.invalidate()
    }
  }

  /// Whether scrolling content is cached as pixels.
  ///
  /// If false, scrolling content is drawn as shapes in every frame. Recordings need the shapes.
  package var usesScrollCache: Bool {
    get { rasterCache.usesScrollCache }
    set {
      rasterCache.usesScrollCache = newValue
      isFullyDamaged = true
      root.invalidate()
    }
  }

  /// The worker pool that draws cached images during a commit, and with which a map records its labels. The
  /// choice of the pool does not affect the pixels.
  ///
  /// A ``WorkerPool`` of threads can serve only one calling thread at a time. Stages that are committed on
  /// different threads must not share such a pool.
  public var workers: any WorkerPool {
    get { rasterCache.workers }
    set { rasterCache.workers = newValue }
  }

  /// Called in each stage of drawing a cached image during a commit, for callers that measure time.
  package var onCachedImageStep: ((Renderer.Step) -> Void)? {
    get { rasterCache.renderer.onStep }
    set { rasterCache.renderer.onStep = newValue }
  }

  /// The queue with which layers perform work on other threads. The default is nil: layers perform all of
  /// their work on the thread of the stage, in the frame that needs the result.
  ///
  /// A completion of the queue must be called on the thread of the stage, and not during ``commit(at:)``. If
  /// ``needsCommit`` is true after a completion, draw a frame.
  ///
  /// A ``Kiosk`` sets this property while it runs on a live display, but not while it plays a replay.
  public var backgroundQueue: (any BackgroundQueue)?

  /// The maximum memory, in bytes, for the tiles of each map that does not have a limit of its own. A
  /// ``Kiosk`` sets it to the number of the board file.
  public var tileMemory = 64 << 20

  /// A closure that returns the date at a time of the stage's clock; nil if the date is not known.
  ///
  /// A map that is light by day and dark by night reads it. Call ``wallClockDidChange()`` after the date has
  /// jumped. A ``Kiosk`` sets this property, and calls the method when the machine's clock is set.
  public var wallClock: ((_ time: Timestamp) -> WallTime)? { didSet { wallClockDidChange() } }

  /// Makes layers that wait for a date look at the date again in the next frame.
  public func wallClockDidChange() { wakeUps.fire(at: WakeUp.whenDateChanges) }

  /// The date at the stage's ``time``; nil if it is not known.
  package var wallTime: WallTime? { wallClock?(time) }

  // MARK: State

  /// The display list of the whole screen at the last commit. The items are in order from back to front.
  ///
  /// A layer that is drawn from a cache is an image in this list.
  public var displayList: DisplayList { sceneWalk.list }

  /// The time of the last commit in seconds. The stage's animations use this time.
  ///
  /// This is the counterpart of Core Animation's `CACurrentMediaTime`.
  public var currentTime: Seconds { time.seconds }

  /// Whether the next ``commit(at:)`` has changes to process.
  ///
  /// This property is true if one of the following has happened since the last commit:
  ///
  /// * a layer of the stage changed
  /// * the whole screen was damaged, for instance by ``setNeedsDisplay()``
  /// * an animation was added
  /// * a layer started ticking (see ``Layer/startTicking()``)
  ///
  /// This property does not say whether running animations need a frame: see ``nextFrame``.
  ///
  /// A commit may draw the cached images of moving layers at a reduced resolution. After such a commit, this
  /// property is true, so that the next commit draws these layers at the exact resolution.
  public var needsCommit: Bool {
    isFullyDamaged || root.dirtyFlags.needsCommit || root.dirtyFlags.hasNewAnimations || root.dirtyFlags.hasNewTickers
      || rasterCache.needsFinerImages || isPointerDirty
  }

  private var isPointerDirty: Bool { pointer?.dirtyFlags.needsCommit ?? false }

  /// The time of the next commit that animations or ticking layers need; ``NextFrameTime/never`` if there is
  /// none.
  ///
  /// A ticking layer is a layer that changes itself in each frame; see ``Layer/startTicking()``. If the stage
  /// has ticking layers, this time is the next refresh of the display.
  public var nextFrame: NextFrameTime { ticking.isEmpty ? animated.next : .nextRefresh }

  /// The time of the next commit that a layer waits for, although nothing moves until then.
  package var nextWakeUp: NextFrameTime { wakeUps.next.map { .at($0) } ?? .never }

  func add(_ wakeUp: WakeUp) { wakeUps.add(wakeUp) }

  /// Returns the problems that were found in animations since the last call of this method.
  ///
  /// Each problem is reported only once for a stage, even if the problem occurs again.
  public func takeDiagnostics() -> [AnimationDiagnostic] { animated.takeDiagnostics() }

  /// Marks the whole screen as damaged, so that every pixel is drawn again after the next ``commit(at:)``.
  public func setNeedsDisplay() {
    isFullyDamaged = true
  }

  // MARK: Commit

  /// Lays out the layers, advances animations to `now`, fills ``displayList``, and returns the pixels to
  /// redraw.
  ///
  ///     ticks ▶ layout ▶ animations' completions ▶ layout ▶ set animated values ▶ fill list ▶ restore values
  ///
  /// - Parameter now: The time of the frame. Animations that were added since the last commit begin at this
  ///   time. If `now` is before the time of the last commit, the time of the last commit is used.
  /// - Returns: The damage: rectangles that contain all changed pixels of the screen. If nothing has changed,
  ///   the array is empty, and the screen need not be redrawn. The first commit returns the whole screen. The
  ///   first commit after a change of ``size`` does so, too.
  /// - Complexity: O(1) if nothing has changed and nothing moves. Otherwise, each visible layer is visited.
  public func commit(at now: Timestamp) -> [PixelRect] {
    time = max(time, now)
    wakeUps.fire(at: time)
    guard needsCommit || !ticking.isEmpty || animated.isDue(at: time) else { return [] }
    ticking.tick(under: root, at: time)
    root.layoutIfNeeded()
    let isMoved = advanceAnimations()
    guard isFullyDamaged || root.dirtyFlags.needsCommit || isPointerDirty || isMoved || rasterCache.needsFinerImages else {
      return []
    }
    let screen = PixelRect(size)
    animated.enter()
    sceneWalk.commit(root, below: pointer, on: screen, using: rasterCache)
    animated.leave()
    if isFullyDamaged {
      isFullyDamaged = false
      return screen.isEmpty ? [] : [screen]
    }
    return sceneWalk.damage.rects
  }

  /// Commits at the time of the last commit, for stages without animations. See ``commit(at:)``.
  public func commit() -> [PixelRect] { commit(at: time) }

  /// Begins and ends animations, and calls the completion handlers of the ended animations.
  ///
  /// - Returns: Whether the animated values differ from those of the last frame.
  private func advanceAnimations() -> Bool {
    for _ in 0..<AnimatedLayers.maximumRounds {
      animated.begin(under: root, at: time)
      if animated.isEmpty { break }
      // Completions are called after the iteration over the layers: they may add animations and remove
      // layers.
      let ended = animated.end(under: root, at: time)
      if ended.isEmpty { break }
      for (entry, end) in ended { entry.notify(end) }
    }
    root.layoutIfNeeded()
    animated.begin(under: root, at: time)
    return animated.update(under: root, at: time)
  }

  // MARK: Hit testing

  /// Returns the layer that was frontmost at `point` in the last frame.
  ///
  /// This method uses the values that running animations show. In contrast, ``Layer/hitTest(_:)`` uses the
  /// values that the layers' properties have.
  ///
  /// - Parameter point: The point on the screen, in points of ``root``.
  /// - Returns: The layer; nil if there is no layer at the point.
  public func presentationHitTest(_ point: Point) -> Layer? {
    withPresentationValues { root.hitTest(point) }
  }

  /// Calls `body` while the layers' properties have the values that running animations show.
  func withPresentationValues<Result>(_ body: () -> Result) -> Result {
    animated.enter()
    defer { animated.leave() }
    return body()
  }
}

/// The root layer of a stage, which refers to the stage.
private final class RootLayer: Layer {
  unowned(unsafe) var stage: Stage?
  override var ownStage: Stage? { stage }
}
