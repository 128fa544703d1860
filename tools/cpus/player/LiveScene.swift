import CartoucheRaster
import CartoucheScene

/// A step of a finger in the format of the player's files: five little-endian 64-bit numbers.
struct TraceStep {
  /// 0 for down, 1 for moved, 2 for up.
  var kind: Int64
  /// The identifier of the finger.
  var contact: Int64
  /// The position in 1/65536 point.
  var x: Int64
  var y: Int64
  var nanoseconds: Int64

  var event: ContactEvent {
    let contact = Contact(
      id: Int(truncatingIfNeeded: contact), position: Point(x: Scalar(rawValue: x), y: Scalar(rawValue: y)),
      time: Timestamp(nanoseconds: nanoseconds))
    switch kind {
    case 0: return .began(contact)
    case 1: return .moved(contact)
    default: return .ended(contact)
    }
  }
}

/// Plays a finger's trace to a ring of cards in perspective at 60 Hz and passes every frame to `sink`.
///
/// Each frame draws only the damage over the previous frame.
@_cdecl("play_trace")
func playTrace(_ steps: UnsafeRawPointer, _ count: Int, _ format: Int32, _ sink: FrameSink) -> Int32 {
  let size = PixelSize(width: 480, height: 320)
  let stage = Stage(size: size)
  let ring = Ring(on: stage.root)
  let panel = Panel(size: size, format: format)
  let renderer = Renderer()
  let workers = SerialWorkerPool()
  let arena = GestureArena(root: stage.root)
  var lastTranslation = Scalar.zero
  stage.root.addGestureRecognizer(
    PanGestureRecognizer { pan in
      if pan.state == .began { lastTranslation = .zero }
      ring.turn(by: .degrees(0.5) * (pan.translation.x - lastTranslation))
      lastTranslation = pan.translation.x
    })
  // Scene refers to this class, and the compiler adds the methods of a class where the class is used. No
  // trace has a negative number of steps.
  if count < 0 { stage.root.addSublayer(CachedScrollLayer(frame: .zero)) }
  var played = 0
  var tick: Int64 = 0
  while true {
    let now = tick * 1_000_000_000 / 60
    while played < count {
      let event = steps.loadUnaligned(fromByteOffset: played * 40, as: TraceStep.self).event
      guard event.contact.time.nanoseconds <= now else { break }
      arena.handle(event)
      played += 1
    }
    let damage = stage.commit()
    if !damage.isEmpty {
      renderer.draw(stage.displayList, into: panel.buffer, damage: damage, workers: workers)
      panel.send(to: sink)
    }
    if played == count { return 0 }
    tick += 1
  }
}

/// Five cards on a ring around a vertical axis.
private final class Ring {
  private let space = TransformLayer()
  private var angle: Angle = .degrees(20)

  init(on root: Layer) {
    space.frame = root.bounds
    root.addSublayer(space)
    for _ in 0..<5 {
      let card = GradientLayer(frame: Rect(x: 115, y: 65, width: 250, height: 150))
      card.colors = [.purple, .red]
      card.cornerRadius = 10
      card.border = Border(width: 4, color: .white.withAlpha(0.3))
      card.shadow = Shadow(color: .black, radius: 20)
      space.addSublayer(card)
    }
    turn(by: .zero)
  }

  func turn(by step: Angle) {
    angle += step
    for (index, card) in space.sublayers.enumerated() {
      var transform = Transform3D.identity
      transform.m34 = -1.0 / 1000
      card.transform = transform.rotated(by: angle + .degrees(72) * index, axis: .y).translated(z: 250)
    }
  }
}
