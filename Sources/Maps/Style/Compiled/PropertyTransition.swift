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

  /// The time from the change of the style to the end of the delay and to the end of the transition.
  var times: (start: Seconds, end: Seconds) { (timing.delay, timing.delay + timing.duration) }
}

/// The properties of a layer whose changes are shown gradually.
struct ChangingProperties: Sendable {
  /// The values that the layer sets.
  var values: [StyleProperty: PropertyValue]
  var compiled: [StyleProperty: CompiledProperty] = [:]
}

extension CompiledStyle {
  /// The number of transitions that are nested in each other, for the property with the most.
  var transitionDepth: Int {
    layers.reduce(0) { depth, layer in layer.changing.compiled.values.reduce(depth) { max($0, $1.transitionDepth) } }
  }
}

/// A change of a layer of a style.
struct LayerChange {
  let old: ChangingProperties
  /// The number of the change of the style; see ``TransitionClock``.
  let number: Int
  let style: StyleTransition
  let clock: TransitionClock

  /// Whether a transition begins with this change, or with an earlier one that was not shown yet.
  func isNew(_ transition: PropertyTransition) -> Bool { !clock.hasBegun(transition.change) }

  /// Returns `new` if it is shown at once, and otherwise the transition to it.
  func transition(of property: StyleProperty, in layer: StyleLayer, to new: CompiledProperty) -> CompiledProperty {
    guard let known = old.compiled[property] else { return new }
    let from = known.withoutEndedTransitions(clock)
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
  fileprivate var transitionDepth: Int {
    var (depth, property) = (0, self)
    while case .transition(let transition) = property.source { (depth, property) = (depth + 1, transition.from) }
    return depth
  }

  /// Returns the property without the transitions that have ended, of which a property that changes in each
  /// frame would collect ever more.
  fileprivate func withoutEndedTransitions(_ clock: TransitionClock) -> CompiledProperty {
    guard case .transition(let transition) = source else { return self }
    if clock.progress(of: transition) == 1 { return transition.to }
    guard case .transition = transition.from.source else { return self }
    let from = transition.from.withoutEndedTransitions(clock)
    return CompiledProperty(
      .transition(
        PropertyTransition(from: from, to: transition.to, timing: transition.timing, change: transition.change)))
  }

  /// Whether there are values between this one and another one: it exists, and is the same for all features.
  fileprivate var isGradual: Bool { !isNone && !dependsOnFeature }
}
