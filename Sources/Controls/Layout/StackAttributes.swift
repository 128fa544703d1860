import CartoucheRaster
import CartoucheScene

/// The properties of a stack's sublayers that only the stack knows.
struct StackAttributes {
  /// The properties of one sublayer.
  struct Attribute {
    /// The layer, which tells a new layer at the address of a removed one apart from it.
    fileprivate weak var layer: Layer?
    var flexibility: Scalar?
    var spacing: Scalar?
    var compressionResistance: Scalar?
    /// The size of a layer without a size of its own, before the stack resized it.
    fileprivate var fixedSize: Size?
    /// The size that the stack has given the layer.
    fileprivate var assignedSize: Size?
  }

  private var attributes: [ObjectIdentifier: Attribute] = [:]

  subscript(layer: Layer) -> Attribute {
    get {
      if let known = attributes[ObjectIdentifier(layer)], known.layer === layer { return known }
      return Attribute(layer: layer)
    }
    set { attributes[ObjectIdentifier(layer)] = newValue }
  }

  /// Returns the size of a layer that does not size itself.
  ///
  /// A size that the stack has given the layer does not count.
  mutating func fixedSize(of layer: Layer) -> Size {
    let known = self[layer]
    if let fixed = known.fixedSize, known.assignedSize == layer.bounds.size { return fixed }
    self[layer].fixedSize = layer.bounds.size
    self[layer].assignedSize = layer.bounds.size
    return layer.bounds.size
  }

  mutating func recordAssignedSize(of layer: Layer) {
    guard attributes[ObjectIdentifier(layer)] != nil else { return }
    self[layer].assignedSize = layer.bounds.size
  }

  /// Forgets the layers that are not among `layers`.
  mutating func removeAll(except layers: [Layer]) {
    let identifiers = Set(layers.map { ObjectIdentifier($0) })
    attributes = attributes.filter { identifiers.contains($0.key) }
  }
}
