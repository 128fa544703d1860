import CartoucheControls
import CartoucheText

extension Theme {
  /// A look without fonts: text is boxes.
  static var plain: Theme { Theme(fonts: FontCollection()) }
}
