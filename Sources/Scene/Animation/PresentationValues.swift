import CartoucheRaster

/// The values of one layer's animated properties in one frame.
struct PresentationValues {
  struct Slot {
    let property: AnimatableProperty
    /// What the property is without animations.
    var model: AnimatableValue
    /// What is shown of it.
    var value: AnimatableValue
  }

  private(set) var slots: [Slot] = []

  mutating func removeAll() { slots.removeAll(keepingCapacity: true) }

  private func index(of whole: AnimatableProperty) -> Int? {
    slots.firstIndex { $0.property == whole }
  }

  /// What is shown of `property`; nil if nothing else than it is.
  func shown(_ property: AnimatableProperty) -> AnimatableValue? {
    index(of: property.baseProperty).flatMap { slots[$0].value.part(property) }
  }

  /// What `property` is so far: with the animations before this one.
  func value(for property: AnimatableProperty, of layer: Layer) -> AnimatableValue? {
    if let index = index(of: property.baseProperty) { return slots[index].value.part(property) }
    return layer.value(for: property.baseProperty)?.part(property)
  }

  mutating func set(_ property: AnimatableProperty, to value: AnimatableValue, of layer: Layer) {
    let whole = property.baseProperty
    if let index = index(of: whole) {
      if let next = slots[index].value.replacing(property, with: value) { slots[index].value = next }
    } else if let model = layer.value(for: whole), let next = model.replacing(property, with: value) {
      slots.append(Slot(property: whole, model: model, value: next))
    }
  }

  /// Puts what is shown into the layer, and keeps what was there.
  mutating func enter(_ layer: Layer) {
    for index in slots.indices {
      guard let model = layer.value(for: slots[index].property) else { continue }
      slots[index].model = model
      if model != slots[index].value { layer.setValue(slots[index].value, for: slots[index].property) }
    }
  }

  /// Puts back what ``enter(_:)`` found.
  func leave(_ layer: Layer) {
    for slot in slots where slot.model != slot.value { layer.setValue(slot.model, for: slot.property) }
  }
}
