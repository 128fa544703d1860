/// The presented frames whose page flips are not known yet, in order.
///
///     frame presented ──▶ waiting ──its flip, or that of a newer frame──▶ confirmed
///
/// A frame that a newer one replaced before its flip is confirmed without a time.
struct UnconfirmedFrames {
  /// A flip is given up after a tenth of a second, so more frames wait only if nobody asks for flips.
  private static let capacity = 16

  private var frames: [(number: Int, record: FrameRecord)] = []

  init() {
    frames.reserveCapacity(Self.capacity + 1)
  }

  /// Adds a frame with the number that the display gave it.
  mutating func add(_ record: FrameRecord, number: Int, _ confirm: (FrameRecord) -> Void) {
    frames.append((number, record))
    if frames.count > Self.capacity { confirm(frames.removeFirst().record) }
  }

  /// Confirms the frames up to the one that the display shows.
  ///
  /// - Parameter time: The time of the flip that showed this frame, on the kiosk's clock.
  mutating func update(shown number: Int, at time: Timestamp?, _ confirm: (FrameRecord) -> Void) {
    while let first = frames.first, first.number <= number {
      frames.removeFirst()
      var record = first.record
      if first.number == number { record.flipTime = time }
      confirm(record)
    }
  }

  /// Confirms all frames without a flip.
  mutating func finish(_ confirm: (FrameRecord) -> Void) {
    update(shown: .max, at: nil, confirm)
  }
}
