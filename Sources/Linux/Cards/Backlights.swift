internal import CLinux
internal import Glibc

/// The backlights of the machine's panels, as far as this process may change them.
///
/// The folder `/sys/class/backlight` has an entry for each backlight. Its file `bl_power` switches the
/// backlight off. If this process may not write it, or the entry lacks it, a `brightness` of 0 does.
package final class Backlights {
  private let folder: String
  /// The files that were changed, with their earlier contents.
  private var earlier: [(path: String, text: String)] = []

  package init(folder: String = "/sys/class/backlight") {
    self.folder = folder
  }

  /// Switches off all backlights.
  package func switchOff() {
    guard earlier.isEmpty else { return }
    for name in Folders.names(in: folder) where !change("\(name)/bl_power", to: "4") {  // FB_BLANK_POWERDOWN
      _ = change("\(name)/brightness", to: "0")
    }
  }

  /// Gives the backlights that were switched off their earlier state.
  package func switchOn() {
    for (path, text) in earlier.reversed() { _ = Self.write(text, to: path) }
    earlier = []
  }

  /// Switches on the backlights that a killed program left off.
  ///
  /// A `brightness` of 0 becomes the highest one, since the earlier one is lost.
  package func recover() {
    for name in Folders.names(in: folder) {
      let (power, brightness) = ("\(folder)/\(name)/bl_power", "\(folder)/\(name)/brightness")
      if let text = Self.text(of: power), text != "0" { _ = Self.write("0", to: power) }
      if Self.text(of: brightness) == "0", let highest = highest(name) { _ = Self.write(highest, to: brightness) }
    }
  }

  private func highest(_ name: String) -> String? { Self.text(of: "\(folder)/\(name)/max_brightness") }

  /// Writes a file, and remembers its earlier content.
  private func change(_ file: String, to text: String) -> Bool {
    let path = "\(folder)/\(file)"
    guard let previous = Self.text(of: path), Self.write(text, to: path) else { return false }
    earlier.append((path, previous))
    return true
  }

  /// Returns the first line of a file; nil if it is empty or cannot be read.
  private static func text(of path: String) -> String? {
    let line = DeviceNodeUsers.contents(of: path).prefix { $0 != "\n" }
    return line.isEmpty ? nil : String(line)
  }

  private static func write(_ text: String, to path: String) -> Bool {
    let number = cartouche_open(path, O_WRONLY | O_TRUNC)
    guard number >= 0 else { return false }
    let file = Descriptor(number)
    let line = Array((text + "\n").utf8)
    return Glibc.write(file.number, line, line.count) == line.count
  }
}
