extension Theme {
  /// The default appearance of controls, with text in the standard fonts, ``FontCollection/standard``.
  public static var standard: Theme { Theme(fonts: .standard) }
}
