internal import Cartouche

/// The reports of a simulated touch panel. They are decoded in the same way as those of a real device.
///
///     positions at the panel's rate ▶ raw units ▶ input events, of slots or of one finger ▶ TouchDecoder
struct TouchReports {
  private let panel: SimulatedTouchPanel
  private let rotation: Rotation
  private let screen: Size
  private var decoder: TouchDecoder
  private var nextTrackingID: Int32 = 1

  /// - Parameters:
  ///   - rotation: The clockwise rotation of the application's frames on the panel.
  ///   - screen: The size of the application's screen in points, before the rotation.
  init(panel: SimulatedTouchPanel, rotation: Rotation, screen: Size) {
    self.panel = panel
    self.rotation = rotation
    self.screen = screen
    let mapping = TouchMapping(panel.capabilities, rotation: rotation, screen: screen)
    decoder = TouchDecoder(panel.capabilities, mapping: mapping)
  }

  /// A finger of a sequence that is on the panel.
  private struct Finger {
    let stroke: Int
    let slot: Int32
    /// The time by which the finger is later than its stroke, in nanoseconds.
    let delay: Int64
    var raw: (x: Int32, y: Int32)
    /// Whether the finger has arrived at its last position, so that it lifts in the next report.
    var isAtEnd: Bool
  }

  /// Returns the contact events of a sequence that begins at the time `start`.
  ///
  /// If more fingers are down than the panel can report, the later ones are left out. The panel ignores them
  /// even after another finger has lifted.
  mutating func contacts(of sequence: TouchSequence, from start: Timestamp) -> [ContactEvent] {
    var contacts: [ContactEvent] = []
    var fingers: [Finger] = []
    // By time of touch-down; strokes with the same time in their own order.
    var waiting = sequence.strokes.indices.sorted { (sequence.strokes[$0].start, $0) < (sequence.strokes[$1].start, $1) }[...]
    var report: Int64 = 0
    while !waiting.isEmpty || !fingers.isEmpty {
      let time = report * 1_000_000_000 / Int64(panel.reportsPerSecond)
      var events: [(code: UInt16, value: Int32)] = []
      let previous = fingers
      for index in fingers.indices.reversed() { move(index, of: &fingers, along: sequence, at: time, &events) }
      while let stroke = waiting.first, sequence.strokes[stroke].start <= time {
        // A finger that comes after another one waits for the report of its lift.
        guard !previous.contains(where: { sequence.strokes[$0.stroke].end <= sequence.strokes[stroke].start }) else { break }
        waiting.removeFirst()
        touchDown(stroke, of: sequence, at: time, &fingers, &events)
      }
      if !events.isEmpty {
        let time = Timestamp(nanoseconds: start.nanoseconds + time)
        for (code, value) in events {
          let type = code == touchKey ? InputCode.key : InputCode.absolute
          decoder.decode(InputEvent(time: time, type: type, code: code, value: value)) { contacts.append($0) }
        }
        let end = InputEvent(time: time, type: InputCode.synchronization, code: InputCode.report, value: 0)
        decoder.decode(end) { contacts.append($0) }
      }
      report += 1
    }
    return contacts
  }

  /// The key that a panel for one finger reports; nil for a panel with slots.
  private var touchKey: UInt16? {
    if case .single(let key) = panel.capabilities.reporting { key } else { nil }
  }

  private mutating func touchDown(
    _ stroke: Int, of sequence: TouchSequence, at time: Int64, _ fingers: inout [Finger],
    _ events: inout [(code: UInt16, value: Int32)]
  ) {
    let slotCount: Int32 = if case .slots(let count) = panel.capabilities.reporting { Int32(count) } else { 1 }
    guard let slot = (0..<slotCount).first(where: { slot in !fingers.contains { $0.slot == slot } }) else { return }
    let track = sequence.strokes[stroke]
    let raw = panel.rawPosition(of: track.position(at: track.start), rotation: rotation, screen: screen)
    if let touchKey {
      events.append((touchKey, 1))
    } else {
      events += [(InputCode.slot, slot), (InputCode.trackingID, nextTrackingID)]
      nextTrackingID = nextTrackingID == 65_535 ? 1 : nextTrackingID + 1
    }
    events += position(raw)
    fingers.append(Finger(stroke: stroke, slot: slot, delay: time - track.start, raw: raw, isAtEnd: track.start == track.end))
  }

  /// Moves or lifts a finger.
  private func move(
    _ index: Int, of fingers: inout [Finger], along sequence: TouchSequence, at time: Int64,
    _ events: inout [(code: UInt16, value: Int32)]
  ) {
    let finger = fingers[index]
    if finger.isAtEnd {
      if let touchKey {
        events.append((touchKey, 0))
      } else {
        events += [(InputCode.slot, finger.slot), (InputCode.trackingID, -1)]
      }
      fingers.remove(at: index)
      return
    }
    let stroke = sequence.strokes[finger.stroke]
    let raw = panel.rawPosition(of: stroke.position(at: time - finger.delay), rotation: rotation, screen: screen)
    fingers[index].isAtEnd = time - finger.delay >= stroke.end
    // The kernel reports only values that change.
    guard raw != finger.raw else { return }
    fingers[index].raw = raw
    if touchKey == nil { events.append((InputCode.slot, finger.slot)) }
    events += position(raw)
  }

  private func position(_ raw: (x: Int32, y: Int32)) -> [(code: UInt16, value: Int32)] {
    let codes = touchKey == nil ? (InputCode.slotX, InputCode.slotY) : (InputCode.x, InputCode.y)
    return [(codes.0, raw.x), (codes.1, raw.y)]
  }
}
