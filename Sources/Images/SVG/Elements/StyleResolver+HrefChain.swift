import CartoucheRaster

/// Attributes that an element states itself or takes from other elements through a chain of links.
///
/// The value comes from the first element of the chain that has the attribute. Invalid values are reported
/// and treated as missing.
extension StyleResolver {
  /// Returns an attribute whose value is one of several keywords.
  func word(_ name: String, _ chain: [Int], allowed: [String]) -> String? {
    read(name, chain, "not one of \(allowed.joined(separator: ", "))") { allowed.contains($0.trimmed) ? $0.trimmed : nil }
  }

  /// Returns whether lengths are fractions of the bounding box.
  func isRelative(_ name: String, _ chain: [Int]) -> Bool? {
    word(name, chain, allowed: ["userSpaceOnUse", "objectBoundingBox"]).map { $0 == "objectBoundingBox" }
  }

  func length(_ name: String, _ chain: [Int]) -> Length? { read(name, chain, "not a length") { ValueReader.length($0) } }

  /// Returns the transform of a gradient or pattern, around the `transform-origin` of the element that states
  /// the transform.
  ///
  /// The origin is in the coordinate space that the transform applies in, so its numbers may be fractions of
  /// a bounding box. Percentages refer to the viewport.
  func transform(_ name: String, _ chain: [Int], _ lengthContext: LengthContext) -> AffineTransform {
    guard let own = read(name, chain, "not a transform", { AffineTransform(svg: $0) }),
      let source = chain.first(where: { elements.markup[$0][name] != nil })
    else { return .identity }
    return own.around(transformOrigin(of: source), lengthContext)
  }

  /// Returns the value of `preserveAspectRatio`.
  func preserveAspectRatio(_ chain: [Int]) -> PreserveAspectRatio {
    read("preserveAspectRatio", chain, "not a valid value") { PreserveAspectRatio(parsing: $0) } ?? .standard
  }

  private func read<Value>(_ name: String, _ chain: [Int], _ problem: String, _ read: (String) -> Value?) -> Value? {
    guard let source = chain.first(where: { elements.markup[$0][name] != nil }), let text = elements.markup[source][name] else {
      return nil
    }
    if let value = read(text) { return value }
    elements.warn("\(name)=\"\(text.messageExcerpt)\" is \(problem) and is ignored", source)
    return nil
  }

  /// Returns the `viewBox`; nil if it is missing or invalid.
  func viewBox(of index: Int) -> SVGRect? {
    guard let text = elements.markup[index]["viewBox"] else { return nil }
    guard let box = SVGRect(viewBox: text) else {
      elements.warn("viewBox=\"\(text.messageExcerpt)\" is not an origin and a size and is ignored", index)
      return nil
    }
    if box.isEmpty { elements.warn("viewBox=\"\(text.messageExcerpt)\" is empty; nothing is drawn", index) }
    return box
  }

  /// Returns the rectangle that `x`, `y`, `width` and `height` state, in fractions of `bounds` or in user
  /// units.
  ///
  /// - Parameter standard: The default origin and size in both directions, as fractions of `bounds` or of the
  ///   viewport.
  func region(
    of index: Int, units: String, _ bounds: Rect, _ lengthContext: LengthContext, standard: (origin: Number, size: Number)
  ) -> SVGRect {
    var (lengthContext, origin) = (lengthContext, (x: Number.zero, y: Number.zero))
    let isRelative = self.isRelative(units, [index]) != false
    if isRelative {
      (lengthContext.width, lengthContext.height) = (Number(rounding: bounds.width), Number(rounding: bounds.height))
      origin = (Number(rounding: bounds.minX), Number(rounding: bounds.minY))
    }
    func side(_ name: String, _ axis: LengthAxis, _ standard: Number) -> Number {
      let reference = axis == .horizontal ? lengthContext.width : lengthContext.height
      guard let length = length(name, [index]) else { return standard * reference }
      return isRelative && length.unit == .px ? length.value * reference : lengthContext.userUnits(length, axis)
    }
    return SVGRect(
      x: origin.x + side("x", .horizontal, standard.origin), y: origin.y + side("y", .vertical, standard.origin),
      width: side("width", .horizontal, standard.size), height: side("height", .vertical, standard.size))
  }
}
