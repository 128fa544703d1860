public import CartoucheRaster
public import CartoucheScene
import Observation

/// A layer that shows a ``LayerRepresentable``'s layer and updates that layer when observed state changes.
///
///     any number of state changes ▶ one update before the next frame
///
/// An update may itself change the state. Such a change is applied in the same frame. The content layer fills
/// the safe area of the hosting layer: its bounds without ``safeAreaInsets``.
///
/// Change the state only on the thread that uses the layers. In an application, that is the main actor. Other
/// threads use the application's `post`.
public final class HostingLayer<Content: LayerRepresentable>: Layer {
  /// The description of the layer that this hosting layer shows.
  public let content: Content
  /// The layer that ``content`` made when the hosting layer was created.
  public let contentLayer: Content.LayerType

  /// The insets of the hosting layer that the screen's edge, a notch or a bar covers, in points.
  ///
  /// The content layer stays inside these insets.
  public var safeAreaInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) {
    didSet { if safeAreaInsets != oldValue { setNeedsLayout() } }
  }

  private var needsUpdate = true

  public init(_ content: Content, frame: Rect) {
    self.content = content
    contentLayer = content.makeLayer()
    super.init(frame: frame)
    addSublayer(contentLayer)
  }

  /// The frame of the content layer: the bounds of the hosting layer without the safe area insets, in points.
  ///
  /// If the insets leave no space, the rectangle is empty.
  public var safeArea: Rect {
    let insets = safeAreaInsets
    let size = Size(
      width: max(bounds.width - insets.left - insets.right, 0), height: max(bounds.height - insets.top - insets.bottom, 0))
    return Rect(origin: Point(x: bounds.minX + insets.left, y: bounds.minY + insets.top), size: size)
  }

  public override func layoutSublayers() {
    if contentLayer.frame != safeArea { contentLayer.frame = safeArea }
    guard needsUpdate else { return }
    needsUpdate = false
    let notifier = ChangeNotifier { [weak self] in self?.stateDidChange() }
    withObservationTracking {
      content.updateLayer(contentLayer)
    } onChange: {
      notifier.notify()
    }
  }

  private func stateDidChange() {
    needsUpdate = true
    setNeedsLayout()
  }
}

/// Forwards a state change to the hosting layer.
///
/// Observation requires a sendable closure, and layers are not sendable.
private final class ChangeNotifier: @unchecked Sendable {
  private let change: () -> Void

  init(_ change: @escaping () -> Void) {
    self.change = change
  }

  func notify() {
    change()
  }
}
