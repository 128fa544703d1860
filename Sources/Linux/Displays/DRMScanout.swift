internal import CDRM
internal import CartoucheRaster
internal import CartoucheScene
internal import Glibc

/// The scanout buffers of a graphics card, the state of each buffer, and the mode that is restored at the
/// end.
///
///     free ──copy, flip accepted──▶ flipping ──event or timeout──▶ shown ──next shown──▶ free
///      ▲  │
///      └──┘ EBUSY: the frame stays queued, tried again
///
/// While a page flip is pending, a new frame is queued: it stays in the shadow buffer, where a newer frame
/// may replace it. The changes are copied to a scanout buffer when the flip is done. Each scanout buffer has
/// a list of the pixels that it misses.
///
/// ``ScanoutCommits`` are the calls to the kernel: atomic where the driver is, unless the board says no.
/// ``PendingFlip`` tells what happens if the card does not report a flip in time.
final class DRMScanout {
  let output: DRMOutput
  private let card: DeviceFile

  private final class Slot {
    var buffer: DumbBuffer
    /// The pixels of the last frame that were not yet written to this buffer.
    var missing = Damage()
    /// The pixels that were written to this buffer since it was last shown.
    var written = Damage()
    init(_ buffer: consuming DumbBuffer) { self.buffer = buffer }
  }

  private var slots: [Slot] = []
  private let commits: any ScanoutCommits
  /// The state of the CRTC before this object changed it.
  private let savedMode: SavedMode
  private var needsModeSet: Bool
  private var flips = FlipTrial()
  /// The pauses between attempts to set the mode, if the card refuses it.
  private var pause = RetryPause()
  /// The pauses between attempts to flip, if the card is busy.
  private var busyPause = RetryPause()
  /// The error with which the card refused the mode, until the mode is set.
  private(set) var refusal: Int32?
  private var shown: Int?
  /// The buffer with the newest frame, which is copied when a queued frame is submitted.
  private var shadow: ShadowBuffer?
  /// The time since which a frame waits for a page flip; nil if no frame waits.
  private var queued: Timestamp?
  private var flipping: PendingFlip?
  private var serial: UInt = 0
  private var counts = FlipProgress()
  private(set) var statistics = DRMStatistics()

  /// Takes ownership of an opened output and allocates `buffers` scanout buffers.
  ///
  /// - Parameter testsMode: Whether to ask the card if it can show the mode. Only atomic drivers can tell.
  /// - Throws: ``DisplayOpeningError/refusedMode(path:connector:size:errno:)`` if the card cannot.
  init(
    _ opened: consuming OpenedOutput, format: PixelFormat, buffers: Int, usesAtomic: Bool, testsMode: Bool
  ) throws(DisplayOpeningError) {
    output = opened.output
    card = opened.card
    let route = ScanoutRoute(card: card.number, connector: output.connector, crtc: output.crtc, mode: output.mode)
    savedMode = SavedMode(route)
    commits = (usesAtomic ? AtomicCommits(route) : nil) ?? LegacyCommits(route)
    needsModeSet = buffers < 2 || !output.isDriven || !savedMode.isRouteMode
    for _ in 0..<buffers {
      slots.append(Slot(try DumbBuffer(card: card.number, path: output.path, size: output.size, format: format)))
    }
    for slot in slots { slot.missing.add(PixelRect(output.size)) }
    guard testsMode, needsModeSet else { return }
    let error = commits.testMode(slots[0].buffer.framebuffer)
    guard Self.isUnsupported(error) else { return }
    drmDropMaster(card.number)
    throw .refusedMode(path: output.path, connector: output.connectorName, size: output.size, errno: error)
  }

  /// Returns whether the error says that the card can never show the mode.
  static func isUnsupported(_ error: Int32) -> Bool { [EINVAL, ENOSPC, ERANGE].contains(error) }

  /// Whether screens are changed with atomic commits.
  var isAtomic: Bool { commits is AtomicCommits }

  deinit {
    if shown != nil || flipping != nil, !restorePrevious() {
      // The picture stays until another program shows its own.
      for slot in slots { slot.buffer.staysOnScreen = true }
    }
    // The buffers' memory is freed while the card is still open.
    slots = []
    drmDropMaster(card.number)
  }

  /// Shows the content of before this object.
  ///
  /// - Returns: Whether there was such content, and it is there still.
  private func restorePrevious() -> Bool {
    defer { commits.switchOn() }
    return savedMode.restore()
  }

  /// The card's file descriptor, for an event loop. The file descriptor becomes readable when the card has
  /// events.
  var descriptor: Int32 { card.number }

  /// The time at which a mode that the card refused should be set again; nil if no mode was refused.
  var retryTime: Timestamp? { pause.nextAttempt }

  /// Makes the next frame set the mode again.
  func setModeAgain() {
    needsModeSet = true
  }

