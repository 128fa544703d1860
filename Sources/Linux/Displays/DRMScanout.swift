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
/// A page flip that is not reported in time counts as shown. Some drivers lose the event, and a screen that
/// stays frozen is worse than one torn frame.
final class DRMScanout {
  /// The time in nanoseconds after which a page flip is given up.
  static let flipTimeout: Int64 = 100_000_000

  let output: DRMOutput
  private let card: DeviceFile

  private final class Slot {
    var buffer: DumbBuffer
    /// The pixels of the last frame that were not yet written to this buffer.
    var missing = Damage()
    init(_ buffer: consuming DumbBuffer) { self.buffer = buffer }
  }

  private var slots: [Slot] = []
  /// The state of the CRTC before this object changed it.
  private let previousState: UnsafeMutablePointer<drmModeCrtc>?
  private var mode: drmModeModeInfo
  private var needsModeSet: Bool
  /// The property of the connector that switched the screen off; nil while the screen is on.
  private var powerProperty: UInt32?
  /// Whether other programs' planes over the picture, such as a cursor, were switched off.
  private var hasClearedPlanes = false
  private var flips = FlipTrial()
  /// The pauses between attempts to set the mode, if the card refuses it.
  private var pause = RetryPause()
  /// The error with which the card refused the mode, until the mode is set.
  private(set) var refusal: Int32?
  private var shown: Int?
  /// The buffer with the newest frame, which is copied when a queued frame is submitted.
  private var shadow: ShadowBuffer?
  /// The time since which a frame waits for a page flip; nil if no frame waits.
  private var queued: Timestamp?
  private var flipping: (index: Int, since: Timestamp, serial: UInt, frame: Int)?
  private var serial: UInt = 0
  private var counts = FlipProgress()
  private(set) var statistics = DRMStatistics()

  /// Takes ownership of an opened output and allocates `buffers` scanout buffers.
  init(_ opened: consuming OpenedOutput, format: PixelFormat, buffers: Int) throws(DisplayOpeningError) {
    output = opened.output
    card = opened.card
    mode = output.mode
    previousState = drmModeGetCrtc(card.number, output.crtc)
    needsModeSet = buffers < 2 || !Self.isModeOn(output, previousState?.pointee, card: card.number)
    for _ in 0..<buffers {
      slots.append(Slot(try DumbBuffer(card: card.number, path: output.path, size: output.size, format: format)))
    }
    for slot in slots { slot.missing.add(PixelRect(output.size)) }
  }

  /// Returns whether the CRTC shows a picture on the output in its mode, and the screen is not switched off.
  /// If so, a page flip suffices, and the screen does not go dark in between.
  private static func isModeOn(_ output: DRMOutput, _ state: drmModeCrtc?, card: Int32) -> Bool {
    guard let state, output.isDriven, state.mode_valid != 0, state.buffer_id != 0, (state.x, state.y) == (0, 0) else {
      return false
    }
    let power = ConnectorProperty("DPMS", card: card, connector: output.connector)
    return (power?.value ?? 0) == UInt64(DRM_MODE_DPMS_ON) && DRMOutput.hasSameTimings(state.mode, output.mode)
  }

  deinit {
    if shown != nil || flipping != nil, !restorePrevious() {
      // The picture stays until another program shows its own.
      for slot in slots { slot.buffer.staysOnScreen = true }
    }
    if let previousState { drmModeFreeCrtc(previousState) }
    // The buffers' memory is freed while the card is still open.
    slots = []
    drmDropMaster(card.number)
  }

