import CartoucheRaster

/// The point that a transform applies around.
typealias TransformOrigin = (x: Length, y: Length)

extension AffineTransform {
  /// Returns this transform applied around a point instead of the origin of the coordinate space.
  func around(_ origin: TransformOrigin?, _ lengthContext: LengthContext) -> AffineTransform {
    guard let origin else { return self }
    let (x, y) = (lengthContext.userUnits(origin.x, .horizontal), lengthContext.userUnits(origin.y, .vertical))
    return translated(x: -x, y: -y).concatenating(.translation(x: x, y: y))
  }
}

/// Resolves the properties, transforms and attributes of elements.
final class StyleResolver {
  let elements: SVGTraversal
  private var cache = StyleCache()

  init(_ elements: SVGTraversal) { self.elements = elements }

  /// A cache of the resolved values of elements.
  private struct StyleCache {
    /// The values that attributes, rules and `style` declare for one element, in ascending priority.
    struct DeclaredValues {
      var properties: [(property: StyleProperty, value: String)] = []
      var geometry: [GeometryProperty: String] = [:]
      /// The steps of work to apply the values.
      var cost = 32
    }

    /// An element's own transform and the point that it is applied around.
    struct ElementTransform {
      var transform: AffineTransform?
      var origin: TransformOrigin?
    }

    var declared: [Int: DeclaredValues] = [:]
    /// The latest result. It is available even if the cache is full.
    var last: (index: Int, declared: DeclaredValues)?
    var cachedDeclarations = 0
    var ownStyles: [Int: Style] = [:]
    var transforms: [Int: ElementTransform] = [:]
  }

  /// The largest number of cached declarations, about 40 bytes each.
  private static let maximumCachedDeclarations = 1 << 20

  /// Returns the transform that first applies the element's own transform and then `outer`.
  func transformed(_ index: Int, _ outer: AffineTransform, _ lengthContext: LengthContext) -> AffineTransform {
    let elementTransform = elementTransform(of: index)
    guard let own = elementTransform.transform else { return outer }
    return own.around(elementTransform.origin, lengthContext).concatenating(outer)
  }

  private func elementTransform(of index: Int) -> StyleCache.ElementTransform {
    if let cached = cache.transforms[index] { return cached }
    var elementTransform = StyleCache.ElementTransform()
    guard let text = attribute("transform", .transform, index) else { return elementTransform }
    if elements.spend(text.utf8.count, index) {
      elementTransform.transform = AffineTransform(svg: text)
      if elementTransform.transform == nil {
        elements.warn("transform=\"\(text.messageExcerpt)\" is invalid and is ignored", index)
      }
      // CSS Transforms 1, section 4: the outermost element's origin is its center.
      let center = Length(value: 50, unit: .percent)
      elementTransform.origin = transformOrigin(of: index) ?? (index == 0 ? (center, center) : nil)
    }
    cache.transforms[index] = elementTransform
    return elementTransform
  }

  /// Returns the element's `transform-origin`; nil if it is missing or invalid.
  func transformOrigin(of index: Int) -> TransformOrigin? {
    guard let text = attribute("transform-origin", .transformOrigin, index) else { return nil }
    guard let origin = Self.origin(text) else {
      elements.warn("transform-origin: \"\(text.messageExcerpt)\" is invalid and is ignored", index)
      return nil
    }
    return origin
  }