  /// Makes the end of this object leave the screen as it is, because another scanout follows. That one can
  /// become the card's master at once.
  func leaveScreen() {
    (shown, flipping) = (nil, nil)
    drmDropMaster(card.number)
  }

  /// Looks for the output again: the connector that is used now if it is still connected, else another.
  ///
  /// - Returns: nil if the card has no connector that is connected and matches the request.
  /// - Throws: ``DisplayError/failed(errno:)`` if the card is gone.
  func findOutput(_ request: DRMOutput.Request) throws(DisplayError) -> DRMOutput? {
    var current = request
    current.connector = output.connectorName
    let requests =
      request.size == nil ? [current, request] : [current, current.withDefaultMode, request, request.withDefaultMode]
    for request in requests {
      if let output = try DRMOutput.find(request, on: card.number, path: output.path) { return output }
    }
    return nil
  }

  /// Whether the kernel says that the link to the display failed, so that the mode must be set again.
  var isLinkBad: Bool {
    let status = ConnectorProperty("link-status", card: card.number, connector: output.connector)
    return status?.value == UInt64(DRM_MODE_LINK_STATUS_BAD)
  }

  /// The rotation that makes frames upright on the panel, if the driver tells how the panel is mounted.
  var panelRotation: Rotation? {
    let orientation = ConnectorProperty("panel orientation", card: card.number, connector: output.connector)
    return orientation.flatMap { Rotation(panelOrientation: $0.value) }
  }

  /// The frames that were presented, and those that are shown.
  var progress: FlipProgress {
    var progress = counts
    progress.pendingCount = (flipping == nil ? 0 : 1) + (queued == nil ? 0 : 1)
    return progress
  }

  /// A buffer that the panel does not read while no page flip is pending.
  private var freeIndex: Int { slots.count == 1 ? 0 : slots.indices.first { $0 != shown } ?? 0 }

  /// The time on the monotonic clock at which ``handleEvents(mayCopy:)`` has work even if the card reports
  /// nothing; nil if there is no such time.
  var deadline: Timestamp? {
    if let flipping { return flipping.deadline }
    guard let queued else { return nil }
    let end = Timestamp(nanoseconds: queued.nanoseconds + PendingFlip.timeout)
    return busyPause.nextAttempt.map { min($0, end) } ?? end
  }

  /// Copies the changed pixels to a scanout buffer and shows this buffer. While a page flip is pending, the
  /// frame is queued, and replaces one that is queued already.
  ///
  /// With several scanout buffers, the panel does not read this buffer while it is written.
  func show(_ shadow: ShadowBuffer, damage: [PixelRect]) throws(DisplayError) {
    for slot in slots { for rect in damage { slot.missing.add(rect.intersection(PixelRect(output.size))) } }
    self.shadow = shadow
    counts.presented += 1
    let since = queued ?? EventLoop.now
    guard flipping == nil else {
      queued = since
      return
    }
    try submit(since: since)
  }

  /// Forgets the queued frame, because the shadow buffer no longer contains it.
  func dropQueuedFrame() {
    queued = nil
  }

  /// Copies the newest frame to a free buffer and shows it. No page flip is pending.
  private func submit(since: Timestamp) throws(DisplayError) {
    queued = nil
    guard let shadow else { return }
    let (index, slot) = (freeIndex, slots[freeIndex])
    for rect in slot.missing.rects { shadow.copy(rect, to: slot.buffer.address, bytesPerRow: slot.buffer.bytesPerRow) }
    slot.written.add(slot.missing)
    slot.missing.removeAll()
    if slots.count == 1 && !needsModeSet { flushDirtyRects(slot) }
    if needsModeSet {
      flips.reset()
      return try setMode(index)
    }
    if slots.count == 1 { return noteShown(counts.presented, at: nil) }
    guard flips.mayFlip() else { return try setMode(index) }
    serial += 1
    switch commits.flip(to: slot.buffer.framebuffer, damage: slot.written, serial: serial) {
    case 0:
      slot.written.removeAll()
      flipping = PendingFlip(buffer: index, frame: counts.presented, serial: serial, since: EventLoop.now)
      flips.reset()
      busyPause.succeeded()
    case EBUSY:
      statistics.busy += 1
      busyPause.failed(at: EventLoop.now)
      queued = since
    case EACCES, EPERM:
      needsModeSet = true
      try setMode(index)
    default:
      // The driver has no flips, or another program changed the mode: setting the mode again serves both.
      flips.flipRefused()
      try setMode(index)
    }
  }

  /// Shows a buffer immediately by setting the mode.
  private func setMode(_ index: Int) throws(DisplayError) {
    let framebuffer = slots[index].buffer.framebuffer
    var error = commits.setMode(framebuffer)
    if error == EACCES || error == EPERM, drmSetMaster(card.number) == 0 { error = commits.setMode(framebuffer) }
    statistics.modeSets += 1
    needsModeSet = error != 0
    guard error == 0 else { throw refused(error) }
    slots[index].written.removeAll()
    pause.succeeded()
    busyPause.succeeded()
    refusal = nil
    shown = index
    flipping = nil
    noteShown(counts.presented, at: nil)
  }

