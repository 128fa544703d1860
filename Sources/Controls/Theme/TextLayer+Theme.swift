import CartoucheRaster
import CartoucheText

extension TextLayer {
  /// Sets the font, the font size in points and the color of the text, and the fonts of `theme`.
  func use(_ font: FontDescriptor, size: Scalar, color: Color, of theme: Theme) {
    (fonts, self.font, fontSize, foregroundColor) = (theme.fonts, font, size, color)
  }
}
