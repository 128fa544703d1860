public import CartoucheRaster
internal import Synchronization

/// A vector drawing that was read from an SVG file. The drawing is sharp at every size.
///
///     let icon = try SVG(bytes)
///     list.draw(icon, in: Rect(x: 8, y: 8, width: 24, height: 24))
///     layer.contents = icon.image(size: PixelSize(width: 48, height: 48))
///
/// The supported features are shapes, gradients, patterns, strokes, clips, masks, groups with opacity and
/// blend modes, `use` elements and style sheets. Text, filters, scripts and animation are not supported.
/// ``warnings`` lists the omitted parts of a file and their locations. A drawing is immutable, and copies of
/// a drawing share memory.
///
/// When the file is read, the drawing is converted to a display list, a list of drawing commands. Each call
/// of `DisplayList.draw(_:in:transform:opacity:)` copies these commands.
///
/// Two features depend on the scale at which the drawing is shown. A pattern is drawn as a tile of pixels at
/// the resolution of the display. A stroke with `vector-effect: non-scaling-stroke` has the same width on the
/// display at every scale. If a drawing has one of these features, it is converted again when the scale
/// changes. Other drawings keep only their display list in memory.
///
/// Numbers in the file are clamped to ±2^31. Coordinates are rounded to multiples of 1/65 536 of a user unit
/// before they are transformed. If a drawing is only a thousandth of a unit wide, this rounding is visible
/// when the drawing is enlarged.
///
/// - Source: SVG 1.1, and the parts of SVG 2 that browsers implement.
public struct SVG: Sendable {
  /// The natural size of the drawing, in points.
  ///
  /// The size is given by the file's `width` and `height` attributes. An attribute that is a percentage
  /// counts as missing. If both attributes are missing, the drawing has the size of the ``viewBox``. If only
  /// one attribute is missing, the drawing has the proportions of the view box. Without a view box, a missing
  /// width is 300 points and a missing height is 150 points.
  public let size: Size
  /// The visible rectangle of the drawing's coordinate system, from the file's `viewBox` attribute.
  ///
  /// The property is nil if the file has no valid `viewBox`.
  public let viewBox: Rect?

  let document: SVGDocument
  /// The display list of the drawing at its natural size.
  let list: DisplayList
  /// Whether the drawing must be recorded for each scale, because the drawing has patterns or non-scaling
  /// strokes.
  let dependsOnScale: Bool
  /// The latest recording of a drawing that depends on the scale, and the warnings of all recordings.
  private let recordings: RecordingCache
  private let byteCount: Int
  /// The number of bytes of the file's attributes that are still in memory.
  package var attributeBytes: Int { document.markup.attributeBytes }
  /// The steps of work that the recording at the natural size took, as ``SVGLimit`` counts them.
  package let steps: Int

  /// Creates a drawing from the bytes of an SVG file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, in an encoding that expat supports: UTF-8, UTF-16, Latin-1 or ASCII. The file
  ///     may be compressed with gzip, like `.svgz` files.
  ///   - linkedFiles: A closure that returns the bytes of the files to which `image` elements refer. If nil,
  ///     such images are not drawn. Drawings in other files and in `data:` URLs cannot refer to files.
  /// - Throws: ``SVGError`` if the file is not a drawing. If only parts of a drawing are invalid, no error is
  ///   thrown. The drawing then looks the same as in a browser, and ``warnings`` lists the invalid parts.
  /// - Complexity: One pass to parse the file and one pass to record the display list. A small file may cause
  ///   much work, but the work is limited.
  public init(_ bytes: [UInt8], linkedFiles: SVGLinkedFileReader? = nil) throws(SVGError) {
    try self.init(bytes, work: SVGLimit.work, linkedFiles: linkedFiles)
  }

  /// Reads a drawing with another limit of work than ``SVGLimit/work``.
  package init(_ file: [UInt8], work: Int, linkedFiles: SVGLinkedFileReader? = nil) throws(SVGError) {
    let bytes = Gzip.isCompressed(file) ? try Gzip.inflated(file) : file
    let budget = SVGBudget(bytes: bytes.count, work: work)
    let recorder = SVGRecorder(SVGDocument(try Markup(bytes), budget: budget), scale: 1, budget: budget)
    recorder.elements.linkedFiles = linkedFiles
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

  /// The warnings that parts of the drawing are omitted, or are drawn differently than the file says.
  ///
  /// No warning is listed twice. If there are too many warnings, the last element says how many are not
  /// listed. If a drawing has patterns or non-scaling strokes, drawing it at a new size may add warnings.
  public var warnings: [SVGWarning] { recordings.warnings.list }

  /// Returns the display list of the drawing for a scale in pixels per point.
  fileprivate func list(scale: Number) -> DisplayList {
    guard dependsOnScale else { return list }
    let scale = SVGRecorder.clampedScale(scale)
    if let cached = recordings.list(scale: scale) { return cached }
    let recorder = SVGRecorder(document, scale: scale, budget: SVGBudget(bytes: byteCount))
    let list = recorder.record()
    recordings.store(list, scale: scale, recorder.warnings)
    return list
  }

  /// Returns an image of `size` pixels that shows the drawing on a transparent background.
  ///
  /// By default, the drawing is scaled to fit the image and keeps its proportions. If the file has a
  /// `preserveAspectRatio` attribute, that attribute determines scale, alignment and proportions instead.
  ///
  /// - Parameter workers: The worker pool that renders the image. By default, the calling thread renders
  ///   alone.
  public func image(size: PixelSize, workers: any WorkerPool = SerialWorkerPool()) -> Image {
    var list = DisplayList()
    list.draw(self, in: Rect(x: 0, y: 0, width: Scalar(size.width), height: Scalar(size.height)))
    return Image(rendering: list, size: size, workers: workers)
  }
}

/// A thread-safe cache of a drawing's latest recording and its warnings.
///
/// With the cache, a drawing whose size is constant is not recorded for each frame.
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
  /// Adds an SVG drawing to the display list, scaled to fit `rect` and centered in `rect`.
  ///
  /// By default, the drawing keeps its proportions. If the file has a `preserveAspectRatio` attribute, that
  /// attribute determines scale, alignment and proportions instead.
  ///
  /// - Parameters:
  ///   - rect: The rectangle that the drawing is scaled to fit. `transform` maps this rectangle to the
  ///     display list's space.
  ///   - transform: The transform from the space of `rect` to the space of the display list.
  ///   - opacity: The opacity of the drawing as a whole, from 0 (invisible) to 255 (opaque).
  /// - Complexity: Copies the drawing's commands. A drawing with patterns or non-scaling strokes is converted
  ///   to commands again when its size on the display changes.
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
  /// Returns the factor by which this transform magnifies a rectangle of `size` at the origin.
  ///
  /// The factor is measured along both center lines of the rectangle. The larger factor is returned.
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
