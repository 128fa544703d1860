public import CartoucheScene

/// A layer whose colors, fonts and dimensions come from a theme.
public protocol ThemedLayer: Layer {
  /// The theme that determines the colors, fonts and dimensions of the layer. A new value takes effect
  /// immediately.
  var theme: Theme { get set }
}
