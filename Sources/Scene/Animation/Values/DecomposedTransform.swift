import CartoucheRaster

/// A transform taken apart: scale, then skew, then a turn, then a move, then perspective.
///
///     transform = scale·skew × rotation × translation × perspective        (rows are points: the leftmost is done first)
///
/// A mirror is a negative scale of the axis that is turned most. Every number is right to about 2^-30 of the largest in its row.
///
/// - Source: Gram and Schmidt's rows, as "unmatrix" in Graphics Gems II (Thomas, 1991); mirrors there negate all three axes.
struct DecomposedTransform: Hashable {
  typealias Element = Transform3D.Element

  var scaleX, scaleY, scaleZ: Element
  /// In units of the scale of the axis that is leant on.
  var skewXY, skewXZ, skewYZ: Element
  var rotation: Quaternion
  var translation: (x: Element, y: Element, z: Element)
  /// The last column that is left when all else is taken away: m14, m24, m34, m44.
  var perspective: (x: Element, y: Element, z: Element, w: Element)

  /// nil where an axis has no length, or another's direction.
  init?(_ m: Transform3D) {
    var x = Vector3(m.m11, m.m12, m.m13)
    var y = Vector3(m.m21, m.m22, m.m23)
    var z = Vector3(m.m31, m.m32, m.m33)
    guard let lengthX = x.normalize() else { return nil }
    let leanXY = x.dot(y)
    y.subtract(x, leanXY)
    guard let lengthY = y.normalize() else { return nil }
    let leanXZ = x.dot(z)
    z.subtract(x, leanXZ)
    let leanYZ = y.dot(z)
    z.subtract(y, leanYZ)
    guard let lengthZ = z.normalize() else { return nil }
    (scaleX, scaleY, scaleZ) = (lengthX, lengthY, lengthZ)
    (skewXY, skewXZ, skewYZ) = (leanXY, leanXZ, leanYZ)
    if x.cross(y).dot(z) < 0 {
      if x.x <= y.y && x.x <= z.z {
        (x, scaleX, skewXY, skewXZ) = (x.negated, -scaleX, -skewXY, -skewXZ)
      } else if y.y <= z.z {
        (y, scaleY, skewYZ) = (y.negated, -scaleY, -skewYZ)
      } else {
        (z, scaleZ) = (z.negated, -scaleZ)
      }
    }
    // What is left of the last column: the inverse of skew and scale from the top, then the inverse of the turn.
    let p0 = m.m14 / scaleX
    let p1 = (m.m24 - skewXY * p0) / scaleY
    let p2 = (m.m34 - skewXZ * p0 - skewYZ * p1) / scaleZ
    perspective = (
      x.x * p0 + y.x * p1 + z.x * p2, x.y * p0 + y.y * p1 + z.y * p2, x.z * p0 + y.z * p1 + z.z * p2, m.m44
    )
    perspective.w = m.m44 - (m.m41 * perspective.x + m.m42 * perspective.y + m.m43 * perspective.z)
    (skewXY, skewXZ, skewYZ) = (skewXY / scaleY, skewXZ / scaleZ, skewYZ / scaleZ)
    rotation = Quaternion(x, y, z)
    translation = (m.m41, m.m42, m.m43)
  }

  /// Put together again.
  var transform: Transform3D {
    let (x, y, z) = rotation.rows
    let skewed = (
      x.scaled(scaleX), x.scaled(skewXY * scaleY).adding(y.scaled(scaleY)),
      x.scaled(skewXZ * scaleZ).adding(y.scaled(skewYZ * scaleZ)).adding(z.scaled(scaleZ))
    )
    let made = Transform3D(
      m11: skewed.0.x, m12: skewed.0.y, m13: skewed.0.z, m14: 0, m21: skewed.1.x, m22: skewed.1.y, m23: skewed.1.z, m24: 0,
      m31: skewed.2.x, m32: skewed.2.y, m33: skewed.2.z, m34: 0, m41: translation.x, m42: translation.y, m43: translation.z, m44: 1)
    guard perspective != (0, 0, 0, 1) else { return made }
    var eye = Transform3D.identity
    (eye.m14, eye.m24, eye.m34, eye.m44) = perspective
    return made.concatenating(eye)
  }

  /// The parts between these and `other`: numbers straight, the turn by the shorter way round one axis.
  func interpolated(to other: DecomposedTransform, at progress: Progress) -> DecomposedTransform {
    var mixed = self
    func mix(_ a: Element, _ b: Element) -> Element { a.interpolated(to: b, at: progress) }
    (mixed.scaleX, mixed.scaleY, mixed.scaleZ) = (mix(scaleX, other.scaleX), mix(scaleY, other.scaleY), mix(scaleZ, other.scaleZ))
    (mixed.skewXY, mixed.skewXZ, mixed.skewYZ) = (mix(skewXY, other.skewXY), mix(skewXZ, other.skewXZ), mix(skewYZ, other.skewYZ))
    mixed.rotation = rotation.slerp(to: other.rotation, at: progress)
    mixed.translation = (
      mix(translation.x, other.translation.x), mix(translation.y, other.translation.y), mix(translation.z, other.translation.z)
    )
    mixed.perspective = (
      mix(perspective.x, other.perspective.x), mix(perspective.y, other.perspective.y), mix(perspective.z, other.perspective.z),
      mix(perspective.w, other.perspective.w)
    )
    return mixed
  }

  static func == (a: DecomposedTransform, b: DecomposedTransform) -> Bool { a.transform == b.transform }
  func hash(into hasher: inout Hasher) { transform.hash(into: &hasher) }
}

extension Transform3D {
  /// The transform `progress` of the way to `other`, by their parts; where one does not come apart, number by number.
  func interpolated(to other: Transform3D, at progress: Progress) -> Transform3D {
    if !isUpright || !other.isUpright, let a = DecomposedTransform(self), let b = DecomposedTransform(other) {
      return a.interpolated(to: b, at: progress).transform
    }
    func mix(_ a: Element, _ b: Element) -> Element { a.interpolated(to: b, at: progress) }
    return Transform3D(
      m11: mix(m11, other.m11), m12: mix(m12, other.m12), m13: mix(m13, other.m13), m14: mix(m14, other.m14),
      m21: mix(m21, other.m21), m22: mix(m22, other.m22), m23: mix(m23, other.m23), m24: mix(m24, other.m24),
      m31: mix(m31, other.m31), m32: mix(m32, other.m32), m33: mix(m33, other.m33), m34: mix(m34, other.m34),
      m41: mix(m41, other.m41), m42: mix(m42, other.m42), m43: mix(m43, other.m43), m44: mix(m44, other.m44))
  }

  /// Whether it only moves and scales along the axes, without mirrors: then its numbers are its parts.
  private var isUpright: Bool {
    m12 == 0 && m13 == 0 && m14 == 0 && m21 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0 && m44 == 1
      && m11 > 0 && m22 > 0 && m33 > 0
  }
}
