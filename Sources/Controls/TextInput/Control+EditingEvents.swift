extension Control.Event {
  /// The main action of the control, such as the return key in a ``TextField``.
  public static let primaryActionTriggered = Control.Event(rawValue: 1 << 13)
  /// A text field became the first responder and shows its cursor.
  public static let editingDidBegin = Control.Event(rawValue: 1 << 16)
  /// The user changed the text of a text field.
  ///
  /// If the application sets the text, there is no such event, as in UIKit.
  public static let editingChanged = Control.Event(rawValue: 1 << 17)
  /// A text field is no longer the first responder.
  public static let editingDidEnd = Control.Event(rawValue: 1 << 18)
  /// The set of all events of editing.
  public static let allEditingEvents: Control.Event = [.editingDidBegin, .editingChanged, .editingDidEnd]
}
