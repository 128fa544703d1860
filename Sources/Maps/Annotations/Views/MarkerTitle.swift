import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheText

/// The visibility of a part of a view: MapKit's `MKFeatureVisibility`.
public enum FeatureVisibility: UInt8, Hashable, Sendable {
  /// Shown where it overlaps nothing.
  case adaptive
  case hidden
  /// Shown even if it overlaps something.
  case visible
}

/// The texts below a marker: its annotation's title and subtitle.
final class MarkerTitle {
  /// The layer of the texts, which ignores touches.
  let layer = Layer(frame: .zero)
  let theme: Theme
  private let title: TextLayer
  private let subtitle: TextLayer
  var texts = Content() { didSet { if texts != oldValue { layOut() } } }

  struct Content: Equatable {
    var title = ""
    var subtitle = ""
  }

  var size: Size { layer.bounds.size }

  /// The maximum width of a line, in points.
  private static let width: Scalar = 120

  init(theme: Theme) {
    self.theme = theme
    (title, subtitle) = (TextLayer(fonts: theme.fonts), TextLayer(fonts: theme.fonts))
    layer.isUserInteractionEnabled = false
    (title.font, subtitle.font) = (theme.titleFont, theme.font)
    for text in [title, subtitle] {
      (text.fontSize, text.foregroundColor) = (theme.smallFontSize, theme.textColor)
      (text.alignmentMode, text.isWrapped, text.truncationMode) = (.center, true, .end)
      text.halo = Halo(color: theme.surfaceColor.withAlpha(0.9), width: 1.5)
    }
    layer.addSublayer(title)
  }

  private func layOut() {
    // Three lines in total.
    let titleSize = measure(title, texts.title, lines: texts.subtitle.isEmpty ? 3 : 2)
    let subtitleSize = texts.subtitle.isEmpty ? .zero : measure(subtitle, texts.subtitle, lines: 1)
    let width = max(titleSize.width, subtitleSize.width)
    layer.bounds = Rect(x: 0, y: 0, width: width, height: titleSize.height + subtitleSize.height)
    title.frame = Rect(x: 0, y: 0, width: width, height: titleSize.height)
    subtitle.frame = Rect(x: 0, y: titleSize.height, width: width, height: subtitleSize.height)
    if texts.subtitle.isEmpty { subtitle.removeFromSuperlayer() } else { layer.addSublayer(subtitle) }
  }

  private func measure(_ text: TextLayer, _ texts: String, lines: Int) -> Size {
    (text.string, text.lineLimit) = (texts, lines)
    text.bounds = Rect(x: 0, y: 0, width: Self.width, height: 4096)
    let size = text.preferredFrameSize()
    return Size(width: Scalar(size.width.ceiling), height: Scalar(size.height.ceiling))
  }
}

extension AnnotationStack {
  /// Shows the titles of the markers on the map: first those that may overlap, then from the highest priority
  /// down those that overlap nothing.
  func placeTitles(_ transform: MapTransform) {
    placeTitles(transform, avoidingOverlap: false)
    placeTitles(transform, avoidingOverlap: true)
  }

  private func placeTitles(_ transform: MapTransform, avoidingOverlap: Bool) {
    for candidate in placement.candidates {
      guard let item = shown[candidate.key], let marker = item.view as? MarkerAnnotationView else { continue }
      guard let title = marker.titleFrame else {
        marker.showsTitle = false
        continue
      }
      guard avoidingOverlap == (marker.titleVisibility == .adaptive && !marker.isSelected) else { continue }
      // A view's claimed rectangle may end a point lower, because it was rounded.
      let origin = marker.frame(at: transform.point(for: item.point)).origin + title.origin + Point(x: 0, y: 1)
      let frame = Rect(origin: origin, size: Size(width: title.width, height: title.height - 1))
      marker.showsTitle = !avoidingOverlap || placement.hasRoom(for: frame)
      if marker.showsTitle { placement.claim(frame) }
    }
  }

  /// Places annotations again if a marker's title has changed.
  func updateTitle(of record: AnnotationRecord) {
    if (shown[AnnotationKey(record)]?.view as? MarkerAnnotationView)?.hasTitleChanged == true { setNeedsPlacement() }
  }
}
