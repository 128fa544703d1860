public import CartoucheRaster
import CartoucheScene

// Offsets, drags and the motion of scroll views.

extension ScrollView {
  // MARK: Offset

  /// The point of the content that lies at the scroll view's top left corner.
  ///
  /// Setting the property ends every motion. At the next layout, an offset beyond the limits is replaced by
  /// the nearest limit.
  public final var contentOffset: Point {
    get { Point(x: Scalar(viewport.offset.x), y: Scalar(viewport.offset.y)) }
    set { setContentOffset(newValue, animated: false) }
  }

  /// Scrolls the content to an offset.
  ///
  /// - Parameters:
  ///   - offset: The new ``contentOffset``. In an animated scroll, it is clamped to the limits.
  ///   - animated: Whether the content moves there. If false, the new offset is shown at once.
  public final func setContentOffset(_ offset: Point, animated: Bool) {
    gestures?.cancel()
    if animated, isOnStage {
      layoutIfNeeded()
      updateTime()
      horizontal.move(to: offset.x, at: now)
      vertical.move(to: offset.y, at: now)
      isDecelerating = true
      showIndicators()
      return startTicking()
    }
    let wasMoving = isDecelerating
    isDecelerating = false
    horizontal.set(offset.x)
    vertical.set(offset.y)
    updateOffset()
    setNeedsLayout()
    if wasMoving { finishScrolling() }
  }

  /// Scrolls the content by the smallest distance after which `rect` is visible.
  ///
  /// If the rectangle is larger than the scroll view, its beginning becomes visible.
  ///
  /// - Parameter rect: The rectangle, in the space of ``contentLayer``.
  public final func scrollRectToVisible(_ rect: Rect, animated: Bool) {
    layoutIfNeeded()
    let inset = contentInset
    let visible = Rect(
      x: exactOffset.x + inset.left, y: exactOffset.y + inset.top, width: bounds.width - inset.left - inset.right,
      height: bounds.height - inset.top - inset.bottom)
    let change = Point(
      x: Self.change(showing: rect.minX, rect.maxX, between: visible.minX, visible.maxX),
      y: Self.change(showing: rect.minY, rect.maxY, between: visible.minY, visible.maxY))
    let clamped = Point(x: horizontal.clamped(exactOffset.x + change.x), y: vertical.clamped(exactOffset.y + change.y))
    if clamped != exactOffset || isDecelerating { setContentOffset(clamped, animated: animated) }
  }

  /// Returns the smallest change of the offset after which `low` to `high` is between `start` and `end`.
  private static func change(showing low: Scalar, _ high: Scalar, between start: Scalar, _ end: Scalar) -> Scalar {
    if low < start || high - low > end - start { return low - start }
    return max(high - end, 0)
  }

  /// Shows the scroll indicators for a moment, for instance after the scroll view has appeared.
  public final func flashScrollIndicators() {
    showIndicators()
    fadeIndicators()
  }

  /// Scrolls the content by detents of a mouse's wheel, and shows the indicators for a moment.
  ///
  /// - Returns: Whether the content moved. A finger on the scroll view keeps the content.
  func scroll(byWheel detents: Point) -> Bool {
    layoutIfNeeded()
    guard !isTracking, !isDragging else { return true }
    let distance = Self.wheelDistance
    let next = Point(
      x: horizontal.isScrollable ? horizontal.clamped(exactOffset.x + detents.x * distance) : exactOffset.x,
      y: vertical.isScrollable ? vertical.clamped(exactOffset.y + detents.y * distance) : exactOffset.y)
    guard next != exactOffset else { return false }
    setContentOffset(next, animated: false)
    flashScrollIndicators()
    return true
  }

  // MARK: Limits

  func updateLimits() {
    let metrics = touchMetrics
    horizontal.setLimits(
      contentLength: contentSize.width, length: bounds.width, near: contentInset.left, far: contentInset.right, bounces: bounces,
      alwaysBounces: alwaysBounceHorizontal, isPaging: isPagingEnabled)
    vertical.setLimits(
      contentLength: contentSize.height, length: bounds.height, near: contentInset.top, far: contentInset.bottom, bounces: bounces,
      alwaysBounces: alwaysBounceVertical, isPaging: isPagingEnabled)
    horizontal.setMotion(rate: decelerationRate, flingSpeed: metrics.flingSpeed)
    vertical.setMotion(rate: decelerationRate, flingSpeed: metrics.flingSpeed)
  }

  func isScrollable(_ axis: Stack.Axis) -> Bool { axis == .vertical ? vertical.isScrollable : horizontal.isScrollable }

  /// Returns whether the offset can change by `change` without leaving the limits.
  func canMove(_ axis: Stack.Axis, by change: Scalar) -> Bool {
    axis == .vertical ? vertical.canMove(by: change, at: now) : horizontal.canMove(by: change, at: now)
  }

