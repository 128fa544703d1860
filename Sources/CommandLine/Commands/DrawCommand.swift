import ArgumentParser
import Cartouche

struct DrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw", abstract: "Shows a drawing from a file.",
    discussion: """
      It is fitted into the screen with its proportions kept, in its middle. In memory (--dump-frame) without --size the frame is as large as the \
      drawing.
      """)

  @Argument(
    help: "A recorded display list (.cdl), a benchmark scene (.scn) or a picture (.png).",
    completion: .file(extensions: ["cdl", "scn", "png"]))
  var file: String

  @OptionGroup var options: CommonOptions

  func run() throws {
    let drawing = try DrawingFile(file)
    if options.size == nil, options.isRehearsal, !BoardMode(size: drawing.size).isPossible {
      throw Failure(
        "\(file): is \(drawing.size.width)x\(drawing.size.height) and a frame's side has at most \(BoardMode.longestSide) pixels; say --size."
      )
    }
    try MainActor.assumeIsolated {
      try show(options, ownSize: drawing.size) { kiosk in
        kiosk.root.addSublayer(DrawingLayer(drawing, frame: kiosk.root.bounds))
      }
    }
  }
}

/// A layer that shows a drawing, fitted into its bounds with its proportions kept, in their middle.
private final class DrawingLayer: Layer {
  private let drawing: DrawingFile
  private var list = DisplayList()

  init(_ drawing: DrawingFile, frame: Rect) {
    self.drawing = drawing
    drawing.record(into: &list)
    super.init(frame: frame)
  }

  override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
    typealias Element = WideFixed<32>
    let (width, height) = (Element(drawing.size.width), Element(drawing.size.height))
    let area = (width: Element(rounding: bounds.width), height: Element(rounding: bounds.height))
    let scale = min(area.width / width, area.height / height)
    let fit = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: (area.width - width * scale) / 2, ty: (area.height - height * scale) / 2)
    let map = Homography(fit).concatenating(transform)
    let frame = Rect(x: 0, y: 0, width: Scalar(drawing.size.width), height: Scalar(drawing.size.height))
    if drawing.background != .white {
      var path = Path()
      path.addRect(frame)
      list.fill(path, with: .color(drawing.background), transform: map)
    }
    if fit.isIdentity {
      list.append(self.list, transform: map)
    } else {
      // What reaches beyond its own frame must not show beside it.
      list.clipped(to: frame, transform: map) { $0.append(self.list, transform: map) }
    }
  }
}
