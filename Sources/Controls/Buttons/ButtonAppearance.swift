import CartoucheRaster

/// The colors of a button in one of its states.
struct ButtonAppearance: Hashable {
  /// The background color of the button. If nil, the button has no background.
  var fill: Color?
  /// The color of the button's title or symbol.
  var ink: Color
  /// The opacity of the button's image, from 0 to 1. The image keeps its own colors.
  var imageOpacity: Scalar = 1
}

extension Theme {
  /// Returns the colors of a button with a given style in a given state.
  func appearance(of style: Button.Style, isEnabled: Bool, isHighlighted: Bool, isSelected: Bool) -> ButtonAppearance {
    guard isEnabled else {
      let fill = style == .plain ? nil : backgroundColor.mixed(with: textColor, 0.08)
      return ButtonAppearance(fill: fill, ink: secondaryTextColor.withAlpha(0.55), imageOpacity: 0.4)
    }
    switch style {
    case .plain:
      let share: Scalar = (isSelected ? 0.16 : 0) + (isHighlighted ? 0.12 : 0)
      return ButtonAppearance(
        fill: share == 0 ? nil : tintColor.withAlpha(share), ink: tintColor, imageOpacity: isHighlighted ? 0.6 : 1)
    case .gray:
      let fill = isSelected ? tintColor : surfaceColor.mixed(with: textColor, 0.1)
      return ButtonAppearance(
        fill: isHighlighted ? fill.mixed(with: textColor, 0.1) : fill, ink: isSelected ? onTintColor : tintColor,
        imageOpacity: isHighlighted ? 0.6 : 1)
    case .filled, .destructive:
      let color = style == .filled ? tintColor : destructiveColor
      let fill = isSelected ? color.mixed(with: .black, 0.3) : color
      return ButtonAppearance(
        fill: isHighlighted ? fill.mixed(with: .black, 0.2) : fill, ink: onTintColor, imageOpacity: isHighlighted ? 0.6 : 1)
    }
  }
}
