import CartoucheLinux
import Foundation
import Testing

@Suite("Backlights")
struct BacklightTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "cartouche-backlights-\(UUID())").path

  private func write(_ text: String, to file: String) throws {
    let path = "\(folder)/\(file)"
    try FileManager.default.createDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
    try Data("\(text)\n".utf8).write(to: URL(filePath: path))
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).trimmingCharacters(in: .newlines)
  }

  @Test("they are switched off by their power, else by their brightness, and come back as they were")
  func offAndOn() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write("0", to: "panel/bl_power")
    try write("120", to: "panel/brightness")
    try write("200", to: "simple/brightness")
    let backlights = Backlights(folder: folder)
    for _ in 0..<2 {
      backlights.switchOff()
      backlights.switchOff()
      #expect(try [text("panel/bl_power"), text("panel/brightness"), text("simple/brightness")] == ["4", "120", "0"])
      backlights.switchOn()
      backlights.switchOn()
      #expect(try [text("panel/bl_power"), text("panel/brightness"), text("simple/brightness")] == ["0", "120", "200"])
    }
  }

  @Test("those that a killed program left off are switched on")
  func recovery() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write("4", to: "panel/bl_power")
    try write("90", to: "panel/brightness")
    try write("0", to: "simple/brightness")
    for name in ["panel", "simple"] { try write("200", to: "\(name)/max_brightness") }
    Backlights(folder: folder).recover()
    #expect(try [text("panel/bl_power"), text("panel/brightness"), text("simple/brightness")] == ["0", "90", "200"])
  }

  @Test("a machine without backlights has none to switch off")
  func none() {
    let backlights = Backlights(folder: folder + "/missing")
    backlights.switchOff()
    backlights.switchOn()
    backlights.recover()
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
