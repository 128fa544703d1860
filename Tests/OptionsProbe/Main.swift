import ArgumentParser
import Cartouche
import CartoucheOptions
import Glibc

/// An application for tests that need a process of their own. They test exit statuses, signals, and tasks of
/// the main actor, which the main thread's run loop runs.
@main struct OptionsProbe: ParsableCommand {
  @Flag(
    help: "Announce a task of the main actor that takes real time, then sleeps for a virtual second, then turns the screen blue.")
  var announce = false

  @Flag(help: "Run in real time, even without a screen.")
  var live = false

  @Option(help: "The time after which a task of the main actor turns the screen blue and stops the kiosk, in milliseconds.")
  var stop: Int?

  @OptionGroup var options: KioskOptions

  func run() throws {
    // A run that never ends is killed by a signal, and its test fails.
    alarm(60)
    try options.run { kiosk in
      kiosk.runsInRealTime = live
      kiosk.root.backgroundColor = .red
      if announce {
        kiosk.announce {
          try await Task.sleep(nanoseconds: 100_000_000)
          try await kiosk.clock.sleep(for: .seconds(1))
          kiosk.root.backgroundColor = .blue
          print("blue at \((kiosk.currentTime * 1000).rounded) ms")
        }
      }
      if let stop {
        Task {
          try await kiosk.clock.sleep(for: .milliseconds(stop))
          kiosk.root.backgroundColor = .blue
          print("stopped at \((kiosk.currentTime * 1000).rounded) ms")
          kiosk.stop()
        }
      }
    }
  }
}
