/// The times at which a live run begins its frames: a steady grid, one refresh apart.
///
///     due ──the loop wakes late, the frame begins──▶ due + interval ──▶ due + 2 · interval
///
/// If the display's page flips are at vertical blanks (``FlipGrid``), frames follow them. A frame begins as
/// late as possible, so that the newest touch is in it:
///
///     ──flip──────────────────────────due──────frame──────margin──flip──
///                                      ◀───────── lead ──────────▶
///
/// The lead is the duration that 95 % of the recent frames kept, counted from the time at which they were
/// due, plus a margin. It is at most one refresh. A frame that waits for a pending flip takes a refresh of
/// its own.
///
/// Otherwise a timer sets the pace. The next frame is due one interval after the last frame was due, not
/// after the loop woke for it. So late wake-ups do not add up. Grid points that passed meanwhile are left
/// out.
///
/// After a rest, the first frame begins at once. A value without a clock: pass times on the monotonic clock,
/// and read the answer.
package struct FramePacer: Hashable, Sendable {
  /// The time in nanoseconds from the end of a frame to the vertical blank that shows it.
  package static let margin: Int64 = 2_000_000

  /// The time between two refreshes of the display mode in nanoseconds, at least 1.
  package private(set) var interval: Int64
  /// The vertical blanks, as far as they are known.
  package private(set) var grid: FlipGrid
  /// The earliest time of the next frame. Before the first frame, the value is zero.
  package private(set) var due = Timestamp.zero
  /// The vertical blank for which the next frame is due; nil if the blanks are unknown.
  private var dueTarget: Timestamp?
  private var durations = FrameDurations()
  /// The time at which the current frame should have begun.
  private var start = Timestamp.zero
  private var presented = Timestamp.zero

  /// Creates a pacer that lets the first frame begin at once.
  package init(interval: Int64) {
    self.interval = max(interval, 1)
    grid = FlipGrid(interval: interval)
  }

  /// The time in nanoseconds before a vertical blank at which the frame for it begins.
  package var lead: Int64 { min((durations.percentile95 ?? interval) + Self.margin, grid.interval) }

  /// Returns the vertical blank that will show a frame which begins now; nil if it is unknown.
  package func target(at now: Timestamp, pendingFlips: Int) -> Timestamp? {
    // The report of a pending flip may be under way.
    if let dueTarget, now >= due, now < dueTarget { return dueTarget }
    return freeBlank(after: now, pendingFlips: pendingFlips)
  }

  /// Records that a turn began, and sets the time of the next.
  ///
  /// - Parameter wakeUpDelay: The time in nanoseconds by which the loop woke too late for this turn.
  package mutating func frameBegan(at now: Timestamp, wakeUpDelay: Int64 = 0) {
    start = Timestamp(nanoseconds: now.nanoseconds - min(max(wakeUpDelay, 0), interval))
    let late = now - due
    let continuesGrid = due > .zero && late >= 0 && late < 2 * interval
    let steps = continuesGrid ? late / interval + 1 : 1
    due = Timestamp(nanoseconds: (continuesGrid ? due : now).nanoseconds + steps * interval)
    dueTarget = nil
    followFlips(after: now, pendingFlips: 1)
  }

  /// Records that the frame of this turn was presented, and sets the time of the next.
  ///
  /// - Parameter pendingFlips: The number of refreshes that the presented frames still need.
  package mutating func framePresented(at now: Timestamp, pendingFlips: Int = 0) {
    durations.add(max(now - start, 0))
    presented = now
    followFlips(after: now, pendingFlips: max(pendingFlips, 1))
  }

  /// Records a page flip that the display reported, and sets the time of the next frame.
  ///
  /// Some cards stamp flips with another clock. So a flip that is more than a refresh in the future, or more
  /// than a second in the past, is ignored.
  ///
  /// - Parameters:
  ///   - time: The time that the card reported.
  ///   - now: The current time; nil if it is the time of the flip.
  ///   - pendingFlips: The number of refreshes that the presented frames still need after this flip.
  package mutating func flipped(at time: Timestamp, reported now: Timestamp? = nil, pendingFlips: Int = 0) {
    let age = (now ?? time) - time
    guard age >= -interval, age < FlipGrid.maximumAge else { return }
    grid.flipped(at: time, presented: presented)
    followFlips(after: time, pendingFlips: pendingFlips)
  }

  /// Forgets the vertical blanks, because another screen or another mode shows the frames.
  ///
  /// - Parameter interval: The time between two refreshes of the display mode in nanoseconds, at least 1.
  package mutating func displayDidChange(interval: Int64) {
    self.interval = max(interval, 1)
    (grid, dueTarget) = (FlipGrid(interval: self.interval), nil)
  }

  /// Returns the first blank after `time` that no presented frame needs.
  private func freeBlank(after time: Timestamp, pendingFlips: Int) -> Timestamp? {
    grid.blank(after: time).map { Timestamp(nanoseconds: $0.nanoseconds + Int64(pendingFlips) * grid.interval) }
  }

  private mutating func followFlips(after time: Timestamp, pendingFlips: Int) {
    guard let target = freeBlank(after: time, pendingFlips: pendingFlips) else { return }
    dueTarget = target
    due = Timestamp(nanoseconds: target.nanoseconds - lead)
  }
}
