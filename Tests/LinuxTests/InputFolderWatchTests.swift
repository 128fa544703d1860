import CartoucheLinux
import Foundation
import Testing

@Suite("The folder of input devices")
struct InputFolderWatchTests {
  private func inNewFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("input-\(UInt64.random(in: 0 ... .max))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func make(_ path: String) { #expect(FileManager.default.createFile(atPath: path, contents: nil)) }

  @Test("nodes of input devices are reported, and other files are not")
  func nodes() throws {
    try inNewFolder { folder in
      let watch = try InputFolderWatch(folder: folder)
      #expect(!watch.read())
      make(folder + "/mouse0")
      #expect(!watch.read())
      make(folder + "/event3")
      #expect(watch.read() && !watch.read())
      try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: folder + "/event3")
      #expect(watch.read(), "a permission that comes later")
    }
  }

  @Test("with a name, a link of that name is reported, and nothing else")
  func name() throws {
    try inNewFolder { folder in
      let watch = try InputFolderWatch(folder: folder, name: "i2c-panel")
      make(folder + "/event3")
      #expect(!watch.read())
      try FileManager.default.createSymbolicLink(atPath: folder + "/new", withDestinationPath: "event3")
      #expect(!watch.read())
      try FileManager.default.moveItem(atPath: folder + "/new", toPath: folder + "/i2c-panel")
      #expect(watch.read())
    }
  }

  @Test("a folder that appears, disappears and appears again is followed")
  func folder() throws {
    try inNewFolder { parent in
      let folder = parent + "/input"
      let watch = try InputFolderWatch(folder: folder)
      for _ in 0..<3 {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(watch.read())
        make(folder + "/event0")
        #expect(watch.read())
        try FileManager.default.removeItem(atPath: folder)
        _ = watch.read()
      }
    }
  }
}
