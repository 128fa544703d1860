public import Foundation

/// Settings of the test run: folders and environment variables.
public enum TestEnvironment {
  /// The package's root folder.
  public static var packageFolder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// Whether golden frames are recorded instead of compared: `RECORD=1 tools/test`.
  public static var recordsFrames: Bool {
    ProcessInfo.processInfo.environment["RECORD"] == "1"
  }

  /// Returns the path of a file or folder of shared test data, or `nil` if it does not exist.
  ///
  /// Tests of real maps and recordings, and benchmarks, read this data, which is not part of the package.
  /// Skip a test whose data does not exist:
  ///
  ///     @Test(
  ///       "…",
  ///       .enabled(if: TestEnvironment.sharedData("data/tiles/columbus.pmtiles") != nil, "no shared data"))
  ///
  /// The data is in the folder that the environment variable `CARTOUCHE_SHARED` names; by default, in the
  /// folder `shared` next to the package's folder.
  ///
  /// - Parameter path: A path relative to the folder of shared data.
  public static func sharedData(_ path: String) -> String? {
    let folder =
      ProcessInfo.processInfo.environment["CARTOUCHE_SHARED"].map { URL(filePath: $0) }
      ?? packageFolder.deletingLastPathComponent().appending(path: "shared")
    let file = folder.appending(path: path).path(percentEncoded: false)
    return FileManager.default.fileExists(atPath: file) ? file : nil
  }
}
