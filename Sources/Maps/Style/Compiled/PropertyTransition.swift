import CartoucheRaster
import CartoucheScene

/// A property between its value before a change of the style and its value after it.
final class PropertyTransition: Sendable {
  let from: CompiledProperty
  let to: CompiledProperty
  let timing: StyleTransition
  /// The number of the change of the style; see ``TransitionClock``.
  let change: Int

  init(from: CompiledProperty, to: CompiledProperty, timing: StyleTransition, change: Int) {
    (self.from, self.to, self.timing, self.change) = (from, to, timing, change)
  }
}

/// The properties of a layer whose changes are shown gradually.
struct ChangingProperties: Sendable {
  /// The values that the layer sets.
  var values: [StyleProperty: PropertyValue]
  var compiled: [StyleProperty: CompiledProperty] = [:]
}

/// A change of a layer of a style.
struct LayerChange {
  let old: ChangingProperties
  /// The number of the change of the style; see ``TransitionClock``.
  let number: Int
  let style: StyleTransition
  let clock: TransitionClock

  /// Returns `new` if it is shown at once, and otherwise the transition to it.
  func transition(of property: StyleProperty, in layer: StyleLayer, to new: CompiledProperty) -> CompiledProperty {
    guard var from = old.compiled[property] else { return new }
    if case .transition(let earlier) = from.source, clock.progress(of: earlier) == 1 { from = earlier.to }
    if layer.properties[property] == old.values[property] {
      // A transition that is in progress goes on.
      if case .transition = from.source { return from }
      return new
    }
    let timing = layer.transitions[property] ?? style
    guard timing.duration + timing.delay > 0, from.isGradual, new.isGradual else { return new }
    return CompiledProperty(.transition(PropertyTransition(from: from, to: new, timing: timing, change: number)))
  }
}

extension CompiledProperty {
  /// Whether there are values between this one and another one: it exists, and is the same for all features.
  fileprivate var isGradual: Bool { !isNone && !dependsOnFeature }
}
