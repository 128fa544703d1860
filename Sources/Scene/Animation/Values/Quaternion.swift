import CartoucheRaster

/// A rotation as a unit quaternion, the form in which two rotations can be interpolated.
struct Quaternion: Hashable, BitwiseCopyable {
  typealias Element = Transform3D.Element
  var w, x, y, z: Element

  /// Creates the rotation whose matrix has these orthonormal rows.
  ///
  /// - Source: Shepperd, "Quaternion from rotation matrix", 1978: divides by the largest of the four
  ///   components, never by a small one.
  init(_ r1: Vector3, _ r2: Vector3, _ r3: Vector3) {
    let (a, b, c) = (r1.x, r2.y, r3.z)
    func doubleRoot(_ value: Element) -> Element { max(value, 0).squareRoot() * 2 }
    if a + b + c > 0 {
      let s = doubleRoot(1 + a + b + c)
      (w, x, y, z) = (s / 4, (r2.z - r3.y) / s, (r3.x - r1.z) / s, (r1.y - r2.x) / s)
    } else if a >= b && a >= c {
      let s = doubleRoot(1 + a - b - c)
      (w, x, y, z) = ((r2.z - r3.y) / s, s / 4, (r1.y + r2.x) / s, (r1.z + r3.x) / s)
    } else if b >= c {
      let s = doubleRoot(1 - a + b - c)
      (w, x, y, z) = ((r3.x - r1.z) / s, (r1.y + r2.x) / s, s / 4, (r2.z + r3.y) / s)
    } else {
      let s = doubleRoot(1 - a - b + c)
      (w, x, y, z) = ((r1.y - r2.x) / s, (r1.z + r3.x) / s, (r2.z + r3.y) / s, s / 4)
    }
  }

  init(w: Element, x: Element, y: Element, z: Element) {
    (self.w, self.x, self.y, self.z) = (w, x, y, z)
  }

  /// The rows of the rotation matrix.
  var rows: (Vector3, Vector3, Vector3) {
    (
      Vector3(1 - (y * y + z * z) * 2, (x * y + w * z) * 2, (x * z - w * y) * 2),
      Vector3((x * y - w * z) * 2, 1 - (x * x + z * z) * 2, (y * z + w * x) * 2),
      Vector3((x * z + w * y) * 2, (y * z - w * x) * 2, 1 - (x * x + y * y) * 2)
    )
  }

  /// Returns the rotation at `progress` between this rotation and `other`.
  ///
  /// The rotation runs at constant speed about one axis, in the direction of the smaller angle.
  ///
  /// - Source: Shoemake, "Animating rotation with quaternion curves", 1985.
  func slerp(to other: Quaternion, at progress: Progress) -> Quaternion {
    var other = other
    var cosine = w * other.w + x * other.x + y * other.y + z * other.z
    if cosine < 0 {
      other = Quaternion(w: -other.w, x: -other.x, y: -other.y, z: -other.z)
      cosine = -cosine
    }
    // Compute the sine from the difference of the two, which stays accurate for small angles.
    let (dw, dx, dy, dz) = (other.w - w * cosine, other.x - x * cosine, other.y - y * cosine, other.z - z * cosine)
    let sine = (dw * dw + dx * dx + dy * dy + dz * dz).squareRoot()
    // Below this, arc and chord agree to the last bit.
    guard sine > Element(rawValue: 1 << 17) else {
      return Quaternion(
        w: w.interpolated(to: other.w, at: progress), x: x.interpolated(to: other.x, at: progress),
        y: y.interpolated(to: other.y, at: progress),
        z: z.interpolated(to: other.z, at: progress))
    }
    let angle = Angle.arctangent(y: sine, x: cosine)
    let (sinePart, cosinePart) = Angle(degrees: angle.degrees * progress).sineAndCosine
    // `d` is orthogonal to this quaternion; the two span the circle of the rotation.
    let share = sinePart / sine
    return Quaternion(
      w: w * cosinePart + dw * share, x: x * cosinePart + dx * share, y: y * cosinePart + dy * share, z: z * cosinePart + dz * share
    )
  }
}
