public import CartoucheScene

// The keys of a keyboard that is plugged in. They reach the layer that takes the text of the screen's
// keyboard.

extension Keyboard {
  /// A key of a keyboard that is plugged in.
  public enum HardwareKey: Hashable, Sendable {
    /// The places to which keys move the cursor of a ``TextField``.
    public enum CursorMovement: Hashable, Sendable {
      case left, right, start, end
    }

    /// Inserts a text as it is; ``Keyboard/shiftState`` has no effect.
    case insert(String)
    case deleteBackward
    /// Deletes the character after the cursor of a ``TextField``.
    case deleteForward
    case moveCursor(CursorMovement)
    /// Does what the return key does.
    case `return`
    /// Hides the keyboard, and ends the editing.
    case dismiss
  }

  /// Returns the keyboard that is presented in the tree of `root`; nil if there is none.
  public static func presented(in root: Layer) -> Keyboard? {
    if let keyboard = root as? Keyboard { return keyboard.isPresented ? keyboard : nil }
    for layer in root.sublayers.reversed() {
      if let keyboard = presented(in: layer) { return keyboard }
    }
    return nil
  }

  /// Passes a key of a keyboard that is plugged in to the layer that takes the text.
  public func type(_ key: HardwareKey) {
    guard isPresented else { return }
    guard let input, input.isOnStage else { return end() }
    let field = input as? TextField
    switch key {
    case .insert(let text): input.insertText(text)
    case .deleteBackward: input.deleteBackward()
    case .deleteForward:
      guard let field, field.cursorOffset < field.text.count else { return }
      let (cursor, text) = (field.cursorOffset, field.text)
      field.cursorOffset += 1
      field.deleteBackward()
      // The application may refuse the change.
      if field.text == text { field.cursorOffset = cursor }
    case .moveCursor(.left): if let field { field.cursorOffset -= 1 }
    case .moveCursor(.right): if let field { field.cursorOffset += 1 }
    case .moveCursor(.start): field?.cursorOffset = 0
    case .moveCursor(.end): if let field { field.cursorOffset = field.text.count }
    case .return: input.keyboardDidReturn(self)
    case .dismiss: end()
    }
  }
}
