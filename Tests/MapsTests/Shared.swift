import Foundation
import Testing

/// The folder of maps and test suites that stands beside the checkout, where there is one.
enum Shared {
  static let path: String = {
    if let named = ProcessInfo.processInfo.environment["CARTOUCHE_SHARED"] { return named }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../shared").standardized.path
  }()

  static let isThere = FileManager.default.fileExists(atPath: path + "/data/tiles/liechtenstein.pmtiles")

  static let reason: Comment = "no shared folder: set CARTOUCHE_SHARED to it"
}
