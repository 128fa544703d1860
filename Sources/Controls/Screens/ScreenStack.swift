public import CartoucheRaster
public import CartoucheScene

/// A stack of screens with a navigation bar and a back gesture, like UIKit's `UINavigationController`.
///
///     let stack = ScreenStack(frame: kiosk.root.bounds, root: mapScreen, theme: theme)
///     stack.onPop = { screen in if screen === detail { showsDetail = false } }
///     stack.push(detail, animated: true)
///
///     resting ──push, pop──▶ sliding ──arrived──▶ resting
///        └──pan from the left edge──▶ dragged ──finger lifted──▶ sliding, forward or back
///
/// The stack shows its top screen. The navigation bar above that screen shows the screen's title and its
/// ``Screen/rightBarItem``. If there is a screen to return to, the bar also shows a back button.
///
/// A pan that begins at the left edge drags the top screen to the right. When the finger is lifted, the
/// finger's position and velocity decide whether the top screen is popped or slides back. While screens
/// slide, they do not react to touches.
///
/// A call that pushes or pops a screen changes ``screens`` at once, before the animation. If an earlier
/// transition is still running, that transition first jumps to its end. An attempt to pop the first screen
/// has no effect. An attempt to push a screen that is already in a stack has no effect.
public final class ScreenStack: Layer, ThemedLayer {
  /// The theme that determines the colors and fonts of the navigation bar.
  ///
  /// A new theme takes effect immediately. Screens have themes of their own: see ``Screen/theme``.
  public var theme: Theme { didSet { applyTheme() } }

  /// The screens that the stack does not show.
  public var detachedLayers: [Layer] { screens.filter { $0.superlayer == nil } }

  /// The screens of the stack, in the order in which they were pushed. The last screen is the top screen,
  /// which the stack shows. The array is never empty.
  public private(set) var screens: [Screen]

  /// The top screen, which the stack shows. The top screen is the last element of ``screens``.
  public var topScreen: Screen { screens[screens.count - 1] }

  /// The closure that is called for each popped screen, with the screen as its argument. At the time of the
  /// call, the screen is no longer in ``screens``, but it may still be sliding out.
  ///
  /// If several screens are popped at once, the closure is called for the topmost screen first.
  public var onPop: ((Screen) -> Void)?

  /// The closure that is called after the top screen has changed and any transition has ended. The closure's
  /// argument is the new top screen.
  public var onShow: ((Screen) -> Void)?

  /// Whether the navigation bar is hidden. If true, each screen fills the whole stack.
  public var isBarHidden = false { didSet { if isBarHidden != oldValue { setNeedsLayout() } } }

  private enum Phase {
    case resting
    case dragged(ScreenTransition)
    /// A transition toward the offset `goal`, in points. The spring is nil until the first frame of the
    /// transition.
    case sliding(ScreenTransition, goal: Scalar, velocity: Scalar, spring: CriticallyDampedSpring?)
  }

  private var phase = Phase.resting
  /// The superlayer of the visible screens.
  private let container = Layer()
  private let bar = Layer()
  private let line = Layer()
  private var items: NavigationBarContent?
  private var shown: Screen
  private let edge: ScreenEdgePanGestureRecognizer

  /// The angular frequency of the sliding spring, in radians per second. The spring arrives after about 0.4
  /// s.
  private static var springFrequency: Scalar { 22 }

  /// Creates a stack whose first and only screen is `root`.
  public init(frame: Rect, root: Screen, theme: Theme) {
    self.theme = theme
    (screens, shown) = ([root], root)
    edge = ScreenEdgePanGestureRecognizer(edges: .left) { pan in (pan.layer as? ScreenStack)?.follow(pan) }
    super.init(frame: frame)
    root.stack = self
    addSublayer(container)
    addSublayer(bar)
    bar.addSublayer(line)
    applyTheme()
    edge.shouldBegin = { ($0.layer as? ScreenStack)?.canBeDragged ?? false }
    edge.shouldRecognizeSimultaneously = { $0 is PressGestureRecognizer }
    addGestureRecognizer(edge)
    rest()
  }

  // MARK: Pushing and popping

  /// Adds a screen on top of the stack and shows that screen.
  ///
  /// If the screen is already in a stack, the method does nothing.
  ///
  /// - Parameter animated: Whether the screen slides in from the right. If false, the screen appears at once.
  public func push(_ screen: Screen, animated: Bool = true) {
    guard screen.stack == nil else { return }
    finishTransition()
    // A callback of the finished transition may have pushed it.
    guard screen.stack == nil else { return }
    let lower = topScreen
    screens.append(screen)
    screen.stack = self
    slide(lower: lower, upper: screen, from: container.bounds.width, to: 0, animated: animated, popped: [])
  }

