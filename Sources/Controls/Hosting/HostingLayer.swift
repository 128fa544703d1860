public import CartoucheRaster
public import CartoucheScene
import Observation

/// A layer that shows the layer of a ``LayerRepresentable`` and updates it when the observed state changes.
///
///     any number of state changes ▶ one update before the next frame
///
/// Changes that the update makes to the state are applied in the same frame. The content layer fills the safe
/// area. The state must be changed where the layers live: in an application, on the main actor. Other threads
/// use the application's `post`.
public final class HostingLayer<Content: LayerRepresentable>: Layer {
  public let content: Content
  /// The layer made by ``content``.
  public let contentLayer: Content.LayerType

  /// The insets covered by the screen's edge, a notch or a bar. The content layer stays inside them.
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

  /// The frame of the content layer: the bounds without the safe area insets, empty if nothing is left.
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

/// Forwards a state change to the layer. Observation requires a sendable closure, and layers are not
/// sendable.
private final class ChangeNotifier: @unchecked Sendable {
  private let change: () -> Void

  init(_ change: @escaping () -> Void) {
    self.change = change
  }

  func notify() {
    change()
  }
}
