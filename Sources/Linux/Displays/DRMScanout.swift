internal import CDRM
internal import CartoucheRaster
public import CartoucheScene
internal import Glibc

/// A card's buffers, which of them the panel reads, and the way back to the picture that was there before.
///
///     free ──write──▶ queued ──page flip accepted──▶ flipping ──event, or too late──▶ shown ──the next is shown──▶ free
///                       └── EBUSY: stays queued, tried again ──┘
///
/// A flip that does not report in time counts as shown: some drivers lose the event, and a picture that never comes back is worse than one torn frame.
final class DRMScanout {
  /// How long a flip may take, in nanoseconds.
  static let flipTimeout: Int64 = 100_000_000

  let output: DRMOutput
  let card: Int32

  private final class Slot {
    let buffer: DumbBuffer
    /// What the frame has that this buffer has not.
    var missing = Damage()
    init(_ buffer: consuming DumbBuffer) { self.buffer = buffer }
  }

  private var slots: [Slot] = []
  private let before: UnsafeMutablePointer<drmModeCrtc>?
  private var mode: drmModeModeInfo
  private var needsModeSet = true
  private var canFlip = true
  private var shown: Int?
  private var queued: (index: Int, since: Timestamp)?
  private var flipping: (index: Int, since: Timestamp, serial: UInt)?
  private var serial: UInt = 0
  private(set) var statistics = DRMStatistics()

  /// Takes the opened `card` over, and closes it in the end.
  init(_ output: DRMOutput, card: Int32, format: PixelFormat, buffers: Int) throws(DisplayOpeningError) {
    self.output = output
    self.card = card
    mode = output.mode
    before = drmModeGetCrtc(card, output.crtc)
    if drmIsMaster(card) == 0 && drmSetMaster(card) != 0 {
      let number = Int(output.path.drop { !$0.isNumber }) ?? -1
      let processes = DeviceNode.master(ofCard: number).map { [$0] } ?? DeviceNode.processes(using: output.path)
      throw .anotherMaster(path: output.path, processes: processes)
    }
    for _ in 0..<buffers {
      slots.append(Slot(try DumbBuffer(card: card, path: output.path, size: output.size, format: format)))
    }
    for slot in slots { slot.missing.add(PixelRect(output.size)) }
  }

  deinit {
    if let before {
      if shown != nil { restore(before.pointee) }
      drmModeFreeCrtc(before)
    }
    slots = []
    drmDropMaster(card)
    close(card)
  }

  private func restore(_ crtc: drmModeCrtc) {
    var (connector, mode) = (output.connector, crtc.mode)
    if crtc.buffer_id != 0 && crtc.mode_valid != 0 {
      drmModeSetCrtc(card, crtc.crtc_id, crtc.buffer_id, crtc.x, crtc.y, &connector, 1, &mode)
    } else {
      drmModeSetCrtc(card, output.crtc, 0, 0, 0, nil, 0, nil)
    }
  }

  /// Whether ``show(_:damage:)`` would be taken now.
  var canTakeFrame: Bool { queued == nil && freeIndex != nil }

  private var freeIndex: Int? {
    if slots.count == 1 { return 0 }
    return slots.indices.first { $0 != shown && $0 != flipping?.index && $0 != queued?.index }
  }

  /// When ``advanceQueue(now:)`` has something to do even if the card says nothing; nil, never.
  var deadline: Timestamp? {
    guard let since = flipping?.since ?? queued?.since else { return nil }
    return Timestamp(nanoseconds: since.nanoseconds + Self.flipTimeout)
  }

  /// Writes what changed into a buffer that the panel does not read, and has it shown.
  func show(_ shadow: ShadowBuffer, damage: [PixelRect]) throws(DisplayError) {
    for slot in slots { for rect in damage { slot.missing.add(rect.intersection(PixelRect(output.size))) } }
    guard queued == nil, let index = freeIndex else { throw .frameStillInFlight }
    let slot = slots[index]
    for rect in slot.missing.rects { shadow.copy(rect, to: slot.buffer.address, bytesPerRow: slot.buffer.bytesPerRow) }
    if slots.count == 1 && !needsModeSet { flushDirtyRects(slot) }
    slot.missing.removeAll()
    try submit(index, since: EventLoop.now)
  }

