internal import CartoucheRaster
internal import CartoucheScene
internal import Glibc

/// Shows frames in the memory of a framebuffer, in time with the panel if its driver can.
///
///     two pages: copy to the hidden page ▶ pan ▶ vertical blank ▶ shown, a queued frame is next
///     one page:  vertical blank ▶ copy ▶ shown
///     neither pages nor blanks: copy ▶ shown
///
/// Panning and waiting are the work of a ``PanningThread``, so this object never waits for the panel. If the
/// thread does not answer in time, frames are copied to every page at once, until it answers. After three
/// such delays in a row, the thread is given up.
final class FramebufferScanout {
  /// The time in nanoseconds after which a frame counts as shown.
  static let timeout: Int64 = 100_000_000
  private static let maximumFaults = 3

  private let node: FramebufferNode
  private let mapping: UnsafeMutableRawPointer
  private let layout: FramebufferLayout

  private struct Page {
    let row: Int
    /// The pixels of the last frame that were not yet written to this page.
    var missing = Damage()
  }

  private var pages: [Page] = []
  /// The page that the panel shows; nil if it is unknown.
  private var shown: Int?
  private var thread: PanningThread?
  /// The request that the thread has not answered.
  private var pending: (serial: UInt32, page: Int, since: Timestamp, frame: Int)?
  /// Whether the pending request was not answered in time.
  private var isOverdue = false
  /// Whether the thread is not used any more, because it was overdue too often.
  private var hasGivenUp = false
  /// Whether a newer frame than the pending one waits in the shadow buffer.
  private var isQueued = false
  private var shadow: ShadowBuffer?
  /// Whether the driver reports vertical blanks, as far as it is known.
  private var hasBlanks = true
  private var refusedWaits = 0
  private var faults = 0
  private var counts = FlipProgress()
  private(set) var lastVerticalBlank: Timestamp?

  /// Maps the memory of `node`, and begins to use a second page of it if there is one.
  init(_ node: FramebufferNode) throws(DisplayOpeningError) {
    node.makeTwoPages()
    let layout = node.layout
    let mapped = mmap(nil, layout.mappedByteCount, PROT_READ | PROT_WRITE, MAP_SHARED, node.number, 0)
    guard let mapped, mapped != MAP_FAILED else {
      let number = errno
      node.restore()
      throw .failed(path: node.path, call: "mmap", errno: number)
    }
    (self.node, self.layout, mapping) = (node, layout, mapped)
    thread = PanningThread(node: node.number, interval: 1_000_000_000_000 / Int64(max(layout.refreshMillihertz, 1)))
    if thread == nil { hasBlanks = false }
    makePages()
  }

  deinit {
    finish()
    // An unanswered call holds the driver's lock, so every other call would wait for it.
    if pending == nil {
      if !hasGivenUp { thread?.end(isIdle: true) }
      node.restore()
    } else {
      if !hasGivenUp { thread?.end(isIdle: false) }
    }
    munmap(mapping, layout.mappedByteCount)
  }

  /// The file descriptor that becomes readable when a frame is shown; nil if nothing reports it.
  var descriptor: Int32? { thread?.descriptor }

  /// The time on the monotonic clock at which the pending frame counts as shown without a report.
  var deadline: Timestamp? {
    guard let pending, !isOverdue, !hasGivenUp else { return nil }
    return Timestamp(nanoseconds: pending.since.nanoseconds + Self.timeout)
  }

  /// The frames that were presented, and those that are shown.
  var progress: FlipProgress {
    var progress = counts
    progress.pendingCount = isOverdue ? 0 : (pending == nil ? 0 : 1) + (isQueued ? 1 : 0)
    return progress
  }

  /// Shows a frame: now if nothing is pending, else when the pending frame is shown.
  func show(_ shadow: ShadowBuffer, damage: [PixelRect]) {
    for index in pages.indices { for rect in damage { pages[index].missing.add(rect.intersection(PixelRect(layout.size))) } }
    self.shadow = shadow
    counts.presented += 1
    if thread == nil || isOverdue || hasGivenUp { return showAtOnce() }
    guard pending == nil else {
      isQueued = true
      return
    }
    submit()
  }

  /// Forgets the queued frame, because the shadow buffer no longer contains it.
  func dropQueuedFrame() {
    isQueued = false
    shadow = nil
  }

