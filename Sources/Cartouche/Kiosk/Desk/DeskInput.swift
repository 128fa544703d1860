internal import Logging

/// The mouse and the keyboard of a live run: shows the pointer, and passes on fingers, wheels and keys.
///
///     mouse ▶ pointer on the screen, contact events ▶ gestures
///     wheel ▶ scrollWheel of the layer below the pointer
///     keyboard ▶ the text field that is edited, another console, the end
///
/// The pointer is hidden after ``hidingDelay`` without a movement. Then nothing wakes the run.
@MainActor
final class DeskInput {
  /// The seconds without a movement after which the pointer is hidden.
  static let hidingDelay: Seconds = 3

  private unowned let kiosk: Kiosk
  private let onContact: @MainActor (ContactEvent) -> Void
  private let hasTouchscreen: @MainActor () -> Bool
  private var devices: DeskDevices?
  private var hidingTimer: LoopTimer?
  private var lastMotion = Timestamp.zero

  /// Opens the mice and keyboards that the board allows.
  ///
  /// - Parameters:
  ///   - hasTouchscreen: Returns whether a touchscreen is read.
  ///   - isTouchDevice: Returns whether the node at a path is read as a touch panel.
  ///   - onContact: Called with each event of a finger, whose time is on the monotonic clock.
  /// - Returns: nil if the board allows none, or the display has a mouse of its own.
  init?(
    _ kiosk: Kiosk, hasTouchscreen: @escaping @MainActor () -> Bool, isTouchDevice: @escaping @MainActor (String) -> Bool,
    onContact: @escaping @MainActor (ContactEvent) -> Void
  ) {
    (self.kiosk, self.hasTouchscreen, self.onContact) = (kiosk, hasTouchscreen, onContact)
    let readsKeys = kiosk.readsKeyboards
    guard kiosk.mayReadMice || readsKeys else { return nil }
    hidingTimer = try? kiosk.loop.makeTimer { [unowned self] _ in MainActor.assumeIsolated { hidePointer() } }
    let keys = readsKeys ? KeyDecoder(kiosk.session?.readKeymap() ?? .unitedStates, allowsLeaving: kiosk.allowsLeaving) : nil
    let logger = kiosk.logger
    devices = DeskDevices(
      loop: kiosk.loop, readsPointers: readsMice, keys: keys, screen: kiosk.size, rotation: kiosk.board.rotation,
      isReadElsewhere: { path in MainActor.assumeIsolated { isTouchDevice(path) } }, seat: kiosk.seat,
      onPointer: { [unowned self] event in MainActor.assumeIsolated { handle(event) } },
      onKey: { [unowned self] key in MainActor.assumeIsolated { handle(key) } },
      onNotice: { logger.notice("\($0)") })
  }

  /// Reads mice or not, after a touchscreen was plugged in or unplugged.
  func touchscreenDidChange() {
    devices?.readsPointers = readsMice
    devices?.touchDevicesDidChange()
    if devices?.hasPointer != true { kiosk.stage.showPointer(at: nil) }
  }

  /// Closes the devices while another console is in front, and opens them again.
  func setSuspended(_ isSuspended: Bool) {
    devices?.isSuspended = isSuspended
    if isSuspended { kiosk.stage.showPointer(at: nil) }
  }

  func screenDidResize() {
    kiosk.stage.showPointer(at: nil)
    devices?.resize(to: kiosk.size)
  }

  func close() {
    devices?.close()
    kiosk.stage.showPointer(at: nil)
    hidingTimer = nil
  }

  private var readsMice: Bool { kiosk.mayReadMice && (kiosk.board.mouse == .always || !hasTouchscreen()) }

  // MARK: Events

  private func handle(_ event: PointerEvent) {
    let isDark = kiosk.idleTimer.isBlank
    switch event {
    case .moved(let point):
      let now = EventLoop.now
      kiosk.idleTimer.restart(at: now)
      lastMotion = now
      if !kiosk.stage.isPointerShown { hidingTimer?.arm(at: now.advanced(by: Self.hidingDelay)) }
      kiosk.stage.showPointer(at: point)
    case .contact(let contact):
      onContact(contact)
    case .scrollWheel(let event):
      kiosk.idleTimer.restart(at: EventLoop.now)
      if !isDark { kiosk.scrollWheel(with: event) }
    }
  }

