public import CartoucheRaster
public import CartoucheScene
import Observation

/// A layer that shows the content layer of a ``LayerRepresentable``, and updates that layer when observed
/// state changes.
///
///     any number of state changes ▶ one update before the next frame
///
/// An update may itself change the state. In that case, another update follows in the same frame. The content
/// layer fills the hosting layer's bounds without ``safeAreaInsets``.
///
/// Change the state only on the thread that uses the layers. In an application, this is the main actor's
/// thread. Other threads can run a closure on that thread with the method `post` of `Kiosk`.
public final class HostingLayer<Content: LayerRepresentable>: Layer {
  /// The ``LayerRepresentable`` that makes and updates the content layer.
  public let content: Content
  /// The content layer, which ``content`` made when the hosting layer was created.
  public let contentLayer: Content.LayerType

  /// The insets of the content layer from the hosting layer's edges, in points. They keep the content clear
  /// of a notch or a bar, for example.
  ///
  /// The content layer fills the rest of the hosting layer's bounds.
  public var safeAreaInsets = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0) {
    didSet { if safeAreaInsets != oldValue { setNeedsLayout() } }
  }

  private var needsUpdate = true

  /// Creates a hosting layer, and makes its content layer with ``LayerRepresentable/makeLayer()``.
  public init(_ content: Content, frame: Rect) {
    self.content = content
    contentLayer = content.makeLayer()
    super.init(frame: frame)
    addSublayer(contentLayer)
  }

  /// The frame of the content layer, in points: the hosting layer's bounds without ``safeAreaInsets``.
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