  private func submit() {
    isQueued = false
    guard let thread else { return showAtOnce() }
    if pages.count == 1 {
      guard hasBlanks else { return showAtOnce() }
      // Nothing is torn if there was no frame before.
      if counts.shown == 0 { copy(to: 0) }
      pending = (thread.send(row: nil, waits: true), 0, EventLoop.now, counts.presented)
      return
    }
    let page = shown == 0 ? 1 : 0
    copy(to: page)
    pending = (thread.send(row: pages[page].row, waits: hasBlanks), page, EventLoop.now, counts.presented)
  }

  /// Copies the newest frame to all pages, because the one that the panel shows is unknown, or is the only
  /// one.
  private func showAtOnce() {
    for page in pages.indices { copy(to: page) }
    isQueued = false
    note(counts.presented, at: nil)
  }

  private func copy(to page: Int) {
    guard let shadow else { return }
    let target = mapping + layout.offset(ofRow: pages[page].row)
    for rect in pages[page].missing.rects { shadow.copy(rect, to: target, bytesPerRow: layout.bytesPerRow) }
    pages[page].missing.removeAll()
  }

  private func note(_ frame: Int, at time: Timestamp?) {
    (counts.shown, counts.time) = (frame, time)
    if let time { lastVerticalBlank = time }
  }

  /// Reads the thread's answers, shows a queued frame, and gives up a pending one that is overdue. Never
  /// waits.
  func handleEvents() {
    while let answer = thread?.read() { handle(answer) }
    guard let current = pending, !isOverdue, !hasGivenUp, EventLoop.now - current.since >= Self.timeout else { return }
    isOverdue = true
    faults += 1
    showAtOnce()
    guard faults >= Self.maximumFaults else { return }
    thread?.end(isIdle: false)
    hasGivenUp = true
  }

  private func handle(_ answer: PanningThread.Answer) {
    guard let current = pending, current.serial == answer.serial else { return }
    guard !hasGivenUp else {
      pending = nil
      return
    }
    let wasOverdue = isOverdue
    (pending, isOverdue) = (nil, false)
    if !wasOverdue { faults = 0 }
    // A driver that never reported a blank has none.
    refusedWaits = answer.waitError == 0 ? 0 : refusedWaits + 1
    if refusedWaits >= (lastVerticalBlank == nil ? 1 : Self.maximumFaults) { hasBlanks = false }
    let time = answer.time > 0 ? Timestamp(nanoseconds: answer.time) : nil
    if answer.panError != 0 {
      useVisiblePage()
      showAtOnce()
    } else if pages.count == 1 {
      copy(to: 0)
      note(counts.presented, at: time)
      isQueued = false
    } else {
      shown = current.page
      note(current.frame, at: time)
      if isQueued { submit() }
    }
  }

  /// Waits for the pending frame for a limited time, and forgets a queued one.
  func finish() {
    isQueued = false
    guard pending != nil, !isOverdue, let thread else { return }
    thread.wait(atMost: Self.timeout)
    while let answer = thread.read() { handle(answer) }
  }

  /// Writes black to all pages, for a driver that cannot switch the screen off.
  func clear() {
    let bytes = layout.size.width * (layout.format?.bytesPerPixel ?? 0)
    for page in pages {
      let start = mapping + layout.offset(ofRow: page.row)
      for row in 0..<layout.size.height { memset(start + row * layout.bytesPerRow, 0, bytes) }
    }
    markUnknown()
  }

  /// Switches the screen off or on, unless a call that never returned holds the driver's lock.
  func setPower(_ level: Int) -> Bool { pending == nil && node.setPower(level) }

  /// Makes the next frame be copied entirely.
  func markUnknown() {
    for index in pages.indices { pages[index].missing.add(PixelRect(layout.size)) }
  }

  /// Takes the screen back after another virtual terminal was in front.
  ///
  /// - Returns: Whether the memory is as it was.
  func acquire() -> Bool {
    defer { markUnknown() }
    guard pending == nil else { return true }
    guard node.reload(), node.layout.mappedByteCount >= layout.mappedByteCount else { return false }
    makePages()
    return true
  }

  private func makePages() {
    let visible = usableRow
    pages = node.hasTwoPages ? [Page(row: 0), Page(row: layout.size.height)] : [Page(row: visible)]
    shown = pages.firstIndex { $0.row == visible }
    markUnknown()
  }

  /// Stops using a second page, because the driver refuses to pan.
  private func useVisiblePage() {
    node.updateVisibleRow()
    pages = [Page(row: usableRow)]
    shown = 0
    markUnknown()
  }

  /// The first visible row, if the driver's number makes sense.
  private var usableRow: Int { layout.fitsInMemory(firstRow: node.visibleRow) ? node.visibleRow : 0 }
}
