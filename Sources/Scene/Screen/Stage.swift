public import CartoucheRaster

/// The layers on one screen, and what has to be drawn to show them as they are now.
///
///     change layers ▶ settle() ▶ damage, displayList ▶ Renderer
public final class Stage {
  /// The layer in which all others stand: as large as the screen, one point for each pixel.
  public let root: Layer

  /// The screen's size in points; changing it resizes ``root`` and damages everything.
  public var size: PixelSize {
    didSet {
      guard size != oldValue else { return }
      root.frame = Self.frame(size)
      isUnknown = true
    }
  }

  /// How large what is touched has to be on this screen. Touches heed it from the next on, bars and rows when they are laid out next.
  public var touchMetrics = TouchMetrics.standard

  private var sceneWalk = SceneWalk()
  private let rasterCache = RasterCache()
  /// Whether nothing is known of what the screen shows.
  private var isUnknown = true
  private var animated = AnimatedLayers()
  private let ticking = TickingLayers()
  /// Those that are not committed, the innermost last.
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

  /// How many bytes of pictures are kept of layers that are drawn as such (``Layer/shouldRasterize``, ``Layer/rasterizesInPerspective``), and of maps; what does not fit
  /// is drawn coarser, and a map without a picture.
  public var rasterCacheLimit: Int {
    get { rasterCache.byteLimit }
    set {
      rasterCache.byteLimit = max(newValue, 0)
      isUnknown = true
      root.invalidate()
    }
  }

  /// Whether pixels are kept of what can be carried; if not it is drawn as shapes, for lists that are to be read.
  package var usesScrollCache: Bool {
    get { rasterCache.usesScrollCache }
    set {
      rasterCache.usesScrollCache = newValue
      isUnknown = true
      root.invalidate()
    }
  }

  /// Who draws pictures that are kept while the stage settles; the bits do not depend on them. A ``WorkerPool`` of threads works for one thread at a time: stages that
  /// settle on several may not share it.
  public var workers: any WorkerPool {
    get { rasterCache.workers }
    set { rasterCache.workers = newValue }
  }

  /// What is on the screen, back to front, as of the last ``commit()``; a map's pixels, where these are kept, as a picture.
  public var displayList: DisplayList { sceneWalk.list }

  /// The time of the last frame, as animations count it: `CACurrentMediaTime`.
  public var currentTime: Seconds { time.seconds }

  /// Whether something was changed since the last ``commit(at:)``; what moves by itself is told by ``nextFrame``.
  ///
  /// After layers that are kept as pictures have moved there is one more frame, in which these are as fine as they are seen at rest.
  public var needsCommit: Bool {
    isUnknown || root.dirtyFlags.needsCommit || root.dirtyFlags.hasNewAnimations || root.dirtyFlags.hasNewTickers
      || rasterCache.needsFinerImages
  }

  /// When animations, or layers that move by themselves, show something new.
  public var nextFrame: NextFrame { ticking.isEmpty ? animated.next : .nextRefresh }

  /// What was wrong with animations since this was last asked; each thing once.
  public func takeDiagnostics() -> [AnimationDiagnostic] { animated.takeDiagnostics() }

  /// Damages the whole screen at the next ``commit()``.
  public func setNeedsDisplay() {
    isUnknown = true
  }

  /// Lays out what needs it, brings animations to `now`, fills ``displayList`` anew, and finds the pixels that are not as they were.
  ///
  ///     ticks ▶ layout ▶ animations that have ended are told ▶ layout of what these changed ▶ what is shown at `now` is put in ▶ walk ▶ and out again
  ///
  /// - Parameter now: the frame's time; animations that were added since the last frame begin at it. An earlier one than the last frame's is taken for that.
  /// - Returns: rectangles within the screen; none if the screen is as it was, and then nothing need be drawn. The first time, and after a change
  ///   of ``size``, the whole screen.
  /// - Complexity: nothing where nothing has changed and nothing moves, otherwise one visit of each visible layer.
  public func commit(at now: Timestamp) -> [PixelRect] {
    time = max(time, now)
    guard needsCommit || !ticking.isEmpty || animated.isDue(at: time) else { return [] }
    ticking.tick(under: root, at: time)
    root.layoutIfNeeded()
    let isMoved = advance()
    guard isUnknown || root.dirtyFlags.needsCommit || isMoved || rasterCache.needsFinerImages else { return [] }
    sceneWalk.screen = PixelRect(size)
    animated.enter()
    sceneWalk.commit(root, using: rasterCache)
    animated.leave()
    if isUnknown {
      isUnknown = false
      return sceneWalk.screen.isEmpty ? [] : [sceneWalk.screen]
    }
    return sceneWalk.damage.rects
  }

  /// The same at the last frame's time: for stages without animations.
  public func commit() -> [PixelRect] { commit(at: time) }

  /// Begins, ends and tells what is to; answers whether what animations show is otherwise than on the screen.
  private func advance() -> Bool {
    for _ in 0..<AnimatedLayers.maximumRounds {
      animated.begin(under: root, at: time)
      if animated.isEmpty { break }
      // Not while the layers are looked through: what is told may add animations, and take layers away.
      let ended = animated.end(under: root, at: time)
      if ended.isEmpty { break }
      for (entry, end) in ended { entry.notify(end) }
    }
    root.layoutIfNeeded()
    animated.begin(under: root, at: time)
    return animated.update(under: root, at: time)
  }

  /// The nearest layer under `point` as the last frame showed it, where ``Layer/hitTest(_:)`` of ``root`` goes by what layers are without animations.
  public func presentationHitTest(_ point: Point) -> Layer? {
    animated.enter()
    defer { animated.leave() }
    return root.hitTest(point)
  }
}

/// The layer that knows its stage.
private final class RootLayer: Layer {
  unowned(unsafe) var stage: Stage?
  override var ownStage: Stage? { stage }
}

extension Layer {
  /// Lays out now what ``setNeedsLayout()`` and changes of size have asked for in this layer's tree: within a transaction, so that it moves too.
  ///
  /// Superlayers first: their layout gives their sublayers the sizes for theirs. Where a layout asks for another that was done already, it is done again,
  /// eight times at most: two layers that do not agree wait for the next frame with a change.
  public final func layoutIfNeeded() {
    var rounds = 0
    while rounds < 8 && layOut() { rounds += 1 }
  }

  /// Answers whether anything was laid out.
  private func layOut() -> Bool {
    guard dirtyFlags.needsCommit, !isHidden else { return false }
    var isChanged = dirtyFlags.needsLayout
    if dirtyFlags.needsLayout {
      dirtyFlags.needsLayout = false
      layoutSublayers()
    }
    if let mask, mask.layOut() { isChanged = true }
    for child in sublayers where child.layOut() { isChanged = true }
    return isChanged
  }
}
