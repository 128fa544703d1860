import Cartouche
import CartoucheTestSupport
import Foundation
import Testing

@Suite("Files that are written piece by piece")
struct PartialFileTests {
  @Test(
    "the name for the parts keeps the extension",
    arguments: [
      ("a.evemu", "a.partial.evemu"), ("/b.c/d.evemu", "/b.c/d.partial.evemu"), ("/b.c/d", "/b.c/d.partial"), (".a", ".a.partial"),
    ])
  func names(path: String, partial: String) {
    #expect(PartialFile.partialPath(of: path) == partial)
  }

  @Test("the file has its name only when it is complete, and then replaces the old file")
  func completes() throws {
    try withScratchFolder { folder in
      let path = folder.appending(path: "a.evemu").path
      try FileIO.write([1], to: path)
      let file = try PartialFile(for: path)
      try file.append([2, 3])
      try file.append([4])
      #expect(try FileIO.read(path) == [1] && FileIO.read(file.path) == [2, 3, 4])
      try file.complete()
      #expect(try FileIO.read(path) == [2, 3, 4])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.evemu"])
    }
  }

  @Test("the parts of a file that was cut are not overwritten")
  func leftover() throws {
    try withScratchFolder { folder in
      let path = folder.appending(path: "a.evemu").path
      let partial = PartialFile.partialPath(of: path)
      try FileIO.write([1], to: partial)
      #expect(throws: FileError.unwritable(path: partial, reason: "a recording that was cut is there; rename or remove it")) {
        _ = try PartialFile(for: path)
      }
      #expect(try FileIO.read(partial) == [1])
    }
  }

  @Test("a file that is discarded is gone")
  func discarded() throws {
    try withScratchFolder { folder in
      let file = try PartialFile(for: folder.appending(path: "a.evemu").path)
      try file.append([1])
      file.discard()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test("a special file is written directly, and a full disk is an error")
  func special() throws {
    let file = try PartialFile(for: "/dev/full")
    #expect(file.path == "/dev/full")
    #expect(throws: FileError.unwritable(path: "/dev/full", reason: "No space left on device")) { try file.append([1]) }
    let null = try PartialFile(for: "/dev/null")
    try null.append([1])
    try null.complete()
    null.discard()
    #expect(FileManager.default.fileExists(atPath: "/dev/null"))
  }
}
