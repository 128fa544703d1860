public import CartoucheRaster
public import CartoucheScene

/// How a change of a property's value is shown: from the old value to the new one in `duration`, after
/// `delay`.
///
///     map.style[layer: "water"]?[transition: .fillColor] = StyleTransition(duration: 2)
///     map.style[layer: "water"]?[.fillColor] = 0x3388cc
///
/// Numbers, colors and offsets change gradually, on maps that are on the screen. Values that depend on
/// features change at once, as do words, patterns and dashes, and all values of a style with other sources.
///
/// - Source: MapLibre Style Specification, "Transition".
public struct StyleTransition: Hashable, Sendable {
  /// The time from the old value to the new one.
  public var duration: Seconds
  /// The time before the value begins to change.
  public var delay: Seconds

  /// Creates a transition; the times are clamped to 0…3600 seconds.
  public init(duration: Seconds = 0.3, delay: Seconds = 0) {
    self.duration = duration.clamped(from: 0, to: 3600)
    self.delay = delay.clamped(from: 0, to: 3600)
  }

  /// The transition of a change that is shown at once.
  public static let none = StyleTransition(duration: 0)
}
