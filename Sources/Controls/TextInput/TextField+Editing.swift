import CartoucheScene

extension TextField: KeyInput {
  /// Begins the editing: shows the cursor and the keyboard, and sends ``Control/Event/editingDidBegin``.
  ///
  /// - Returns: Whether the field is the first responder now. A field that is disabled or is on no stage does
  ///   not become the first responder.
  @discardableResult
  public func becomeFirstResponder() -> Bool {
    guard !isFirstResponder else { return true }
    guard isEnabled, isOnStage else { return false }
    var root: Layer = self
    while let next = root.superlayer { root = next }
    let shown = root.sublayers.lazy.compactMap { $0 as? Keyboard }.last
    let keyboard = shown ?? Keyboard(keyboardLayout, theme: theme)
    self.keyboard = keyboard
    isFirstResponder = true
    updateAppearance()
    setNeedsLayout()
    keyboard.theme = theme
    (keyboard.layout, keyboard.returnKeyTitle) = (keyboardLayout, returnKeyTitle)
    keyboard.present(for: self, in: root)
    guard isFirstResponder else { return false }
    sendActions(for: .editingDidBegin)
    return isFirstResponder
  }

  /// Ends the editing: hides the keyboard and sends ``Control/Event/editingDidEnd``.
  ///
  /// If the field is not the first responder, the method does nothing.
  public func resignFirstResponder() {
    guard isFirstResponder else { return }
    if let keyboard, keyboard.input === self { keyboard.dismiss() }
    endEditing()
  }

  private func endEditing() {
    guard isFirstResponder else { return }
    isFirstResponder = false
    keyboard = nil
    updateAppearance()
    setNeedsLayout()
    sendActions(for: .editingDidEnd)
  }

  /// Whether the field has text.
  public var hasText: Bool { !edited.characters.isEmpty }

  /// Inserts text at the cursor as the keyboard does, and sends ``Control/Event/editingChanged``.
  ///
  /// Characters beyond ``maximumLength`` are left out. Without an allowed change, nothing is sent.
  public func insertText(_ text: String) {
    var next = edited
    if next.insert(text) { change(to: next) }
  }

  /// Deletes the character before the cursor as the keyboard does, and sends
  /// ``Control/Event/editingChanged``.
  public func deleteBackward() {
    var next = edited
    if next.deleteBackward() { change(to: next) }
  }

  private func change(to next: EditedText) {
    guard isEnabled, shouldChange?(next.string) ?? true else { return }
    edited = next
    textDidChange()
    sendActions(for: .editingChanged)
  }

  /// Sends ``Control/Event/primaryActionTriggered`` and ends the editing, unless an action moved the keyboard
  /// to another field.
  public func keyboardDidReturn(_ keyboard: Keyboard) {
    sendActions(for: .primaryActionTriggered)
    if keyboard.input === self { resignFirstResponder() }
  }

  /// Ends the editing, because the keyboard has left or serves another field.
  public func keyboardDidEnd(_ keyboard: Keyboard) { endEditing() }
}
