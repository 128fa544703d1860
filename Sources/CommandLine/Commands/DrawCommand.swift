import ArgumentParser
import Cartouche

struct DrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw", abstract: "Shows a drawing from a file.",
    discussion: """
      It is fitted into the screen with its proportions kept, in its middle. In memory (--dump-frame) without --size the frame is as large as the \
      drawing. What of an SVG is not drawn as it says is told on standard error, with line and column.
      """)

  @Argument(
    help: "A drawing (.svg), a picture (.png, .jpg, .webp), a recorded display list (.cdl) or a benchmark scene (.scn).",
    completion: .file(extensions: ["svg", "png", "jpg", "jpeg", "webp", "cdl", "scn"]))
  var file: String

  @OptionGroup var options: CommonOptions

  func run() throws {
    let drawing = try DrawingFile(file, maximumPixels: options.resolvedBoard().maximumImagePixels)
    let warnings = drawing.warnings
    for warning in warnings { printToStandardError(warning) }
    if options.size == nil, options.usesVirtualClock, !BoardMode(size: drawing.size).isSupported {
      // An SVG's sides are held to that, whatever it says.
      func told(_ side: Int) -> String { side < 1 << 24 ? "\(side)" : "\(1 << 24) or more" }
      throw Failure(
        "\(file): is \(told(drawing.size.width)) x \(told(drawing.size.height)) and a frame's side has at most \(BoardMode.maximumSide) pixels; say --size."
      )
    }
    try MainActor.assumeIsolated {
      try show(options, ownSize: drawing.size) { kiosk in
        kiosk.root.addSublayer(DrawingLayer(drawing, told: Set(warnings), frame: kiosk.root.bounds))
      }
    }
  }
}

/// A layer that shows a drawing, fitted into its bounds with its proportions kept, in their middle.
private final class DrawingLayer: Layer {
  private let drawing: DrawingFile
  private var told: Set<String>

  init(_ drawing: DrawingFile, told: Set<String>, frame: Rect) {
    (self.drawing, self.told) = (drawing, told)
    super.init(frame: frame)
  }

  override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    typealias Element = WideFixed<32>
    let frame = Rect(origin: .zero, size: drawing.exactSize)
    let (width, height) = (Element(rounding: frame.width), Element(rounding: frame.height))
    defer { for warning in drawing.warnings where told.insert(warning).inserted { printToStandardError(warning) } }
    // One without width or height draws nothing.
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
      // What reaches beyond its own frame must not show beside it.
      list.clipped(to: frame, transform: map) { drawing.record(into: &$0, transform: map) }
    }
  }
}
