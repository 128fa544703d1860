import CartoucheRaster
import CartoucheScene

/// A bar at the edge of a scroll view that shows which part of the content is visible.
///
///     hidden ──show──▶ shown ──fade──▶ fading ──half a second later──▶ hidden
///                        ▲               └──show──▶ shown
final class ScrollIndicator: Layer {
  private static let animationKey = "fade"
  private static var thickness: Scalar { 4 }
  private static var margin: Scalar { 3 }
  private static var minimumLength: Scalar { 24 }

  private let axis: Stack.Axis
  /// Whether the bar is shown, and not about to be hidden.
  private var isShown = false

  init(_ axis: Stack.Axis) {
    self.axis = axis
    super.init(frame: .zero)
    cornerRadius = Self.thickness / 2
    isHidden = true
    isUserInteractionEnabled = false
  }

  /// Shows the bar until ``fade()`` is called.
  func show() {
    guard !isShown else { return }
    isShown = true
    removeAnimation(forKey: Self.animationKey)
    isHidden = false
  }

  /// Hides the bar after a while.
  func fade() {
    guard isShown else { return }
    isShown = false
    guard isOnStage else {
      isHidden = true
      return
    }
    var animation = BasicAnimation(.opacity, from: 1, to: 0, duration: 0.25, timingFunction: .easeIn)
    animation.timing.delay = 0.5
    animation.timing.fillMode = .both
    add(animation, forKey: Self.animationKey) { [weak self] _ in
      guard let self, !isShown else { return }
      isHidden = true
    }
  }

  /// Hides the bar immediately.
  func hide() {
    isShown = false
    removeAnimation(forKey: Self.animationKey)
    isHidden = true
  }

  /// Moves the bar to the place that belongs to an offset.
  ///
  /// - Parameters:
  ///   - area: The part of the scroll view in which the bar may lie.
  ///   - room: The length that the other axis's bar takes at the end.
  func place(in area: Rect, scrolledBy state: ScrollAxis, offset: Scalar, room: Scalar) {
    let isVertical = axis == .vertical
    let track = max((isVertical ? area.height : area.width) - Self.margin * 2 - room, 0)
    let (extent, length) = (state.maximum - state.minimum, state.length)
    let overshoot = max(state.minimum - offset, offset - state.maximum, 0)
    // Beyond the limits, the bar becomes shorter.
    let whole = max(track.scaled(by: length, over: extent + length), Self.minimumLength)
    let bar = Scalar(min(max(whole - overshoot, Self.thickness * 2), track).rounded)
    let position = extent > 0 ? (track - bar).scaled(by: state.clamped(offset) - state.minimum, over: extent) : 0
    let start = Self.margin + Scalar(position.rounded)
    frame =
      isVertical
      ? Rect(x: area.maxX - Self.margin - Self.thickness, y: area.minY + start, width: Self.thickness, height: bar)
      : Rect(x: area.minX + start, y: area.maxY - Self.margin - Self.thickness, width: bar, height: Self.thickness)
  }

  /// The room that a bar takes across its axis, with its margins.
  static var breadth: Scalar { thickness + margin * 2 }
}
