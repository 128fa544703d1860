/// An error in reading a sprite sheet, or in a single image of one.
public enum SpriteError: Error, Hashable, Sendable {
  /// The file cannot be read. `reason` is the operating system's message.
  case unreadable(file: String, reason: String)
  /// The file is not the index of a sprite sheet. `reason` has the line and the column, if they are known.
  case notAnIndex(file: String, reason: String)
  /// The file is not a PNG image, or the image is too large. `reason` is the decoder's message.
  case notAnImage(file: String, reason: String)
  /// One image of the sheet is left out. The error does not affect the others.
  case brokenImage(file: String, image: String, reason: String)
  /// A property of an image is left out. The image is kept.
  case brokenProperty(file: String, image: String, property: String, reason: String)
  /// There are `count` more errors in the images of the sheet.
  case moreErrors(file: String, count: Int)
  /// The style names a sheet at a remote URL, or at an address that is no path.
  case notLocal(style: String, url: String)
  /// The style's property `sprite`, or one element of it, names no sheet.
  case brokenReference(style: String, reason: String)
}

extension SpriteError: CustomStringConvertible {
  /// A message that names the file and the image, the cause of the error, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason):
      "\(file): cannot be read (\(reason)). Check the path and its permissions; a sprite sheet is a .json and a .png file of one name."
    case .notAnIndex(let file, let reason):
      "\(file): not the index of a sprite sheet: \(reason). Create the sheet again, for example with tools/sprite."
    case .notAnImage(let file, let reason):
      "\(file): \(reason). No image of the sheet is drawn."
    case .brokenImage(let file, let image, let reason):
      "\(file): image \"\(Self.shortened(image))\": \(reason). The image is left out; create the sheet again."
    case .brokenProperty(let file, let image, let property, let reason):
      "\(file): image \"\(Self.shortened(image))\", \(property): \(reason). The image is drawn without it."
    case .moreErrors(let file, let count):
      "\(file): \(count) more \(count == 1 ? "error" : "errors") in its images. Create the sheet again."
    case .notLocal(let style, let url):
      "\(style): the sprite sheet \"\(Self.shortened(url))\" is not on this machine. Download its .json and .png files, and name their path in \"sprite\"."
    case .brokenReference(let style, let reason):
      "\(style): sprite: \(reason). Give a path, or an array of objects with \"id\" and \"url\"."
    }
  }

  /// Returns the first characters of a text of the file, which may be long.
  static func shortened(_ text: String) -> String {
    let limit = 80
    let scalars = text.unicodeScalars.prefix(limit + 1)
    return scalars.count <= limit ? text : String(String.UnicodeScalarView(scalars.prefix(limit))) + "…"
  }
}

/// The errors in one sheet's images. Beyond a limit they are only counted.
struct SpriteErrorList {
  private static let limit = 100
  let file: String
  private var errors: [SpriteError] = []
  private var uncounted = 0

  init(file: String) { self.file = file }

  mutating func append(_ error: SpriteError) {
    if errors.count < Self.limit { errors.append(error) } else { uncounted += 1 }
  }

  var list: [SpriteError] { uncounted == 0 ? errors : errors + [.moreErrors(file: file, count: uncounted)] }
}
