import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheText

/// Whether something of a view is shown: MapKit's `MKFeatureVisibility`.
public enum FeatureVisibility: UInt8, Hashable, Sendable {
  case hidden
  /// Where there is room for it.
  case adaptive
  /// Whether or not it lies over something else.
  case visible
}

/// The words below a marker: its annotation's title, and the subtitle.
final class MarkerTitle {
  let layer: TextLayer
  private let theme: Theme
  private(set) var size = Size.zero
  var words = Words() { didSet { if words != oldValue { measure() } } }

  struct Words: Equatable {
    var title = ""
    var subtitle = ""
  }

  /// As wide as a line may be, and as many lines.
  private static let (width, lineLimit): (Scalar, Int) = (120, 3)

  init(theme: Theme) {
    self.theme = theme
    layer = TextLayer(fonts: theme.fonts)
    (layer.alignmentMode, layer.isWrapped, layer.truncationMode, layer.lineLimit) = (.center, true, .end, Self.lineLimit)
    layer.halo = Halo(color: theme.surfaceColor.withAlpha(0.9), width: 1.5)
  }

  private func measure() {
    func span(_ text: String, _ font: FontDescriptor) -> TextSpan {
      TextSpan(text, style: TextStyle(font: font, fontSize: theme.smallFontSize, color: theme.textColor))
    }
    var spans = [span(words.title, theme.titleFont)]
    if !words.subtitle.isEmpty { spans.append(span("\n" + words.subtitle, theme.font)) }
    layer.spans = spans
    layer.bounds = Rect(x: 0, y: 0, width: Self.width, height: 4096)
    let wanted = layer.preferredFrameSize()
    size = Size(width: Scalar(wanted.width.ceiling), height: Scalar(wanted.height.ceiling))
    layer.bounds = Rect(origin: .zero, size: size)
  }
}

extension AnnotationStack {
  /// Shows the titles of the markers that are on the map, from the highest priority down, where they are wanted and have room.
  func placeTitles(_ transform: MapTransform) {
    for candidate in placing.candidates {
      guard let item = shown[candidate.key], let marker = item.view as? MarkerAnnotationView else { continue }
      guard let title = marker.titleFrame else {
        marker.showsTitle = false
        continue
      }
      let frame = Rect(origin: marker.frame(at: transform.point(for: item.place)).origin + title.origin, size: title.size)
      marker.showsTitle = marker.titleVisibility == .visible || marker.isSelected || placing.hasRoom(for: frame)
      if marker.showsTitle { placing.claim(frame) }
    }
  }
}
