public import CartoucheScene

/// A display that also reports fingers and requests of its user, such as a window of a desktop.
///
/// ``LiveDisplay/handleEvents()`` collects the events. The run loop then takes them with ``takeEvents()``.
public protocol InteractiveDisplay: LiveDisplay {
  /// Returns the events since the last call, in the order in which they happened.
  func takeEvents() -> [DisplayEvent]
}

/// An event of an ``InteractiveDisplay``.
public enum DisplayEvent: Hashable, Sendable {
  /// A finger touched the panel, moved or was lifted.
  ///
  /// The position is in pixels of the panel, before the rotation of the screen is undone. The time is on the
  /// monotonic clock.
  case contact(ContactEvent)
  /// The user turned the wheel of a mouse. The position is in pixels of the panel, as that of a finger.
  case scrollWheel(ScrollWheelEvent)
  /// The size of the display's buffers has changed. ``Display/mode`` already has the new size.
  case resized
  /// The user asked for an image file of the screen.
  case saveFrame
  /// The user asked to end the program.
  case close
}