  /// Hides the pointer if it has rested, else looks again later: the timer is not armed at each movement.
  private func hidePointer() {
    let due = lastMotion.advanced(by: Self.hidingDelay)
    if EventLoop.now < due { hidingTimer?.arm(at: due) } else { kiosk.stage.showPointer(at: nil) }
  }

  private func handle(_ key: KeyPress) {
    switch key {
    case .showTerminal(let number): kiosk.session?.showTerminal(number)
    case .end: EventLoop.interrupt()
    default:
      let isDark = kiosk.idleTimer.isBlank
      kiosk.idleTimer.restart(at: EventLoop.now)
      if !isDark { kiosk.type(key) }
    }
  }
}

extension Board {
  /// When mice, and tablets with a mouse's buttons, are read.
  package var pointerUse: Diagnosis.PointerUse {
    switch mouse {
    case .always: .always
    case .never: .never
    // Corrections of touches are for a panel, which may look like a tablet.
    case .auto: touch == .automatic && !hasTouchCorrections ? .withoutTouchscreen : .never
    }
  }

  /// Whether keyboards are read.
  ///
  /// - Parameter isOnScreen: Whether frames are shown on a screen.
  package func readsKeyboards(onScreen isOnScreen: Bool) -> Bool {
    switch keyboard {
    case .text, .all: true
    case .never: false
    case .auto: isOnScreen && VirtualTerminal.isStartedByShell
    }
  }
}

extension Kiosk {
  /// Whether the board allows mice on this display.
  fileprivate var mayReadMice: Bool {
    switch hasDesk ? board.pointerUse : .never {
    case .always: true
    case .never: false
    // Without a screen, the machine's own mouse is not meant unless the board names it.
    case .withoutTouchscreen: !isHeadless
    }
  }

  fileprivate var readsKeyboards: Bool { hasDesk && board.readsKeyboards(onScreen: !isHeadless) }

  /// Whether keys may show another console, or end the program.
  fileprivate var allowsLeaving: Bool { board.keyboard == .all || board.keyboard == .auto }

  /// Whether the display has no mouse of its own, and touches come from devices.
  private var hasDesk: Bool { replay?.recording == nil && !(pipeline.display is any InteractiveDisplay) }

  /// Whether tablets are pointers, and not touch panels.
  var readsTabletsAsPointers: Bool { mayReadMice }

  // MARK: Wheels and keys

  /// Delivers a turn of a mouse's wheel in the next turn of the run loop. Several turns become one event.
  package func scrollWheel(with event: ScrollWheelEvent) {
    var sum = event
    if let pending = pendingScroll {
      (sum.deltaX, sum.deltaY) = (pending.deltaX + event.deltaX, pending.deltaY + event.deltaY)
    } else {
      pipeline.inbox.add { [weak self] in
        guard let self, let event = pendingScroll else { return }
        pendingScroll = nil
        stage.scrollWheel(with: event)
      }
    }
    pendingScroll = sum
  }

  /// Passes a key to the layer that takes the text of the screen's keyboard, in the run loop's next turn.
  package func type(_ key: KeyPress) {
    pipeline.inbox.add { [weak self] in
      guard let self, let keyboard = Keyboard.presented(in: root) else { return }
      switch key {
      case .text(let text): keyboard.type(.insert(text))
      case .deleteBackward: keyboard.type(.deleteBackward)
      case .deleteForward: keyboard.type(.deleteForward)
      case .moveLeft: keyboard.type(.moveCursor(.left))
      case .moveRight: keyboard.type(.moveCursor(.right))
      case .moveToStart: keyboard.type(.moveCursor(.start))
      case .moveToEnd: keyboard.type(.moveCursor(.end))
      case .enter: keyboard.type(.return)
      case .escape: keyboard.type(.dismiss)
      case .showTerminal, .end: break
      }
    }
  }
}
