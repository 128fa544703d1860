public import CartoucheRaster

/// A value of an ``AnimatableProperty``: a number, a point, a color or another kind.
///
///     BasicAnimation(.opacity, from: 0, to: 0.5)
///     BasicAnimation(.position, to: .point(x: 10, y: 20))
///     BasicAnimation(.rotationZ, by: .degrees(90))
///
/// Only values that are lists, paths or images allocate memory.
public enum AnimatableValue: Hashable, Sendable {
  /// A number, such as an opacity or a width.
  case scalar(Scalar)
  /// An angle.
  case angle(Angle)
  /// A point.
  case point(Point)
  /// A width and a height.
  case size(Size)
  /// A rectangle.
  case rect(Rect)
  /// A transform in three dimensions.
  case transform(Transform3D)
  /// A color.
  case color(Color)
  /// A border.
  case border(Border)
  /// A flag, such as ``Layer/isHidden``.
  case bool(Bool)
  /// A list of colors, such as the colors of a gradient.
  case colors([Color])
  /// A list of numbers, such as the locations of a gradient's colors.
  case scalars([Scalar])
  /// A path.
  case path(Path)
  /// An image.
  case image(Image)
  /// The value of a property that is nil, such as the background color of a layer without a background.
  ///
  /// An animation from this value to a color fades the color in. An animation from a color to this value
  /// fades the color out.
  case nothing

  /// Returns an animatable value that is the point with the given coordinates.
  public static func point(x: Scalar, y: Scalar) -> AnimatableValue { .point(Point(x: x, y: y)) }
  /// Returns an animatable value that is the size with the given width and height.
  public static func size(width: Scalar, height: Scalar) -> AnimatableValue { .size(Size(width: width, height: height)) }
  /// Returns an animatable value that is the angle of `value` degrees.
  public static func degrees(_ value: WideFixed<32>) -> AnimatableValue { .angle(.degrees(value)) }

  /// Returns whether this value and `other` can be values of the same property.
  ///
  /// Values of the same kind, such as two colors, are compatible. The value ``nothing`` stands for a property
  /// that is nil. Colors, borders, images, paths and lists of numbers are also compatible with ``nothing``,
  /// because such properties may be nil.
  public func isCompatible(with other: AnimatableValue) -> Bool {
    switch (self, other) {
    case (.scalar, .scalar), (.angle, .angle), (.point, .point), (.size, .size), (.rect, .rect), (.transform, .transform),
      (.color, .color), (.border, .border), (.bool, .bool), (.colors, .colors), (.scalars, .scalars), (.path, .path),
      (.image, .image),
      (.nothing, .nothing):
      true
    case (.nothing, .color), (.color, .nothing), (.nothing, .border), (.border, .nothing), (.nothing, .image),
      (.image, .nothing), (.nothing, .scalars),
      (.scalars, .nothing), (.nothing, .path), (.path, .nothing):
      true
    default:
      false
    }
  }
}

extension AnimatableValue {
  init(_ color: Color?) { self = color.map { .color($0) } ?? .nothing }
  init(_ border: Border?) { self = border.map { .border($0) } ?? .nothing }
}

extension AnimatableValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates an animatable number from an integer literal.
  public init(integerLiteral value: Int) { self = .scalar(Scalar(value)) }
  /// Creates an animatable number from a floating-point literal.
  public init(floatLiteral value: Scalar.FloatLiteralType) { self = .scalar(Scalar(floatLiteral: value)) }
}

extension AnimatableValue {
  /// Returns the component `property` of this value, which is a value of the
  /// ``AnimatableProperty/baseProperty``.
  ///
  /// If the property is not a component, the result is the value itself.
  func part(_ property: AnimatableProperty) -> AnimatableValue? {
    switch (property, self) {
    case (.positionX, .point(let point)): .scalar(point.x)
    case (.positionY, .point(let point)): .scalar(point.y)
    case (.boundsOrigin, .rect(let rect)): .point(rect.origin)
    case (.boundsSize, .rect(let rect)): .size(rect.size)
    case (.borderWidth, .border(let border)): .scalar(border.width)
    case (.borderColor, .border(let border)): .color(border.color)
    case (.borderWidth, .nothing): .scalar(0)
    case (.borderColor, .nothing): .color(.black)
    case (.translation, .transform(let transform)) where transform.isTranslation:
      .point(Point(x: Scalar(rounding: transform.m41), y: Scalar(rounding: transform.m42)))
    case (_, .transform(let transform)) where property.baseProperty == .transform && property != .transform:
      DecomposedTransform(transform)?.value(of: property)
    default: property.baseProperty == property ? self : nil
    }
  }

  /// Returns this value, a value of a ``AnimatableProperty/baseProperty``, with its component `property`
  /// replaced.
  ///
  /// - Returns: nil if `part` is of the wrong kind, or if this transform cannot be decomposed.
  func replacing(_ property: AnimatableProperty, with part: AnimatableValue) -> AnimatableValue? {
    switch (property, self, part) {
    case (.positionX, .point(let point), .scalar(let x)): return .point(Point(x: x, y: point.y))
    case (.positionY, .point(let point), .scalar(let y)): return .point(Point(x: point.x, y: y))
    case (.boundsOrigin, .rect(let rect), .point(let origin)): return .rect(Rect(origin: origin, size: rect.size))
    case (.boundsSize, .rect(let rect), .size(let size)): return .rect(Rect(origin: rect.origin, size: size))
    case (.borderWidth, .border(let border), .scalar(let width)): return .border(Border(width: width, color: border.color))
    case (.borderColor, .border(let border), .color(let color)): return .border(Border(width: border.width, color: color))
    case (.borderWidth, .nothing, .scalar(let width)): return .border(Border(width: width, color: .black))
    case (.borderColor, .nothing, .color(let color)): return .border(Border(width: 0, color: color))
    // Transforms of a map's markers need no decomposition, which takes ten times as long.
    case (.translation, .transform(let transform), .point(let point)) where transform.isTranslation:
      typealias Element = Transform3D.Element
      return .transform(.translation(x: Element(rounding: point.x), y: Element(rounding: point.y), z: transform.m43))
    case (.scaleXY, .transform(let transform), .scalar(let scale)) where transform.isTranslation:
      var scaled = transform
      (scaled.m11, scaled.m22) = (Transform3D.Element(rounding: scale), Transform3D.Element(rounding: scale))
      return .transform(scaled)
    case (_, .transform(let transform), _) where property.baseProperty == .transform && property != .transform:
      guard var parts = DecomposedTransform(transform), parts.set(property, to: part) else { return nil }
      return .transform(parts.transform)
    default: return property.baseProperty == property && isCompatible(with: part) ? part : nil
    }
  }
}
