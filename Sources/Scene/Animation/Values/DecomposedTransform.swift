import CartoucheRaster

/// A transform decomposed into scale, skew, rotation, translation and perspective, applied in that order.
///
///     transform = scale·skew × rotation × translation × perspective        (points are row vectors)
///
/// A reflection is a negative scale of the axis that the rotation turns most. Every component is accurate to
/// about 2^-30 of the largest in its row.
///
/// - Source: Gram–Schmidt on the rows, as in "unmatrix" in Graphics Gems II (Thomas, 1991), which negates all
///   three axes for a reflection.
struct DecomposedTransform: Hashable {
  typealias Element = Transform3D.Element

  var scaleX, scaleY, scaleZ: Element
  /// The skews, in units of the scale of the axis that the skew adds to.
  var skewXY, skewXZ, skewYZ: Element
  var rotation: Quaternion
  var translation: (x: Element, y: Element, z: Element)
  /// The last column after the other components are removed: m14, m24, m34, m44.
  var perspective: (x: Element, y: Element, z: Element, w: Element)

  /// Decomposes a transform; nil if an axis has no length or two axes are parallel.
  init?(_ m: Transform3D) {
    var x = Vector3(m.m11, m.m12, m.m13)
    var y = Vector3(m.m21, m.m22, m.m23)
    var z = Vector3(m.m31, m.m32, m.m33)
    guard let lengthX = x.normalize() else { return nil }
    let shearXY = x.dot(y)
    y.subtract(x, shearXY)
    guard let lengthY = y.normalize() else { return nil }
    let shearXZ = x.dot(z)
    z.subtract(x, shearXZ)
    let shearYZ = y.dot(z)
    z.subtract(y, shearYZ)
    guard let lengthZ = z.normalize() else { return nil }
    (scaleX, scaleY, scaleZ) = (lengthX, lengthY, lengthZ)
    (skewXY, skewXZ, skewYZ) = (shearXY, shearXZ, shearYZ)
    if x.cross(y).dot(z) < 0 {
      if x.x <= y.y && x.x <= z.z {
        (x, scaleX, skewXY, skewXZ) = (x.negated, -scaleX, -skewXY, -skewXZ)
      } else if y.y <= z.z {
        (y, scaleY, skewYZ) = (y.negated, -scaleY, -skewYZ)
      } else {
        (z, scaleZ) = (z.negated, -scaleZ)
      }
    }
    // The rest of the last column: multiply by the inverse of skew and scale, from the top, then by the
    // inverse rotation.
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

  /// The transform composed of these components.
  var transform: Transform3D {
    let (x, y, z) = rotation.rows
    let skewed = (
      x.scaled(scaleX), x.scaled(skewXY * scaleY).adding(y.scaled(scaleY)),
      x.scaled(skewXZ * scaleZ).adding(y.scaled(skewYZ * scaleZ)).adding(z.scaled(scaleZ))
    )
    let affine = Transform3D(
      m11: skewed.0.x, m12: skewed.0.y, m13: skewed.0.z, m14: 0, m21: skewed.1.x, m22: skewed.1.y, m23: skewed.1.z, m24: 0,
      m31: skewed.2.x, m32: skewed.2.y, m33: skewed.2.z, m34: 0, m41: translation.x, m42: translation.y, m43: translation.z, m44: 1)
    guard perspective != (0, 0, 0, 1) else { return affine }
    var projection = Transform3D.identity
    (projection.m14, projection.m24, projection.m34, projection.m44) = perspective
    return affine.concatenating(projection)
  }

  /// Returns the components at `progress` between these components and `other`.
  ///
  /// The rotation takes the shorter way about one axis.
  func interpolated(to other: DecomposedTransform, at progress: Progress) -> DecomposedTransform {
    var result = self
    func lerp(_ a: Element, _ b: Element) -> Element { a.interpolated(to: b, at: progress) }
    (result.scaleX, result.scaleY, result.scaleZ) = (
      lerp(scaleX, other.scaleX), lerp(scaleY, other.scaleY), lerp(scaleZ, other.scaleZ)
    )
    (result.skewXY, result.skewXZ, result.skewYZ) = (
      lerp(skewXY, other.skewXY), lerp(skewXZ, other.skewXZ), lerp(skewYZ, other.skewYZ)
    )
    result.rotation = rotation.slerp(to: other.rotation, at: progress)
    result.translation = (
      lerp(translation.x, other.translation.x), lerp(translation.y, other.translation.y), lerp(translation.z, other.translation.z)
    )
    result.perspective = (
      lerp(perspective.x, other.perspective.x), lerp(perspective.y, other.perspective.y), lerp(perspective.z, other.perspective.z),
      lerp(perspective.w, other.perspective.w)
    )
    return result
  }

  static func == (a: DecomposedTransform, b: DecomposedTransform) -> Bool { a.transform == b.transform }
  func hash(into hasher: inout Hasher) { transform.hash(into: &hasher) }
}

extension Transform3D {
  /// Returns the transform at `progress` between this transform and `other`, interpolated by component.
  ///
  /// If one of the two transforms cannot be decomposed, the matrix elements are interpolated.
  func interpolated(to other: Transform3D, at progress: Progress) -> Transform3D {
    if !isScaleAndTranslation || !other.isScaleAndTranslation, let a = DecomposedTransform(self), let b = DecomposedTransform(other)
    {
      return a.interpolated(to: b, at: progress).transform
    }
    func lerp(_ a: Element, _ b: Element) -> Element { a.interpolated(to: b, at: progress) }
    return Transform3D(
      m11: lerp(m11, other.m11), m12: lerp(m12, other.m12), m13: lerp(m13, other.m13), m14: lerp(m14, other.m14),
      m21: lerp(m21, other.m21), m22: lerp(m22, other.m22), m23: lerp(m23, other.m23), m24: lerp(m24, other.m24),
      m31: lerp(m31, other.m31), m32: lerp(m32, other.m32), m33: lerp(m33, other.m33), m34: lerp(m34, other.m34),
      m41: lerp(m41, other.m41), m42: lerp(m42, other.m42), m43: lerp(m43, other.m43), m44: lerp(m44, other.m44))
  }

  /// Whether the transform only translates.
  var isTranslation: Bool { m11 == 1 && m22 == 1 && m33 == 1 && isScaleAndTranslation }

  /// Whether the transform only translates and scales along the axes, without reflection.
  ///
  /// The elements of such a transform are its components.
  private var isScaleAndTranslation: Bool {
    m12 == 0 && m13 == 0 && m14 == 0 && m21 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0 && m44 == 1
      && m11 > 0 && m22 > 0 && m33 > 0
  }
}
