import CartoucheControls
import CartoucheText

extension Theme {
  /// A theme without fonts, in which text is drawn as boxes.
  static var plain: Theme { Theme(fonts: FontCollection()) }
}
