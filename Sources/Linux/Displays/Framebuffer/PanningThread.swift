internal import CLinux
internal import CartoucheScene
internal import Glibc

/// A thread that pans a framebuffer and waits for its vertical blanks.
///
///     request ──pipe──▶ FBIOPAN_DISPLAY ▶ FBIO_WAITFORVSYNC ──pipe──▶ answer, with the time of the blank
///
/// Drivers may block in both calls, and broken ones never return. So the caller sets a time limit for the
/// answer. Between two requests the thread sleeps.
final class PanningThread {
  /// The calls that the thread is to make.
  struct Request {
    var serial: UInt32 = 0
    /// The first visible row; `noRow` leaves it as it is.
    var row: UInt32 = Request.noRow
    /// Whether to wait for the vertical blank: 1 or 0.
    var waits: UInt32 = 0

    static let noRow = UInt32.max
  }

  /// The results of a request.
  struct Answer {
    var serial: UInt32 = 0
    /// The `errno` values of the two calls; 0 for a call that succeeded or was not made.
    var (panError, waitError): (Int32, Int32) = (0, 0)
    private var padding: UInt32 = 0
    /// The time of the vertical blank in nanoseconds; 0 if it is unknown.
    var time: Int64 = 0
  }

  private var threads: WorkerThreads
  private var requests: Int32
  private let answers: Descriptor
  private var serial: UInt32 = 0

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - node: The framebuffer's file descriptor, which the thread duplicates.
  ///   - interval: The time between two refreshes in nanoseconds.
  /// - Returns: nil if the system refuses a descriptor or a thread.
  init?(node: Int32, interval: Int64) {
    var (toThread, toCaller): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toThread) == 0 else { return nil }
    guard pipe(&toCaller) == 0 else {
      for number in toThread { close(number) }
      return nil
    }
    for number in toThread + toCaller { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    let own = fcntl(node, F_DUPFD_CLOEXEC, 0)
    // The caller's ends: it writes requests and reads answers, without waiting.
    requests = toThread[1]
    answers = Descriptor(toCaller[0])
    _ = fcntl(toCaller[0], F_SETFL, O_NONBLOCK)
    let (input, output) = (toThread[0], toCaller[1])
    threads =
      own < 0
      ? WorkerThreads(0..<0, named: "panning") { _ in }
      : WorkerThreads(0..<1, named: "panning") { _ in
        Self.serve(node: own, requests: input, answers: output, interval: interval)
        for number in [own, input, output] { close(number) }
      }
    guard threads.count == 1 else {
      for number in [own, input, output, requests] where number >= 0 { close(number) }
      return nil
    }
  }

  /// The file descriptor that becomes readable when there is an answer.
  var descriptor: Int32 { answers.number }

  /// Sends a request. The caller sends the next one after the answer.
  ///
  /// - Returns: The serial number of the answer.
  func send(row: Int?, waits: Bool) -> UInt32 {
    serial &+= 1
    var request = Request(serial: serial, row: row.map { UInt32($0) } ?? Request.noRow, waits: waits ? 1 : 0)
    write(requests, &request, MemoryLayout<Request>.size)
    return serial
  }

  /// Reads an answer that has arrived. Never waits.
  func read() -> Answer? {
    var answer = Answer()
    let size = MemoryLayout<Answer>.size
    return Glibc.read(answers.number, &answer, size) == size ? answer : nil
  }

  /// Waits for an answer for a limited time.
  ///
  /// - Parameter limit: The time limit in nanoseconds.
  func wait(atMost limit: Int64) {
    let end = EventLoop.now.nanoseconds + limit
    while true {
      let left = end - EventLoop.now.nanoseconds
      var readable = pollfd(fd: answers.number, events: Int16(POLLIN), revents: 0)
      if left <= 0 || poll(&readable, 1, Int32(left / 1_000_000 + 1)) > 0 { return }
    }
  }

  /// Ends the thread. A thread that has not answered yet ends by itself, if its driver ever returns.
  ///
  /// - Parameter isIdle: Whether all requests were answered. No more requests may be sent.
  func end(isIdle: Bool) {
    close(requests)
    if isIdle { threads.join() }
  }

  private static func serve(node: Int32, requests: Int32, answers: Int32, interval: Int64) {
    var timing = PanTiming(interval: interval)
    var request = Request()
    while true {
      let count = Glibc.read(requests, &request, MemoryLayout<Request>.size)
      if count < 0 && errno == EINTR { continue }
      guard count == MemoryLayout<Request>.size else { return }
      var answer = Answer()
      answer.serial = request.serial
      let isPanning = request.row != Request.noRow
      if isPanning {
        let start = EventLoop.now
        answer.panError = FramebufferNode.pan(node, row: request.row)
        timing.panned(in: EventLoop.now - start)
      }
      if request.waits != 0, answer.panError == 0 {
        if !isPanning || !timing.waitsForBlank { answer.waitError = cartouche_wait_for_vertical_blank(node) }
        if answer.waitError == 0 { answer.time = EventLoop.now.nanoseconds }
      }
      write(answers, &answer, MemoryLayout<Answer>.size)
    }
  }
}
