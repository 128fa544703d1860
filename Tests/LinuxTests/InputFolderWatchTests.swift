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

  @Test("folders above the folder that are missing at first are followed, one after another or at once")
  func parents() throws {
    try inNewFolder { top in
      let folder = top + "/dev/bus/input"
      let watch = try InputFolderWatch(folder: folder)
      for part in ["/dev", "/dev/bus", "/dev/bus/input"] {
        #expect(!watch.read())
        try FileManager.default.createDirectory(atPath: top + part, withIntermediateDirectories: false)
      }
      #expect(watch.read(), "the folder is there, and may have nodes already")
      make(folder + "/event0")
      #expect(watch.read() && !watch.read())

      try FileManager.default.removeItem(atPath: top + "/dev")
      _ = watch.read()
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      make(folder + "/event1")
      #expect(watch.read())
      make(folder + "/event2")
      #expect(watch.read())

      // A folder that is moved away is another one.
      try FileManager.default.moveItem(atPath: folder, toPath: top + "/dev/bus/old")
      _ = watch.read()
      make(top + "/dev/bus/old/event3")
      #expect(!watch.read())
      try FileManager.default.moveItem(atPath: top + "/dev/bus/old", toPath: folder)
      #expect(watch.read())
    }
  }

  @Test("the node that a link leads to is watched: its appearance, and its permission that comes later")
  func linkTarget() throws {
    try inNewFolder { top in
      let (links, nodes) = (top + "/by-path", top + "/nodes")
      try FileManager.default.createDirectory(atPath: links, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(atPath: links + "/panel", withDestinationPath: "second")
      try FileManager.default.createSymbolicLink(atPath: links + "/second", withDestinationPath: "../nodes/event7")
      let watch = try InputFolderWatch(folder: links, name: "panel")
      #expect(!watch.read())
      try FileManager.default.createDirectory(atPath: nodes, withIntermediateDirectories: false)
      #expect(watch.read(), "the folder of the node is there")
      make(nodes + "/event6")
      #expect(!watch.read())
      make(nodes + "/event7")
      #expect(watch.read() && !watch.read())
      try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: nodes + "/event7")
      #expect(watch.read() && !watch.read())

      // The link leads to another node now, and the first one no longer matters.
      make(nodes + "/event8")
      try FileManager.default.removeItem(atPath: links + "/second")
      try FileManager.default.createSymbolicLink(atPath: links + "/second", withDestinationPath: nodes + "/event8")
      #expect(watch.read())
      try FileManager.default.setAttributes([.posixPermissions: 0o660], ofItemAtPath: nodes + "/event6")
      #expect(!watch.read())
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: nodes + "/event8")
      #expect(watch.read())
    }
  }

  @Test("links that lead to each other end the search")
  func linkCycle() throws {
    try inNewFolder { folder in
      try FileManager.default.createSymbolicLink(atPath: folder + "/a", withDestinationPath: "b")
      try FileManager.default.createSymbolicLink(atPath: folder + "/b", withDestinationPath: "a")
      let watch = try InputFolderWatch(folder: folder, name: "a")
      #expect(!watch.read())
      try FileManager.default.removeItem(atPath: folder + "/b")
      make(folder + "/b")
      #expect(watch.read())
    }
  }
}
