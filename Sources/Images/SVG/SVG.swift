public import CartoucheRaster
internal import Synchronization

/// A vector drawing from an SVG file, such as an icon or illustration, drawn sharp at every size.
///
///     let icon = try SVG(bytes)
///     list.draw(icon, in: Rect(x: 8, y: 8, width: 24, height: 24))
///     layer.contents = icon.image(size: PixelSize(width: 48, height: 48))
///
/// Shapes, gradients, patterns, strokes, clips, masks, groups with opacity and blend modes, `use` and style
/// sheets are supported. Text, filters, scripts and animation are not; ``warnings`` lists what was omitted,
/// and where. A drawing is immutable, and copies share their storage.
///
/// A drawing is recorded once at its natural size, and drawing it copies that list. Patterns become tiles of
/// pixels at the resolution in which they are shown. A drawing with patterns or with strokes that do not
/// scale is therefore recorded again for another size. For other drawings only the list stays in memory.
///
/// Numbers are clamped to ±2^31. Coordinates are rounded to 1/65 536 user unit before they are transformed.
/// An enlarged drawing with a size of a thousandth of a unit therefore shows steps.
///
/// - Source: SVG 1.1, and the parts of SVG 2 that browsers implement.
public struct SVG: Sendable {
  /// The natural size in points: `width` and `height`, or the size of the ``viewBox``, or 300 × 150.
  public let size: Size
  /// The part of the drawing's user space that is shown, if the file defines it.
  public let viewBox: Rect?

  let document: SVGDocument
  /// The display list at the natural size.
  let list: DisplayList
  /// Whether the drawing must be recorded for each scale, because it has patterns or strokes that do not
  /// scale.
  let dependsOnScale: Bool
  /// The latest recording at another scale, and the warnings of all recordings.
  private let recordings: RecordingCache
  private let byteCount: Int
  /// The number of bytes of attributes that are still in memory.
  package var attributeBytes: Int { document.markup.attributeBytes }
  /// The steps of work that the recording took.
  package let steps: Int

  /// Reads an SVG file.
  ///
  /// - Parameter bytes: The whole file, in an encoding that expat supports (UTF-8, UTF-16, Latin-1, ASCII).
  /// - Throws: ``SVGError`` if the file is not a drawing. A drawing with errors is drawn as browsers do and
  ///   has ``warnings``.
  /// - Complexity: One pass to parse and one to record. A small file may cause much work, limited by
  ///   `SVGLimit`.
  public init(_ bytes: [UInt8]) throws(SVGError) { try self.init(bytes, work: SVGLimit.work) }

  /// Reads a file with another limit of work.
  package init(_ bytes: [UInt8], work: Int) throws(SVGError) {
    let budget = SVGBudget(bytes: bytes.count, work: work)
    let recorder = SVGRecorder(SVGDocument(try Markup(bytes), budget: budget), scale: 1, budget: budget)
    list = recorder.record()
    var document = recorder.finished
    document.releaseSourceData(isFinal: !recorder.dependsOnScale)
    self.document = document
    byteCount = bytes.count
    steps = budget.spent
    dependsOnScale = recorder.dependsOnScale
    recordings = RecordingCache(recorder.warnings)
    if dependsOnScale { recordings.store(list, scale: 1, SVGWarnings()) }
    size = Size(width: Scalar(rounding: document.width), height: Scalar(rounding: document.height))
    viewBox = document.viewBox?.rect
  }

  /// The parts that were not drawn as the file says, each listed once.
  ///
  /// If a drawing has patterns or strokes that do not scale, drawing it at another size may add warnings.
  public var warnings: [SVGWarning] { recordings.warnings.list }

  /// Returns the display list for a scale in pixels per point.
  fileprivate func list(scale: Number) -> DisplayList {
    guard dependsOnScale else { return list }
    let scale = SVGRecorder.clampedScale(scale)
    if let cached = recordings.list(scale: scale) { return cached }
    let recorder = SVGRecorder(document, scale: scale, budget: SVGBudget(bytes: byteCount))
    let list = recorder.record()
    recordings.store(list, scale: scale, recorder.warnings)
    return list
  }

  /// Renders the drawing to a transparent image of `size` pixels.
  ///
  /// The drawing is scaled to fit and keeps its proportions, unless its `preserveAspectRatio` says otherwise.
  ///
  /// - Parameter workers: The workers that render the blocks.
  public func image(size: PixelSize, workers: any WorkerPool = SerialWorkerPool()) -> Image {
    var list = DisplayList()
    list.draw(self, in: Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height)))
    return Image(rendering: list, size: size, workers: workers)
  }
}

/// A cache of the latest recording, so that a drawing at a constant size is not recorded for each frame.
/// Thread-safe.
private final class RecordingCache: Sendable {
  private struct State {
    var last: (scale: Number, list: DisplayList)?
    var warnings: SVGWarnings
  }

  private let state: Mutex<State>

  init(_ warnings: SVGWarnings) { state = Mutex(State(warnings: warnings)) }

  var warnings: SVGWarnings { state.withLock { $0.warnings } }

  func list(scale: Number) -> DisplayList? {
    state.withLock { $0.last.flatMap { $0.scale == scale ? $0.list : nil } }
  }

  func store(_ list: DisplayList, scale: Number, _ warnings: SVGWarnings) {
    state.withLock {
      $0.last = (scale, list)
      $0.warnings.formUnion(warnings)
    }
  }
}

extension DisplayList {
  /// Draws an SVG scaled to fit and centered in `rect`, with its proportions kept unless its
  /// `preserveAspectRatio` says otherwise.
  ///
  /// - Complexity: Copies the recorded list. A drawing with patterns or strokes that do not scale is recorded
  ///   again when its size on the screen changes.
  public mutating func draw(_ drawing: SVG, in rect: Rect, transform: Homography = .identity, opacity: UInt8 = 255) {
    let box = SVGRect(
      x: Number(rounding: rect.minX), y: Number(rounding: rect.minY), width: Number(rounding: rect.width),
      height: Number(rounding: rect.height))
    let document = drawing.document
    let own = SVGRect(x: 0, y: 0, width: document.width, height: document.height)
    guard let fit = document.preserveAspectRatio.transform(from: own, to: box) else { return }
    let map = Homography(fit).concatenating(transform)
    let content = drawing.dependsOnScale ? drawing.list(scale: map.magnification(of: drawing.size)) : drawing.list
    func record(_ list: inout DisplayList) {
      guard document.preserveAspectRatio.kind == .slice else { return list.append(content, transform: map) }
      // The drawing extends beyond the rectangle.
      list.clipped(to: rect, transform: transform) { $0.append(content, transform: map) }
    }
    if opacity == 255 { record(&self) } else { group(opacity: opacity, record) }
  }
}

extension Homography {
  /// Returns the factor by which a rectangle of `size` at the origin is magnified, measured along its longer
  /// center line.
  fileprivate func magnification(of size: Size) -> Number {
    let (width, height) = (size.width, size.height)
    func scale(_ from: Point, _ to: Point, _ length: Scalar) -> Number {
      guard let a = project(from), let b = project(to), length > 0 else { return 1 }
      return Number(rounding: Scalar.hypotenuse(b.x - a.x, b.y - a.y)) / Number(rounding: length)
    }
    return max(
      scale(Point(x: 0, y: height / 2), Point(x: width, y: height / 2), width),
      scale(Point(x: width / 2, y: 0), Point(x: width / 2, y: height), height))
  }
}
