public import CartoucheRaster
public import CartoucheScene

/// The fingers that a mouse with a keyboard simulates.
///
///     up ──press──────────────────▶ one finger at the pointer ───────────────release──▶ up
///     up ──press with a modifier──▶ two fingers, mirrored about a center ────release──▶ up
///
/// The second finger mirrors the first about the middle of the panel: a drag pinches and rotates. While
/// ``Modifiers/parallel`` is set, the fingers keep their distance and their angle, and the center moves.
///
/// A value with no clock: each step passes its contact events to a closure, so that no memory is allocated.
public struct SimulatedFingers: Sendable {
  /// The modifier keys that change the number of fingers and their movement.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Two fingers touch the panel, mirrored about a center.
    public static let mirrored = Modifiers(rawValue: 1)
    /// Two fingers touch the panel, and move in parallel.
    public static let parallel = Modifiers(rawValue: 2)
  }

  private enum State: Sendable {
    case up
    case one(Contact)
    case two(Contact, Contact, center: Point)
  }

  private var state = State.up
  private var lastID: Int

  /// Creates a simulation without a finger on the panel.
  ///
  /// - Parameter firstID: The number of the first contact.
  public init(firstID: Int = 1) {
    lastID = firstID - 1
  }

  /// Whether no finger is on the panel.
  public var isUp: Bool { if case .up = state { true } else { false } }

  /// The positions of the fingers on the panel, in the panel's pixels: none, one or two positions.
  public var positions: [Point] {
    switch state {
    case .up: []
    case .one(let finger): [finger.position]
    case .two(let first, let second, _): [first.position, second.position]
    }
  }

  /// Touches down with one finger, or with two if a modifier is set.
  ///
  /// - Parameters:
  ///   - point: The position of the pointer, in the panel's pixels.
  ///   - modifiers: The modifiers at the time of the press.
  ///   - size: The size of the panel in pixels. Its middle is the center of two fingers.
  ///   - time: The time of the press.
  ///   - emit: Called with each resulting event.
  public mutating func press(
    at point: Point, modifiers: Modifiers, in size: PixelSize, time: Timestamp, _ emit: (ContactEvent) -> Void
  ) {
    guard case .up = state else { return }
    let first = Contact(id: nextID(), position: point, time: time)
    guard !modifiers.isEmpty else {
      state = .one(first)
      return emit(.began(first))
    }
    let center = Point(x: Scalar(size.width) / 2, y: Scalar(size.height) / 2)
    let second = Contact(id: nextID(), position: Self.mirrored(point, about: center), time: time)
    state = .two(first, second, center: center)
    emit(.began(first))
    emit(.began(second))
  }

  /// Moves the fingers with the pointer to `point`, in the panel's pixels.
  public mutating func move(to point: Point, modifiers: Modifiers, time: Timestamp, _ emit: (ContactEvent) -> Void) {
    switch state {
    case .up:
      break
    case .one(let finger):
      let moved = Contact(id: finger.id, position: point, time: time)
      state = .one(moved)
      emit(.moved(moved))
    case .two(let first, let second, var center):
      if modifiers.contains(.parallel) { center = center + (point - first.position) }
      let moved = Contact(id: first.id, position: point, time: time)
      let mirrored = Contact(id: second.id, position: Self.mirrored(point, about: center), time: time)
      state = .two(moved, mirrored, center: center)
      emit(.moved(moved))
      emit(.moved(mirrored))
    }
  }

  /// Lifts all fingers at their last positions.
  public mutating func release(at time: Timestamp, _ emit: (ContactEvent) -> Void) {
    takeContacts(at: time) { emit(.ended($0)) }
  }

  /// Cancels all fingers, for example because another window has the pointer.
  public mutating func cancel(at time: Timestamp, _ emit: (ContactEvent) -> Void) {
    takeContacts(at: time) { emit(.cancelled($0)) }
  }

  /// Returns a number for a new contact, which no other contact of this panel has.
  public mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  private mutating func takeContacts(at time: Timestamp, _ emit: (Contact) -> Void) {
    let last = state
    state = .up
    func lift(_ finger: Contact) { emit(Contact(id: finger.id, position: finger.position, time: time)) }
    switch last {
    case .up: break
    case .one(let finger): lift(finger)
    case .two(let first, let second, _):
      lift(first)
      lift(second)
    }
  }

  private static func mirrored(_ point: Point, about center: Point) -> Point {
    center + (center - point)
  }
}
