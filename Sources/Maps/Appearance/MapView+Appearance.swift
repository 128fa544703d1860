public import CartoucheControls

extension MapView {
  // MARK: Day and night

  /// The appearances by day and by night, between which the map changes with a cross-fade; nil, the default,
  /// if the application sets ``style`` and ``theme`` itself.
  ///
  ///     map.appearances = .standard(theme: .standard)
  ///     map.overrideUserInterfaceStyle = .dark                     // by the application
  ///     map.overrideUserInterfaceStyle = .unspecified              // by the sun
  ///     map.daylightCoordinate = Coordinate(latitude: 39.96, longitude: -83)
  ///
  /// Setting a pair shows one of them: it sets ``style`` and ``theme``. The old style stays until the tiles
  /// in view are ready for the new one. Then the ground and the labels fade for 0.3 seconds, also while the
  /// map moves. The selected feature, the states of features and ``pointOfInterestFilter`` stay. A hidden map
  /// changes when it is seen again. Setting nil leaves the style and the theme that are set at that time.
  public var appearances: MapAppearances? {
    get { appearanceSwitch.appearances }
    set { appearanceSwitch.appearances = newValue }
  }

  /// The style that the application chooses, as UIKit's `overrideUserInterfaceStyle`.
  ///
  /// If it is ``UserInterfaceStyle/unspecified``, which is the default, the sun at ``daylightCoordinate``
  /// decides. It has no effect without ``appearances``.
  public var overrideUserInterfaceStyle: UserInterfaceStyle {
    get { appearanceSwitch.override }
    set { appearanceSwitch.override = newValue }
  }

  /// The place where the sun decides between day and night; nil for the user's location.
  ///
  /// The map is dark from the end of civil twilight to its beginning: see ``SolarCalculator``. The date is
  /// that of the stage: see `Stage.wallClock` and `Kiosk.startDate`. A screen at rest wakes at the change.
  /// While the place or the date is not known, the appearance stays as it is, at first light. The user's
  /// location is looked at whenever the map is laid out, as when ``showsUserLocation`` moves the dot.
  public var daylightCoordinate: Coordinate? {
    get { appearanceSwitch.coordinate }
    set { appearanceSwitch.coordinate = newValue }
  }

  /// The style that was chosen last: ``UserInterfaceStyle/light`` or ``UserInterfaceStyle/dark``.
  ///
  /// When the map begins to show it, also after ``appearances`` was set, it calls
  /// ``MapEvents/didChangeUserInterfaceStyle``.
  public var userInterfaceStyle: UserInterfaceStyle { appearanceSwitch.style }
}
