import CartoucheRaster

/// A parsed SVG file with its style sheet, its size, and the embedded content that the first recording found.
struct SVGDocument: Sendable {
  private(set) var markup: Markup
  private(set) var sheet: StyleSheet
  /// The size of the outermost viewport, in points.
  let width: Number
  let height: Number
  let viewBox: SVGRect?
  let preserveAspectRatio: PreserveAspectRatio
  /// The content of the file's `image` elements, by element index.
  var embedded: [Int: EmbeddedContent] = [:]

  /// The content of a `data:` URL.
  enum EmbeddedContent: Sendable {
    case nothing
    case image(Image)
    case drawing(SVGDocument)
  }

  /// - Parameter budget: Pays for matching the rules of the outermost element.
  init(_ markup: Markup, budget: SVGBudget) {
    self.markup = markup
    var sheet = StyleSheet()
    for text in markup.sheets { sheet.append(text, of: markup[text.index]) }
    self.sheet = sheet
    let root = markup[0]
    let box = SVGRect(viewBox: root["viewBox"])
    viewBox = box.flatMap { $0.isEmpty ? nil : $0 }
    preserveAspectRatio = PreserveAspectRatio(root["preserveAspectRatio"])
    let lengthContext = LengthContext(width: 0, height: 0, rootWidth: 0, rootHeight: 0)
    var values: [GeometryProperty: String] = [.width: root["width"] ?? "", .height: root["height"] ?? ""]
    let own = root["style"].flatMap { budget.spend($0.utf8.count) ? Declarations($0) : nil }
    for line in sheet.declarations(for: 0, own: own, in: markup, budget: budget) {
      if case .geometry(let name) = line.name { values[name] = line.value }
    }
    /// Returns an absolute side. A percentage refers to an enclosing page and does not count.
    func side(_ name: GeometryProperty) -> Number? {
      guard let length = values[name].flatMap({ ValueReader.length($0) }), length.unit != .percent, length.value >= 0 else {
        return nil
      }
      return lengthContext.userUnits(length, .diagonal)
    }
    let (givenWidth, givenHeight) = (side(.width), side(.height))
    let standard = viewBox ?? SVGRect(x: 0, y: 0, width: 300, height: 150)
    // Nothing is drawn beyond this limit.
    func clampedSide(_ value: Number) -> Number { value.clamped(from: 0, to: Number(1 << 24)) }
    switch (givenWidth, givenHeight) {
    case (let givenWidth?, let givenHeight?): (width, height) = (clampedSide(givenWidth), clampedSide(givenHeight))
    case (let givenWidth?, nil):
      (width, height) = (clampedSide(givenWidth), clampedSide(viewBox == nil ? 150 : givenWidth * standard.height / standard.width))
    case (nil, let givenHeight?):
      (width, height) = (
        clampedSide(viewBox == nil ? 300 : givenHeight * standard.width / standard.height), clampedSide(givenHeight)
      )
    case (nil, nil): (width, height) = (clampedSide(standard.width), clampedSide(standard.height))
    }
  }

  /// Releases data of the document that is not needed after the first recording.
  ///
  /// - Parameter isFinal: Whether the document is never recorded again.
  mutating func releaseSourceData(isFinal: Bool) {
    if isFinal {
      (markup, sheet, embedded) = (Markup(), StyleSheet(), [:])
    } else {
      for (index, content) in embedded {
        markup.removeEmbeddedData(of: index)
        if case .drawing(var inner) = content {
          inner.releaseSourceData(isFinal: false)
          embedded[index] = .drawing(inner)
        }
      }
    }
  }
}