  /// Removes the top screen from the stack, and shows the screen below it.
  ///
  /// - Parameter animated: Whether the top screen slides out to the right.
  /// - Returns: The removed screen, or nil if the stack has only one screen.
  @discardableResult
  public func pop(animated: Bool = true) -> Screen? {
    pop(downTo: screens.count - 2, animated: animated).last
  }

  /// Removes all screens of the stack except the first, and shows the first screen.
  ///
  /// - Parameter animated: Whether the top screen slides out to the right.
  /// - Returns: The removed screens, in the order of ``screens``. The last element is the screen that was on
  ///   top.
  @discardableResult
  public func popToRoot(animated: Bool = true) -> [Screen] {
    pop(downTo: 0, animated: animated)
  }

  /// Removes all screens above the screen at `index`, and shows the screen at `index`.
  private func pop(downTo index: Int, animated: Bool) -> [Screen] {
    guard index >= 0, index < screens.count - 1 else { return [] }
    finishTransition()
    // A callback of the finished transition may have popped screens.
    guard index < screens.count - 1 else { return [] }
    let upper = topScreen
    let popped = removeScreens(over: index)
    slide(lower: topScreen, upper: upper, from: 0, to: container.bounds.width, animated: animated, popped: popped)
    return popped
  }

  private func removeScreens(over index: Int) -> [Screen] {
    let popped = Array(screens[(index + 1)...])
    screens.removeSubrange((index + 1)...)
    for screen in popped { screen.stack = nil }
    return popped
  }

  private func notifyPopped(_ popped: [Screen]) {
    for screen in popped.reversed() { onPop?(screen) }
  }

  // MARK: The bar

  /// Updates the navigation bar after a change of a screen's title or right item.
  func barDidChange() {
    // A transition updates the bar when it ends.
    guard case .resting = phase else { return }
    items?.update(topScreen, previous: screen(under: topScreen)?.title)
  }

  private func applyTheme() {
    bar.backgroundColor = theme.surfaceColor
    line.backgroundColor = theme.separatorColor
    // During a transition, the bar has the items of two screens.
    for layer in bar.sublayers { (layer as? NavigationBarContent)?.apply(theme) }
    setNeedsLayout()
  }

  private func makeItems(for screen: Screen, over previous: Screen?) -> NavigationBarContent {
    let items = NavigationBarContent(screen, previous: previous?.title, theme: theme) { [weak self] in _ = self?.pop() }
    items.frame = bar.bounds
    bar.addSublayer(items)
    return items
  }

  private func screen(under screen: Screen) -> Screen? {
    guard let index = screens.firstIndex(where: { $0 === screen }), index > 0 else { return nil }
    return screens[index - 1]
  }

  // MARK: Sliding

  /// Starts a transition between two screens and then calls ``onPop`` for the popped screens.
  ///
  /// - Parameters:
  ///   - lower: The screen that is drawn behind, whichever screen is shown in the end.
  ///   - upper: The screen that is drawn in front and slides.
  ///   - start: The offset of the upper screen at the beginning, in points.
  ///   - goal: The offset of the upper screen at the end, in points.
  private func slide(lower: Screen, upper: Screen, from start: Scalar, to goal: Scalar, animated: Bool, popped: [Screen]) {
    guard animated, owningStage != nil, bounds.width >= 1 else {
      rest()
      notifyPopped(popped)
      return announce()
    }
    phase = .sliding(transition(lower: lower, upper: upper, offset: start), goal: goal, velocity: 0, spring: nil)
    startTicking()
    notifyPopped(popped)
  }

  /// Adds both screens to the layer tree and places them for a transition at `offset`.
  private func transition(lower: Screen, upper: Screen, offset: Scalar) -> ScreenTransition {
    cancelPresses()
    items?.removeFromSuperlayer()
    items = nil
    // A popped screen's back button led to the screen that is now below it.
    let lowerItems = makeItems(for: lower, over: screen(under: lower))
    let upperItems = makeItems(for: upper, over: lower)
    let transition = ScreenTransition(lower: lower, upper: upper, lowerItems: lowerItems, upperItems: upperItems, offset: offset)
    for layer in [lower, transition.shade, upper] { container.addSublayer(layer) }
    container.masksToBounds = true
    transition.layOut(in: container.bounds.size)
    return transition
  }

