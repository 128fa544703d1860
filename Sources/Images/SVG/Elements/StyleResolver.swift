import CartoucheRaster

/// Finds the properties, transforms and attributes of elements.
final class StyleResolver {
  let elements: SVGElements
  private var cache = StyleCache()

  init(_ elements: SVGElements) { self.elements = elements }

  /// What is known of the elements' styles.
  private struct StyleCache {
    /// What attributes, rules and `style` say of one element, those that win last.
    struct DeclaredValues {
      var properties: [(property: Property, value: String)] = []
      var geometry: [GeometryProperty: String] = [:]
      /// Steps of work to read all that.
      var cost = 32
    }

    /// An element's own transform, and what it turns round.
    struct ElementTransform {
      var transform: AffineTransform?
      var origin: (x: Length, y: Length)?
    }

    var declared: [Int: DeclaredValues] = [:]
    /// The last one that was asked for: not all are kept.
    var last: (index: Int, declared: DeclaredValues)?
    var keptLines = 0
    var ownStyles: [Int: Style] = [:]
    var placings: [Int: ElementTransform] = [:]
  }

  /// So many lines are kept, some 40 bytes each.
  private static let keptLines = 1 << 20

  /// `outer` with the element's own transform before it.
  func transformed(_ index: Int, _ outer: AffineTransform, _ lengthContext: LengthContext) -> AffineTransform {
    let placing = placing(of: index)
    guard let own = placing.transform else { return outer }
    guard let origin = placing.origin else { return own.concatenating(outer) }
    let (x, y) = (lengthContext.userUnits(origin.x, .horizontal), lengthContext.userUnits(origin.y, .vertical))
    return own.translated(x: -x, y: -y).concatenating(.translation(x: x, y: y)).concatenating(outer)
  }

  private func placing(of index: Int) -> StyleCache.ElementTransform {
    if let known = cache.placings[index] { return known }
    var placing = StyleCache.ElementTransform()
    guard let text = attribute("transform", .transform, index) else { return placing }
    if elements.spend(text.utf8.count, index) {
      placing.transform = AffineTransform(svg: text)
      if placing.transform == nil { elements.warn("transform=\"\(text.messageExcerpt)\" makes no sense and is left out", index) }
      // CSS Transforms 1, section 4: that of the outermost element is in the middle.
      let middle = Length(value: 50, unit: .percent)
      placing.origin = index == 0 ? (middle, middle) : nil
      if let text = attribute("transform-origin", .transformOrigin, index) {
        if let origin = Self.origin(text) {
          placing.origin = origin
        } else {
          elements.warn("transform-origin: \"\(text.messageExcerpt)\" makes no sense and is left out", index)
        }
      }
    }
    cache.placings[index] = placing
    return placing
  }

