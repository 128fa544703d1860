import CartoucheRaster

/// Records the elements of an SVG drawing as a display list.
///
/// A recorder makes one list. The list's coordinate space is that of the outermost viewport, in points.
final class SVGRecorder {
  let elements: SVGTraversal
  let styles: StyleResolver
  let outlines: ShapeOutlineReader
  let gradients: GradientReader
  let embeddedContent: EmbeddedContentReader
  let geometry: ElementBoundsResolver
  /// The number of pixels per point of the list's space, which determines the resolution of pattern tiles.
  var scale: Number
  /// Whether an element has a blend mode.
  var usesBlendModes = false
  /// Whether the list would be different at another scale.
  var dependsOnScale = false
  var levels = NestingLevels()
  var tiles: [TileKey: Image] = [:]
  /// The embedded drawings by element index.
  var inner: [Int: EmbeddedDrawing] = [:]

  init(_ document: SVGDocument, scale: Number, budget: SVGBudget, fileDepth: Int = 0) {
    elements = SVGTraversal(document, budget: budget, fileDepth: fileDepth)
    styles = StyleResolver(elements)
    outlines = ShapeOutlineReader(elements, styles: styles)
    gradients = GradientReader(elements, styles: styles)
    embeddedContent = EmbeddedContentReader(elements, styles: styles)
    geometry = ElementBoundsResolver(elements, styles: styles, outlines: outlines, embeddedContent: embeddedContent)
    self.scale = Self.clampedScale(scale)
  }

  static func clampedScale(_ scale: Number) -> Number { scale.clamped(from: 0.001, to: 1000) }

  /// The document together with the embedded content that was read.
  var finished: SVGDocument {
    var finished = elements.document
    for (index, drawing) in inner { finished.embedded[index] = .drawing(drawing.recorder.finished) }
    return finished
  }

  /// The warnings of this drawing and of its embedded drawings.
  var warnings: SVGWarnings {
    var all = elements.document.sheet.warnings
    all.add(elements.warnings)
    for (index, drawing) in inner.sorted(by: { $0.key < $1.key }) {
      all.add(drawing.recorder.warnings) {
        SVGWarning(location: elements.markup[index].location, message: "in the drawing in it, \($0)")
      }
    }
    return all
  }

  /// Records the whole drawing, clipped to its viewport.
  func record() -> DisplayList {
    let document = elements.document
    var list = DisplayList()
    let viewport = SVGRect(x: 0, y: 0, width: document.width, height: document.height)
    // SVG 2, section 8.2: an element with an empty `viewBox` is not rendered.
    if let box = styles.viewBox(of: 0), box.isEmpty { return list }
    guard !viewport.isEmpty else {
      elements.warn("the drawing's width or height is 0; nothing is drawn", 0)
      return list
    }
    var lengthContext = LengthContext(
      width: document.width, height: document.height, rootWidth: document.width, rootHeight: document.height)
    if let box = document.viewBox { (lengthContext.width, lengthContext.height) = (box.width, box.height) }
    let style = styles.style(of: 0, parent: .initial, lengthContext: lengthContext)
    (lengthContext.fontSize, lengthContext.rootFontSize) = (style.fontSize, style.fontSize)
    guard style.isDisplayed else { return list }
    let preserveAspectRatio = styles.preserveAspectRatio([0])
    let map = document.viewBox.flatMap { preserveAspectRatio.transform(from: $0, to: viewport) } ?? .identity
    // SVG 2, section 8.11: the outermost element's transform is outside of its `viewBox`.
    var outside = lengthContext
    (outside.width, outside.height) = (viewport.width, viewport.height)
    let own = styles.transformed(0, .identity, outside)
    let scope = InheritedState(style: style, transform: map.concatenating(own), lengthContext: lengthContext)
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
    // Blend modes apply to the drawing itself and not to the content below it.
    var isolated = DisplayList()
    isolated.group { $0.append(list) }
    return isolated
  }

  /// Draws an element and its children.
  ///
  /// - Parameter outer: The scope of the element's parent.
  func draw(_ index: Int, _ outer: InheritedState, into list: inout DisplayList) {
    guard let tag = elements.markup[index].tag else { return }
    switch tag {
    case .defs, .symbol, .style, .linearGradient, .radialGradient, .stop, .pattern, .clipPath, .mask, .marker: return
    default: break
    }
    guard elements.begin(index) else { return }
    defer { elements.end() }
    var scope = outer
    scope.style = styles.style(of: index, parent: outer.style, lengthContext: outer.lengthContext)
    scope.lengthContext.fontSize = scope.style.fontSize
    guard scope.style.isDisplayed else { return }
    scope.transform = styles.transformed(index, scope.transform, scope.lengthContext)
    if tag.isShape || tag == .use || tag == .image { elements.warnAboutUnsupported(of: index) }
    if tag.isShape { return drawShape(index, scope, into: &list) }
    layered(index, scope, into: &list) { list in
      switch tag {
      case .g, .a: drawChildren(of: index, scope, into: &list)
      case .switch:
        if let chosen = elements.switchChild(of: index) { draw(chosen, scope, into: &list) }
      case .svg: drawViewport(index, scope, into: &list)
      case .use: drawUse(index, scope, into: &list)
      case .image: drawImage(index, scope, into: &list)
      default: break
      }
    }
  }

  func drawChildren(of index: Int, _ scope: InheritedState, into list: inout DisplayList) {
    elements.warnAboutUnsupported(of: index)
    for child in elements.markup[index].children {
      guard elements.spend(1, child) else { return }
      draw(child, scope, into: &list)
    }
  }
}
