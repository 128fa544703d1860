import CartoucheRaster

/// Goes through a drawing's elements and records what they draw.
///
/// One use, one list. The list's space is the outermost viewport, in points.
final class SVGRecorder {
  /// What an element finds where it stands.
  struct Scope {
    var style: Style
    /// From user space to the list's.
    var transform: AffineTransform
    var measures: Measures
  }

  let document: SVGDocument
  var markup: Markup { document.markup }
  /// Pixels a point of the list's space; patterns are drawn for it.
  var scale: Number
  var warnings = SVGWarnings()
  /// Whether something is blended with what lies under it.
  var blends = false
  /// Whether the list would be another one at another scale.
  var dependsOnScale = false

  /// The links that are being followed: none of them may be met again.
  var followed: [Int] = []
  /// What may still be asked for.
  var elementsLeft = SVGLimit.elements
  var tileStepsLeft = SVGLimit.tileSteps
  var picturePixelsLeft = SVGLimit.picturePixels
  var markersLeft = SVGLimit.markers
  private var triesLeft = SVGLimit.tries
  private var depth = 0

  private var declared: [Int: [(property: Property, value: String)]] = [:]
  private var ownStyles: [Int: Style] = [:]
  private var otherDeclarations: [Int: [Declaration]] = [:]
  var gradients: [Int: Gradient?] = [:]
  var pictures: [Int: Picture?] = [:]
  var drawings: [Int: SVGDocument] = [:]
  /// How many files this one stands in.
  var fileDepth = 0
  var outlines: [Int: Path] = [:]

  init(_ document: SVGDocument, scale: Number) {
    self.document = document
    self.scale = min(max(scale, 0.001), 1000)
  }

  /// Records all of it, cut to its viewport.
  func record() -> DisplayList {
    var list = DisplayList()
    for selector in document.sheet.unknown {
      warn(
        "the style sheet's rule for \"\(selector.prefix(60))\" is left out; only types, classes, ids and attributes are known", 0)
    }
    let viewport = Box(x: 0, y: 0, width: document.width, height: document.height)
    guard !viewport.isEmpty else { return list }
    var measures = Measures(
      width: document.width, height: document.height, rootWidth: document.width, rootHeight: document.height)
    if let box = document.viewBox { (measures.width, measures.height) = (box.width, box.height) }
    let style = style(of: 0, parent: .initial, measures: measures)
    (measures.fontSize, measures.rootFontSize) = (style.fontSize, style.fontSize)
    guard style.isDisplayed else { return list }
    let map = document.viewBox.flatMap { document.fitting.transform(from: $0, to: viewport) } ?? .identity
    var scope = Scope(style: style, transform: map, measures: measures)
    scope.transform = transformed(0, scope.transform, measures)
    list.clipped(to: viewport.rect) { list in
      layered(0, scope, into: &list) { list in drawChildren(of: 0, scope, into: &list) }
    }
    guard blends else { return list }
    // Blend modes see the drawing itself and not what it is laid on.
    var isolated = DisplayList()
    isolated.group { $0.append(list) }
    return isolated
  }

  /// Draws an element and what is in it.
  ///
  /// - Parameter scope: its parent's.
  func draw(_ index: Int, _ outer: Scope, into list: inout DisplayList) {
    let node = markup[index]
    guard let tag = node.tag else { return skipped(node, index) }
    switch tag {
    case .defs, .symbol, .style, .linearGradient, .radialGradient, .stop, .pattern, .clipPath, .mask, .marker: return
    default: break
    }
    guard begin(index) else { return }
    defer { depth -= 1 }
    var scope = outer
    scope.style = style(of: index, parent: outer.style, measures: outer.measures)
    scope.measures.fontSize = scope.style.fontSize
    guard scope.style.isDisplayed else { return }
    scope.transform = transformed(index, scope.transform, scope.measures)
    if tag.isShape { return drawShape(index, scope, into: &list) }
    layered(index, scope, into: &list) { list in
      switch tag {
      case .g, .a: drawChildren(of: index, scope, into: &list)
      case .switch:
        if let chosen = markup[index].children.first(where: { isChosen($0) }) { draw(chosen, scope, into: &list) }
      case .svg: drawViewport(index, scope, size: nil, into: &list)
      case .use: drawUse(index, scope, into: &list)
      case .image: drawImage(index, scope, into: &list)
      default: break
      }
    }
  }

  func drawChildren(of index: Int, _ scope: Scope, into list: inout DisplayList) {
    for child in markup[index].children { draw(child, scope, into: &list) }
  }

  /// Counts one element more.
  ///
  /// - Returns: false if there are too many of them, or too many in each other; otherwise `depth` is to be taken back.
  func begin(_ index: Int) -> Bool {
    guard elementsLeft > 0 else {
      warn("more than \(SVGLimit.elements) elements are drawn, copies counted; the rest is left out", 0)
      return false
    }
    guard depth < SVGLimit.depth else {
      warn("it stands in more than \(SVGLimit.depth) others and is left out; ungroup the drawing", index)
      return false
    }
    elementsLeft -= 1
    depth += 1
    return true
  }

  func end() { depth -= 1 }

  func warn(_ message: String, _ index: Int) { warnings.add(message, at: markup[index].place) }

  /// Elements that are known to draw something elsewhere, and nothing here.
  private func skipped(_ node: Markup.Node, _ index: Int) {
    switch node.name {
    case "text", "foreignObject", "animate", "animateTransform", "animateMotion", "set", "script", "video", "canvas", "iframe":
      warn("\"\(node.name)\" is not supported and left out", index)
    default: break
    }
  }

