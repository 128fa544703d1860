import CartoucheRaster

extension DecomposedTransform {
  /// The rotation as angles about x, then y, then z.
  ///
  /// Every rotation can be written with two such triples of angles. The triple with the smaller angles about
  /// x and z is returned. A rotation about y alone thus stays a rotation about y alone, at any angle.
  private var angles: (x: Angle, y: Angle, z: Angle) {
    let (r1, r2, r3) = rotation.rows
    let horizontal = Element.hypotenuse(r1.x, r1.y)
    guard horizontal > Element(rawValue: 1 << 12) else {
      // Gimbal lock: x and z are the same axis, so x gets the whole angle.
      return (.arctangent(y: -r3.y, x: r2.y), .degrees(r1.z < 0 ? 90 : -90), .zero)
    }
    let x = Angle.arctangent(y: r2.z, x: r3.z)
    let y = Angle.arctangent(y: -r1.z, x: horizontal)
    let z = Angle.arctangent(y: r1.y, x: r1.x)
    func opposite(_ angle: Angle) -> Angle { angle > .zero ? angle - .degrees(180) : angle + .degrees(180) }
    let other = (x: opposite(x), y: (y < .zero ? .degrees(-180) : .degrees(180)) - y, z: opposite(z))
    let isOtherLess = other.x.degrees.magnitude + other.z.degrees.magnitude < x.degrees.magnitude + z.degrees.magnitude
    return isOtherLess ? other : (x, y, z)
  }

  private mutating func setAngles(_ x: Angle, _ y: Angle, _ z: Angle) {
    let turned = Transform3D.rotation(by: x, axis: .x).concatenating(.rotation(by: y, axis: .y))
      .concatenating(.rotation(by: z, axis: .z))
    rotation = Quaternion(
      Vector3(turned.m11, turned.m12, turned.m13), Vector3(turned.m21, turned.m22, turned.m23),
      Vector3(turned.m31, turned.m32, turned.m33))
  }

  func value(of part: AnimatableProperty) -> AnimatableValue? {
    func scalar(_ element: Element) -> AnimatableValue { .scalar(Scalar(rounding: element)) }
    return switch part {
    case .rotationX: .angle(angles.x)
    case .rotationY: .angle(angles.y)
    case .rotationZ: .angle(angles.z)
    case .scale: scalar((scaleX + scaleY + scaleZ) / 3)
    case .scaleXY: scalar((scaleX + scaleY) / 2)
    case .scaleX: scalar(scaleX)
    case .scaleY: scalar(scaleY)
    case .scaleZ: scalar(scaleZ)
    case .translation: .point(Point(x: Scalar(rounding: translation.x), y: Scalar(rounding: translation.y)))
    case .translationX: scalar(translation.x)
    case .translationY: scalar(translation.y)
    case .translationZ: scalar(translation.z)
    default: nil
    }
  }

  /// Replaces one component of the transform.
  ///
  /// - Returns: false, without a change, if the value is of the wrong kind.
  mutating func set(_ part: AnimatableProperty, to value: AnimatableValue) -> Bool {
    switch (part, value) {
    case (.rotationX, .angle(let angle)):
      let current = angles
      setAngles(angle, current.y, current.z)
    case (.rotationY, .angle(let angle)):
      let current = angles
      setAngles(current.x, angle, current.z)
    case (.rotationZ, .angle(let angle)):
      let current = angles
      setAngles(current.x, current.y, angle)
    case (.translation, .point(let point)):
      (translation.x, translation.y) = (Element(rounding: point.x), Element(rounding: point.y))
    case (_, .scalar(let number)):
      let element = Element(rounding: number)
      switch part {
      case .scale: (scaleX, scaleY, scaleZ) = (element, element, element)
      case .scaleXY: (scaleX, scaleY) = (element, element)
      case .scaleX: scaleX = element
      case .scaleY: scaleY = element
      case .scaleZ: scaleZ = element
      case .translationX: translation.x = element
      case .translationY: translation.y = element
      case .translationZ: translation.z = element
      default: return false
      }
    default: return false
    }
    return true
  }
}
