import CartoucheRaster

/// Attributes of single elements, and of those that take them from others by their links: the first element of the chain that has one counts. What makes
/// no sense is told, and is as if it were not there.
extension StyleResolver {
  /// One of a few words.
  func word(_ name: String, _ chain: [Int], allowed: [String]) -> String? {
    read(name, chain, "none of \(allowed.joined(separator: ", "))") { allowed.contains($0.trimmed) ? $0.trimmed : nil }
  }

  /// Whether lengths are parts of the bounding box.
  func isRelative(_ name: String, _ chain: [Int]) -> Bool? {
    word(name, chain, allowed: ["userSpaceOnUse", "objectBoundingBox"]).map { $0 == "objectBoundingBox" }
  }

  func length(_ name: String, _ chain: [Int]) -> Length? { read(name, chain, "no length") { ValueReader.length($0) } }

  func transform(_ name: String, _ chain: [Int]) -> AffineTransform {
    read(name, chain, "no transform") { AffineTransform(svg: $0) } ?? .identity
  }

  /// `preserveAspectRatio`.
  func preserveAspectRatio(_ chain: [Int]) -> PreserveAspectRatio {
    read("preserveAspectRatio", chain, "none of SVG's values") { PreserveAspectRatio(parsing: $0) } ?? .standard
  }

  private func read<Value>(_ name: String, _ chain: [Int], _ fault: String, _ read: (String) -> Value?) -> Value? {
    guard let source = chain.first(where: { elements.markup[$0][name] != nil }), let text = elements.markup[source][name] else {
      return nil
    }
    if let value = read(text) { return value }
    elements.warn("\(name)=\"\(text.messageExcerpt)\" is \(fault) and is left out", source)
    return nil
  }

  /// A `viewBox`; nil if there is none, or it makes no sense.
  func viewBox(of index: Int) -> SVGRect? {
    guard let text = elements.markup[index]["viewBox"] else { return nil }
    guard let box = SVGRect(viewBox: text) else {
      elements.warn("viewBox=\"\(text.messageExcerpt)\" is not a place and a size, and is left out", index)
      return nil
    }
    if box.isEmpty { elements.warn("viewBox=\"\(text.messageExcerpt)\" is empty; nothing is drawn", index) }
    return box
  }

  /// The rectangle that an element's `x`, `y`, `width` and `height` give, in parts of `bounds` or in user units.
  ///
  /// - Parameter standard: place and size in both directions, in parts of `bounds`, or of the viewport.
  func region(
    of index: Int, units: String, _ bounds: Rect, _ lengthContext: LengthContext, standard: (place: Number, size: Number)
  ) -> SVGRect {
    var (lengthContext, origin) = (lengthContext, (x: Number.zero, y: Number.zero))
    let isRelative = self.isRelative(units, [index]) != false
    if isRelative {
      (lengthContext.width, lengthContext.height) = (Number(rounding: bounds.width), Number(rounding: bounds.height))
      origin = (Number(rounding: bounds.minX), Number(rounding: bounds.minY))
    }
    func side(_ name: String, _ axis: LengthAxis, _ standard: Number) -> Number {
      let whole = axis == .horizontal ? lengthContext.width : lengthContext.height
      guard let length = length(name, [index]) else { return standard * whole }
      return isRelative && length.unit == .px ? length.value * whole : lengthContext.userUnits(length, axis)
    }
    return SVGRect(
      x: origin.x + side("x", .horizontal, standard.place), y: origin.y + side("y", .vertical, standard.place),
      width: side("width", .horizontal, standard.size), height: side("height", .vertical, standard.size))
  }
}
