import CartoucheRaster

// Sums of values: for animations by a difference, additive ones, and those that go on where their last round ended.

extension AnimatableValue {
  /// This value with `other` on top; transforms are done one after the other, `other` first. What has no sum stays as it is.
  func adding(_ other: AnimatableValue) -> AnimatableValue {
    switch (self, other) {
    case (.scalar(let a), .scalar(let b)): .scalar(a + b)
    case (.angle(let a), .angle(let b)): .angle(a + b)
    case (.point(let a), .point(let b)): .point(a + b)
    case (.size(let a), .size(let b)): .size(Size(width: a.width + b.width, height: a.height + b.height))
    case (.rect(let a), .rect(let b)):
      .rect(
        Rect(origin: a.origin + b.origin, size: Size(width: a.size.width + b.size.width, height: a.size.height + b.size.height)))
    case (.transform(let a), .transform(let b)): .transform(b.concatenating(a))
    case (.color(let a), .color(let b)):
      .color(
        Color(
          red: a.red.addingHeld(b.red), green: a.green.addingHeld(b.green), blue: a.blue.addingHeld(b.blue),
          alpha: a.alpha.addingHeld(b.alpha)))
    case (.nothing, .color): other
    case (.scalars(let a), .scalars(let b)) where a.count == b.count: .scalars(a.indices.map { a[$0] + b[$0] })
    default: self
    }
  }

  /// What gives this value when `other` is added to it; a transform without inverse is not taken off.
  func subtracting(_ other: AnimatableValue) -> AnimatableValue {
    switch (self, other) {
    case (.scalar(let a), .scalar(let b)): .scalar(a - b)
    case (.angle(let a), .angle(let b)): .angle(a - b)
    case (.point(let a), .point(let b)): .point(a - b)
    case (.size(let a), .size(let b)): .size(Size(width: a.width - b.width, height: a.height - b.height))
    case (.rect(let a), .rect(let b)):
      .rect(
        Rect(origin: a.origin - b.origin, size: Size(width: a.size.width - b.size.width, height: a.size.height - b.size.height)))
    case (.transform(let a), .transform(let b)): .transform(b.inverse?.concatenating(a) ?? a)
    case (.color(let a), .color(let b)):
      .color(
        Color(
          red: a.red.subtractingHeld(b.red), green: a.green.subtractingHeld(b.green), blue: a.blue.subtractingHeld(b.blue),
          alpha: a.alpha.subtractingHeld(b.alpha)))
    case (.scalars(let a), .scalars(let b)) where a.count == b.count: .scalars(a.indices.map { a[$0] - b[$0] })
    default: self
    }
  }

  /// This value, and `other` on top `count` times; only of numbers, angles, points, sizes and rectangles.
  func adding(_ other: AnimatableValue, times count: Int) -> AnimatableValue {
    switch (self, other) {
    case (.scalar(let a), .scalar(let b)): .scalar(a + b * count)
    case (.angle(let a), .angle(let b)): .angle(a + b * count)
    case (.point(let a), .point(let b)): .point(Point(x: a.x + b.x * count, y: a.y + b.y * count))
    case (.size(let a), .size(let b)): .size(Size(width: a.width + b.width * count, height: a.height + b.height * count))
    case (.rect(let a), .rect(let b)):
      .rect(
        Rect(
          x: a.minX + b.minX * count, y: a.minY + b.minY * count, width: a.width + b.width * count,
          height: a.height + b.height * count)
      )
    default: self
    }
  }

  /// How far apart two values are, for an even pace; nil where there is no measure.
  func distance(to other: AnimatableValue) -> Scalar? {
    switch (self, other) {
    case (.scalar(let a), .scalar(let b)): (b - a).magnitude
    case (.angle(let a), .angle(let b)): Scalar(rounding: (b.degrees - a.degrees).magnitude)
    case (.point(let a), .point(let b)): .hypotenuse(b.x - a.x, b.y - a.y)
    case (.size(let a), .size(let b)): .hypotenuse(b.width - a.width, b.height - a.height)
    case (.rect(let a), .rect(let b)):
      .hypotenuse(
        .hypotenuse(b.minX - a.minX, b.minY - a.minY), .hypotenuse(b.width - a.width, b.height - a.height))
    default: nil
    }
  }
}

extension UInt8 {
  fileprivate func addingHeld(_ other: UInt8) -> UInt8 { UInt8(clamping: Int(self) + Int(other)) }
  fileprivate func subtractingHeld(_ other: UInt8) -> UInt8 { UInt8(clamping: Int(self) - Int(other)) }
}
