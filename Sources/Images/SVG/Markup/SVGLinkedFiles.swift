/// A closure that returns the bytes of a file to which an SVG drawing refers.
///
/// The argument is the text of the reference, such as `photo.png`. It may be anything: the closure decides
/// which files it reads, and how large they may be.
public typealias SVGLinkedFileReader = (_ reference: String) throws(SVGLinkError) -> [UInt8]

/// The reason why a file to which an SVG drawing refers is not read.
public struct SVGLinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason as the end of a sentence, in English.
  public var description: String

  /// Creates an error from its reason, such as "there is no such file".
  public init(_ reason: String) {
    description = reason
  }
}