  /// Shows the content of before this object.
  ///
  /// - Returns: Whether there was such content, and it is there still.
  private func restorePrevious() -> Bool {
    defer { switchOn() }
    guard let crtc = previousState?.pointee, crtc.buffer_id != 0, crtc.mode_valid != 0 else { return false }
    var (connector, mode) = (output.connector, crtc.mode)
    return drmModeSetCrtc(card.number, crtc.crtc_id, crtc.buffer_id, crtc.x, crtc.y, &connector, 1, &mode) == 0
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
    guard let since = flipping?.since ?? queued else { return nil }
    return Timestamp(nanoseconds: since.nanoseconds + Self.flipTimeout)
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
    if slots.count == 1 && !needsModeSet { flushDirtyRects(slot) }
    slot.missing.removeAll()
    if needsModeSet {
      flips.reset()
      return try setMode(index)
    }
    if slots.count == 1 { return noteShown(counts.presented, at: nil) }
    guard flips.mayFlip() else { return try setMode(index) }
    clearPlanes()
    serial += 1
    let result = drmModePageFlip(
      card.number, output.crtc, slots[index].buffer.framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT),
      UnsafeMutableRawPointer(bitPattern: serial))
    switch -result {
    case 0:
      flipping = (index, EventLoop.now, serial, counts.presented)
      flips.reset()
    case EBUSY:
      statistics.busy += 1
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
    var connector = output.connector
    func attempt() -> Int32 {
      -drmModeSetCrtc(card.number, output.crtc, slots[index].buffer.framebuffer, 0, 0, &connector, 1, &mode)
    }
    var error = attempt()
    if error == EACCES || error == EPERM, drmSetMaster(card.number) == 0 { error = attempt() }
    statistics.modeSets += 1
    needsModeSet = error != 0
    guard error == 0 else { throw refused(error) }
    switchOn()
    clearPlanes()
    pause.succeeded()
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

  /// Switches off the cursor and the overlays that an earlier program left on the screen.
  private func clearPlanes() {
    guard !hasClearedPlanes else { return }
    hasClearedPlanes = true
    // Drivers without a cursor answer ENXIO, which is no error.
    drmModeSetCursor(card.number, output.crtc, 0, 0, 0)
    guard let planes = drmModeGetPlaneResources(card.number) else { return }
    defer { drmModeFreePlaneResources(planes) }
    // The kernel lists only overlays, because this process does not ask for primary and cursor planes.
    for index in 0..<Int(planes.pointee.count_planes) {
      guard let plane = drmModeGetPlane(card.number, planes.pointee.planes[index]) else { continue }
      defer { drmModeFreePlane(plane) }
      guard plane.pointee.crtc_id == output.crtc else { continue }
      drmModeSetPlane(card.number, plane.pointee.plane_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }
  }

  /// Tells the driver which pixels changed in a buffer that is on the screen.
  private func flushDirtyRects(_ slot: Slot) {
    // Drivers that scan out the memory itself answer ENOSYS, which is no error.
    var clips = slot.missing.rects.map {
      drmModeClip(x1: UInt16($0.minX), y1: UInt16($0.minY), x2: UInt16($0.maxX), y2: UInt16($0.maxY))
    }
    if !clips.isEmpty { drmModeDirtyFB(card.number, slot.buffer.framebuffer, &clips, UInt32(clips.count)) }
  }

  /// Waits for the page flip in progress for a limited time.
  private func finishFlip() {
    let end = EventLoop.now.nanoseconds + Self.flipTimeout
    while flipping != nil {
      let left = end - EventLoop.now.nanoseconds
      guard left > 0 else { break }
      var card = pollfd(fd: card.number, events: Int16(POLLIN), revents: 0)
      poll(&card, 1, Int32(left / 1_000_000 + 1))
      do throws(DisplayError) { try readEvents() } catch { break }
    }
    shown = flipping?.index ?? shown
    (queued, flipping) = (nil, nil)
  }

  /// Switches the screen off, until a mode is set.
  func blank() {
    finishFlip()
    let property = ConnectorProperty("DPMS", card: card.number, connector: output.connector)
    if let id = property?.id, setPower(id, DRM_MODE_DPMS_OFF) {
      powerProperty = id
    } else {
      drmModeSetCrtc(card.number, output.crtc, 0, 0, 0, nil, 0, nil)
    }
  }

  /// Switches the screen on, if it was switched off by its property. Most drivers do so when a mode is set.
  private func switchOn() {
    if let id = powerProperty, setPower(id, DRM_MODE_DPMS_ON) { powerProperty = nil }
  }

  private func setPower(_ property: UInt32, _ value: Int32) -> Bool {
    drmModeConnectorSetProperty(card.number, output.connector, property, UInt64(value)) == 0
  }

  /// Gives the screen away: waits for the page flip for a limited time, shows the previous content, and stops
  /// being the card's master.
  func release() {
    finishFlip()
    if shown != nil { _ = restorePrevious() }
    hasClearedPlanes = false
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
    giveUpOverdueFlip(now: EventLoop.now)
    if mayCopy { try advanceQueue(now: EventLoop.now) }
  }

  /// Reads the card's events, and shows nothing.
  func readEvents() throws(DisplayError) {
    var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
    let capacity = MemoryLayout.size(ofValue: bytes)
    while true {
      let count = Glibc.read(card.number, &bytes, capacity)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno != EAGAIN { throw .failed(errno: errno) }  // ENODEV: the card is gone
      guard count > 0 else { return }
      withUnsafeBytes(of: &bytes) { processEvents($0[0..<count]) }
    }
  }

  private func processEvents(_ bytes: Slice<UnsafeRawBufferPointer>) {
    var rest = bytes
    while rest.count >= MemoryLayout<drm_event>.size {
      let head = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: drm_event.self)
      guard head.length >= 8, head.length <= rest.count else { return }
      if head.type == UInt32(DRM_EVENT_FLIP_COMPLETE), rest.count >= MemoryLayout<drm_event_vblank>.size {
        let flip = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: drm_event_vblank.self)
        if let current = flipping, UInt64(current.serial) == flip.user_data {
          shown = current.index
          flipping = nil
          statistics.flips += 1
          let time = Timestamp(nanoseconds: Int64(flip.tv_sec) * 1_000_000_000 + Int64(flip.tv_usec) * 1000)
          statistics.lastFlip = time
          noteShown(current.frame, at: time)
        }
      }
      rest = rest.dropFirst(Int(head.length))
    }
  }

  private func giveUpOverdueFlip(now: Timestamp) {
    guard let current = flipping, now - current.since > Self.flipTimeout else { return }
    shown = current.index
    flipping = nil
    statistics.overdue += 1
    noteShown(current.frame, at: nil)
  }

  /// Submits the frame that waited for a page flip. If it waited too long, the mode is set instead.
  private func advanceQueue(now: Timestamp) throws(DisplayError) {
    guard flipping == nil, let since = queued else { return }
    if now - since > Self.flipTimeout {
      statistics.overdue += 1
      needsModeSet = true
    }
    try submit(since: since)
  }
}
