import CartoucheTestSupport
import Testing

/// Maps and conformance tests that are not part of the package.
///
/// They are in the folder `$CARTOUCHE_SHARED`, or `shared` next to the checkout. Without them the tests that
/// need them are skipped.
enum SharedData {
  static let isAvailable = TestEnvironment.sharedData("data/tiles/liechtenstein.pmtiles") != nil

  static let skipReason: Comment = "no shared data: set CARTOUCHE_SHARED to its folder"

  /// Returns the path of a file or folder of the shared data.
  static func path(_ name: String) throws -> String { try #require(TestEnvironment.sharedData(name)) }
}
