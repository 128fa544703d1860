public import Cartouche

/// The error that is thrown when a value of ``KioskOptions`` cannot be used.
///
/// The error's `description` is a sentence for the user, with the name of the option.
public enum KioskOptionsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A frame of the size that `--size` gives cannot be drawn. A side has at most `limit` pixels.
  case unsupportedSize(PixelSize, limit: Int)
  /// The kiosk cannot be opened, or cannot continue to run.
  case kiosk(KioskError)
  /// The folder of the `.events` file at `path` has no `.desc` file for it.
  case noDescription(path: String)
  /// The display list of the frame cannot be written to `path`.
  case displayList(path: String, reason: String)

  public var description: String {
    switch self {
    case .unsupportedSize(let size, let limit):
      "--size \(size.width)x\(size.height): a frame of this size cannot be drawn; give each side 1 to \(limit) pixels."
    case .kiosk(let error):
      Self.option(for: error).map { "\(Self.sentence(error)) Use \($0)." } ?? "\(error)"
    case .noDescription(let path):
      "\(path): no .desc file in its folder shares its name; put the panel's description into the same folder."
    case .displayList(let path, let reason):
      "\(path): \(reason)."
    }
  }

  /// Returns the option that helps against an error of a kiosk, with its value.
  private static func option(for error: KioskError) -> String? {
    switch error {
    case .display(.unsupportedSize), .display(.outOfMemory), .display(.noSuchMode): "--size WxH"
    case .display(.unsupportedFormat): "--format FORMAT"
    case .display(.noDisplay): "--dump-frame PATH for a picture without a display"
    case .display, .displayFailed: "--display headless for no display"
    case .noSuchDisplay: "--display headless and --dump-frame PATH"
    case .neverSettled: "--at SECONDS"
    default: nil
    }
  }

  private static func sentence(_ error: KioskError) -> String {
    let text = error.description
    return text.hasSuffix(".") ? text : text + "."
  }
}
