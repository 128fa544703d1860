public import CartoucheControls
import CartoucheRaster
import CartoucheScene

extension MapView: ThemedLayer {}

extension MapView {
  /// Shows everything that follows the theme with the new one.
  func themeDidChange(from old: Theme) {
    themeRevision += 1
    ornaments.themeDidChange()
    annotationPresenter.themeDidChange()
    if old.fonts !== theme.fonts { labels.fontsDidChange() }
    if baseMap.isReplaced { baseMap.redraw() }
    setNeedsLayout()
  }

  /// The duration, in seconds, in which a new theme is faded in.
  static var themeFadeDuration: Seconds { 0.25 }

  /// Fades `new` in over `old`, and then removes `old`. Layers that are off-screen are replaced at once.
  func crossFade(from old: Layer, to new: Layer) {
    old.isUserInteractionEnabled = false
    guard isOnStage, !old.isHidden else { return old.removeFromSuperlayer() }
    let duration = Self.themeFadeDuration
    if !new.isHidden {
      new.add(BasicAnimation(.opacity, from: .scalar(0), duration: duration, timingFunction: .easeInEaseOut), forKey: "theme")
    }
    let fade = BasicAnimation(.opacity, to: .scalar(0), duration: duration, timingFunction: .easeInEaseOut)
    old.add(fade, forKey: "theme") { [weak old] _ in old?.removeFromSuperlayer() }
  }
}

extension Theme {
  /// Whether the theme is for the night: its text is lighter than its surfaces.
  private var isForNight: Bool {
    func lightness(_ color: Color) -> Int { Int(color.red) * 2 + Int(color.green) * 5 + Int(color.blue) }
    return lightness(textColor) > lightness(surfaceColor)
  }

  /// The color of a map's scale bar.
  var scaleColor: Color { isForNight ? textColor : Color(hex: 0x30343a) }

  /// The color of a map's attribution.
  var attributionColor: Color { isForNight ? secondaryTextColor : Color(hex: 0x50545c) }

  /// The color around lines and texts on a map, which sets them off from any map.
  var mapHaloColor: Color { isForNight ? backgroundColor : .white }
}
