import CartoucheRaster

/// A file that was read, what its outermost element says about its size, and what was found in it when it was drawn first.
struct SVGDocument: Sendable {
  private(set) var markup: Markup
  private(set) var sheet: StyleSheet
  /// The sides of the outermost viewport, in points.
  let width: Number
  let height: Number
  let viewBox: SVGRect?
  let preserveAspectRatio: PreserveAspectRatio
  /// What was found inside the file's `image` elements.
  var embedded: [Int: EmbeddedContent] = [:]

  /// What stands in a `data:` address.
  enum EmbeddedContent: Sendable {
    case nothing
    case image(Image)
    case drawing(SVGDocument)
  }

  /// - Parameter budget: what it takes to find the outermost element's rules is taken off it.
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
    var said: [GeometryProperty: String] = [.width: root["width"] ?? "", .height: root["height"] ?? ""]
    let own = root["style"].flatMap { budget.spend($0.utf8.count) ? Declarations($0) : nil }
    for line in sheet.declarations(for: 0, own: own, in: markup, budget: budget) {
      if case .geometry(let name) = line.name { said[name] = line.value }
    }
    /// A side that is said in units; one in percent is for the page that the drawing stands on.
    func side(_ name: GeometryProperty) -> Number? {
      guard let length = said[name].flatMap({ ValueReader.length($0) }), length.unit != .percent, length.value >= 0 else {
        return nil
      }
      return lengthContext.userUnits(length, .diagonal)
    }
    let (across, down) = (side(.width), side(.height))
    let standard = viewBox ?? SVGRect(x: 0, y: 0, width: 300, height: 150)
    // What is beyond would not be drawn in any case.
    func clampedSide(_ value: Number) -> Number { value.clamped(from: 0, to: Number(1 << 24)) }
    switch (across, down) {
    case (let across?, let down?): (width, height) = (clampedSide(across), clampedSide(down))
    case (let across?, nil):
      (width, height) = (clampedSide(across), clampedSide(viewBox == nil ? 150 : across * standard.height / standard.width))
    case (nil, let down?):
      (width, height) = (clampedSide(viewBox == nil ? 300 : down * standard.width / standard.height), clampedSide(down))
    case (nil, nil): (width, height) = (clampedSide(standard.width), clampedSide(standard.height))
    }
  }

  /// Gives up what is needed no more once all of it was drawn.
  ///
  /// - Parameter isFinal: whether it is never drawn again.
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
