import ArgumentParser
import Cartouche
import CartoucheOptions

/// `cartouche draw`: shows a drawing from a file.
struct DrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw", abstract: "Shows a drawing from a file.",
    discussion: """
      The drawing is scaled to fit the screen and centered. With --dump-frame and without --size, the frame has the size of the drawing. Parts of \
      an SVG that are not drawn as specified are reported on standard error, with line and column.
      """)

  @Argument(
    help: "A drawing (.svg), an image (.png, .jpg, .webp), a recorded display list (.cdl) or a benchmark scene (.scn).",
    completion: .file(extensions: ["svg", "png", "jpg", "jpeg", "webp", "cdl", "scn"]))
  var file: String

  @OptionGroup var options: KioskOptions

  func run() throws {
    let drawing = try DrawingFile(file, maximumPixels: options.resolvedBoard().maximumImagePixels)
    let warnings = drawing.warnings
    for warning in warnings { printToStandardError(warning) }
    if options.size == nil, options.usesVirtualClock, !PreferredDisplayMode(size: drawing.size).isSupported {
      // The parser clamps the sides of an SVG to this value.
      func text(_ side: Int) -> String { side < 1 << 24 ? "\(side)" : "\(1 << 24) or more" }
      throw Failure(
        "\(file): is \(text(drawing.size.width)) x \(text(drawing.size.height)) pixels, but a side of a frame has at most \(PreferredDisplayMode.maximumSide); give a --size."
      )
    }
    try MainActor.assumeIsolated {
      try runKiosk(options, contentSize: drawing.size) { kiosk in
        kiosk.root.addSublayer(DrawingLayer(drawing, printedWarnings: Set(warnings), frame: kiosk.root.bounds))
      }
    }
  }
}

/// A layer that shows a drawing, scaled to fit its bounds and centered.
private final class DrawingLayer: Layer {
  private let drawing: DrawingFile
  /// The warnings that were already printed.
  private var printedWarnings: Set<String>

  init(_ drawing: DrawingFile, printedWarnings: Set<String>, frame: Rect) {
    (self.drawing, self.printedWarnings) = (drawing, printedWarnings)
    super.init(frame: frame)
  }

  override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    typealias Element = WideFixed<32>
    let frame = Rect(origin: .zero, size: drawing.exactSize)
    let (width, height) = (Element(rounding: frame.width), Element(rounding: frame.height))
    defer {
      for warning in drawing.warnings where printedWarnings.insert(warning).inserted { printToStandardError(warning) }
    }
    // A drawing without width or height draws nothing.
    guard width > 0, height > 0 else { return }
    let area = (width: Element(rounding: bounds.width), height: Element(rounding: bounds.height))
    let scale = min(area.width / width, area.height / height)
    let fit = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: (area.width - width * scale) / 2, ty: (area.height - height * scale) / 2)
    let map = Homography(fit).concatenating(transform)
    if drawing.background != .white {
      var path = Path()
      path.addRect(frame)
      list.fill(path, with: .color(drawing.background), transform: map)
    }
    if fit.isIdentity {
      drawing.record(into: &list, transform: map)
    } else {
      // Clips the parts of the drawing outside its frame.
      list.clipped(to: frame, transform: map) { drawing.record(into: &$0, transform: map) }
    }
  }
}
