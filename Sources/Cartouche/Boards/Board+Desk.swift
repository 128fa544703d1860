// The mouse and the keyboard of a desk, on which programs are developed.

extension Board {
  /// The ways to use mice, and tablets with a mouse's buttons.
  ///
  /// A mouse does what a finger does, so it is as safe as the touchscreen that it stands in for.
  public enum MouseUse: String, Hashable, Sendable, CaseIterable {
    /// Mice are read while no touchscreen is plugged in, unless the board names touch panels or none.
    case auto
    /// Mice are always read.
    case always
    /// Mice are never read.
    case never
  }

  /// The ways to use keyboards.
  public enum KeyboardUse: String, Hashable, Sendable, CaseIterable {
    /// As ``all`` if an interactive shell on a text console started the program, else as ``never``.
    ///
    /// So a developer can leave the program, and a visitor of a kiosk that a service manager starts cannot.
    case auto
    /// Keyboards are never read.
    case never
    /// Typed keys reach the text field that is edited, and no key leaves the program.
    case text
    /// Typed keys reach the text field that is edited. Ctrl, Alt and a function key show another console.
    /// Ctrl and C, or Ctrl, Alt and Backspace, end the program as SIGINT does.
    case all
  }
}