  public override func tick(at now: Timestamp) -> MotionState {
    guard case .sliding(var transition, let goal, let velocity, let spring) = phase else { return .still }
    let running =
      spring
      ?? CriticallyDampedSpring(
        from: transition.offset, to: goal, velocity: velocity, angularFrequency: Self.springFrequency, at: now)
    if now >= running.time(within: 1) {
      arrive()
      // A callback may have started another transition.
      if case .sliding = phase { return .moving }
      return .still
    }
    transition.offset = running.value(at: now)
    transition.layOut(in: container.bounds.size)
    phase = .sliding(transition, goal: goal, velocity: velocity, spring: running)
    return .moving
  }

  /// Ends a sliding transition at its destination. A drag ends where the drag began.
  private func finishTransition() {
    switch phase {
    case .resting:
      return
    case .dragged:
      // Reset the phase before the recognizer reports that it was cancelled, so that the report has no
      // effect.
      rest()
      edge.isEnabled = false
      edge.isEnabled = true
    case .sliding:
      break
    }
    arrive()
  }

  /// Shows the top screen at rest and calls ``onShow``.
  private func arrive() {
    rest()
    announce()
  }

  /// Calls ``onShow`` if a different screen than before has come to rest.
  private func announce() {
    // An earlier callback may have started the next transition.
    guard case .resting = phase, shown !== topScreen else { return }
    shown = topScreen
    onShow?(shown)
  }

  /// Shows the top screen alone at its final position.
  private func rest() {
    phase = .resting
    let top = topScreen
    for layer in container.sublayers where layer !== top { layer.removeFromSuperlayer() }
    for layer in bar.sublayers where layer !== line { layer.removeFromSuperlayer() }
    if top.superlayer !== container { container.addSublayer(top) }
    container.masksToBounds = false
    items = makeItems(for: top, over: screen(under: top))
    setNeedsLayout()
    layOut()
  }

  // MARK: The back gesture

  private var canBeDragged: Bool {
    guard case .resting = phase else { return false }
    return screens.count > 1
  }

  private func follow(_ pan: PanGestureRecognizer) {
    let offset = pan.translation(in: self)?.x ?? pan.translation.x
    let width = container.bounds.width
    switch (pan.state, phase) {
    case (.began, .resting):
      guard screens.count > 1 else { return }
      cancelPresses()
      phase = .dragged(transition(lower: screens[screens.count - 2], upper: topScreen, offset: offset))
    case (.changed, .dragged(var transition)):
      transition.offset = offset
      transition.layOut(in: container.bounds.size)
      phase = .dragged(transition)
    case (.ended, .dragged(var transition)):
      transition.offset = offset.clamped(from: 0, to: width)
      let velocity = pan.velocity.x
      // The destination is the one that is closer 0.2 s later at the current velocity.
      let leaves = transition.offset + velocity / 5 > width / 2
      slide(transition, goal: leaves ? width : 0, velocity: velocity)
      if leaves { notifyPopped(removeScreens(over: screens.count - 2)) }
    case (.cancelled, .dragged(let transition)):
      slide(transition, goal: 0, velocity: 0)
    case (_, _):
      break
    }
  }

  private func slide(_ transition: ScreenTransition, goal: Scalar, velocity: Scalar) {
    phase = .sliding(transition, goal: goal, velocity: velocity, spring: nil)
    startTicking()
  }

  public override func hitTest(_ point: Point) -> Layer? {
    guard let hit = super.hitTest(point) else { return nil }
    if case .resting = phase { return hit }
    // A stack that was removed from its stage during a transition continues when it is back.
    if case .sliding = phase { startTicking() }
    return self
  }

  // MARK: Layout

  public override func layoutSublayers() {
    layOut()
  }

  private func layOut() {
    let size = Size(width: max(bounds.width, 0), height: max(bounds.height, 0))
    let height = isBarHidden ? 0 : min(max(theme.touchTarget(on: self), 48).roundedUp, size.height)
    bar.isHidden = isBarHidden
    bar.frame = Rect(x: bounds.minX, y: bounds.minY, width: size.width, height: height)
    line.frame = Rect(x: 0, y: height - 1, width: size.width, height: 1)
    for layer in bar.sublayers where layer !== line { layer.frame = bar.bounds }
    container.frame = Rect(x: bounds.minX, y: bounds.minY + height, width: size.width, height: size.height - height)
    switch phase {
    case .resting: topScreen.frame = container.bounds
    case .dragged(let transition), .sliding(let transition, _, _, _): transition.layOut(in: container.bounds.size)
    }
  }
}
