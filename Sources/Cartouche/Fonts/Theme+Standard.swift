extension Theme {
  /// The default appearance of controls, in the standard fonts.
  @MainActor public static var standard: Theme { Theme(fonts: .standard) }
}
