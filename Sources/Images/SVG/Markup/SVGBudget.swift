/// The limits of the resources that an SVG file may use. Content beyond a limit is omitted with a warning.
///
/// With these limits, a hostile file of one megabyte takes at most 1.2 s and 290 MB to read. This was
/// measured with 91 kinds of such files. A file with 12 KB of nested clip paths takes 0.6 s. The time of
/// drawing to the display is not limited: a hundred thousand shapes of the display's size are all drawn.
enum SVGLimit {
  /// The steps of work that reading may take, in addition to eight steps for each byte of the file.
  ///
  /// A step takes about 5 to 50 ns. Comparing an element with a rule takes four steps. Reading a byte of an
  /// attribute again takes one step. Entering an element takes about fifty steps.
  static let work = 1 << 24
  /// The number of drawn elements, groups, clips and masks. Each copy by `use` or a pattern counts.
  static let elements = 100_000
  /// The depth of nested elements while drawing. Elements that `use` inserts count too.
  static let depth = 100
  /// The depth of nested groups, clips and masks: 56 of the 64 levels that Raster supports.
  ///
  /// The eight other levels are left for the content that contains the drawing.
  static let levels = 56
  /// The number of steps to draw all pattern tiles. Each shape takes as many steps as its tile has pixels.
  static let tileSteps = 1 << 28
  /// The number of pixels in all pattern tiles.
  static let tilePixels = 1 << 24
  /// The longer side of a tile, in pixels.
  static let tileSide = 2048
  /// The number of pixels in all embedded images, including damaged ones.
  static let imagePixels = 1 << 24
  /// The number of drawn markers.
  static let markers = 10_000
  /// The depth of drawings that are embedded in each other.
  static let files = 4
  /// The number of warnings that are stored.
  static let warnings = 100
}

/// The remaining resources that an SVG file may use. The drawings that are embedded in the file share them.
final class SVGBudget {
  /// The limits whose first violation is reported. Later violations of the same limit are not reported.
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
  ///   - work: The steps of work, in addition to eight steps for each byte.
  init(bytes count: Int, work: Int = SVGLimit.work) {
    total = work + 8 * count
    self.work = total
  }

  /// The steps of work that have been spent.
  var spent: Int { total - max(work, 0) }

  /// Spends steps of work.
  ///
  /// - Returns: Whether enough steps were left. If false, the budget is now exhausted.
  @discardableResult
  func spend(_ steps: Int) -> Bool {
    work = max(work - min(steps, work + 1), -1)
    return work >= 0
  }

  var isExhausted: Bool { work < 0 }

  /// Counts drawn elements.
  func spend(elements count: Int) { elements = max(elements - count, 0) }

  /// Records that the violation of `limit` is reported.
  ///
  /// - Returns: Whether `limit` is reported for the first time.
  func isFirstReport(of limit: Limit) -> Bool { reported.insert(limit).inserted }
}
