/// How much a file may ask for. What is beyond is left out, and a warning says so.
enum SVGLimit {
  /// Steps of work, beside eight for each byte of the file, of some 5 to 50 ns: comparing an element with a rule takes four of them, reading a byte of an
  /// attribute again one, going into an element some fifty.
  static let work = 1 << 24
  /// Elements, groups, clips and masks drawn, each time they are: `use` and patterns show the same ones again.
  static let elements = 100_000
  /// Elements in each other while drawing, with those that `use` brings.
  static let depth = 100
  /// Groups, clips and masks in each other: Raster's 64, but for some that the drawing itself may stand in.
  static let levels = 56
  /// Pixels times shapes of all tiles of patterns.
  static let tileSteps = 1 << 28
  /// Pixels of all tiles.
  static let tilePixels = 1 << 24
  /// The longer side of a tile, in pixels.
  static let tileSide = 2048
  /// Pixels of all pictures inside the file, with those that turn out to be broken.
  static let imagePixels = 1 << 24
  /// Markers drawn.
  static let markers = 10_000
  /// Files in each other.
  static let files = 4
  /// Warnings that are kept.
  static let warnings = 100
}

/// What a file may still ask for: one for it and for all drawings inside of it.
final class SVGBudget {
  /// Each is told about once, where it is first met.
  enum Limit: Hashable { case work, elements, markers }

  private let whole: Int
  private(set) var work: Int
  private(set) var elements = SVGLimit.elements
  var tileSteps = SVGLimit.tileSteps
  var tilePixels = SVGLimit.tilePixels
  var imagePixels = SVGLimit.imagePixels
  var markers = SVGLimit.markers
  private var told: Set<Limit> = []

  /// - Parameters:
  ///   - count: the file's bytes.
  ///   - work: beside those.
  init(bytes count: Int, work: Int = SVGLimit.work) {
    whole = work + 8 * count
    self.work = whole
  }

  /// The steps that were taken.
  var spent: Int { whole - max(work, 0) }

  /// Takes steps off.
  ///
  /// - Returns: false if there were not as many left; then there are none.
  @discardableResult
  func spend(_ steps: Int) -> Bool {
    work = max(work - min(steps, work + 1), -1)
    return work >= 0
  }

  var isExhausted: Bool { work < 0 }

  /// Counts things that are drawn.
  func spend(elements count: Int) { elements = max(elements - count, 0) }

  /// Whether this is the first time that `limit` is met.
  func isFirstReport(of limit: Limit) -> Bool { told.insert(limit).inserted }
}
