public import CartoucheRaster
internal import Synchronization

/// A drawing from an SVG file: an icon or an illustration that is drawn sharp at every size.
///
///     let icon = try SVG(bytes)
///     list.draw(icon, in: Rect(x: 8, y: 8, width: 24, height: 24))
///     layer.contents = icon.picture(size: PixelSize(width: 48, height: 48))
///
/// What icons and illustrations are made of is drawn: shapes, gradients, patterns, strokes, clips, masks, groups with opacity and blend modes, `use` and
/// style sheets. Text, filters, scripts and animation are not; ``warnings`` names what was left out, and where. What it draws never changes; copies share
/// what they hold.
///
/// - Source: SVG 1.1, and of SVG 2 what browsers draw.
public struct SVG: Sendable {
  /// Its own size, in points: `width` and `height`, else the ``viewBox``'s, else 300 × 150.
  public let size: Size
  /// The part of its own space that is shown, if the file says so.
  public let viewBox: Rect?

  let document: SVGDocument
  /// Recorded in its own size.
  let list: DisplayList
  /// Whether it is to be recorded anew for a size: patterns are tiles of pixels, and some strokes do not scale.
  let dependsOnScale: Bool
  /// Such a list as it was drawn last, and what all recordings told.
  private let recordings: RecordingCache
  private let byteCount: Int
  /// What is still kept of the file's attributes.
  package var attributeBytes: Int { document.markup.attributeBytes }
  /// How much work it was to record.
  package let steps: Int

  /// Reads a file.
  ///
  /// - Parameter bytes: the whole file, in any encoding that expat knows (UTF-8, UTF-16, Latin-1, ASCII).
  /// - Throws: ``SVGError`` for what is no drawing at all; a drawing with errors is drawn as browsers do, and has ``warnings``.
  /// - Complexity: one pass to read, one to record. A file of a few bytes may ask for as many shapes as ``SVGLimit`` allows, and no more.
  public init(_ bytes: [UInt8]) throws(SVGError) { try self.init(bytes, work: SVGLimit.work) }

  /// Reads a file with another limit of its work.
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

  /// What was not drawn as the file says; each once.
  ///
  /// A drawing with patterns may get more when it is shown at another size: their tiles are then drawn anew.
  public var warnings: [SVGWarning] { recordings.warnings.list }

  /// What is drawn where a point of it is `scale` pixels large.
  fileprivate func list(scale: Number) -> DisplayList {
    guard dependsOnScale else { return list }
    let scale = SVGRecorder.clampedScale(scale)
    if let known = recordings.list(scale: scale) { return known }
    let recorder = SVGRecorder(document, scale: scale, budget: SVGBudget(bytes: byteCount))
    let list = recorder.record()
    recordings.store(list, scale: scale, recorder.warnings)
    return list
  }

  /// The drawing as a picture of `size` pixels, on nothing: as large as fits with its proportions kept (or as its `preserveAspectRatio` says).
  ///
  /// - Parameter workers: who draws.
  public func image(size: PixelSize, workers: any WorkerPool = SerialWorkerPool()) -> Image {
    var list = DisplayList()
    list.draw(self, in: Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height)))
    return Image(rendering: list, size: size, workers: workers)
  }
}

/// The list of the scale at which a drawing was drawn last: one that stays as it is on the screen is not recorded each time. Threads may draw it at once.
private final class RecordingCache: Sendable {
  private struct State {
    var last: (scale: Number, list: DisplayList)?
    var warnings: SVGWarnings
  }

  private let kept: Mutex<State>

  init(_ warnings: SVGWarnings) { kept = Mutex(State(warnings: warnings)) }

  var warnings: SVGWarnings { kept.withLock { $0.warnings } }

  func list(scale: Number) -> DisplayList? {
    kept.withLock { $0.last.flatMap { $0.scale == scale ? $0.list : nil } }
  }

  func store(_ list: DisplayList, scale: Number, _ warnings: SVGWarnings) {
    kept.withLock {
      $0.last = (scale, list)
      $0.warnings.formUnion(warnings)
    }
  }
}

extension DisplayList {
  /// Draws `drawing` inside `rect`: as large as fits with its proportions kept, in the middle, unless its `preserveAspectRatio` says otherwise.
  ///
  /// - Complexity: copies the recorded list; a drawing with patterns, or with strokes that do not scale, is recorded anew if it is drawn larger or smaller
  ///   than the last time, and its tiles are drawn at the size in which `transform` shows them.
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
      // It covers all of the rectangle, and more.
      list.clipped(to: rect, transform: transform) { $0.append(content, transform: map) }
    }
    if opacity == 255 { record(&self) } else { group(opacity: opacity, record) }
  }
}

extension Homography {
  /// How much larger a rectangle of `size` at the origin is seen: the longer of its two middle lines, compared with what it is.
  fileprivate func magnification(of size: Size) -> Number {
    let (width, height) = (size.width, size.height)
    func stretch(_ from: Point, _ to: Point, _ length: Scalar) -> Number {
      guard let a = project(from), let b = project(to), length > 0 else { return 1 }
      return Number(rounding: Scalar.hypotenuse(b.x - a.x, b.y - a.y)) / Number(rounding: length)
    }
    return max(
      stretch(Point(x: 0, y: height / 2), Point(x: width, y: height / 2), width),
      stretch(Point(x: width / 2, y: 0), Point(x: width / 2, y: height), height))
  }
}