  /// A `transform-origin`: lengths, percentages of the viewport, and words for its edges.
  private static func origin(_ text: String) -> (x: Length, y: Length)? {
    var words = text.lowercasedASCII.words
    let shares: [String: Number] = ["left": 0, "top": 0, "center": 50, "right": 100, "bottom": 100]
    if words.count == 1 { words.append("center") }
    guard words.count >= 2 else { return nil }
    if ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) { words.swapAt(0, 1) }
    func place(_ word: String) -> Length? {
      shares[word].map { Length(value: $0, unit: .percent) } ?? ValueReader.length(word)
    }
    guard let x = place(words[0]), let y = place(words[1]) else { return nil }
    return (x, y)
  }

  /// An attribute, or the property of the same name, which wins.
  func attribute(_ name: String, _ geometry: GeometryProperty?, _ index: Int) -> String? {
    geometry.flatMap { declared(of: index).geometry[$0] } ?? elements.markup[index][name]
  }

  /// A length from an attribute; nil if there is none, or it makes no sense.
  func length(_ name: String, _ index: Int, _ axis: LengthAxis, _ lengthContext: LengthContext) -> Number? {
    guard let text = attribute(name, GeometryProperty(rawValue: name), index), text != "auto" else { return nil }
    guard let length = ValueReader.length(text) else {
      elements.warn("\(name)=\"\(text.messageExcerpt)\" is no length and is left out", index)
      return nil
    }
    return lengthContext.userUnits(length, axis)
  }

  /// What the element's properties come to under `parent`.
  func style(of index: Int, parent: Style, lengthContext: LengthContext) -> Style {
    var style = parent.inherited
    var lengthContext = lengthContext
    if index == 0 { lengthContext.rootFontSize = 16 }
    let declared = declared(of: index)
    guard elements.spend(declared.cost, index) else { return style }
    // Lengths of others are measured by the font.
    for (property, value) in declared.properties where property == .fontSize {
      _ = style.set(property, to: value, parent: parent, lengthContext: lengthContext)
    }
    // A percentage of the font size is not to be taken twice; colours that others refer to come first.
    for isColor in [true, false] {
      for (property, value) in declared.properties where property != .fontSize && (property == .color) == isColor {
        if !style.set(property, to: value, parent: parent, lengthContext: lengthContext) {
          elements.warn("\(property.rawValue): \"\(value.messageExcerpt)\" makes no sense and is left out", index)
        }
      }
    }
    return style
  }

  /// The style of an element that is linked to, where it stands.
  func ownStyle(of index: Int, lengthContext: LengthContext) -> Style {
    if let known = cache.ownStyles[index] { return known }
    // From the outermost inwards: no recursion, however deep it stands.
    var line: [Int] = []
    var ancestor = index
    while ancestor >= 0, cache.ownStyles[ancestor] == nil {
      line.append(ancestor)
      ancestor = elements.markup[ancestor].parent
    }
    var style = ancestor >= 0 ? cache.ownStyles[ancestor] ?? .initial : .initial
    for element in line.reversed() {
      style = self.style(of: element, parent: style, lengthContext: lengthContext)
      // There may be very many stops, and each is asked for once.
      if elements.markup[element].tag != .stop { cache.ownStyles[element] = style }
    }
    return style
  }

  /// What is said of the element.
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
      // An attribute is no shorthand: `marker` is one in style sheets only.
      case .property(let property) where property != .marker: declared.properties.append((property, attribute.value.trimmed))
      case .unsupported(let name) where name.isAttribute: unsupported[name] = attribute.value.trimmed
      default: break
      }
    }
    var own: Declarations?
    if let text = node["style"], elements.spend(text.utf8.count, index) {
      let lines = Declarations(text)
      for nonsense in lines.invalidDeclarations {
        elements.warn("style: \"\(nonsense.text)\" makes no sense and is left out", index)
      }
      own = lines
    }
    for line in elements.document.sheet.declarations(for: index, own: own, in: elements.markup, budget: elements.budget) {
      switch line.name {
      case .property(let property): declared.properties.append((property, line.value))
      case .geometry(let name): declared.geometry[name] = line.value
      case .unsupported(let name): unsupported[name] = line.value
      }
    }
    for name in unsupported.isEmpty ? [] : UnsupportedProperty.allCases {
      guard let value = unsupported[name], let sentence = name.warning(for: value) else { continue }
      switch name {
      case .transformBox where (declared.geometry[.transform] ?? node["transform"]) == nil: continue
      // Of others it means nothing.
      case .background where index > 0, .backgroundColor where index > 0: continue
      default: elements.warn(sentence, index)
      }
    }
    if declared.properties.count > 8 { keepWinners(&declared.properties) }
    declared.cost += declared.properties.reduce(0) { $0 + 12 + $1.value.utf8.count }
    declared.cost += declared.geometry.values.reduce(0) { $0 + 4 + $1.utf8.count }
    if cache.keptLines < Self.keptLines {
      cache.keptLines += declared.properties.count + declared.geometry.count + 4
      cache.declared[index] = declared
    }
    return declared
  }

  /// Leaves the last line of each property; an attribute that makes no sense may stand in the place of one that does, and is told of.
  private func keepWinners(_ lines: inout [(property: Property, value: String)]) {
    var seen: Set<Property> = []
    lines = lines.reversed().filter { seen.insert($0.property).inserted }.reversed()
  }
}
