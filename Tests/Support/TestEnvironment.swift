public import Foundation

/// The environment of the tests: folders, variables and shared data.
public enum TestEnvironment {
  /// The folder of the package.
  public static var packageFolder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// Whether images replace the golden frames: `RECORD=1 tools/test`.
  public static var recordsFrames: Bool {
    ProcessInfo.processInfo.environment["RECORD"] == "1"
  }

  /// Returns the path of a file or folder of the shared data, which is not part of the package, or `nil` if
  /// it is absent.
  ///
  /// Tests of real maps, recordings and benchmarks need this data and are skipped without it:
  ///
  ///     @Test("…", .enabled(if: TestEnvironment.sharedData("data/tiles/columbus.pmtiles") != nil, "no
  ///     shared data"))
  ///
  /// The folder of the data is that of the variable `CARTOUCHE_SHARED`, by default `shared` next to the
  /// package.
  public static func sharedData(_ path: String) -> String? {
    let folder =
      ProcessInfo.processInfo.environment["CARTOUCHE_SHARED"].map { URL(filePath: $0) }
      ?? packageFolder.deletingLastPathComponent().appending(path: "shared")
    let file = folder.appending(path: path).path(percentEncoded: false)
    return FileManager.default.fileExists(atPath: file) ? file : nil
  }
}