  private func noteShown(_ frame: Int, at time: Timestamp?) {
    (counts.shown, counts.time) = (frame, time)
  }

  /// Returns the error to throw after the card refused the mode.
  ///
  /// Without the card, the display has failed. Other errors may pass, so the mode is set again after a pause.
  private func refused(_ error: Int32) -> DisplayError {
    switch error {
    case ENODEV, ENXIO: return .failed(errno: error)
    case EACCES, EPERM: return .notActive
    default:
      pause.failed(at: EventLoop.now)
      refusal = error
      return .notActive
    }
  }

  /// Tells the driver which pixels changed in a buffer that is on the screen.
  private func flushDirtyRects(_ slot: Slot) {
    // Drivers that scan out the memory itself answer ENOSYS, which is no error.
    defer { slot.written.removeAll() }
    var clips = slot.written.rects.map {
      drmModeClip(x1: UInt16($0.minX), y1: UInt16($0.minY), x2: UInt16($0.maxX), y2: UInt16($0.maxY))
    }
    if !clips.isEmpty { drmModeDirtyFB(card.number, slot.buffer.framebuffer, &clips, UInt32(clips.count)) }
  }

  /// Waits for the page flip in progress for a limited time.
  private func finishFlip() {
    let end = EventLoop.now.nanoseconds + PendingFlip.timeout
    while flipping != nil {
      let left = end - EventLoop.now.nanoseconds
      guard left > 0 else { break }
      var card = pollfd(fd: card.number, events: Int16(POLLIN), revents: 0)
      poll(&card, 1, Int32(left / 1_000_000 + 1))
      do throws(DisplayError) { try readEvents() } catch { break }
    }
    shown = flipping?.buffer ?? shown
    (queued, flipping) = (nil, nil)
  }

  /// Switches the screen off, until a mode is set.
  func blank() {
    finishFlip()
    commits.switchOff()
  }

  /// Gives the screen away: waits for the page flip for a limited time, shows the previous content, and stops
  /// being the card's master.
  func release() {
    finishFlip()
    if shown != nil { _ = restorePrevious() }
    commits.screenWasReleased()
    shown = nil
    needsModeSet = true
    for slot in slots { slot.missing.add(PixelRect(output.size)) }
    drmDropMaster(card.number)
  }

  /// Becomes the card's master again. The next frame sets the mode.
  ///
  /// - Returns: Whether the card has no other master.
  func acquire() -> Bool {
    drmIsMaster(card.number) != 0 || drmSetMaster(card.number) == 0
  }

  /// Reads the card's events, and shows a queued frame if that is now possible. Never waits.
  ///
  /// - Parameter mayCopy: Whether the shadow buffer contains an entire frame.
  func handleEvents(mayCopy: Bool) throws(DisplayError) {
    try readEvents()
    attendOverdueFlip(now: EventLoop.now)
    if mayCopy { try advanceQueue(now: EventLoop.now) }
  }

  /// Reads the card's events, and shows nothing.
  func readEvents() throws(DisplayError) {
    let error = CardEvents.read(card: card.number) { serial, time in
      guard let flip = flipping, UInt64(flip.serial) == serial else { return }
      (shown, flipping) = (flip.buffer, nil)
      statistics.flips += 1
      statistics.lastFlip = time
      noteShown(flip.frame, at: time)
    }
    if error != 0 { throw .failed(errno: error) }  // ENODEV: the card is gone
  }

  /// Shows the buffer of an overdue flip again, or counts it as shown.
  private func attendOverdueFlip(now: Timestamp) {
    guard let flip = flipping else { return }
    let step = flip.step(at: now, hasNewerFrame: queued != nil)
    if step == .wait { return }
    statistics.overdue += 1
    if step == .submitAgain {
      let error = commits.flip(to: slots[flip.buffer].buffer.framebuffer, damage: Damage(), serial: flip.serial)
      // A busy card may still report the first one.
      if error == 0 || error == EBUSY {
        flipping?.submittedAgain(at: now)
        return
      }
    }
    (shown, flipping) = (flip.buffer, nil)
    noteShown(flip.frame, at: nil)
    // The frame that waited is not late by itself.
    if queued != nil { queued = now }
  }

  /// Submits the frame that waited for a page flip. If it waited too long, the mode is set instead.
  private func advanceQueue(now: Timestamp) throws(DisplayError) {
    guard flipping == nil, let since = queued else { return }
    if now - since > PendingFlip.timeout {
      statistics.overdue += 1
      needsModeSet = true
    } else if let time = busyPause.nextAttempt, now < time {
      return
    }
    try submit(since: since)
  }
}
