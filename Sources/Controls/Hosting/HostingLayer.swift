public import CartoucheRaster
public import CartoucheScene
import Observation

/// A layer that shows the content layer of a ``LayerRepresentable``, and updates that layer after the
/// observed state has changed.
///
///     any number of state changes ▶ one update before the next frame
///
/// An update may itself change the state. In that case, another update follows in the same frame. The content
/// layer fills the hosting layer's bounds, inset by ``safeAreaInsets``.
///
/// Change the state only on the thread that uses the layers. In an application, this is the main actor's
/// thread. Code on another thread can call `Kiosk.post(_:)` to run a closure on the main actor's thread.
public final class HostingLayer<Content: LayerRepresentable>: Layer {
  /// The ``LayerRepresentable`` that makes and updates the content layer.
  public let content: Content
  /// The content layer, which ``content`` made when the hosting layer was created.
  public let contentLayer: Content.LayerType

  /// The distances between the edges of the hosting layer and the edges of the content layer, in points. For
  /// example, insets keep the content clear of a notch or a bar.
  ///
  /// The content layer fills the hosting layer's bounds inside these insets.
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

  /// The frame of the content layer, in points: the hosting layer's bounds, inset by ``safeAreaInsets``.
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
