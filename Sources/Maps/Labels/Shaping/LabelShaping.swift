import CartoucheRaster
import CartoucheText

/// Shapes texts of labels, and keeps the results. It belongs to one worker at a time.
final class LabelShaping {
  let fonts: FontCollection
  private let labelFonts: LabelFonts
  private let images: [String: StyleImage]
  private var shaped: [LabelShaper.Request: ShapedText] = [:]
  private var byteCount = 0
  private var shapedTextCount = 0
  private var descriptors: [[String]: [FontDescriptor]] = [:]
  private(set) var missingImages: Set<String> = []
  /// Texts of the present view and its surroundings take less.
  private static let byteLimit = 4 << 20

  init(fonts: FontCollection, labelFonts: LabelFonts, images: [String: StyleImage]) {
    (self.fonts, self.labelFonts, self.images) = (fonts, labelFonts, images)
  }

  func shape(_ request: LabelShaper.Request) -> ShapedText {
    if let known = shaped[request] { return known }
    let shaper = LabelShaper(
      fonts: fonts, descriptors: descriptors, imageSize: { [images] in images[$0]?.size })
    let text = shaper.shape(request)
    shapedTextCount += 1
    byteCount += text.byteCount + 160 + request.text.text.utf8.count
    if byteCount > Self.byteLimit {
      shaped.removeAll()
      byteCount = text.byteCount
    }
    shaped[request] = text
    return text
  }

  private func descriptors(_ names: [String]) -> [FontDescriptor] {
    if let known = descriptors[names] { return known }
    let found = labelFonts.descriptors(names)
    // A style has few lists of fonts, but an expression may make any number of them, and of any length.
    guard names.reduce(0, { $0 + $1.utf8.count }) < 1024 else { return found }
    if descriptors.count >= 256 { descriptors.removeAll() }
    descriptors[names] = found
    return found
  }

  func report(missingImage name: String) {
    if missingImages.count < 1000 { missingImages.insert(name) }
  }

  /// Returns the number of texts shaped since the last call.
  func takeShapedTextCount() -> Int {
    defer { shapedTextCount = 0 }
    return shapedTextCount
  }

  /// Returns the names of images that the style lacks, and forgets them.
  func takeMissingImages() -> Set<String> {
    defer { missingImages = [] }
    return missingImages
  }
}
