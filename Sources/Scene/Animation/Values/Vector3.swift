import CartoucheRaster

/// A vector in space with the precision of a transform's elements.
struct Vector3: Hashable, BitwiseCopyable {
  typealias Element = Transform3D.Element
  var x, y, z: Element

  init(_ x: Element, _ y: Element, _ z: Element) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  var negated: Vector3 { Vector3(-x, -y, -z) }
  func dot(_ other: Vector3) -> Element { x * other.x + y * other.y + z * other.z }
  func scaled(_ factor: Element) -> Vector3 { Vector3(x * factor, y * factor, z * factor) }
  func adding(_ other: Vector3) -> Vector3 { Vector3(x + other.x, y + other.y, z + other.z) }
  func cross(_ other: Vector3) -> Vector3 {
    Vector3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  mutating func subtract(_ other: Vector3, _ factor: Element) {
    (x, y, z) = (x - other.x * factor, y - other.y * factor, z - other.z * factor)
  }

  /// Scales the vector to length 1.
  ///
  /// - Returns: The former length. If the former length is nearly 0, the vector stays unchanged, and the
  ///   result is nil.
  mutating func normalize() -> Element? {
    let length = Element.hypotenuse(.hypotenuse(x, y), z)
    guard length > Element(rawValue: 4) else { return nil }
    (x, y, z) = (x / length, y / length, z / length)
    return length
  }
}
