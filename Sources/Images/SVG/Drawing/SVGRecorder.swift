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
    var lengthContext: LengthContext
    /// The sides that a `use` gives to what it shows, if that is a `symbol` or `svg`.
    var usedSize: (width: Number?, height: Number?) = (nil, nil)
    /// What `context-fill` and `context-stroke` mean.
    var context: ContextElement?
  }

  private(set) var document: SVGDocument
  var markup: Markup { document.markup }
  /// What may still be asked for.
  let budget: SVGBudget
  /// Pixels a point of the list's space; patterns are drawn for it.
  var scale: Number
  private var ownWarnings = SVGWarnings()
  /// Whether something is blended with what lies under it.
  var usesBlendModes = false
  /// Whether the list would be another one at another scale.
  var dependsOnScale = false

  /// The links that are being followed: none of them may be met again.
  var followed: [Int] = []
  var depth = 0
  var levels = NestingLevels()
  /// How many files this one stands in.
  let fileDepth: Int

  var styleCache = StyleCache()
  var gradients: [Int: Gradient?] = [:]
  var stops: [Int: [GradientStop]] = [:]
  var tiles: [TileKey: Image] = [:]
  var outlines: [Int: Path] = [:]
  /// Those of the drawings inside this one, and what they draw if that does not depend on the scale.
  var inner: [Int: EmbeddedDrawing] = [:]

  init(_ document: SVGDocument, scale: Number, budget: SVGBudget, fileDepth: Int = 0) {
    self.document = document
    self.budget = budget
    self.scale = Self.clampedScale(scale)
    self.fileDepth = fileDepth
  }

  static func clampedScale(_ scale: Number) -> Number { min(max(scale, 0.001), 1000) }

  /// What was found inside the file's `image` elements.
  var embedded: [Int: SVGDocument.EmbeddedContent] {
    get { document.embedded }
    set { document.embedded = newValue }
  }

  /// The document with all that was found in it.
  var finished: SVGDocument {
    var finished = document
    for (index, drawing) in inner { finished.embedded[index] = .drawing(drawing.recorder.finished) }
    return finished
  }

  /// Its own, and those of the drawings inside.
  var warnings: SVGWarnings {
    var all = document.sheet.warnings
    all.add(ownWarnings)
    for (index, drawing) in inner.sorted(by: { $0.key < $1.key }) {
      all.add(drawing.recorder.warnings) {
        SVG.Warning(location: markup[index].location, message: "in the drawing in it, \($0)")
      }
    }
    return all
  }

  /// Records all of it, cut to its viewport.
  func record() -> DisplayList {
    var list = DisplayList()
    let viewport = SVGRect(x: 0, y: 0, width: document.width, height: document.height)
    // SVG 2, section 8.2: what has an empty one is not rendered.
    if let box = viewBox(of: 0), box.isEmpty { return list }
    guard !viewport.isEmpty else {
      warn("the drawing's width or height is 0; nothing is drawn", 0)
      return list
    }
    var lengthContext = LengthContext(
      width: document.width, height: document.height, rootWidth: document.width, rootHeight: document.height)
    if let box = document.viewBox { (lengthContext.width, lengthContext.height) = (box.width, box.height) }
    let style = style(of: 0, parent: .initial, lengthContext: lengthContext)
    (lengthContext.fontSize, lengthContext.rootFontSize) = (style.fontSize, style.fontSize)
    guard style.isDisplayed else { return list }
    let preserveAspectRatio = self.preserveAspectRatio([0])
    let map = document.viewBox.flatMap { preserveAspectRatio.transform(from: $0, to: viewport) } ?? .identity
    // SVG 2, section 8.11: the outermost element's transform is outside of its view box.
    var outside = lengthContext
    (outside.width, outside.height) = (viewport.width, viewport.height)
    let own = transformed(0, .identity, outside)
    let scope = Scope(style: style, transform: map.concatenating(own), lengthContext: lengthContext)
    levels = NestingLevels()
    func content(_ list: inout DisplayList) {
      layered(0, scope, into: &list) { list in drawChildren(of: 0, scope, into: &list) }
    }
    withNestingLevel(0) {
      list.clipped(to: viewport.rect) { list in
        if own.isIdentity || !style.isClippedToViewport {
          content(&list)
        } else {
          clipped(to: viewport, own, 0, into: &list, content)
        }
      }
    }
    guard usesBlendModes else { return list }
    levels.deepest += 1
    // Blend modes see the drawing itself and not what it is laid on.
    var isolated = DisplayList()
    isolated.group { $0.append(list) }
    return isolated
  }

  /// Draws an element and what is in it.
  ///
  /// - Parameter scope: its parent's.
  func draw(_ index: Int, _ outer: Scope, into list: inout DisplayList) {
    guard let tag = markup[index].tag else { return }
    switch tag {
    case .defs, .symbol, .style, .linearGradient, .radialGradient, .stop, .pattern, .clipPath, .mask, .marker: return
    default: break
    }
    guard begin(index) else { return }
    defer { end() }
    var scope = outer
    scope.style = style(of: index, parent: outer.style, lengthContext: outer.lengthContext)
    scope.lengthContext.fontSize = scope.style.fontSize
    guard scope.style.isDisplayed else { return }
    scope.transform = transformed(index, scope.transform, scope.lengthContext)
    if tag.isShape || tag == .use || tag == .image { warnAboutUnsupported(of: index) }
    if tag.isShape { return drawShape(index, scope, into: &list) }
    layered(index, scope, into: &list) { list in
      switch tag {
      case .g, .a: drawChildren(of: index, scope, into: &list)
      case .switch:
        if let chosen = switchChild(of: index) { draw(chosen, scope, into: &list) }
      case .svg: drawViewport(index, scope, into: &list)
      case .use: drawUse(index, scope, into: &list)
      case .image: drawImage(index, scope, into: &list)
      default: break
      }
    }
  }

  func drawChildren(of index: Int, _ scope: Scope, into list: inout DisplayList) {
    warnAboutUnsupported(of: index)
    for child in markup[index].children {
      guard spend(1, child) else { return }
      draw(child, scope, into: &list)
    }
  }

  /// Tells of those of an element's children that would draw something, or change it, and are not supported.
  ///
  /// - Parameter end: no more of those that stand from there on.
  func warnAboutUnsupported(of index: Int, before end: Int = .max, where isMeant: (Int) -> Bool = { _ in true }) {
    guard !markup[index].unsupported.isEmpty, styleCache.reported.insert(index).inserted else { return }
    for child in markup[index].unsupported where child < end && isMeant(child) {
      warn("\"\(markup[child].name.messageExcerpt)\" is not supported and left out", child)
    }
  }

  /// Counts one element more that is drawn.
  ///
  /// - Returns: false if there are too many of them, too many in each other, or if it is too much work; otherwise ``end()`` has to follow.
  func begin(_ index: Int) -> Bool {
    guard budget.elements > 0 else {
      if budget.isFirstReport(of: .elements) {
        warn("more than \(SVGLimit.elements) elements are drawn, copies counted; from here on they are left out", index, .limit)
      }
      return false
    }
    guard enter(index) else { return false }
    budget.spend(elements: 1)
    return true
  }

  /// The same for an element that is looked at.
  func enter(_ index: Int) -> Bool {
    guard depth < SVGLimit.depth else {
      warn("it stands in more than \(SVGLimit.depth) others and is left out; ungroup the drawing", index)
      return false
    }
    guard spend(markup[index].cost, index) else { return false }
    depth += 1
    return true
  }

  func end() { depth -= 1 }

  /// Takes work off the budget.
  ///
  /// - Returns: false if there is none left.
  func spend(_ steps: Int, _ index: Int) -> Bool {
    if budget.spend(steps) { return true }
    if budget.isFirstReport(of: .work) {
      warn("to draw all of it would take too long; from here on it is left out. Simplify the drawing", index, .limit)
    }
    return false
  }

  func warn(_ message: String, _ index: Int, _ weight: SVGWarnings.Priority = .normal) {
    budget.spend(64)
    ownWarnings.add(message, at: markup[index].location, weight)
  }

  /// The element that `#id` names.
  func target(of link: String?) -> Int? {
    budget.spend(link?.utf8.count ?? 0)
    return markup.target(of: link)
  }

  /// The child that a `switch` shows.
  func switchChild(of index: Int) -> Int? {
    let chosen = markup[index].children.first { spend(markup[$0].cost, index) && isChosen($0) }
    warnAboutUnsupported(of: index, before: chosen ?? .max) { spend(markup[$0].cost, index) && isChosen($0) }
    return chosen
  }

  /// Whether `switch` takes an element: it asks for nothing that is not there.
  private func isChosen(_ index: Int) -> Bool {
    let node = markup[index]
    guard node["requiredExtensions"].map({ $0.trimmed.isEmpty }) ?? true else { return false }
    guard let languages = node["systemLanguage"] else { return true }
    return languages.split(separator: ",").contains { String($0).trimmed.lowercasedASCII.hasPrefix("en") }
  }
}
