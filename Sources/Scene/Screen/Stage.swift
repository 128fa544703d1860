public import CartoucheRaster

/// The layers of one screen, and what must be drawn to show them in their present state.
///
///     change layers ▶ commit(at:) ▶ damage, displayList ▶ Renderer
public final class Stage {
  /// The topmost layer: as large as the screen, a point being a pixel.
  public let root: Layer

  /// The screen's size in points; changing it resizes ``root`` and damages everything.
  public var size: PixelSize {
    didSet {
      guard size != oldValue else { return }
      root.frame = Self.frame(size)
      isFullyDamaged = true
    }
  }

  /// The sizes of touch targets and gestures on this screen.
  ///
  /// A change applies to the next touch, and to bars and rows at their next layout.
  public var touchMetrics = TouchMetrics.standard

  private var sceneWalk = SceneWalk()
  private let rasterCache = RasterCache()
  /// Whether the next commit damages the whole screen, because what the screen shows is not known.
  private var isFullyDamaged = true
  private var animated = AnimatedLayers()
  private let ticking = TickingLayers()
  /// The transactions that are not committed, the innermost last.
  var transactions: [OpenTransaction] = []
  /// The time of the last ``commit(at:)``.
  public private(set) var time = Timestamp.zero

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

  /// The maximum memory of all cached images together, in bytes; 64 MB by default.
  ///
  /// Cached are layers with ``Layer/shouldRasterize`` or ``Layer/rasterizesInPerspective``, and maps. An
  /// image that does not fit is drawn at a lower resolution; a map that does not fit is not cached.
  public var rasterCacheLimit: Int {
    get { rasterCache.byteLimit }
    set {
      rasterCache.byteLimit = max(newValue, 0)
      isFullyDamaged = true
      root.invalidate()
    }
  }

  /// Whether scrolling content is cached as pixels; if not, it is drawn as shapes, which recordings need.
  package var usesScrollCache: Bool {
    get { rasterCache.usesScrollCache }
    set {
      rasterCache.usesScrollCache = newValue
      isFullyDamaged = true
      root.invalidate()
    }
  }

  /// The workers that draw cached images during a commit; the pixels do not depend on them.
  ///
  /// A ``WorkerPool`` of threads works for one thread at a time, so stages that commit on several threads
  /// must not share one.
  public var workers: any WorkerPool {
    get { rasterCache.workers }
    set { rasterCache.workers = newValue }
  }

  // MARK: State

  /// The content of the screen as of the last commit, back to front; cached layers are images.
  public var displayList: DisplayList { sceneWalk.list }

  /// The time of the last frame in the time of animations, as Core Animation's `CACurrentMediaTime`.
  public var currentTime: Seconds { time.seconds }

  /// Whether something changed since the last ``commit(at:)``; ``nextFrame`` says when animations need one.
  ///
  /// After rasterized layers moved, there is one more frame, which draws their images at the resolution they
  /// have at rest.
  public var needsCommit: Bool {
    isFullyDamaged || root.dirtyFlags.needsCommit || root.dirtyFlags.hasNewAnimations || root.dirtyFlags.hasNewTickers
      || rasterCache.needsFinerImages
  }

  /// When animations, or layers that tick, show something new.
  public var nextFrame: NextFrame { ticking.isEmpty ? animated.next : .nextRefresh }

  /// Returns the problems found with animations since the last call; each problem is reported once.
  public func takeDiagnostics() -> [AnimationDiagnostic] { animated.takeDiagnostics() }

  /// Damages the whole screen at the next ``commit(at:)``.
  public func setNeedsDisplay() {
    isFullyDamaged = true
  }

  // MARK: Commit

  /// Performs the layout, advances animations to `now`, fills ``displayList``, and computes the damage.
  ///
  ///     ticks ▶ layout ▶ animations' completions ▶ layout ▶ set animated values ▶ walk ▶ restore values
  ///
  /// - Parameter now: The frame's time, at which animations added since the last frame begin. It is clamped
  ///   to that of the last frame.
  /// - Returns: The damaged rectangles of the screen; none if nothing changed, in which case nothing need be
  ///   drawn. The whole screen the first time and after a change of ``size``.
  /// - Complexity: Constant if nothing changed and nothing moves, otherwise one visit of each visible layer.
  public func commit(at now: Timestamp) -> [PixelRect] {
    time = max(time, now)
    guard needsCommit || !ticking.isEmpty || animated.isDue(at: time) else { return [] }
    ticking.tick(under: root, at: time)
    root.layoutIfNeeded()
    let isMoved = advanceAnimations()
    guard isFullyDamaged || root.dirtyFlags.needsCommit || isMoved || rasterCache.needsFinerImages else { return [] }
    let screen = PixelRect(size)
    animated.enter()
    sceneWalk.commit(root, on: screen, using: rasterCache)
    animated.leave()
    if isFullyDamaged {
      isFullyDamaged = false
      return screen.isEmpty ? [] : [screen]
    }
    return sceneWalk.damage.rects
  }

  /// Commits at the time of the last frame: for stages without animations.
  public func commit() -> [PixelRect] { commit(at: time) }

  /// Begins and ends animations, and calls the completions of those that ended.
  ///
  /// - Returns: Whether what animations show differs from the last frame.
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

  /// Returns the nearest layer under `point` as the last frame showed it.
  ///
  /// ``Layer/hitTest(_:)`` of ``root`` uses the layers' own values instead of what animations show.
  public func presentationHitTest(_ point: Point) -> Layer? {
    animated.enter()
    defer { animated.leave() }
    return root.hitTest(point)
  }
}

/// The root layer of a stage, which refers back to it.
private final class RootLayer: Layer {
  unowned(unsafe) var stage: Stage?
  override var ownStage: Stage? { stage }
}
