public import CartoucheScene

/// A layer whose colors, fonts and dimensions come from a theme.
public protocol ThemedLayer: Layer {
  /// The theme that determines the colors, fonts and dimensions of the layer. A new value takes effect
  /// immediately.
  var theme: Theme { get set }

  /// The layers that the layer owns and shows at times, but that are not in the layer tree now.
  ///
  /// `Layer.setTheme(_:)` sets the theme of these layers too. Examples are the lower screens
  /// of a ``ScreenStack``. By default, there are no such layers.
  var detachedLayers: [Layer] { get }
}

extension ThemedLayer {
  /// An empty array: by default, a layer has no detached layers.
  public var detachedLayers: [Layer] { [] }
}

extension Layer {
  /// Sets the theme of this layer and of all its descendants that are themed layers.
  ///
  /// The call reaches masks, presented sheets and callouts, and the screens of a ``ScreenStack`` that are not
  /// shown. A layer with a theme of its own gets `theme` too. To exempt such a layer, set its
  /// ``ThemedLayer/theme`` again after the call.
  ///
  /// Inside a transaction, such as that of `Stage.animate`, changes of colors are animated. The Cartouche
  /// module's `Kiosk.setTheme(_:animated:alongside:)` fades from the old to the new screen instead.
  public final func setTheme(_ theme: Theme) {
    // Setting the theme may replace sublayers, so it comes first.
    let themed = self as? any ThemedLayer
    themed?.theme = theme
    for layer in sublayers { layer.setTheme(theme) }
    mask?.setTheme(theme)
    for layer in themed?.detachedLayers ?? [] where layer.superlayer == nil { layer.setTheme(theme) }
  }
}
