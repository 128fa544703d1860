import CartoucheControls
import CartoucheScene

/// Chooses between a map's appearances by day and by night, and shows the one that was chosen.
///
///     chosen ──style set──▶ old style, until the tiles are ready ──▶ cross-fade, theme set, event
///
/// By the sun, the choice is made in a tick at the time of the change, and nothing wakes the screen before.
/// Each layout of the map also looks at the date, which may have jumped.
final class AppearanceSwitch {
  private unowned let map: MapView
  private let wakeUp: WakeUp
  var appearances: MapAppearances? { didSet { appearancesDidChange() } }
  var override = UserInterfaceStyle.unspecified { didSet { if override != oldValue { choiceDidChange() } } }
  /// The place that the application set.
  var coordinate: Coordinate? { didSet { choiceDidChange() } }
  /// The style that was chosen: light or dark.
  private(set) var style = UserInterfaceStyle.light
  /// Whether the map is yet to show the chosen style.
  private var isPending = false
  /// The light at a place, and the dates between which it stays the same.
  private var known: (place: Coordinate, isDay: Bool, begin: WallTime, end: WallTime)?

  /// The distance in degrees within which the sun rises at nearly the same time: within 12 seconds to the
  /// east and west, and mostly within a minute to the north and south.
  private static let nearby = 0.05

  init(of map: MapView) {
    self.map = map
    wakeUp = WakeUp(map)
  }

  deinit { wakeUp.cancel() }

  private var place: Coordinate? { coordinate ?? map.userLocation.location }

  private func appearancesDidChange() {
    guard let appearances else {
      isPending = false
      return wakeUp.schedule(at: nil)
    }
    for appearance in [appearances.light, appearances.dark] {
      // A mistake in the style of the night is known by day.
      for error in appearance.style.errors { map.baseMap.report(.style(error)) }
    }
    choose()
    show()
  }

  private func choiceDidChange() {
    guard appearances != nil else { return }
    // Outside of a frame, the stage's time is that of the last frame, which may be hours ago.
    if override == .unspecified { map.startTicking() }
    let old = style
    if override != .unspecified { choose() }
    if style != old { show() }
  }

  /// Looks at the date in a frame, and shows the appearance that it asks for.
  func advance() {
    guard appearances != nil else { return }
    let old = style
    choose()
    if style != old { show() }
    finish()
  }

  /// Ticks the map if its layout finds another date than the last tick did.
  func checkDate() {
    guard appearances != nil, override == .unspecified, let place, let now = map.owningStage?.wallTime else { return }
    if !isKnown(place, now) { map.startTicking() }
  }

  private func isKnown(_ place: Coordinate, _ now: WallTime) -> Bool {
    guard let known, known.begin <= now, now < known.end else { return false }
    return (known.place.latitude - place.latitude).magnitude < Self.nearby
      && (known.place.longitude - place.longitude).magnitude < Self.nearby
  }

  /// Chooses a style. While the place or the date is not known, the choice stays.
  private func choose() {
    guard override == .unspecified else {
      wakeUp.schedule(at: nil)
      style = override
      return
    }
    guard let place, let stage = map.owningStage else { return wakeUp.schedule(at: nil) }
    guard let now = stage.wallTime else { return wakeUp.schedule(at: WakeUp.whenDateChanges) }
    if !isKnown(place, now) {
      let sun = SolarCalculator(coordinate: place)
      let end = sun.nextChange(after: now) ?? WallTime(nanosecondsSince1970: .max)
      known = (place, sun.isDay(at: now), now, end)
    }
    guard let known else { return }
    style = known.isDay ? .light : .dark
    let wait = known.end.nanoseconds(since: now)
    let time = stage.time.nanoseconds.addingReportingOverflow(wait)
    wakeUp.schedule(at: time.overflow || wait == .max ? WakeUp.whenDateChanges : Timestamp(nanoseconds: time.partialValue))
  }

  private func show() {
    guard let appearances else { return }
    isPending = true
    map.baseMap.crossFadesNextStyle = map.isOnStage
    map.style = appearances[style].style
    map.startTicking()
    finish()
  }

  /// Ticks the map if its layout has shown the style whose theme is to follow.
  func checkStyle() {
    if isPending, !map.baseMap.tiles.isPreparingStyle { map.startTicking() }
  }

  /// Shows the theme as soon as the style is shown.
  private func finish() {
    guard isPending, let appearances, !map.baseMap.tiles.isPreparingStyle else { return }
    isPending = false
    map.theme = appearances[style].theme
    map.notifyDidChange(style)
  }
}
