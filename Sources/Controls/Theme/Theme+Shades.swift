import CartoucheRaster

// Shades that several controls derive from the colors of a theme.

extension Theme {
  /// The color of tracks and plates on which a value is shown, such as the track of a slider.
  var trackColor: Color { surfaceColor.mixed(with: textColor, isDark ? 0.22 : 0.14) }

  /// The color of movable parts on a track, such as the thumb of a slider.
  var thumbColor: Color { isDark ? textColor : surfaceColor }

  /// Returns the shade of a color in a control that is disabled.
  func disabled(_ color: Color) -> Color { backgroundColor.mixed(with: color, 0.45) }
}