  /// Parses a `transform-origin` value. The value may have lengths, percentages of the viewport, and keywords
  /// for the viewport's edges.
  private static func origin(_ text: String) -> TransformOrigin? {
    var words = text.lowercasedASCII.words
    let percentages: [String: Number] = ["left": 0, "top": 0, "center": 50, "right": 100, "bottom": 100]
    if words.count == 1 { words.append("center") }
    guard words.count >= 2 else { return nil }
    if ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) { words.swapAt(0, 1) }
    func coordinate(_ word: String) -> Length? {
      percentages[word].map { Length(value: $0, unit: .percent) } ?? ValueReader.length(word)
    }
    guard let x = coordinate(words[0]), let y = coordinate(words[1]) else { return nil }
    return (x, y)
  }

  /// Returns the value of an attribute. If a property with the same name is set, that property has priority.
  func attribute(_ name: String, _ geometry: GeometryProperty?, _ index: Int) -> String? {
    geometry.flatMap { declared(of: index).geometry[$0] } ?? elements.markup[index][name]
  }

  /// Returns a length attribute; nil if it is missing or invalid.
  func length(_ name: String, _ index: Int, _ axis: LengthAxis, _ lengthContext: LengthContext) -> Number? {
    guard let text = attribute(name, GeometryProperty(rawValue: name), index), text != "auto" else { return nil }
    guard let length = ValueReader.length(text) else {
      elements.warn("\(name)=\"\(text.messageExcerpt)\" is not a length and is ignored", index)
      return nil
    }
    return lengthContext.userUnits(length, axis)
  }

  /// Returns the style of an element whose parent has the style `parent`.
  func style(of index: Int, parent: Style, lengthContext: LengthContext) -> Style {
    var style = parent.inherited
    var lengthContext = lengthContext
    if index == 0 { lengthContext.rootFontSize = 16 }
    let declared = declared(of: index)
    guard elements.spend(declared.cost, index) else { return style }
    // Other lengths depend on the font size.
    for (property, value) in declared.properties where property == .fontSize {
      _ = style.set(property, to: value, parent: parent, lengthContext: lengthContext)
    }
    // The font size is not set twice, because a percentage would apply twice. Other colors refer to `color`,
    // so it comes first.
    for isColor in [true, false] {
      for (property, value) in declared.properties where property != .fontSize && (property == .color) == isColor {
        if !style.set(property, to: value, parent: parent, lengthContext: lengthContext) {
          elements.warn("\(property.rawValue): \"\(value.messageExcerpt)\" is invalid and is ignored", index)
        }
      }
    }
    return style
  }

  /// Returns the style of an element that is the target of a link. Its style is inherited from its own
  /// ancestors.
  func ownStyle(of index: Int, lengthContext: LengthContext) -> Style {
    if let cached = cache.ownStyles[index] { return cached }
    // From the outermost ancestor inwards, to avoid recursion at any depth.
    var ancestors: [Int] = []
    var ancestor = index
    while ancestor >= 0, cache.ownStyles[ancestor] == nil {
      ancestors.append(ancestor)
      ancestor = elements.markup[ancestor].parent
    }
    var style = ancestor >= 0 ? cache.ownStyles[ancestor] ?? .initial : .initial
    for element in ancestors.reversed() {
      style = self.style(of: element, parent: style, lengthContext: lengthContext)
      // There may be very many stops, and each is used once.
      if elements.markup[element].tag != .stop { cache.ownStyles[element] = style }
    }
    return style
  }

  /// Returns whether the element itself, and not one of its ancestors, asks for markers.
  func declaresMarkers(_ index: Int) -> Bool {
    declared(of: index).properties.contains {
      [.marker, .markerStart, .markerMid, .markerEnd].contains($0.property) && $0.value != "none"
    }
  }

  /// Returns the values declared for the element.
  private func declared(of index: Int) -> StyleCache.DeclaredValues {
    if let last = cache.last, last.index == index { return last.declared }
    let declared = cache.declared[index] ?? read(index)
    cache.last = (index, declared)
    return declared
  }

  private func read(_ index: Int) -> StyleCache.DeclaredValues {
    let node = elements.markup[index]
    var declared = StyleCache.DeclaredValues()
    var unsupported: [UnsupportedProperty: String] = [:]
    for attribute in node.attributes {
      switch Declarations.Name.byName[attribute.name] {
      // `marker` is a shorthand in style sheets only, not as an attribute.
      case .property(let property) where property != .marker: declared.properties.append((property, attribute.value.trimmed))
      case .unsupported(let name) where name.isAttribute: unsupported[name] = attribute.value.trimmed
      default: break
      }
    }
    var own: Declarations?
    if let text = node["style"], elements.spend(text.utf8.count, index) {
      let lines = Declarations(text)
      for invalid in lines.invalidDeclarations {
        elements.warn("style: \"\(invalid.text)\" is invalid and is ignored", index)
      }
      own = lines
    }
    for declaration in elements.document.sheet.declarations(for: index, own: own, in: elements.markup, budget: elements.budget) {
      switch declaration.name {
      case .property(let property): declared.properties.append((property, declaration.value))
      case .geometry(let name): declared.geometry[name] = declaration.value
      case .unsupported(let name): unsupported[name] = declaration.value
      }
    }
    for name in unsupported.isEmpty ? [] : UnsupportedProperty.allCases {
      guard let value = unsupported[name], let sentence = name.warning(for: value) else { continue }
      switch name {
      case .transformBox where (declared.geometry[.transform] ?? node["transform"]) == nil: continue
      // These have an effect on the outermost element only.
      case .background where index > 0, .backgroundColor where index > 0: continue
      default: elements.warn(sentence, index)
      }
    }
    if declared.properties.count > 8 { removeOverridden(&declared.properties) }
    declared.cost += declared.properties.reduce(0) { $0 + 12 + $1.value.utf8.count }
    declared.cost += declared.geometry.values.reduce(0) { $0 + 4 + $1.utf8.count }
    if cache.cachedDeclarations < Self.maximumCachedDeclarations {
      cache.cachedDeclarations += declared.properties.count + declared.geometry.count + 4
      cache.declared[index] = declared
    }
    return declared
  }

  /// Removes all but the last declaration of each property. An invalid attribute may thus replace a valid
  /// one, and is reported.
  private func removeOverridden(_ declarations: inout [(property: StyleProperty, value: String)]) {
    var seen: Set<StyleProperty> = []
    declarations = declarations.reversed().filter { seen.insert($0.property).inserted }.reversed()
  }
}
