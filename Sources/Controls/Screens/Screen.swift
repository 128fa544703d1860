import CartoucheRaster
public import CartoucheScene

/// One of the screens that a ``ScreenStack`` shows: UIKit's `UIViewController`, as the layer that it is there for.
///
/// The stack gives it the size there is under its bar. Put layers into it, and place them in ``Layer/layoutSublayers()`` of a subclass or by their `autoresizingMask`.
open class Screen: Layer {
  /// Stands in the middle of the bar, and on the back button of the screen over this one.
  public final var title: String { didSet { if title != oldValue { stack?.barDidChange() } } }

  /// At the right of the bar while the screen is shown, in its own size: mostly a ``Button``.
  public final var rightBarItem: Layer? { didSet { if rightBarItem !== oldValue { stack?.barDidChange() } } }

  /// The stack that the screen is in.
  public internal(set) final weak var stack: ScreenStack?

  public let theme: Theme

  public init(_ title: String = "", theme: Theme) {
    (self.title, self.theme) = (title, theme)
    super.init(frame: .zero)
    backgroundColor = theme.backgroundColor
  }
}
