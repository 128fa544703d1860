import CartoucheRaster

// The properties of every layer by name. Subclasses add their own by overriding `value(for:)` and
// `setValue(_:for:)`.

extension Layer {
  func ownValue(for property: AnimatableProperty) -> AnimatableValue? {
    switch property {
    case .position: .point(position)
    case .zPosition: .scalar(zPosition)
    case .anchorPoint: .point(anchorPoint)
    case .anchorPointZ: .scalar(anchorPointZ)
    case .shadowColor: AnimatableValue(shadow?.color)
    case .shadowOpacity: shadow.map { .scalar($0.opacity) }
    case .shadowOffset: shadow.map { .size($0.offset) }
    case .shadowRadius: shadow.map { .scalar($0.radius) }
    case .shadowPath: shadow?.path.map { .path($0) }
    case .bounds: .rect(bounds)
    case .transform: .transform(transform)
    case .sublayerTransform: .transform(sublayerTransform)
    case .opacity: .scalar(opacity)
    case .isHidden: .bool(isHidden)
    case .backgroundColor: AnimatableValue(backgroundColor)
    case .cornerRadius: .scalar(cornerRadius)
    case .border: AnimatableValue(border)
    default: property.baseProperty == property ? nil : value(for: property.baseProperty)?.part(property)
    }
  }

  func setOwnValue(_ value: AnimatableValue, for property: AnimatableProperty) {
    switch (property, value) {
    case (.position, .point(let value)): position = value
    case (.zPosition, .scalar(let value)): zPosition = value
    case (.anchorPoint, .point(let value)): anchorPoint = value
    case (.anchorPointZ, .scalar(let value)): anchorPointZ = value
    case (.shadowColor, .color(let value)): shadow?.color = value
    case (.shadowOpacity, .scalar(let value)): shadow?.opacity = value
    case (.shadowOffset, .size(let value)): shadow?.offset = value
    case (.shadowRadius, .scalar(let value)): shadow?.radius = value
    case (.shadowPath, .path(let value)): shadow?.path = value
    case (.bounds, .rect(let value)): bounds = value
    case (.transform, .transform(let value)): transform = value
    case (.sublayerTransform, .transform(let value)): sublayerTransform = value
    case (.opacity, .scalar(let value)): opacity = value
    case (.isHidden, .bool(let value)): isHidden = value
    case (.backgroundColor, .color(let value)): backgroundColor = value
    case (.backgroundColor, .nothing): backgroundColor = nil
    case (.cornerRadius, .scalar(let value)): cornerRadius = value
    case (.border, .border(let value)): border = value
    case (.border, .nothing): border = nil
    default:
      let whole = property.baseProperty
      guard whole != property, let next = self.value(for: whole)?.replacing(property, with: value) else { return }
      setValue(next, for: whole)
    }
  }
}
