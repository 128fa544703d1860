public import CartoucheRaster
public import CartoucheScene

/// A panel that slides in from the bottom and rests at one of several heights.
///
///     let sheet = Sheet(stops, theme: theme)
///     sheet.detents = [.height(120), .medium, .large]
///     sheet.largestUndimmedDetent = .medium
///     sheet.present(in: root)
///
///     away ──present──▶ presented ──dismiss, a tap outside, dragged down──▶ leaving ──▶ away
///                        │     ▲
///                        └─drag┘ between detents
///
/// This is UIKit's `UISheetPresentationController`. A finger drags the sheet anywhere on the panel. If the
/// finger is on a ``ScrollView`` in the sheet, the sheet follows until it is at its largest detent. Then the
/// content scrolls. Downward, the content scrolls to its beginning, and then the sheet follows.
///
/// The layers behind the sheet are dimmed, and receive no touches. Up to ``largestUndimmedDetent``, they are
/// not dimmed, and receive the touches outside the panel. A map behind the sheet can then be used.
///
/// The content fills the panel below the grabber. It is resized while the sheet moves.
public final class Sheet: Layer, ThemedLayer, ScrollDragHandler {
  /// The theme that determines the colors of the sheet. A new value takes effect immediately. The content has
  /// a theme of its own.
  public var theme: Theme { didSet { updateAppearance() } }

  /// The layer that fills the panel.
  public let content: Layer

  /// The heights at which the sheet comes to rest, in any order. Without detents, the sheet is large.
  public var detents: [Detent] = [.large] { didSet { if detents != oldValue { setNeedsLayout() } } }

  /// The largest detent at which the layers behind the sheet are not dimmed and receive touches. If nil, they
  /// are dimmed at each detent.
  public var largestUndimmedDetent: Detent? { didSet { if largestUndimmedDetent != oldValue { setNeedsLayout() } } }

  /// Whether a bar at the top shows that the sheet can be dragged. A tap on the bar selects the next detent.
  public var prefersGrabberVisible = true { didSet { if prefersGrabberVisible != oldValue { setNeedsLayout() } } }

  /// Whether the user cannot dismiss the sheet.
  public var isModalInPresentation = false { didSet { if isModalInPresentation != oldValue { setNeedsLayout() } } }

  /// Whether a finger that drags the beginning of scrolling content upward enlarges the sheet first.
  public var prefersScrollingExpandsWhenScrolledToEdge = true

  /// The corner radius of the panel, in points. If nil, the theme determines the radius.
  public var preferredCornerRadius: Scalar? { didSet { if preferredCornerRadius != oldValue { updateAppearance() } } }

  /// The maximum width of the panel, in points. A narrower panel is centered.
  public var maximumWidth: Scalar = 640 { didSet { if maximumWidth != oldValue { setNeedsLayout() } } }

  /// A closure that is called when the sheet begins to move to another detent.
  public var onDetentChange: ((Sheet) -> Void)?

  /// A closure that is called after the sheet has been removed.
  public var onDismiss: ((Sheet) -> Void)?

  private enum Phase {
    case away, presented, leaving
  }

  private var phase = Phase.away
  private var detent: Detent?
  private var motion = SheetMotion()
  private var now = Timestamp.zero
  private var completionHandler: (() -> Void)?
  private let (dimming, panel, body, grabber) = (Layer(), Layer(), Layer(), Layer())
  /// The place at which the current press began.
  private var pressStart = PressStart.elsewhere

  private enum PressStart {
    case outside, grabber, elsewhere
  }

  private static var grabberHeight: Scalar { 20 }

  /// Creates a sheet with the given content. To show it, call ``present(in:animated:)``.
  public init(_ content: Layer, theme: Theme) {
    (self.content, self.theme) = (content, theme)
    super.init(frame: .zero)
    autoresizingMask = .fill
    for layer in [dimming, panel] { addSublayer(layer) }
    for layer in [body, grabber] { panel.addSublayer(layer) }
    body.masksToBounds = true
    body.addSublayer(content)
    (grabber.bounds.size, grabber.cornerRadius) = (Size(width: 40, height: 5), 2.5)
    panel.shadow = Shadow(color: .black, opacity: 0.25, offset: .zero, radius: 8)
    // Take all touches in the panel, and those outside while the layers behind are dimmed. Presses in the
    // content may begin later.
    let press = PressGestureRecognizer { press in (press.layer as? Sheet)?.follow(press) }
    press.shouldRecognizeSimultaneously = { $0 is PressGestureRecognizer }
    addGestureRecognizer(press)
    let pan = PanGestureRecognizer { pan in (pan.layer?.superlayer as? Sheet)?.follow(pan) }
    pan.shouldRecognizeSimultaneously = { $0 is PressGestureRecognizer }
    pan.shouldBegin = { recognizer in
      guard let pan = recognizer as? PanGestureRecognizer, let sheet = pan.layer?.superlayer as? Sheet else { return false }
      return sheet.phase == .presented && pan.translation.y.magnitude >= pan.translation.x.magnitude
    }
    panel.addGestureRecognizer(pan)
    updateAppearance()
  }

