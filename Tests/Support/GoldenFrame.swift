import CartoucheImages
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
  let golden = URL(filePath: filePath).deletingLastPathComponent().appending(path: "Frames/\(name).png")
  if TestEnvironment.recordsFrames {
    try write(image, to: golden)
    return
  }
  guard let data = try? Data(contentsOf: golden) else {
    let actual = try save(image, name: name, as: "actual")
    Issue.record(
      "no golden frame \(golden.readablePath); the actual frame is \(actual). Inspect it and accept it with RECORD=1.",
      sourceLocation: sourceLocation)
    return
  }
  let expected = try PNG.decode([UInt8](data))
  guard let difference = FrameDifference(expected, image) else { return }
  let actual = try save(image, name: name, as: "actual")
  var message = "\(golden.readablePath): \(difference). The actual frame is \(actual)"
  if let image = difference.image { message += ", the differences are \(try save(image, name: name, as: "difference"))" }
  Issue.record("\(message). If the actual frame is right, accept it with RECORD=1.", sourceLocation: sourceLocation)
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

/// Writes an image to `out/frames/` for inspection after a failure.
///
/// - Returns: The path of the file.
private func save(_ image: Image, name: String, as kind: String) throws -> String {
  let file = TestEnvironment.packageFolder.appending(path: "out/frames/\(name)-\(kind).png")
  try write(image, to: file)
  return file.readablePath
}

private func write(_ image: Image, to file: URL) throws {
  try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(PNG.encode(image)).write(to: file, options: .atomic)
}

extension URL {
  fileprivate var readablePath: String { path(percentEncoded: false) }
}