  /// Whether `switch` takes an element: it asks for nothing that is not there.
  private func isChosen(_ index: Int) -> Bool {
    let node = markup[index]
    guard node.tag != nil, node["requiredExtensions"].map({ $0.trimmed.isEmpty }) ?? true else { return false }
    guard let languages = node["systemLanguage"] else { return true }
    return languages.split(separator: ",").contains { String($0).trimmed.lowered.hasPrefix("en") }
  }
}

extension SVGRecorder {
  /// `outer` with the element's own transform before it.
  func transformed(_ index: Int, _ outer: AffineTransform, _ measures: Measures) -> AffineTransform {
    guard let text = attribute("transform", index) else { return outer }
    guard let own = AffineTransform(svg: text) else {
      warn("transform=\"\(text.prefix(60))\" makes no sense and is left out", index)
      return outer
    }
    let origin = attribute("transform-origin", index).flatMap { Self.origin($0, measures) }
    guard let origin else { return own.concatenating(outer) }
    return own.translated(x: -origin.x, y: -origin.y).concatenating(.translation(x: origin.x, y: origin.y)).concatenating(outer)
  }

  /// A `transform-origin`: lengths, percentages of the viewport, and words for its edges.
  private static func origin(_ text: String, _ measures: Measures) -> (x: Number, y: Number)? {
    var words = text.lowered.words
    let shares: [String: Number] = ["left": 0, "top": 0, "center": 50, "right": 100, "bottom": 100]
    if words.count == 1 { words.append("center") }
    guard words.count >= 2 else { return nil }
    if ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) { words.swapAt(0, 1) }
    func place(_ word: String, _ axis: LengthAxis) -> Number? {
      (shares[word].map { Length(value: $0, unit: .percent) } ?? ValueReader.length(word)).map { measures.units($0, axis) }
    }
    guard let x = place(words[0], .horizontal), let y = place(words[1], .vertical) else { return nil }
    return (x, y)
  }

  /// A geometry attribute, or the property of the same name, which wins.
  func attribute(_ name: String, _ index: Int) -> String? {
    if let declaration = otherDeclarations(index).last(where: { $0.name == name }) { return declaration.value }
    return markup[index][name]
  }

  /// A length from an attribute; nil if there is none, or it makes no sense.
  func length(_ name: String, _ index: Int, _ axis: LengthAxis, _ measures: Measures) -> Number? {
    guard let text = attribute(name, index), text != "auto" else { return nil }
    guard let length = ValueReader.length(text) else {
      warn("\(name)=\"\(text.prefix(40))\" is no length and is left out", index)
      return nil
    }
    return measures.units(length, axis)
  }

  /// What style sheets and the element's `style` say of other things than properties, those that win last: geometry and transforms.
  func otherDeclarations(_ index: Int) -> [Declaration] {
    _ = declarations(of: index)
    return otherDeclarations[index] ?? []
  }

  /// What the element's properties come to under `parent`.
  func style(of index: Int, parent: Style, measures: Measures) -> Style {
    var style = parent.inherited
    var measures = measures
    if index == 0 { measures.rootFontSize = 16 }
    let declarations = declarations(of: index)
    // Lengths of others are measured by the font.
    for (property, value) in declarations where property == .fontSize {
      _ = style.set(property, to: value, parent: parent, measures: measures)
    }
    // A percentage of the font size is not to be taken twice; colours that others refer to come first.
    for isColor in [true, false] {
      for (property, value) in declarations where property != .fontSize && (property == .color) == isColor {
        if !style.set(property, to: value, parent: parent, measures: measures) {
          warn("\(property.rawValue): \"\(value.prefix(60))\" makes no sense and is left out", index)
        }
      }
    }
    return style
  }

  /// The style of an element that is linked to, where it stands.
  func ownStyle(of index: Int, measures: Measures) -> Style {
    if let known = ownStyles[index] { return known }
    // From the outermost inwards: no recursion, however deep it stands.
    var line: [Int] = []
    var ancestor = index
    while ancestor >= 0, ownStyles[ancestor] == nil {
      line.append(ancestor)
      ancestor = markup[ancestor].parent
    }
    var style = ancestor >= 0 ? ownStyles[ancestor] ?? .initial : .initial
    for element in line.reversed() {
      style = self.style(of: element, parent: style, measures: measures)
      ownStyles[element] = style
    }
    return style
  }

  /// The element's properties from all sources, those that win last.
  private func declarations(of index: Int) -> [(property: Property, value: String)] {
    if let known = declared[index] { return known }
    let node = markup[index]
    var all = node.attributes.compactMap { attribute in
      Property.named[attribute.name].map { (property: $0, value: attribute.value.trimmed) }
    }
    let rules = document.sheet.declarations(for: index, in: markup, tries: &triesLeft)
    if triesLeft <= 0 { warn("the style sheet has more rules than can be compared with all elements; the rest go without it", 0) }
    let own = node["style"].map { SheetReader.declarations($0) } ?? []
    for isImportant in [false, true] {
      for declaration in rules + own where declaration.isImportant == isImportant {
        if let property = Property.named[declaration.name] {
          all.append((property, declaration.value))
        } else {
          otherDeclarations[index, default: []].append(declaration)
        }
      }
    }
    let filters = (rules + own).filter { $0.name == "filter" }.map(\.value) + [node["filter"]].compactMap { $0 }
    if filters.contains(where: { $0 != "none" }) { warn("filters are not supported; it is drawn without", index) }
    // An attribute is no shorthand: `marker` is one in style sheets only.
    declared[index] = all
    return all
  }
}