  private func updateAppearance() {
    dimming.backgroundColor = theme.dimmingColor
    panel.backgroundColor = theme.surfaceColor
    grabber.backgroundColor = theme.secondaryTextColor.withAlpha(0.5)
    let radius = max(preferredCornerRadius ?? theme.cornerRadius, 0)
    panel.cornerRadii = CornerRadii(topLeft: radius, topRight: radius, bottomRight: 0, bottomLeft: 0)
    setNeedsLayout()
  }

  // MARK: Presenting and dismissing

  /// Whether the sheet is presented. The property becomes false when the sheet begins to leave.
  public var isPresented: Bool { phase == .presented && superlayer != nil }

  /// Shows the sheet over the bounds of a layer, at its selected or smallest detent.
  ///
  /// If the sheet is already presented, the method does nothing.
  ///
  /// - Parameters:
  ///   - host: The layer that the sheet covers. The sheet becomes the frontmost sublayer of this layer.
  ///   - animated: Whether the sheet slides in from below. If false, the sheet appears at once.
  public func present(in host: Layer, animated: Bool = true) {
    guard !isPresented else { return }
    if phase != .leaving { motion.set(0) }
    (phase, completionHandler) = (.presented, nil)
    host.addSublayer(self)
    // Cover the host's bounds, whatever their origin is.
    (bounds.size, position) = (host.bounds.size, host.bounds.center)
    updateDetents()
    if detent.map({ detents.contains($0) }) != true { detent = smallestDetent }
    move(to: selectedHeight, animated: animated)
  }

  /// Hides the sheet, and then removes it from its superlayer.
  ///
  /// - Parameters:
  ///   - animated: Whether the sheet slides down. If false, the sheet disappears at once.
  ///   - completion: A closure that is called after the removal. If the sheet is presented again before the
  ///     removal, the closure is not called.
  public func dismiss(animated: Bool = true, completion: (() -> Void)? = nil) {
    guard phase == .presented else { return }
    (phase, completionHandler) = (.leaving, completion)
    panel.cancelPresses()
    // The canceled actions may have presented the sheet again.
    guard phase == .leaving else { return }
    move(to: 0, animated: animated)
    if !motion.isMoving(at: now) { finishDismissal() }
  }

  private func finishDismissal() {
    guard phase == .leaving else { return }
    phase = .away
    let handler = completionHandler
    completionHandler = nil
    removeFromSuperlayer()
    handler?()
    onDismiss?(self)
  }

  // MARK: Detents

  /// The detent at which the sheet rests or to which it moves; nil before the sheet is presented.
  ///
  /// Setting the property moves the sheet at once. To animate the change, call
  /// ``selectDetent(_:animated:)``.
  public var selectedDetent: Detent? {
    get { detent }
    set { if let newValue { selectDetent(newValue, animated: false) } }
  }

  /// Moves the sheet to one of its ``detents``. Another detent is ignored.
  ///
  /// ``onDetentChange`` is not called.
  public func selectDetent(_ detent: Detent, animated: Bool = true) {
    guard availableDetents.contains(detent) else { return }
    self.detent = detent
    guard phase == .presented else { return }
    updateDetents()
    move(to: selectedHeight, animated: animated)
  }

  private var availableDetents: [Detent] { detents.isEmpty ? [.large] : detents }
  private var smallestDetent: Detent? { availableDetents.min { height(of: $0) < height(of: $1) } }
  private func detentNearest(to target: Scalar) -> Detent? {
    availableDetents.min { (height(of: $0) - target).magnitude < (height(of: $1) - target).magnitude }
  }
  private func height(of detent: Detent) -> Scalar { detent.height(in: bounds.height) }
  private var selectedHeight: Scalar { detent.map { height(of: $0) } ?? motion.heights.first ?? 0 }

  private func updateDetents() {
    let heights = availableDetents.map { height(of: $0) }
    motion.setHeights(heights, isDismissible: !isModalInPresentation || phase == .leaving, length: bounds.height)
  }

  private func move(to height: Scalar, animated: Bool) {
    if let stage = owningStage { now = max(now, stage.time) }
    if animated, isOnStage { motion.move(to: height, at: now) } else { motion.set(height) }
    updateFrames()
    if motion.isMoving(at: now) { startTicking() }
  }

  // MARK: Touches

  public override func hitTest(_ point: Point) -> Layer? {
    let hit = super.hitTest(point)
    guard hit === self || hit === dimming else { return hit }
    return phase == .presented && dimming.opacity > 0 ? self : nil
  }

  private func follow(_ press: PressGestureRecognizer) {
    guard let point = press.location(in: panel) else { return }
    let isOutside = !panel.bounds.contains(point)
    let isOnGrabber = prefersGrabberVisible && !isOutside && point.y < Self.grabberHeight
    switch press.state {
    case .began: pressStart = isOutside ? .outside : isOnGrabber ? .grabber : .elsewhere
    case .ended where phase == .presented && !motion.isDragging:
      if pressStart == .outside, isOutside, !isModalInPresentation { dismiss() }
      if pressStart == .grabber, isOnGrabber { selectNextDetent() }
    case .ended, .cancelled, .changed, .possible, .failed: break
    }
  }

