/// Limits of the resources that a file may use. Content beyond them is omitted with a warning.
///
/// With these limits, 91 kinds of hostile files of one megabyte take at most 1.2 s and 290 MB to read. 12 KB
/// of nested clip paths take 0.6 s. Drawing to the screen is not limited: a hundred thousand shapes of the
/// screen's size take their time.
enum SVGLimit {
  /// The steps of work, in addition to eight for each byte of the file; each takes about 5 to 50 ns.
  ///
  /// Comparing an element with a rule takes four steps, reading a byte of an attribute again takes one, and
  /// entering an element about fifty.
  static let work = 1 << 24
  /// The number of drawn elements, groups, clips and masks. Each copy by `use` or a pattern counts.
  static let elements = 100_000
  /// The depth of nested elements while drawing, including those that `use` brings in.
  static let depth = 100
  /// The depth of nested groups, clips and masks: Raster's 64, less eight for the content that the drawing is
  /// in.
  static let levels = 56
  /// The number of pixels times shapes in all pattern tiles.
  static let tileSteps = 1 << 28
  /// The number of pixels in all pattern tiles.
  static let tilePixels = 1 << 24
  /// The longer side of a tile, in pixels.
  static let tileSide = 2048
  /// The number of pixels in all embedded images, including damaged ones.
  static let imagePixels = 1 << 24
  /// The number of drawn markers.
  static let markers = 10_000
  /// The depth of drawings embedded in each other.
  static let files = 4
  /// The number of warnings that are stored.
  static let warnings = 100
}

/// The resources that a file may still use, shared with all drawings embedded in it.
final class SVGBudget {
  /// The limits that are reported once, where they are first exceeded.
  enum Limit: Hashable { case work, elements, markers }

  private let total: Int
  private(set) var work: Int
  private(set) var elements = SVGLimit.elements
  var tileSteps = SVGLimit.tileSteps
  var tilePixels = SVGLimit.tilePixels
  var imagePixels = SVGLimit.imagePixels
  var markers = SVGLimit.markers
  private var reported: Set<Limit> = []

  /// - Parameters:
  ///   - count: The size of the file in bytes.
  ///   - work: The steps of work, in addition to those for the file's size.
  init(bytes count: Int, work: Int = SVGLimit.work) {
    total = work + 8 * count
    self.work = total
  }

  /// The steps used so far.
  var spent: Int { total - max(work, 0) }

  /// Takes steps from the budget.
  ///
  /// - Returns: false if fewer steps were left. The budget is then exhausted.
  @discardableResult
  func spend(_ steps: Int) -> Bool {
    work = max(work - min(steps, work + 1), -1)
    return work >= 0
  }

  var isExhausted: Bool { work < 0 }

  /// Counts drawn elements.
  func spend(elements count: Int) { elements = max(elements - count, 0) }

  /// Returns true the first time that `limit` is reported.
  func isFirstReport(of limit: Limit) -> Bool { reported.insert(limit).inserted }
}
