import CartoucheImages
public import CartoucheRaster
import Foundation
public import Testing

/// Expects that `picture` is, pixel for pixel, the one kept as `Frames/NAME.png` beside the calling test's file.
///
/// Where it is not, what was drawn and where it differs are written under `out/frames/`, and the first pixel that differs is named.
/// With `RECORD=1` in the environment the picture is kept as the new expectation: look at it before you commit it.
public func expectFrame(
  _ image: Image, matches name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let golden = URL(filePath: filePath).deletingLastPathComponent().appending(path: "Frames/\(name).png")
  if TestEnvironment.recordsFrames {
    try write(image, to: golden)
    return
  }
  guard let data = try? Data(contentsOf: golden) else {
    let actual = try keep(image, name: name, as: "actual")
    Issue.record(
      "no golden frame \(golden.readablePath); drawn: \(actual). Look at it and accept it with RECORD=1.",
      sourceLocation: sourceLocation)
    return
  }
  let expected = try PNG.decode([UInt8](data))
  guard let difference = FrameDifference(expected, image) else { return }
  let actual = try keep(image, name: name, as: "actual")
  var sentence = "\(golden.readablePath): \(difference). Drawn: \(actual)"
  if let image = difference.image { sentence += ", differences: \(try keep(image, name: name, as: "difference"))" }
  Issue.record("\(sentence). If the new one is right, accept it with RECORD=1.", sourceLocation: sourceLocation)
}

/// Expects of what is on `panel` what ``expectFrame(_:matches:filePath:sourceLocation:)-(Image,_,_,_)`` expects of a picture, and
/// that nobody wrote into the gaps between its rows.
public func expectFrame(
  _ panel: TestPanel, matches name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(panel.gapsAreUntouched, "drawn beyond a row's end", sourceLocation: sourceLocation)
  try expectFrame(panel.image, matches: name, filePath: filePath, sourceLocation: sourceLocation)
}

/// Writes a picture for the reader of a failure.
///
/// - Returns: where it is.
private func keep(_ image: Image, name: String, as kind: String) throws -> String {
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
