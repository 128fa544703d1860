public import CartoucheControls

/// The appearance of a map: the style of its ground and labels, and the theme of its controls.
public struct MapAppearance: Sendable {
  /// The style; see ``MapView/style``.
  public var style: MapStyle
  /// The theme of callouts, compass, scale bar and attribution; see ``MapView/theme``.
  public var theme: Theme

  /// Creates an appearance.
  public init(style: MapStyle, theme: Theme) {
    (self.style, self.theme) = (style, theme)
  }
}

/// The appearances of a map by day and by night.
public struct MapAppearances: Sendable {
  /// The appearance by day.
  public var light: MapAppearance
  /// The appearance by night.
  public var dark: MapAppearance

  /// Creates a pair of appearances.
  ///
  ///     map.appearances = MapAppearances(
  ///       light: MapAppearance(style: day, theme: .standard),
  ///       dark: MapAppearance(style: night, theme: .standard.dark))
  public init(light: MapAppearance, dark: MapAppearance) {
    (self.light, self.dark) = (light, dark)
  }

  /// Returns the built-in style in its colors for the day and for the night.
  ///
  ///     map.appearances = .standard(theme: .standard)
  ///
  /// - Parameter theme: The theme by day. By night, it is in dark colors: `Theme.dark`.
  public static func standard(theme: Theme) -> MapAppearances {
    MapAppearances(
      light: MapAppearance(style: .standard, theme: theme), dark: MapAppearance(style: .standardDark, theme: theme.dark))
  }

  /// Returns the appearance for a style of the user interface.
  subscript(style: UserInterfaceStyle) -> MapAppearance { style == .dark ? dark : light }
}
