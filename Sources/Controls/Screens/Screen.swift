import CartoucheRaster
public import CartoucheScene

/// A screen of a ``ScreenStack``: a layer with a title, like the view of UIKit's `UIViewController`.
///
/// The stack sets the size of the screen to the space below the stack's navigation bar. Arrange the screen's
/// sublayers in a subclass's ``Layer/layoutSublayers()``, or set their `autoresizingMask`.
open class Screen: Layer {
  /// The title of the screen.
  ///
  /// While the screen is on top of its stack, the title is in the middle of the navigation bar. While the
  /// next screen of the stack is shown, the title is on that screen's back button.
  public final var title: String { didSet { if title != oldValue { stack?.barDidChange() } } }

  /// A layer at the right end of the navigation bar while the screen is shown, usually a ``Button``.
  ///
  /// The layer keeps its size. If nil, the right end of the bar is empty.
  public final var rightBarItem: Layer? { didSet { if rightBarItem !== oldValue { stack?.barDidChange() } } }

  /// The stack that contains the screen, or nil if the screen is in no stack.
  public internal(set) final weak var stack: ScreenStack?

  public let theme: Theme

  public init(_ title: String = "", theme: Theme) {
    (self.title, self.theme) = (title, theme)
    super.init(frame: .zero)
    backgroundColor = theme.backgroundColor
  }
}
