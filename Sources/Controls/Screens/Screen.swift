import CartoucheRaster
public import CartoucheScene

/// One screen of a ``ScreenStack``: a layer that takes the part of UIKit's `UIViewController`.
///
/// The stack gives it the size that is available below the bar. Arrange its sublayers in a subclass's
/// ``Layer/layoutSublayers()`` or by their `autoresizingMask`.
open class Screen: Layer {
  /// The title in the middle of the bar and on the back button of the screen above.
  public final var title: String { didSet { if title != oldValue { stack?.barDidChange() } } }

  /// A layer at the right of the bar while the screen is shown, in its own size; usually a ``Button``.
  public final var rightBarItem: Layer? { didSet { if rightBarItem !== oldValue { stack?.barDidChange() } } }

  /// The stack that contains the screen.
  public internal(set) final weak var stack: ScreenStack?

  public let theme: Theme

  public init(_ title: String = "", theme: Theme) {
    (self.title, self.theme) = (title, theme)
    super.init(frame: .zero)
    backgroundColor = theme.backgroundColor
  }
}
