extension Theme {
  /// The look of controls where nothing else is said, in the standard fonts.
  @MainActor public static var standard: Theme { Theme(fonts: .standard) }
}
