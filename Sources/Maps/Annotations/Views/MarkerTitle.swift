import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheText

/// Whether something of a view is shown: MapKit's `MKFeatureVisibility`.
public enum FeatureVisibility: UInt8, Hashable, Sendable {
  /// Where there is room for it.
  case adaptive
  case hidden
  /// Whether or not it lies over something else.
  case visible
}

/// The words below a marker: its annotation's title, and below that the subtitle.
final class MarkerTitle {
  /// Fingers fall through it.
  let layer = Layer(frame: .zero)
  let theme: Theme
  private let title: TextLayer
  private let subtitle: TextLayer
  var words = Content() { didSet { if words != oldValue { layOut() } } }

  struct Content: Equatable {
    var title = ""
    var subtitle = ""
  }

  var size: Size { layer.bounds.size }

  /// As wide as a line may be.
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
    // Three lines in all.
    let titleSize = measure(title, words.title, lines: words.subtitle.isEmpty ? 3 : 2)
    let subtitleSize = words.subtitle.isEmpty ? .zero : measure(subtitle, words.subtitle, lines: 1)
    let width = max(titleSize.width, subtitleSize.width)
    layer.bounds = Rect(x: 0, y: 0, width: width, height: titleSize.height + subtitleSize.height)
    title.frame = Rect(x: 0, y: 0, width: width, height: titleSize.height)
    subtitle.frame = Rect(x: 0, y: titleSize.height, width: width, height: subtitleSize.height)
    if words.subtitle.isEmpty { subtitle.removeFromSuperlayer() } else { layer.addSublayer(subtitle) }
  }

  private func measure(_ text: TextLayer, _ words: String, lines: Int) -> Size {
    (text.string, text.lineLimit) = (words, lines)
    text.bounds = Rect(x: 0, y: 0, width: Self.width, height: 4096)
    let size = text.preferredFrameSize()
    return Size(width: Scalar(size.width.ceiling), height: Scalar(size.height.ceiling))
  }
}

extension AnnotationStack {
  /// Shows the titles of the markers that are on the map: those that are shown wherever they lie, and then from the highest priority down what has room.
  func placeTitles(_ transform: MapTransform) {
    placeTitles(transform, needingRoom: false)
    placeTitles(transform, needingRoom: true)
  }

  private func placeTitles(_ transform: MapTransform, needingRoom: Bool) {
    for candidate in placement.candidates {
      guard let item = shown[candidate.key], let marker = item.view as? MarkerAnnotationView else { continue }
      guard let title = marker.titleFrame else {
        marker.showsTitle = false
        continue
      }
      guard needingRoom == (marker.titleVisibility == .adaptive && !marker.isSelected) else { continue }
      // The view's own room may end a point lower, as it was rounded.
      let place = marker.frame(at: transform.point(for: item.place)).origin + title.origin + Point(x: 0, y: 1)
      let room = Rect(origin: place, size: Size(width: title.width, height: title.height - 1))
      marker.showsTitle = !needingRoom || placement.hasRoom(for: room)
      if marker.showsTitle { placement.claim(room) }
    }
  }

  /// Has room looked for again if a marker's title is another now.
  func updateTitle(of record: AnnotationRecord) {
    if (shown[AnnotationKey(record)]?.view as? MarkerAnnotationView)?.hasTitleChanged == true { setNeedsPlacement() }
  }
}
