/// Why a font could not be used.
public enum TextError: Error, Hashable, Sendable {
  /// FreeType could not be started: there is no memory.
  case noLibrary
}

extension TextError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noLibrary: "FreeType could not be started; the machine is out of memory"
    }
  }
}