  /// Selects the next larger detent, or the smallest one after the largest.
  private func selectNextDetent() {
    let selected = selectedHeight
    let larger = motion.heights.first { $0 > selected } ?? motion.heights.first ?? 0
    guard larger != selected else { return }
    moveOn(to: larger)
    move(to: larger, animated: true)
  }

  private func follow(_ pan: PanGestureRecognizer) {
    if pan.state == .began {
      panel.cancelPresses()
      pressStart = .elsewhere
      beginScrollDrag(at: pan.time)
      lastMovement = 0
    }
    now = max(now, pan.time)
    let movement = pan.translation(in: self)?.y ?? pan.translation.y
    motion.drag(by: movement - lastMovement, at: now)
    lastMovement = movement
    updateFrames()
    if pan.state == .ended { _ = endScrollDrag(velocity: pan.velocity.y, at: pan.time) }
    if pan.state == .cancelled { _ = endScrollDrag(velocity: 0, at: pan.time) }
  }

  /// The movement of the pan at its last event.
  private var lastMovement: Scalar = 0

  func beginScrollDrag(at time: Timestamp) {
    guard phase == .presented else { return }
    now = max(now, time)
    motion.beginDrag(at: now)
  }

  func followScrollDrag(by movement: Scalar) -> Scalar {
    guard motion.isDragging, phase == .presented else { return 0 }
    var movement = movement
    if movement < 0 {
      guard prefersScrollingExpandsWhenScrolledToEdge || motion.isBetweenDetents else { return 0 }
      movement = -min(-movement, motion.distanceToLargest)
    }
    motion.drag(by: movement, at: now)
    updateFrames()
    return movement
  }

  func endScrollDrag(velocity: Scalar, at time: Timestamp) -> Bool {
    guard motion.isDragging, phase == .presented else { return false }
    now = max(now, time)
    let hasMoved = motion.isBetweenDetents
    let target = motion.endDrag(velocity: hasMoved ? velocity : 0, minimumSpeed: touchMetrics.flingSpeed * 3, at: now)
    startTicking()
    if target > 0 { moveOn(to: target) } else { phase = .leaving }
    return hasMoved
  }

  /// Selects the detent of a height to which a finger has moved the sheet.
  private func moveOn(to target: Scalar) {
    guard target != selectedHeight, let next = availableDetents.first(where: { height(of: $0) == target }) else { return }
    detent = next
    onDetentChange?(self)
  }

  public override func tick(at now: Timestamp) -> MotionState {
    self.now = max(self.now, now)
    updateFrames()
    if motion.isMoving(at: self.now) { return .moving }
    if phase == .leaving { finishDismissal() }
    return motion.isMoving(at: self.now) ? .moving : .still
  }

  // MARK: Layout

  public override func layoutSublayers() {
    updateDetents()
    if let selected = detent, !availableDetents.contains(selected) { detent = detentNearest(to: height(of: selected)) }
    if phase == .presented, !motion.isDragging {
      if motion.isMoving(at: now) { motion.move(to: selectedHeight, at: now) } else { motion.set(selectedHeight) }
    }
    updateFrames()
  }

  /// Places the panel and its content for the current height.
  private func updateFrames() {
    let height = Scalar(motion.height(at: now).rounded)
    dimming.frame = bounds
    dimming.opacity = dimmingOpacity(at: height)
    let width = bounds.width.clamped(from: 0, to: max(maximumWidth, 0))
    // Below its smallest detent, the panel slides and keeps its height.
    let panelHeight = max(height, motion.heights.first ?? 0)
    panel.frame = Rect(
      x: bounds.minX + Scalar(((bounds.width - width) / 2).rounded), y: bounds.maxY - height, width: width, height: panelHeight)
    let top = prefersGrabberVisible ? min(Self.grabberHeight, panelHeight) : 0
    body.frame = Rect(x: 0, y: top, width: width, height: panelHeight - top)
    // Below the grabber, the content does not reach the corners.
    body.cornerRadii = prefersGrabberVisible ? CornerRadii(0) : panel.cornerRadii
    content.frame = body.bounds
    grabber.isHidden = !prefersGrabberVisible
    grabber.position = Point(x: Scalar((width / 2).rounded), y: 9.5)
  }

  /// Returns how much the layers behind are dimmed: not at all up to the largest undimmed detent, and fully
  /// from the next detent on.
  private func dimmingOpacity(at height: Scalar) -> Scalar {
    let undimmed = largestUndimmedDetent.map { self.height(of: $0) } ?? 0
    guard let dimmed = motion.heights.first(where: { $0 > undimmed }), height > undimmed else { return 0 }
    return min((height - undimmed) / (dimmed - undimmed), 1)
  }
}
