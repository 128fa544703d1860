/// The times of the vertical blanks, found from the page flips that a display reports.
///
///     unlocked ──8 flips in a row at whole refreshes──▶ locked ──3 flips in a row elsewhere──▶ unlocked
///
/// Many drivers report a flip as soon as a frame is submitted. Their flips are as regular as the frames, so
/// regular flips alone prove nothing. A flip that comes within a millisecond of its frame is therefore no
/// evidence. If the grid follows flips that turn out to follow the frames, it unlocks, and locks again only
/// after twice the number of regular flips.
///
/// A value without a clock: pass times on the monotonic clock, and read the answer.
package struct FlipGrid: Hashable, Sendable {
  private static let initialEvidence = 8
  private static let maximumEvidence = 4096
  /// The number of flips on the grid after which earlier doubts are forgotten.
  private static let trustedFlips = 512
  private static let maximumMisses = 3
  /// The delay between a frame and its flip below which the flip may follow the frame, in nanoseconds.
  private static let immediateDelay: Int64 = 1_000_000
  /// The age in nanoseconds after which a flip no longer tells the phase of the grid.
  static let maximumAge: Int64 = 1_000_000_000
  /// The number of refreshes after which the time between two flips is not judged: small errors of the
  /// interval have added up.
  private static let judgedSteps: Int64 = 8

  private let nominalInterval: Int64
  /// The time between two refreshes in nanoseconds, measured from the flips.
  package private(set) var interval: Int64
  /// Whether the display's flips are at vertical blanks.
  package private(set) var isLocked = false
  private var lastFlip: Timestamp?
  private var evidence = 0
  private var requiredEvidence = initialEvidence
  private var misses = 0

  /// Creates an unlocked grid.
  ///
  /// - Parameter interval: The display mode's time between two refreshes in nanoseconds, at least 1.
  package init(interval: Int64) {
    nominalInterval = max(interval, 1)
    self.interval = nominalInterval
  }

  /// Returns the first vertical blank after `time`.
  ///
  /// - Returns: nil if the grid is unlocked, or if no flip was reported in the second before `time`.
  package func blank(after time: Timestamp) -> Timestamp? {
    guard isLocked, let lastFlip, abs(time - lastFlip) < Self.maximumAge else { return nil }
    let since = max(time - lastFlip, 0)
    return Timestamp(nanoseconds: lastFlip.nanoseconds + (since / interval + 1) * interval)
  }

  /// Records a flip.
  ///
  /// - Parameters:
  ///   - time: The time that the card reported.
  ///   - presented: The time at which the newest frame was presented.
  package mutating func flipped(at time: Timestamp, presented: Timestamp) {
    guard let last = lastFlip, time >= last, time - last < min(Self.maximumAge, Self.judgedSteps * interval + interval / 2) else {
      lastFlip = time
      return
    }
    let elapsed = time - last
    let steps = (elapsed + interval / 2) / interval
    let isRegular = steps >= 1 && abs(elapsed - steps * interval) <= interval / 16
    if !isLocked {
      lastFlip = time
      // A flip at once is no evidence for the grid, and none against it.
      if isRegular, abs(time - presented) < Self.immediateDelay { return }
      evidence = isRegular ? evidence + 1 : 0
      if evidence >= requiredEvidence { (isLocked, misses, evidence) = (true, 0, 0) }
    } else if isRegular {
      (lastFlip, misses, evidence) = (time, 0, evidence + 1)
      if evidence >= Self.trustedFlips { requiredEvidence = Self.initialEvidence }
      let measured = interval + (elapsed / steps - interval) / 16
      interval = min(max(measured, nominalInterval - nominalInterval / 50), nominalInterval + nominalInterval / 50)
    } else {
      misses += 1
      guard misses >= Self.maximumMisses else { return }
      (isLocked, lastFlip, evidence, interval) = (false, time, 0, nominalInterval)
      requiredEvidence = min(requiredEvidence * 2, Self.maximumEvidence)
    }
  }
}
