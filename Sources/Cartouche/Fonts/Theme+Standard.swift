extension Theme {
  /// The default theme of controls: their default appearance, with text in the standard fonts.
  @MainActor public static var standard: Theme { Theme(fonts: .standard) }
}
