/// A display whose screen can be switched off, and on again, while the program runs.
package protocol BlankableDisplay: LiveDisplay {
  /// Switches the screen off. A page flip in progress is awaited for a limited time.
  ///
  /// No frame may be presented until ``unblank()``.
  func blank()

  /// Lets the next frame switch the screen on. The content of all buffers is then unknown.
  func unblank()
}
