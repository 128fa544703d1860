import CartoucheRaster

/// The presented values of one layer's animated properties in one frame.
struct PresentationValues {
  struct Slot {
    let property: AnimatableProperty
    /// The layer's own value of the property, without animations.
    var model: AnimatableValue
    /// The animated value, which is presented in place of the layer's own value.
    var value: AnimatableValue
  }

  private(set) var slots: [Slot] = []

  mutating func removeAll() { slots.removeAll(keepingCapacity: true) }

  func index(of base: AnimatableProperty) -> Int? {
    // Closures over the slots would copy them.
    for index in slots.indices where slots[index].property == base { return index }
    return nil
  }

  /// Returns whether the value of the slot at `index` differs from the value that `other` shows of the same
  /// property, or from the layer's own value if `other` shows none.
  func differs(at index: Int, from other: PresentationValues) -> Bool {
    if let same = other.index(of: slots[index].property) { return slots[index].value != other.slots[same].value }
    return slots[index].value != slots[index].model
  }

  /// Returns the animated value of `property`; nil if no animation shows a value of `property`.
  func shown(_ property: AnimatableProperty) -> AnimatableValue? {
    guard let index = index(of: property.baseProperty) else { return nil }
    return slots[index].value.part(property)
  }

  /// Returns the value of `property` with the animations applied so far.
  func value(for property: AnimatableProperty, of layer: Layer) -> AnimatableValue? {
    if let index = index(of: property.baseProperty) { return slots[index].value.part(property) }
    return layer.value(for: property.baseProperty)?.part(property)
  }

  mutating func set(_ property: AnimatableProperty, to value: AnimatableValue, of layer: Layer) {
    let base = property.baseProperty
    if let index = index(of: base) {
      if let next = slots[index].value.replacing(property, with: value) { slots[index].value = next }
    } else if let model = layer.value(for: base), let next = model.replacing(property, with: value) {
      slots.append(Slot(property: base, model: model, value: next))
    }
  }

  /// Sets the layer's properties to the presented values and saves the model values.
  mutating func enter(_ layer: Layer) {
    for index in slots.indices {
      guard let model = layer.value(for: slots[index].property) else { continue }
      slots[index].model = model
      if model != slots[index].value { layer.setValue(slots[index].value, for: slots[index].property) }
    }
  }

  /// Restores the model values saved by ``enter(_:)``.
  func leave(_ layer: Layer) {
    for index in slots.indices where slots[index].model != slots[index].value {
      layer.setValue(slots[index].model, for: slots[index].property)
    }
  }
}
