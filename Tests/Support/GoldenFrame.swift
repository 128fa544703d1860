@_exported public import CartoucheGoldenFrames
public import CartoucheRaster
import Foundation
public import Testing

/// Expects that `image` equals the golden frame `Frames/NAME.png` in the folder of the calling test's file.
///
/// On a mismatch, writes the actual image and the differing pixels to `out/frames/` and reports the first
/// differing pixel. With `RECORD=1` in the environment, the image becomes the new golden frame instead:
/// inspect it before you commit it.
public func expectFrame(
  _ image: Image, matches name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let output = TestEnvironment.packageFolder.appending(path: "out/frames").path(percentEncoded: false)
  do {
    try GoldenFrame(name, outputFolder: output, filePath: filePath).check(image)
  } catch let error as GoldenFrameError {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
}

/// Expects that a panel's image equals a golden frame, and that the gaps after its rows were not written.
///
/// See ``expectFrame(_:matches:filePath:sourceLocation:)-(Image,_,_,_)``.
public func expectFrame(
  _ panel: TestPanel, matches name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(panel.gapsAreUntouched, "drawn beyond a row's end", sourceLocation: sourceLocation)
  try expectFrame(panel.image, matches: name, filePath: filePath, sourceLocation: sourceLocation)
}
