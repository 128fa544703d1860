public import CartoucheRaster
public import CartoucheScene
import Observation

/// A layer that holds another one, which a ``LayerRepresentable`` describes, pinned to its edges, and brings it up to date when the state changes.
///
///     state changes, any number of them ▶ one update before the next frame ▶ what the update changes in the state itself is looked at in the same frame
///
/// The state has to be changed where the layers are: on a kiosk, on the main actor; from other threads through its `post`.
public final class HostingLayer<Content: LayerRepresentable>: Layer {
  public let content: Content
  /// The layer that the description has made.
  public let contentLayer: Content.LayerType

  /// What the screen's rim, a notch or a bar takes; the layer stands inside.
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

  /// Where the layer stands: the bounds without the safe area's insets; nothing where these leave nothing.
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

/// Tells a layer that the state it reads is about to change: what observation calls has to be sendable, and layers are not.
private final class ChangeNotifier: @unchecked Sendable {
  private let change: () -> Void

  init(_ change: @escaping () -> Void) {
    self.change = change
  }

  func notify() {
    change()
  }
}