  /// The distance by which the content can move down until its beginning is visible.
  var distanceToTop: Scalar { max(vertical.offset(at: now) - vertical.minimum, 0) }

  /// Whether no control in the content keeps its press.
  var mayCancelContentTouches: Bool {
    contentLayer.trackingControls.allSatisfy { canCancelContentTouches && touchesShouldCancel(in: $0) }
  }

  // MARK: Touches

  var pressDelay: Seconds {
    delaysContentTouches && isScrollEnabled && (horizontal.isScrollable || vertical.isScrollable) ? 0.1 : 0
  }

  func touchDown(at time: Timestamp) {
    now = max(now, time)
    isTracking = true
    hasStopped = isDecelerating
    isDecelerating = false
    // A finger that stops the content presses nothing.
    if hasStopped { contentLayer.cancelPresses() }
    horizontal.touchDown(at: time)
    vertical.touchDown(at: time)
    updateOffset()
  }

  func touchUp(at time: Timestamp) {
    now = max(now, time)
    isTracking = false
    guard !isDragging, !isDecelerating else { return }
    horizontal.touchUp(at: time)
    vertical.touchUp(at: time)
    if horizontal.isMoving(at: now) || vertical.isMoving(at: now) || hasStopped { release() }
  }

  func follow(
    _ state: GestureRecognizer.State, _ axes: Set<Stack.Axis>, translation: Point, velocity: Point, at time: Timestamp
  ) {
    now = max(now, time)
    if state == .began {
      contentLayer.cancelPresses()
      (isDragging, hasStopped) = (true, false)
      showIndicators()
      onDragBegin?(self)
    }
    if axes.contains(.horizontal) { horizontal.follow(state, translation: translation.x, velocity: velocity.x, at: time) }
    if axes.contains(.vertical) { vertical.follow(state, translation: translation.y, velocity: velocity.y, at: time) }
    updateOffset()
    guard state == .ended || state == .cancelled else { return }
    isDragging = false
    // The axis that did not follow the finger is still held.
    horizontal.touchUp(at: time)
    vertical.touchUp(at: time)
    release()
  }

  /// Lets the content move by itself if it does, after a finger was lifted.
  private func release() {
    hasStopped = false
    isDecelerating = horizontal.isMoving(at: now) || vertical.isMoving(at: now)
    if isDecelerating { return startTicking() }
    finishScrolling()
  }

  // MARK: Motion

  /// Moves the content to its offset at the current time.
  func continueScrolling() -> MotionState {
    guard isDecelerating else { return .still }
    updateOffset()
    // A callback may have ended the motion.
    guard isDecelerating else { return .still }
    if horizontal.isMoving(at: now) || vertical.isMoving(at: now) { return .moving }
    // The limits may have changed during the motion.
    let limited = Point(x: horizontal.clamped(exactOffset.x), y: vertical.clamped(exactOffset.y))
    if limited != exactOffset {
      horizontal.move(to: limited.x, at: now)
      vertical.move(to: limited.y, at: now)
      return .moving
    }
    isDecelerating = false
    finishScrolling()
    return isDecelerating ? .moving : .still
  }

  private func finishScrolling() {
    fadeIndicators()
    onScrollEnd?(self)
  }

  /// Takes the time of the stage, which may be later than that of the last touch.
  private func updateTime() {
    if let stage = owningStage { now = max(now, stage.time) }
  }

  /// Shows the content at the offset of the current time.
  func updateOffset() {
    exactOffset = Point(x: horizontal.offset(at: now), y: vertical.offset(at: now))
    guard viewport.scroll(contentLayer, to: exactOffset) else { return }
    placeIndicators()
    didScroll()
    onScroll?(self)
  }

  // MARK: Indicators

  func placeIndicators() {
    let both = showsVerticalScrollIndicator && showsHorizontalScrollIndicator && vertical.isScrollable && horizontal.isScrollable
    let room = both ? ScrollIndicator.breadth : 0
    if !verticalIndicator.isHidden {
      verticalIndicator.place(in: bounds, scrolledBy: vertical, offset: exactOffset.y, room: room)
    }
    if !horizontalIndicator.isHidden {
      horizontalIndicator.place(in: bounds, scrolledBy: horizontal, offset: exactOffset.x, room: room)
    }
  }

  private func showIndicators() {
    if showsVerticalScrollIndicator, vertical.isScrollable { verticalIndicator.show() }
    if showsHorizontalScrollIndicator, horizontal.isScrollable { horizontalIndicator.show() }
    placeIndicators()
  }

  private func fadeIndicators() {
    verticalIndicator.fade()
    horizontalIndicator.fade()
  }
}

extension Layer {
  /// The controls among this layer and its descendants that a finger presses.
  fileprivate var trackingControls: [Control] {
    var found = sublayers.flatMap { $0.trackingControls }
    if let control = self as? Control, control.isTracking { found.append(control) }
    return found
  }
}
