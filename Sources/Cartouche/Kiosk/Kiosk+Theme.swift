extension Kiosk {
  /// Sets the theme of all themed layers on the screen, and fades from the old to the new screen.
  ///
  ///     kiosk.setTheme(.standard.dark) { map.style = .standardDark }
  ///
  /// Touches and animations continue during the fade. If the theme changes again during the fade, the screen
  /// fades from what it shows at that time. A layer that is not in the layer tree keeps its theme:
  /// see `Layer.setTheme(_:)`.
  ///
  /// - Parameters:
  ///   - theme: The new theme.
  ///   - animated: Whether the screen fades. If false, the next frame shows the new theme.
  ///   - changes: A closure that makes further changes of layers, which become visible in the same fade.
  public func setTheme(_ theme: Theme, animated: Bool = true, alongside changes: () -> Void = {}) {
    guard animated else {
      root.setTheme(theme)
      return changes()
    }
    root.crossDissolve {
      root.setTheme(theme)
      changes()
    }
  }
}
