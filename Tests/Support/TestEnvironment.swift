public import Foundation

/// What the tests' surroundings say.
public enum TestEnvironment {
  /// The package's folder.
  public static var packageFolder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// Whether a golden frame that differs is to be replaced: `RECORD=1 tools/test`.
  public static var recordsFrames: Bool {
    ProcessInfo.processInfo.environment["RECORD"] == "1"
  }

  /// A file or folder of the data that tests of real maps, recordings and benchmarks read, and which is no part of the package; `nil`
  /// where it is absent, and then the test is skipped:
  ///
  ///     @Test("…", .enabled(if: TestEnvironment.sharedData("data/tiles/columbus.pmtiles") != nil, "no shared data"))
  ///
  /// It is looked for in the folder that the variable `CARTOUCHE_SHARED` names, else in `shared` beside the package's folder.
  public static func sharedData(_ path: String) -> String? {
    let folder =
      ProcessInfo.processInfo.environment["CARTOUCHE_SHARED"].map { URL(filePath: $0) }
      ?? packageFolder.deletingLastPathComponent().appending(path: "shared")
    let file = folder.appending(path: path).path(percentEncoded: false)
    return FileManager.default.fileExists(atPath: file) ? file : nil
  }
}
