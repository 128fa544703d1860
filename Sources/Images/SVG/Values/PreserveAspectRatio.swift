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

  /// Parses a `viewBox`. If the text is not four valid numbers, the result is nil.
  init?(viewBox text: String?) {
    guard let text else { return nil }
    let (numbers, isComplete) = ValueReader.numbers(text)
    guard isComplete, numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

/// The way in which a drawing is fitted into a viewport, from the attribute `preserveAspectRatio`.
///
/// - Source: SVG 1.1, section 7.8.
struct PreserveAspectRatio: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The drawing is stretched to the size of the viewport. Its proportions may change.
    case stretched
    /// The drawing is as large as possible with all of the drawing inside the viewport.
    case meet
    /// The drawing is as small as possible while covering the whole viewport.
    case slice
  }

  var kind = Kind.meet
  /// The fraction of the free width that is left of the drawing: 0, ½ or 1.
  var x: Number = 0.5
  /// The fraction of the free height that is above the drawing: 0, ½ or 1.
  var y: Number = 0.5

  static let standard = PreserveAspectRatio()

  /// Parses the attribute. If the attribute is missing or invalid, the result is ``standard``.
  init(_ text: String?) { self = text.flatMap { PreserveAspectRatio(parsing: $0) } ?? .standard }

  /// Parses the attribute. If the attribute is invalid, the result is nil.
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

  /// Returns the transform from `content` to `viewport`. If either rectangle is empty, the function returns
  /// nil.
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
