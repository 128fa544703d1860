public import CartoucheControls
public import CartoucheRaster
public import CartoucheScene
import CartoucheText

/// A text that credits the makers of a map: ``MapView/attribution``. MapKit has no such view.
///
/// The map has an attribution of its own in its bottom right corner. An application that shows another one
/// hides that one with ``MapView/showsAttribution``. The view has the size of the text, up to
/// ``maximumWidth``, and changes it with the text. Its ``Layer/position`` stays.
public final class AttributionView: Layer, ThemedLayer {
  /// The map whose attribution is shown.
  public private(set) weak var map: MapView?

  /// The maximum width of the view in points. A longer text is truncated at its end.
  public var maximumWidth: Scalar = 400 { didSet { if maximumWidth != oldValue { update() } } }

  /// The theme that determines the color and the fonts.
  public var theme: Theme {
    didSet {
      themeDidChange()
      // Other fonts give the text another size.
      label.string = ""
      update()
    }
  }

  private let label: TextLayer
  private var preferredSize = Size.zero

  /// Creates a view of a map's attribution, with the map's theme.
  public init(map: MapView) {
    (self.map, theme) = (map, map.theme)
    label = TextLayer("", fonts: map.theme.fonts)
    super.init(frame: .zero)
    label.fontSize = 11
    label.truncationMode = .end
    isUserInteractionEnabled = false
    addSublayer(label)
    themeDidChange()
    map.followers.add(self)
    update()
  }

  private func themeDidChange() {
    label.fonts = theme.fonts
    label.foregroundColor = theme.attributionColor
    label.halo = Halo(color: theme.mapHaloColor.withAlpha(0.8), width: 1.5)
  }

  private func update() {
    guard let map else { return }
    if label.string != map.attribution {
      label.string = map.attribution
      preferredSize = label.preferredFrameSize()
    }
    let size = Size(width: min(preferredSize.width, maximumWidth), height: preferredSize.height)
    guard bounds.size != size else { return }
    bounds.size = size
    label.frame = Rect(origin: .zero, size: size)
  }
}

extension AttributionView: MapFollower {
  func mapDidLayOut(_ map: MapView, _ transform: MapTransform) { update() }
}
