internal import Glibc
internal import Synchronization

extension FileIO {
  /// The number of lines that were lost since the last one that was written.
  private static let lostLineCount = Atomic<Int>(0)

  /// Writes `text` as a line to the process's standard error.
  ///
  /// A failure is ignored, because nobody could read about it. After ``makeNonblocking(_:)``, a line that
  /// finds no room is lost, and the next one that is written says how many were.
  package static func writeToStandardError(_ text: String) {
    writeLine(text, to: STDERR_FILENO)
  }

  /// Writes a line to a descriptor, as ``writeToStandardError(_:)`` does.
  package static func writeLine(_ text: String, to descriptor: Int32) {
    let lost = lostLineCount.exchange(0, ordering: .relaxed)
    let notice = lost == 0 ? "" : "(\(lost) lines are missing here, because nobody read them)\n"
    do throws(FileError) {
      try write(Array((notice + text + "\n").utf8), to: descriptor, named: "standard error")
    } catch {
      lostLineCount.add(lost + 1, ordering: .relaxed)
    }
  }

  /// Makes writes to a descriptor fail instead of waiting, if a pipe, a terminal or a socket has no room for
  /// them. Makes writes to a closed pipe an error instead of a signal.
  ///
  /// Nobody may read the standard error of a kiosk, and its frames must not wait for a reader. A pipe is
  /// opened again if possible, so that other programs that write to it still wait.
  package static func makeNonblocking(_ descriptor: Int32 = STDERR_FILENO) {
    var action = sigaction()
    if sigaction(SIGPIPE, nil, &action) == 0, action.__sigaction_handler.sa_handler == nil { signal(SIGPIPE, SIG_IGN) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFIFO || kind == S_IFSOCK || isatty(descriptor) == 1 else { return }
    let own = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    if own >= 0 {
      dup2(own, descriptor)
      close(own)
    } else if kind != S_IFCHR {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }
}
