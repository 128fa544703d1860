/// Whether something is shown in light or in dark colors, as UIKit's `UIUserInterfaceStyle`.
public enum UserInterfaceStyle: Hashable, Sendable {
  /// Nothing is chosen.
  case unspecified
  /// Light colors, for the day.
  case light
  /// Dark colors, for the night.
  case dark
}
