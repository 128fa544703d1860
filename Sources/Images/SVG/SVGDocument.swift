import CartoucheRaster

/// How much a file may ask for. What is beyond is left out, and a warning says so.
enum SVGLimit {
  /// Elements drawn, each time they are: `use` and patterns show the same ones again.
  static let elements = 100_000
  /// Elements in each other while drawing, with those that `use` brings.
  static let depth = 100
  /// Pixels times shapes of all tiles of patterns.
  static let tileSteps = 1 << 28
  /// The longer side of a tile, in pixels.
  static let tileSide = 2048
  /// Pixels of all pictures inside the file.
  static let picturePixels = 1 << 24
  /// Comparisons of elements with rules of style sheets.
  static let tries = 1 << 24
  /// Warnings that are kept.
  static let warnings = 100
  /// Path steps and markers on them.
  static let markers = 10_000
}

/// A file that was read, and what its outermost element says about its size.
struct SVGDocument: Sendable {
  let markup: Markup
  let sheet: StyleSheet
  /// Of the outermost viewport, in points.
  let width: Number
  let height: Number
  let viewBox: Box?
  let fitting: Fitting

  init(_ markup: Markup) {
    self.markup = markup
    var sheet = StyleSheet()
    for node in markup.nodes where node.tag == .style {
      if let type = node["type"], !type.isEmpty, type != "text/css" { continue }
      sheet.append(node.text)
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

/// Collects warnings, each once.
struct SVGWarnings {
  private(set) var list: [SVG.Warning] = []
  private var known: Set<SVG.Warning> = []

  mutating func add(_ message: String, at place: SVG.Place) {
    let warning = SVG.Warning(place: place, message: message)
    guard list.count < SVGLimit.warnings, known.insert(warning).inserted else { return }
    list.append(warning)
  }
}
