import CartoucheRaster

/// A rectangle with the precision of the file's numbers.
struct SVGRect: Hashable, Sendable {
  var x: Number, y: Number, width: Number, height: Number

  var rect: Rect {
    Rect(x: Scalar(rounding: x), y: Scalar(rounding: y), width: Scalar(rounding: width), height: Scalar(rounding: height))
  }

  var isEmpty: Bool { width <= 0 || height <= 0 }

  init(x: Number, y: Number, width: Number, height: Number) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Parses a `viewBox`; nil if it is not four valid numbers.
  init?(viewBox text: String?) {
    guard let text else { return nil }
    let (numbers, isComplete) = ValueReader.numbers(text)
    guard isComplete, numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

/// The way in which a drawing is fitted into a viewport: `preserveAspectRatio` (SVG 1.1, section 7.8).
struct PreserveAspectRatio: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The proportions change to fill the viewport.
    case stretched
    /// The whole drawing is visible.
    case meet
    /// The whole viewport is covered.
    case slice
  }

  var kind = Kind.meet
  /// The fractions of the free space to the left and above: 0, ½ or 1.
  var x: Number = 0.5
  var y: Number = 0.5

  static let standard = PreserveAspectRatio()

  /// Parses the attribute; the default if it is invalid.
  init(_ text: String?) { self = text.flatMap { PreserveAspectRatio(parsing: $0) } ?? .standard }

  /// Parses the attribute; nil if it is invalid.
  init?(parsing text: String) {
    var words = text.words
    if words.first == "defer" { words.removeFirst() }
    guard let align = words.first else { return }
    guard words.count < 3, ["meet", "slice"].contains(words.dropFirst().first ?? "meet") else { return nil }
    if align == "none" {
      kind = .stretched
      return
    }
    let shares: [String: Number] = ["Min": 0, "Mid": 0.5, "Max": 1]
    guard align.utf8.count == 8, align.hasPrefix("x"), let across = shares[String(align.dropFirst().prefix(3))],
      let down = shares[String(align.suffix(3))]
    else { return nil }
    (x, y) = (across, down)
    if words.dropFirst().first == "slice" { kind = .slice }
  }

  private init() {}

  /// Returns the transform from `content` to `viewport`; nil if one of them is empty.
  func transform(from content: SVGRect, to viewport: SVGRect) -> AffineTransform? {
    guard !content.isEmpty, !viewport.isEmpty else { return nil }
    var (across, down) = (viewport.width / content.width, viewport.height / content.height)
    switch kind {
    case .stretched: break
    case .meet: (across, down) = (min(across, down), min(across, down))
    case .slice: (across, down) = (max(across, down), max(across, down))
    }
    return AffineTransform(
      a: across, b: 0, c: 0, d: down,
      tx: viewport.x + (viewport.width - content.width * across) * x - content.x * across,
      ty: viewport.y + (viewport.height - content.height * down) * y - content.y * down)
  }
}
