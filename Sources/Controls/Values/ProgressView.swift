public import CartoucheRaster
public import CartoucheScene

/// A bar that shows how much of a task is done, like UIKit's `UIProgressView`.
///
///     let download = ProgressView(frame: Rect(x: 20, y: 20, width: 240, height: 6), theme: theme)
///     download.isIndeterminate = true
///     …
///     download.isIndeterminate = false
///     download.setProgress(0.3, animated: true)
///
/// An indeterminate bar moves, and so needs a frame at each refresh of the screen. Otherwise, the bar needs
/// frames only while its progress changes.
public final class ProgressView: Layer, ThemedLayer {
  /// The theme that determines the colors of the bar.
  public var theme: Theme { didSet { updateAppearance() } }

  /// The share of the task that is done, from 0 to 1. A new value is clamped to this range, and is shown
  /// without animation.
  public var progress: Scalar {
    get { value }
    set { setProgress(newValue, animated: false) }
  }

  /// Whether a moving piece of the bar shows that the task makes progress of unknown extent.
  ///
  /// If false, the bar shows ``progress``.
  public var isIndeterminate = false { didSet { if isIndeterminate != oldValue { setNeedsLayout() } } }

  /// The color of the part that is done. If nil, the color is the theme's tint color.
  public var progressTintColor: Color? { didSet { if progressTintColor != oldValue { updateAppearance() } } }
  /// The color of the whole bar. If nil, the theme determines the color.
  public var trackTintColor: Color? { didSet { if trackTintColor != oldValue { updateAppearance() } } }

  private var value: Scalar = 0
  private let track = Layer()
  private let bar = Layer()
  private static let animationKey = "indeterminate"

  /// Creates a bar without progress.
  public init(frame: Rect = Rect(x: 0, y: 0, width: 200, height: 6), theme: Theme) {
    self.theme = theme
    super.init(frame: frame)
    track.masksToBounds = true
    addSublayer(track)
    track.addSublayer(bar)
    updateAppearance()
  }

  /// Sets the share of the task that is done.
  ///
  /// - Parameters:
  ///   - progress: The new share, which is clamped to the range from 0 to 1.
  ///   - animated: Whether the bar grows or shrinks to its new length.
  public func setProgress(_ progress: Scalar, animated: Bool) {
    let newValue = progress.clamped(from: 0, to: 1)
    guard newValue != value else { return }
    value = newValue
    performChanges(animated: animated && !isIndeterminate) { layOut() }
  }

  private func updateAppearance() {
    track.backgroundColor = trackTintColor ?? theme.trackColor
    bar.backgroundColor = progressTintColor ?? theme.tintColor
  }

  private func layOut() {
    let size = Size(width: max(bounds.width, 0), height: max(bounds.height, 0))
    track.frame = Rect(origin: bounds.origin, size: size)
    track.cornerRadius = size.height / 2
    bar.cornerRadius = size.height / 2
    guard isIndeterminate else {
      bar.removeAnimation(forKey: Self.animationKey)
      bar.frame = Rect(x: 0, y: 0, width: size.width * value, height: size.height)
      return
    }
    let width = size.width / 3
    let isResized = bar.bounds.size != Size(width: width, height: size.height)
    bar.frame = Rect(x: 0, y: 0, width: width, height: size.height)
    if isResized { bar.removeAllAnimations() }
    guard bar.animation(forKey: Self.animationKey) == nil else { return }
    var motion = BasicAnimation(
      .positionX, from: .scalar(-width / 2), to: .scalar(size.width + width / 2), duration: 1.4, timingFunction: .easeInEaseOut)
    motion.timing.repeatCount = .infinity
    // When the bar leaves the stage, the animation is cancelled. It begins again when the bar is back.
    bar.add(motion, forKey: Self.animationKey) { [weak self] _ in
      if self?.isIndeterminate ?? false { self?.setNeedsLayout() }
    }
  }

  public override func layoutSublayers() { layOut() }
}
