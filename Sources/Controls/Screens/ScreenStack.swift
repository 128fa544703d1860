public import CartoucheRaster
public import CartoucheScene

/// Screens that lead to others and back: UIKit's `UINavigationController`, as a layer.
///
///     let stack = ScreenStack(frame: kiosk.root.bounds, root: mapScreen, theme: theme)
///     stack.onPop = { screen in if screen === detail { showsDetail = false } }
///     stack.push(detail, animated: true)
///
///     resting ──push, pop──▶ sliding ──it is there──▶ resting
///        └──finger from the left edge──▶ dragged ──let go──▶ sliding, on or back
///
/// Over the screens is a bar with the title, the way back and what the screen puts at the right. A finger that comes in from the screen's left edge takes the upper screen along; let go, it
/// goes on or comes back by its place and speed. While screens slide, fingers do nothing to them.
///
/// ``screens`` is at once what a call made of it. A call while something slides, or is dragged, lets that be where it was going and begins from there. The
/// first screen is not popped, and a screen that is in a stack is not pushed: then nothing happens.
public final class ScreenStack: Layer {
  public let theme: Theme

  /// The screens, the first at the bottom; there is always one.
  public private(set) var screens: [Screen]

  /// The one on top.
  public var topScreen: Screen { screens[screens.count - 1] }

  /// Is called for each screen that was popped, by whatever, as soon as it is no longer among ``screens``: where several are, the topmost first.
  public var onPop: ((Screen) -> Void)?

  /// Is called when another screen than before has come to rest on top.
  public var onShow: ((Screen) -> Void)?

  /// Whether the screens have all of the stack's height.
  public var isBarHidden = false { didSet { if isBarHidden != oldValue { setNeedsLayout() } } }

  private enum Phase {
    case resting
    case dragged(ScreenTransition)
    /// To `goal`; without a spring, no frame was shown since it began.
    case sliding(ScreenTransition, goal: Scalar, velocity: Scalar, spring: CriticallyDampedSpring?)
  }

  private var phase = Phase.resting
  /// Where the screens stand.
  private let container = Layer()
  private let bar = Layer()
  private let line = Layer()
  private var items: BarItems?
  private var shown: Screen
  private let edge: ScreenEdgePanGestureRecognizer

  /// How fast screens slide: they are there after some four tenths of a second.
  private static var pull: Scalar { 22 }

  public init(frame: Rect, root: Screen, theme: Theme) {
    self.theme = theme
    (screens, shown) = ([root], root)
    edge = ScreenEdgePanGestureRecognizer(edges: .left) { pan in (pan.layer as? ScreenStack)?.follow(pan) }
    super.init(frame: frame)
    root.stack = self
    bar.backgroundColor = theme.surfaceColor
    line.backgroundColor = theme.separatorColor
    addSublayer(container)
    addSublayer(bar)
    bar.addSublayer(line)
    edge.shouldBegin = { ($0.layer as? ScreenStack)?.canBeDragged ?? false }
    edge.shouldRecognizeSimultaneously = { $0 is PressGestureRecognizer }
    addGestureRecognizer(edge)
    rest()
  }

  // MARK: Pushing and popping

  /// Puts `screen` on top, sliding in from the right if `animated`.
  public func push(_ screen: Screen, animated: Bool = true) {
    guard screen.stack == nil else { return }
    finishTransition()
    // Who was told of that may have pushed it.
    guard screen.stack == nil else { return }
    let lower = topScreen
    screens.append(screen)
    screen.stack = self
    slide(lower: lower, upper: screen, from: container.bounds.width, to: 0, animated: animated, popped: [])
  }

  /// Takes the top screen away; the first stays.
  ///
  /// - Returns: the screen that was taken away.
  @discardableResult
  public func pop(animated: Bool = true) -> Screen? {
    pop(downTo: screens.count - 2, animated: animated).last
  }

  /// Takes all screens away but the first.
  ///
  /// - Returns: those that were taken away, the topmost last.
  @discardableResult
  public func popToRoot(animated: Bool = true) -> [Screen] {
    pop(downTo: 0, animated: animated)
  }

