internal import CartoucheImages
internal import CartoucheLinux
public import CartoucheRaster

/// A golden frame: an image that a test's frame must equal, in the file `Frames/NAME.png` next to the test's
/// source file.
///
///     let golden = GoldenFrame("departures")
///     try golden.check(kiosk.snapshot())
///
/// No pixel may differ. If one does, the check writes the actual frame and the differing pixels as PNG files,
/// and its error names them. Look at both. If the actual frame is right, run the test again with `RECORD=1`
/// in the environment. The check then replaces the golden frame and succeeds. Look at the new golden frame
/// before you commit it.
///
/// The check needs no testing library. Its error is a failure in Swift Testing and in XCTest.
public struct GoldenFrame: Hashable, Sendable {
  /// The name of the golden frame: the file's name without `.png`.
  public let name: String
  /// The path of the golden frame's file.
  public let path: String
  /// The path of the folder for actual frames and differences.
  public let outputFolder: String

  /// Creates a golden frame from its name. Nothing is read from the file.
  ///
  /// - Parameters:
  ///   - name: The file's name without `.png`.
  ///   - outputFolder: The path of the folder for actual frames and differences. nil means the folder
  ///     `.build/frames` of the package that contains the test, or `Frames` where there is no package.
  ///   - filePath: The path of the test's source file.
  public init(_ name: String, outputFolder: String? = nil, filePath: String = #filePath) {
    self.name = name
    let folder = Folders.parent(of: filePath)
    path = "\(folder)/Frames/\(name).png"
    self.outputFolder = outputFolder ?? Self.package(around: folder).map { $0 + "/.build/frames" } ?? folder + "/Frames"
  }

  /// Whether golden frames are recorded instead of compared: whether the environment has `RECORD=1`.
  public static var isRecording: Bool { environmentVariable("RECORD") == "1" }

  /// Checks that an image equals the golden frame, or records the image if ``isRecording`` is true.
  ///
  /// - Throws: ``GoldenFrameError`` if there is no such golden frame, or if a pixel differs. `FileError` or
  ///   `ImageError` if a file cannot be read or written.
  public func check(_ image: Image) throws {
    guard !Self.isRecording else { return try record(image) }
    guard Folders.exists(path) else { throw GoldenFrameError.missing(path: path, actual: try save(image, as: "actual")) }
    let expected = try PNG.decode(FileIO.read(path))
    guard let difference = FrameDifference(expected, image) else { return }
    throw GoldenFrameError.different(
      path: path, difference: difference.description, actual: try save(image, as: "actual"),
      image: try difference.image.map { try save($0, as: "difference") })
  }

  /// Makes an image the golden frame.
  ///
  /// - Throws: `FileError` or `ImageError` if the file cannot be written.
  public func record(_ image: Image) throws {
    try Folders.create(Folders.parent(of: path))
    try FileIO.write(PNG.encode(image), to: path)
  }

  /// Writes an image to the folder for inspection after a failure.
  ///
  /// - Returns: The path of the file.
  private func save(_ image: Image, as kind: String) throws -> String {
    let file = "\(outputFolder)/\(name)-\(kind).png"
    try Folders.create(Folders.parent(of: file))
    try FileIO.write(PNG.encode(image), to: file)
    return file
  }

  /// Returns the package that contains a folder: the nearest folder around it with a manifest.
  private static func package(around folder: String) -> String? {
    var folder = folder
    while !Folders.exists(folder + "/Package.swift") {
      let parent = Folders.parent(of: folder)
      guard parent != folder, parent != "." else { return nil }
      folder = parent
    }
    return folder
  }
}

/// The error that is thrown when a frame does not equal its golden frame.
///
/// The error's `description` names the files to look at and what to do next.
public enum GoldenFrameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no golden frame at `path`. The frame was written to `actual`.
  case missing(path: String, actual: String)
  /// The frame differs from the golden frame at `path`. The frame was written to `actual`. `image` is the
  /// file with the differing pixels; it is nil if the sizes differ.
  case different(path: String, difference: String, actual: String, image: String?)

  public var description: String {
    switch self {
    case .missing(let path, let actual):
      "no golden frame \(path); the actual frame is \(actual). Inspect it and accept it with RECORD=1."
    case .different(let path, let difference, let actual, let image):
      "\(path): \(difference). The actual frame is \(actual)\(image.map { ", the differences are \($0)" } ?? "")."
        + " If the actual frame is right, accept it with RECORD=1."
    }
  }
}