  private func submit(_ index: Int, since: Timestamp) throws(DisplayError) {
    queued = nil
    if needsModeSet || (!canFlip && slots.count > 1) { return try setMode(index) }
    if slots.count == 1 { return }
    if flipping != nil {
      queued = (index, since)
      return
    }
    serial += 1
    let result = drmModePageFlip(
      card, output.crtc, slots[index].buffer.framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT),
      UnsafeMutableRawPointer(bitPattern: serial))
    switch -result {
    case 0:
      flipping = (index, EventLoop.now, serial)
    case EBUSY:
      statistics.busy += 1
      queued = (index, since)
    case EACCES, EPERM:
      needsModeSet = true
      try setMode(index)
    default:
      // A driver without flips, or one whose mode was changed behind our back: the slow way does for both.
      canFlip = -result != EINVAL && -result != ENOSYS && -result != EOPNOTSUPP
      try setMode(index)
    }
  }

  /// Shows a buffer at once, setting the mode with it.
  private func setMode(_ index: Int) throws(DisplayError) {
    var connector = output.connector
    func attempt() -> Int32 { -drmModeSetCrtc(card, output.crtc, slots[index].buffer.framebuffer, 0, 0, &connector, 1, &mode) }
    var error = attempt()
    if error == EACCES || error == EPERM, drmSetMaster(card) == 0 { error = attempt() }
    statistics.modeSets += 1
    needsModeSet = error != 0
    guard error == 0 else { throw error == EACCES || error == EPERM ? .notActive : .failed(errno: error) }
    shown = index
    flipping = nil
  }

  private func flushDirtyRects(_ slot: Slot) {
    // Drivers that scan out the memory itself answer ENOSYS: nothing to tell.
    var clips = slot.missing.rects.map {
      drmModeClip(x1: UInt16($0.minX), y1: UInt16($0.minY), x2: UInt16($0.maxX), y2: UInt16($0.maxY))
    }
    if !clips.isEmpty { drmModeDirtyFB(card, slot.buffer.framebuffer, &clips, UInt32(clips.count)) }
  }

  /// Reads the card's reports; never waits.
  func handleEvents() throws(DisplayError) {
    var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
    let capacity = MemoryLayout.size(ofValue: bytes)
    while true {
      let count = Glibc.read(card, &bytes, capacity)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno != EAGAIN { throw .failed(errno: errno) }  // ENODEV: the card is gone
      guard count > 0 else { break }
      withUnsafeBytes(of: &bytes) { processEvents($0[0..<count]) }
    }
    try advanceQueue(now: EventLoop.now)
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
          statistics.lastFlip = Timestamp(nanoseconds: Int64(flip.tv_sec) * 1_000_000_000 + Int64(flip.tv_usec) * 1000)
        }
      }
      rest = rest.dropFirst(Int(head.length))
    }
  }

  /// Gives up on a flip that is overdue, and submits what waited for it.
  func advanceQueue(now: Timestamp) throws(DisplayError) {
    if let current = flipping, now - current.since > Self.flipTimeout {
      shown = current.index
      flipping = nil
      statistics.overdue += 1
    }
    guard flipping == nil, let waiting = queued else { return }
    if now - waiting.since > Self.flipTimeout {
      queued = nil
      statistics.overdue += 1
      try setMode(waiting.index)
    } else {
      try submit(waiting.index, since: waiting.since)
    }
  }
}

/// How a card has answered so far.
public struct DRMStatistics: Hashable, Sendable {
  /// Flips reported done.
  public var flips = 0
  /// Flips given up on.
  public var overdue = 0
  /// Flips refused because another was under way.
  public var busy = 0
  public var modeSets = 0
  /// When the last flip was done, on the monotonic clock.
  public var lastFlip: Timestamp?
}
