public import CartoucheRaster

/// The layer tree of one screen, which computes the drawing and the changed pixels of each frame.
///
///     change layers ▶ commit(at:) ▶ damage, displayList ▶ Renderer
///
/// ``commit(at:)`` returns the damage, which is the pixels that changed since the last commit. The same call
/// fills ``displayList``, from which a renderer redraws these pixels.
public final class Stage {
  /// The topmost layer of the stage, which is as large as the screen.
  ///
  /// One point of this layer is one pixel of the screen.
  public let root: Layer

  /// The size of the screen in points, which are pixels here.
  ///
  /// Changing the size resizes ``root`` and damages the whole screen.
  public var size: PixelSize {
    didSet {
      guard size != oldValue else { return }
      root.frame = Self.frame(size)
      isFullyDamaged = true
    }
  }

  /// The sizes of touch targets and gestures on this screen.
  ///
  /// A change applies to gestures from the next touch on. The change applies to bars and rows at their next
  /// layout.
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

  /// The maximum memory of all cached images of the stage together, in bytes; 64 MB by default.
  ///
  /// The cached images are those of layers with ``Layer/shouldRasterize`` or
  /// ``Layer/rasterizesInPerspective``, and those of maps. The image of a layer that does not fit into the
  /// limit is drawn at a lower resolution. A map that does not fit into the limit is not cached.
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

  /// The workers that draw cached images during a commit; the resulting pixels do not depend on the workers.
  ///
  /// A ``WorkerPool`` of threads works for only one thread at a time. Stages that commit on several threads
  /// must not share such a pool.
  public var workers: any WorkerPool {
    get { rasterCache.workers }
    set { rasterCache.workers = newValue }
  }

  // MARK: State

  /// The drawing of the whole screen as of the last commit, from back to front.
  ///
  /// Layers that are drawn from a cache are images in this list.
  public var displayList: DisplayList { sceneWalk.list }

  /// The time of the last commit in seconds, which is the time of animations.
  ///
  /// This is the counterpart of Core Animation's `CACurrentMediaTime`.
  public var currentTime: Seconds { time.seconds }

  /// Whether the next ``commit(at:)`` has changes to process.
  ///
  /// The property is true if a layer of the stage has changed since the last commit. The property is also
  /// true if an animation was added or a layer started ticking since the last commit. The property does not
  /// say whether animations that already run need a frame: see ``nextFrame``. A commit may draw the images of
  /// moving rasterized layers at a resolution that is not exact. After such a commit, this property is true
  /// again, so that one more commit draws these images at the exact resolution.
  public var needsCommit: Bool {
    isFullyDamaged || root.dirtyFlags.needsCommit || root.dirtyFlags.hasNewAnimations || root.dirtyFlags.hasNewTickers
      || rasterCache.needsFinerImages
  }

  /// The time at which animations or ticking layers need the next commit.
  public var nextFrame: NextFrame { ticking.isEmpty ? animated.next : .nextRefresh }

  /// Returns the problems that were found with animations since the last call of this method.
  ///
  /// Each problem is returned only once.
  public func takeDiagnostics() -> [AnimationDiagnostic] { animated.takeDiagnostics() }

  /// Damages the whole screen at the next ``commit(at:)``, so that every pixel is drawn again.
  public func setNeedsDisplay() {
    isFullyDamaged = true
  }

  // MARK: Commit

  /// Lays out the layers, advances animations to `now`, fills ``displayList``, and returns the pixels to
  /// redraw.
  ///
  ///     ticks ▶ layout ▶ animations' completions ▶ layout ▶ set animated values ▶ walk ▶ restore values
  ///
  /// - Parameter now: The time of the frame. Animations that were added since the last frame begin at this
  ///   time. If `now` is before the time of the last frame, the time of the last frame is used.
  /// - Returns: The damage: rectangles of the screen whose pixels have changed. If nothing has changed, the
  ///   array is empty, and nothing need be drawn. The first commit, and the first commit after a change of
  ///   ``size``, return the whole screen.
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

  /// Commits at the time of the last commit, for stages without animations.
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

  /// Returns the layer under `point` that is nearest to the viewer, as the last frame showed the layers.
  ///
  /// This method uses the values that animations show. ``Layer/hitTest(_:)`` of ``root`` uses the layers' own
  /// values.
  ///
  /// - Parameter point: The point in the screen's points.
  /// - Returns: nil if there is no such layer.
  public func presentationHitTest(_ point: Point) -> Layer? {
    animated.enter()
    defer { animated.leave() }
    return root.hitTest(point)
  }
}

/// The root layer of a stage, which refers to the stage.
private final class RootLayer: Layer {
  unowned(unsafe) var stage: Stage?
  override var ownStage: Stage? { stage }
}
