import CartoucheRaster

/// Attributes of single elements, and of those that take them from others by their links: the first element of the chain that has one counts. What makes
/// no sense is told, and is as if it were not there.
extension SVGRecorder {
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
    guard let source = chain.first(where: { markup[$0][name] != nil }), let text = markup[source][name] else { return nil }
    if let value = read(text) { return value }
    warn("\(name)=\"\(text.messageExcerpt)\" is \(fault) and is left out", source)
    return nil
  }
}
