import ArgumentParser
import Cartouche
import CartoucheOptions

/// The options for a map by day and by night.
struct MapAppearanceOptions: ParsableArguments {
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case light, dark, automatic
  }

  @Option(
    help: ArgumentHelp(
      "A style sheet for the night, with the sources of --tiles. If it cannot be used, the map stays as by day.", valueName: "file")
  )
  var nightStyle: String?

  @Option(
    help: ArgumentHelp(
      "The colors of the map and its controls: light, dark, or automatic: by the sun at the first center of the map (default: automatic "
        + "with --night-style, and otherwise light).", valueName: "choice"))
  var appearance: Choice?

  @Option(
    help: ArgumentHelp(
      "The date and time in UTC at the start, such as 2026-06-21T20:30:00Z (default: that of the machine; with --dump-frame and its like, "
        + "none, and it is day).", valueName: "date"), transform: ArgumentParsers.date)
  var date: WallTime?

  /// Whether the map has two appearances.
  private var isUsed: Bool { nightStyle != nil || appearance != nil }

  func validate(_ map: MapStyleOptions, isDark: Bool) throws {
    if isDark, isUsed {
      throw ValidationError("--dark: is a fixed choice; leave it out, or give --appearance dark.")
    }
    if date != nil, !isUsed || appearance == .light || appearance == .dark {
      let choice = map.style == nil ? "--appearance automatic" : "--night-style, and no --appearance but automatic"
      throw ValidationError("--date: changes nothing in a map whose appearance does not follow the sun; give \(choice).")
    }
    if nightStyle != nil, map.style == nil {
      throw ValidationError("--night-style: needs the style of the day; give --style.")
    }
    if map.style != nil, nightStyle == nil, appearance == .automatic || appearance == .dark {
      throw ValidationError("--appearance: the style has no colors for the night; give --night-style.")
    }
  }

  /// Gives a map with the appearance of the day another one for the night.
  ///
  /// A style that cannot be used is an error on standard error.
  @MainActor
  func apply(to map: MapView, _ options: MapStyleOptions) {
    guard isUsed else { return }
    var dark = MapStyle.standardDark
    do {
      if let nightStyle {
        dark = try options.style(contentsOfFile: nightStyle)
        if let error = dark.errors.first(where: { $0.property == "sprite" && $0.item.isEmpty }) { throw error }
      } else {
        dark = options.completed(dark)
      }
    } catch {
      return printToStandardError("\(error) The map stays as by day.")
    }
    map.appearances = MapAppearances(
      light: MapAppearance(style: map.style, theme: map.theme), dark: MapAppearance(style: dark, theme: map.theme.dark))
    map.daylightCoordinate = map.camera.center
    switch appearance ?? .automatic {
    case .light: map.overrideUserInterfaceStyle = .light
    case .dark: map.overrideUserInterfaceStyle = .dark
    case .automatic: break
    }
  }
}
