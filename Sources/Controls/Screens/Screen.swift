import CartoucheRaster
public import CartoucheScene

/// A screen of a ``ScreenStack``: a layer with a title, like the view of UIKit's `UIViewController`.
///
/// The stack resizes the screen to fill the space below the navigation bar. If the bar is hidden, the screen
/// fills the whole stack. To lay out the screen's sublayers, override ``Layer/layoutSublayers()`` in a
/// subclass, or set the `autoresizingMask` of the sublayers.
open class Screen: Layer, ThemedLayer {
  /// The title of the screen.
  ///
  /// While the screen is the top screen of its stack, the title is shown in the middle of the navigation bar.
  /// When another screen is pushed on top of this screen, the title is shown on the back button.
  public final var title: String { didSet { if title != oldValue { stack?.barDidChange() } } }

  /// A layer at the right end of the navigation bar, usually a ``Button``. The bar shows the layer while this
  /// screen is the top screen of its stack.
  ///
  /// The stack does not resize the layer. If nil, the right end of the bar is empty.
  public final var rightBarItem: Layer? { didSet { if rightBarItem !== oldValue { stack?.barDidChange() } } }

  /// The stack that contains the screen, or nil if the screen is in no stack.
  public internal(set) final weak var stack: ScreenStack?

  /// The theme that determines the background color of this screen of a ``ScreenStack``.
  ///
  /// A new theme takes effect immediately. A `backgroundColor` that the application has set stays.
  public final var theme: Theme {
    didSet {
      if backgroundColor == oldValue.backgroundColor { backgroundColor = theme.backgroundColor }
      themeDidChange()
    }
  }

  /// Creates a screen that is in no stack.
  public init(_ title: String = "", theme: Theme) {
    (self.title, self.theme) = (title, theme)
    super.init(frame: .zero)
    backgroundColor = theme.backgroundColor
  }

  /// Applies a new ``theme`` to the screen's own content.
  ///
  /// The screen calls the method after each change of ``theme``. Subclasses override the method. The default
  /// implementation does nothing.
  open func themeDidChange() {}

  /// The screen's ``rightBarItem`` while the bar does not show it.
  public final var detachedLayers: [Layer] { rightBarItem.map { $0.superlayer == nil ? [$0] : [] } ?? [] }
}
