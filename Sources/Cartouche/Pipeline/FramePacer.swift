/// The times at which a live run begins its frames: a steady grid, one refresh apart.
///
///     due ──the loop wakes late, the frame begins──▶ due + interval ──▶ due + 2 · interval
///
/// The next frame is due one interval after the last frame was due, not after the loop woke for it. So late
/// wake-ups do not add up. Grid points that passed meanwhile are left out. After a rest, the first frame
/// begins at once and starts a new grid.
///
/// A value without a clock: pass times on the monotonic clock, and read the answer.
package struct FramePacer: Hashable, Sendable {
  /// The time between two refreshes in nanoseconds, at least 1.
  package let interval: Int64
  /// The earliest time of the next frame. Before the first frame, the value is zero.
  package private(set) var due = Timestamp.zero

  /// Creates a pacer that lets the first frame begin at once.
  package init(interval: Int64) {
    self.interval = max(interval, 1)
  }

  /// Records that a frame began, and sets the time of the next frame.
  ///
  /// If `now` is at least two intervals after ``due``, the grid starts again at `now`.
  package mutating func frameBegan(at now: Timestamp) {
    let late = now - due
    let continuesGrid = due > .zero && late >= 0 && late < 2 * interval
    let steps = continuesGrid ? late / interval + 1 : 1
    due = Timestamp(nanoseconds: (continuesGrid ? due : now).nanoseconds + steps * interval)
  }
}
