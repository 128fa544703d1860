import CartoucheRaster
import CartoucheText

/// Shapes texts of labels, and keeps the results. It belongs to one worker at a time.
final class LabelShaping {
  let fonts: FontCollection
  private let labelFonts: LabelFonts
  private let images: [String: StyleImage]
  private var shaped: [LabelShaper.Request: ShapedText] = [:]
  private var byteCount = 0
  private(set) var missingImages: Set<String> = []
  /// Texts of the present view and its surroundings take less.
  private static let byteLimit = 4 << 20

  init(fonts: FontCollection, labelFonts: LabelFonts, images: [String: StyleImage]) {
    (self.fonts, self.labelFonts, self.images) = (fonts, labelFonts, images)
  }

  func shape(_ request: LabelShaper.Request) -> ShapedText {
    if let known = shaped[request] { return known }
    let text = LabelShaper(fonts: fonts, labelFonts: labelFonts, imageSize: { [images] in images[$0]?.size }).shape(request)
    byteCount += text.byteCount + 160 + request.text.text.utf8.count
    if byteCount > Self.byteLimit {
      shaped.removeAll()
      byteCount = text.byteCount
    }
    shaped[request] = text
    return text
  }

  func report(missingImage name: String) {
    if missingImages.count < 1000 { missingImages.insert(name) }
  }

  /// Returns the names of images that the style lacks, and forgets them.
  func takeMissingImages() -> Set<String> {
    defer { missingImages = [] }
    return missingImages
  }
}