  /// Takes all screens away over the one at `index`.
  private func pop(downTo index: Int, animated: Bool) -> [Screen] {
    guard index >= 0, index < screens.count - 1 else { return [] }
    finishTransition()
    // Who was told of that may have popped some.
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

  /// A title, or what stands at the right, is another.
  func barDidChange() {
    // What slides shows it when it is there.
    guard case .resting = phase else { return }
    items?.update(topScreen, previous: screen(under: topScreen)?.title)
  }

  private func makeItems(for screen: Screen, over previous: Screen?) -> BarItems {
    let items = BarItems(screen, previous: previous?.title, theme: theme) { [weak self] in _ = self?.pop() }
    items.frame = bar.bounds
    bar.addSublayer(items)
    return items
  }

  private func screen(under screen: Screen) -> Screen? {
    guard let index = screens.firstIndex(where: { $0 === screen }), index > 0 else { return nil }
    return screens[index - 1]
  }

  // MARK: Sliding

  /// Leads from one screen to another, and tells what was popped for that; `lower` and `upper` are as they are seen, whichever is on top in the end.
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

  /// Puts both screens into the tree, ready to slide.
  private func transition(lower: Screen, upper: Screen, offset: Scalar) -> ScreenTransition {
    cancelPresses()
    items?.removeFromSuperlayer()
    items = nil
    // A popped screen's way back led to what is under it now.
    let lowerItems = makeItems(for: lower, over: screen(under: lower))
    let upperItems = makeItems(for: upper, over: lower)
    let transition = ScreenTransition(lower: lower, upper: upper, lowerItems: lowerItems, upperItems: upperItems, offset: offset)
    for layer in [lower, transition.shade, upper] { container.addSublayer(layer) }
    container.masksToBounds = true
    transition.layOut(in: container.bounds.size)
    return transition
  }

  public override func tick(at now: Timestamp) -> Motion {
    guard case .sliding(var transition, let goal, let velocity, let spring) = phase else { return .still }
    let running =
      spring ?? CriticallyDampedSpring(from: transition.offset, to: goal, velocity: velocity, angularFrequency: Self.pull, at: now)
    if now >= running.time(within: 1) {
      arrive()
      // Who was told may have set off another.
      if case .sliding = phase { return .moving }
      return .still
    }
    transition.offset = running.value(at: now)
    transition.layOut(in: container.bounds.size)
    phase = .sliding(transition, goal: goal, velocity: velocity, spring: running)
    return .moving
  }

  /// What slides is there, what is dragged lets go.
  private func finishTransition() {
    switch phase {
    case .resting:
      return
    case .dragged:
      // Before the pan tells that it was cancelled, which then is of no matter.
      rest()
      edge.isEnabled = false
      edge.isEnabled = true
    case .sliding:
      break
    }
    arrive()
  }

  /// Shows the top screen at rest, and tells who waits for it.
  private func arrive() {
    rest()
    announce()
  }

  /// Tells of the screen that has come to rest, if it is another than before.
  private func announce() {
    // Who was told something before may have set off the next.
    guard case .resting = phase, shown !== topScreen else { return }
    shown = topScreen
    onShow?(shown)
  }

  /// The top screen alone, in its place.
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

  // MARK: The finger

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
      // To where it would be nearer a fifth of a second later.
      let goesOn = transition.offset + velocity / 5 > width / 2
      letGo(transition, goal: goesOn ? width : 0, velocity: velocity)
      if goesOn { notifyPopped(removeScreens(over: screens.count - 2)) }
    case (.cancelled, .dragged(let transition)):
      letGo(transition, goal: 0, velocity: 0)
    case (_, _):
      break
    }
  }

  private func letGo(_ transition: ScreenTransition, goal: Scalar, velocity: Scalar) {
    phase = .sliding(transition, goal: goal, velocity: velocity, spring: nil)
    startTicking()
  }

  public override func hitTest(_ point: Point) -> Layer? {
    guard let hit = super.hitTest(point) else { return nil }
    if case .resting = phase { return hit }
    // One that was taken off its stage while it slid goes on when it is back.
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
