import CartoucheRaster

/// A file that was read, what its outermost element says about its size, and what was found in it when it was drawn first.
struct SVGDocument: Sendable {
  let markup: Markup
  let sheet: StyleSheet
  /// The sides of the outermost viewport, in points.
  let width: Number
  let height: Number
  let viewBox: Box?
  let fitting: Fitting
  /// What was found inside the file's `image` elements.
  var embedded: [Int: Embedded] = [:]

  /// What stands in a `data:` address.
  enum Embedded: Sendable {
    case nothing
    case picture(Picture)
    case drawing(SVGDocument)
  }

  init(_ markup: Markup) {
    self.markup = markup
    var sheet = StyleSheet()
    for text in markup.sheets {
      if let type = markup[text.index]["type"], !type.isEmpty, type != "text/css" { continue }
      sheet.append(text)
    }
    self.sheet = sheet
    let root = markup[0]
    let box = Box(viewBox: root["viewBox"])
    viewBox = box.flatMap { $0.isEmpty ? nil : $0 }
    fitting = Fitting(root["preserveAspectRatio"])
    let measures = Measures(width: 0, height: 0, rootWidth: 0, rootHeight: 0)
    /// A side that is said in units; one in percent is for the page that the drawing stands on.
    func side(_ name: String) -> Number? {
      guard let length = root[name].flatMap({ ValueReader.length($0) }), length.unit != .percent, length.value >= 0 else {
        return nil
      }
      return measures.units(length, .other)
    }
    let (across, down) = (side("width"), side("height"))
    let own = viewBox ?? Box(x: 0, y: 0, width: 300, height: 150)
    // What is beyond would not be drawn in any case.
    func held(_ value: Number) -> Number { min(max(value, 0), Number(1 << 24)) }
    switch (across, down) {
    case (let across?, let down?): (width, height) = (held(across), held(down))
    case (let across?, nil): (width, height) = (held(across), held(viewBox == nil ? 150 : across * own.height / own.width))
    case (nil, let down?): (width, height) = (held(viewBox == nil ? 300 : down * own.width / own.height), held(down))
    case (nil, nil): (width, height) = (held(own.width), held(own.height))
    }
  }
}
