public import CartoucheScene

/// A layer that takes text from a ``Keyboard``, like UIKit's `UIKeyInput`.
///
/// ``TextField`` conforms to this protocol. An application may conform a layer of its own, such as an editor,
/// and call ``Keyboard/present(for:in:animated:)``.
public protocol KeyInput: Layer {
  /// Whether there is text that can be deleted.
  var hasText: Bool { get }

  /// Inserts text at the cursor.
  func insertText(_ text: String)

  /// Deletes the character before the cursor.
  func deleteBackward()

  /// Reacts to the return key.
  func keyboardDidReturn(_ keyboard: Keyboard)

  /// Reacts to the keyboard's removal: the user hid the keyboard, or another layer takes its input now.
  ///
  /// The method is not called if the application called ``Keyboard/dismiss(animated:)``.
  func keyboardDidEnd(_ keyboard: Keyboard)
}
