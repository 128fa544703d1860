internal import CDRM
internal import CLinux
internal import CartoucheRaster
internal import CartoucheScene
internal import Glibc

/// The scanout buffers of a screen that mirrors another.
///
///     frame ▶ copy into the buffer of two flips ago ▶ page flip ──accepted──▶ next buffer
///                          ▲                            │
///                          └── 4 ms later, newest frame ┘ EBUSY
///
/// The page flips ask for no events, which would be mixed with those of the mirrored screen. A card refuses
/// a flip while the previous one is pending. So an accepted flip tells that the previous one is done, and
/// that of three buffers the oldest is free.
final class MirrorScanout {
  /// The time in nanoseconds after which a refused page flip is tried again.
  private static let retryDelay: Int64 = 4_000_000

  let output: MirrorOutput
  /// The error with which the card refused the mode; nil if it shows frames. The mode is set again after
  /// growing pauses.
  private var failure: Int32?
  private var isFailureReported = false
  private var pause = RetryPause()
  /// The time at which the newest frame should be tried again; nil if it was submitted.
  private(set) var retryTime: Timestamp?

  private final class Slot {
    var buffer: DumbBuffer
    /// The pixels of the last frame that were not yet written to this buffer.
    var missing = Damage()
    init(_ buffer: consuming DumbBuffer) { self.buffer = buffer }
  }

  private let card: Descriptor
  private let copy: MirrorCopy
  private var slots: [Slot] = []
  private var next = 0
  private var mode: drmModeModeInfo
  private var needsModeSet = true
  private var isShown = false
  /// The property of the connector that switched the screen off; nil while the screen is on.
  private var powerProperty: UInt32?
  private var flips = FlipTrial()
  private var waitingSince: Timestamp?
  /// The state of the CRTC before this object changed it.
  private let previousState: UnsafeMutablePointer<drmModeCrtc>?

  /// Allocates three buffers.
  ///
  /// - Parameters:
  ///   - number: The open file descriptor of the card, which this object duplicates. Both have one master.
  ///   - frame: The size of the frames in pixels.
  init(_ output: MirrorOutput, card number: Int32, path: String, frame: PixelSize, format: PixelFormat) throws(DisplayOpeningError)
  {
    let duplicate = fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard duplicate >= 0 else { throw .failed(path: path, call: "duplicating the card's file descriptor", errno: errno) }
    card = Descriptor(duplicate)
    self.output = output
    mode = output.mode
    copy = MirrorCopy(MirrorPlacement(frame: frame, panel: output.size), format: format)
    previousState = drmModeGetCrtc(duplicate, output.crtc)
    for _ in 0..<3 {
      let slot = Slot(try DumbBuffer(card: duplicate, path: path, size: output.size, format: format))
      slot.missing.add(PixelRect(frame))
      slots.append(slot)
    }
  }

  deinit {
    if isShown, !restorePrevious() {
      for slot in slots { slot.buffer.staysOnScreen = true }
    }
    if let previousState { drmModeFreeCrtc(previousState) }
    // The buffers' memory is freed while the card is still open.
    slots = []
  }

  /// The place of the frames on the panel.
  var placement: MirrorPlacement { copy.placement }

  /// Shows a frame as soon as the screen can take it. Never waits for a vertical blank, except for the first
  /// frame, which sets the mode.
  func show(_ shadow: ShadowBuffer, damage: [PixelRect]) {
    for slot in slots { for rect in damage { slot.missing.add(rect) } }
    submit(shadow)
  }

  /// Copies the newest frame to the free buffer, and shows it if no page flip is pending.
  func submit(_ shadow: ShadowBuffer) {
    retryTime = nil
    if let next = pause.nextAttempt, EventLoop.now < next {
      retryTime = next
      return
    }
    let slot = slots[next]
    for rect in slot.missing.rects {
      copy.copy(rect, of: shadow.pixels, to: slot.buffer.address, bytesPerRow: slot.buffer.bytesPerRow)
    }
    slot.missing.removeAll()
    guard !needsModeSet, flips.mayFlip() else { return setMode() }
    switch -drmModePageFlip(card.number, output.crtc, slot.buffer.framebuffer, 0, nil) {
    case 0:
      flips.reset()
      frameSubmitted()
    case EBUSY:
      let now = EventLoop.now
      waitingSince = waitingSince ?? now
      guard let since = waitingSince, now - since < PendingFlip.timeout else { return setMode() }
      retryTime = Timestamp(nanoseconds: now.nanoseconds + Self.retryDelay)
    case EACCES, EPERM:
      needsModeSet = true
    default:
      flips.flipRefused()
      setMode()
    }
  }

  private func frameSubmitted() {
    (next, isShown, waitingSince, failure) = ((next + 1) % slots.count, true, nil, nil)
    pause.succeeded()
  }

  private func setMode() {
    var connector = output.connector
    let framebuffer = slots[next].buffer.framebuffer
    let error = -drmModeSetCrtc(card.number, output.crtc, framebuffer, 0, 0, &connector, 1, &mode)
    needsModeSet = error != 0
    switch error {
    case 0:
      switchOn()
      // Drivers without a cursor answer ENXIO, which is no error.
      drmModeSetCursor(card.number, output.crtc, 0, 0, 0)
      frameSubmitted()
    case EACCES, EPERM: break  // Another program is in front.
    default:
      failure = error
      pause.failed(at: EventLoop.now)
      retryTime = pause.nextAttempt
    }
  }

  /// Returns the error with which the card refuses the mode, once.
  func takeFailure() -> Int32? {
    guard !isFailureReported else { return nil }
    isFailureReported = failure != nil
    return failure
  }

  /// Leaves the screen as it is, because another display goes on with it.
  func leaveScreen() {
    for slot in slots { slot.buffer.staysOnScreen = true }
    isShown = false
  }

  /// Switches the screen off, until the next frame.
  func blank() {
    (retryTime, waitingSince, needsModeSet) = (nil, nil, true)
    pause.succeeded()
    let property = ConnectorProperty("DPMS", card: card.number, connector: output.connector)
    if let id = property?.id, setPower(id, DRM_MODE_DPMS_OFF) {
      powerProperty = id
    } else {
      drmModeSetCrtc(card.number, output.crtc, 0, 0, 0, nil, 0, nil)
    }
  }

  /// Shows the previous content, until the next frame.
  func release() {
    if isShown { _ = restorePrevious() }
    (retryTime, waitingSince, needsModeSet, isShown) = (nil, nil, true, false)
    pause.succeeded()
  }

  private func switchOn() {
    if let id = powerProperty, setPower(id, DRM_MODE_DPMS_ON) { powerProperty = nil }
  }

  private func setPower(_ property: UInt32, _ value: Int32) -> Bool {
    drmModeConnectorSetProperty(card.number, output.connector, property, UInt64(value)) == 0
  }

  /// Returns whether the screen had a content before this object, and shows it again.
  private func restorePrevious() -> Bool {
    defer { switchOn() }
    guard let crtc = previousState?.pointee, crtc.buffer_id != 0, crtc.mode_valid != 0 else { return false }
    var (connector, mode) = (output.connector, crtc.mode)
    return drmModeSetCrtc(card.number, crtc.crtc_id, crtc.buffer_id, crtc.x, crtc.y, &connector, 1, &mode) == 0
  }
}
