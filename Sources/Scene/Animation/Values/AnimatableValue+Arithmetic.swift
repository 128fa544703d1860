import CartoucheRaster

// Arithmetic on values, for `by`, additive and cumulative animations.

extension AnimatableValue {
  /// Returns the sum of two values, or this value if the two cannot be added.
  ///
  /// Transforms are concatenated, `other` first.
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
          red: a.red.addingClamped(b.red), green: a.green.addingClamped(b.green), blue: a.blue.addingClamped(b.blue),
          alpha: a.alpha.addingClamped(b.alpha)))
    case (.nothing, .color): other
    case (.scalars(let a), .scalars(let b)) where a.count == b.count: .scalars(a.indices.map { a[$0] + b[$0] })
    default: self
    }
  }

  /// Returns the difference: the value to which `other` must be added to give this value.
  ///
  /// If `other` is a transform without an inverse, the result is this value.
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
          red: a.red.subtractingClamped(b.red), green: a.green.subtractingClamped(b.green), blue: a.blue.subtractingClamped(b.blue),
          alpha: a.alpha.subtractingClamped(b.alpha)))
    case (.scalars(let a), .scalars(let b)) where a.count == b.count: .scalars(a.indices.map { a[$0] - b[$0] })
    default: self
    }
  }

  /// Returns this value plus `count` times `other`.
  ///
  /// Only numbers, angles, points, sizes and rectangles are added; for other kinds, the result is this value.
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

  /// Returns the distance between two values, for animations at constant speed; nil if no distance is
  /// defined.
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
  fileprivate func addingClamped(_ other: UInt8) -> UInt8 { UInt8(clamping: Int(self) + Int(other)) }
  fileprivate func subtractingClamped(_ other: UInt8) -> UInt8 { UInt8(clamping: Int(self) - Int(other)) }
}
