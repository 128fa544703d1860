/// Decides whether frames are shown with page flips, or by setting the mode again.
///
/// Some drivers have no page flips, and some refuse one at times. After a few refusals in a row, flips rest
/// for a number of frames. Then one more flip is tried.
package struct FlipTrial {
  /// The number of refusals in a row after which flips rest.
  static let maximumRefusals = 3
  /// The number of frames for which flips rest.
  static let restingFrames = 300

  private var refusals = 0
  private var skipped = 0

  package init() {}

  /// Returns whether the next frame may be shown with a flip. To be called once a frame.
  package mutating func mayFlip() -> Bool {
    if refusals < Self.maximumRefusals { return true }
    skipped += 1
    guard skipped > Self.restingFrames else { return false }
    skipped = 0
    return true
  }

  /// Notes that the card refused a flip.
  package mutating func flipRefused() {
    refusals += 1
  }

  /// Notes that the card accepted a flip, or that another mode was set.
  package mutating func reset() {
    (refusals, skipped) = (0, 0)
  }
}
