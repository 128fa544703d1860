/// The reason why bytes cannot be read as a display list recording, or why a display list cannot be recorded.
public enum DisplayListRecordingError: Error, Hashable, Sendable {
  /// The bytes do not begin with the signature of a recording.
  case notARecording
  /// The recording was written in a later version of the file format, which is given.
  case laterVersion(UInt8)
  /// The recording was written in an earlier version of the file format, which is given and no longer
  /// supported.
  case earlierVersion(UInt8)
  /// There are fewer bytes than the length in the file states. The bytes found and the stated length are
  /// given.
  case truncated(byteCount: Int, expected: Int)
  /// There are more bytes than the length in the file states. The bytes found and the stated length are
  /// given.
  case tooLong(byteCount: Int, expected: Int)
  /// The bytes were changed after they were written: their checksum differs from the checksum in the file.
  case checksumMismatch(checksum: UInt32, expected: UInt32)
  /// The value at a byte offset is invalid, although the checksum is correct. The program that wrote it is
  /// faulty.
  case badValue(offset: Int, Fault)
  /// The display list exceeds a limit of the file format, which is given.
  case tooLarge(Fault)

  /// The problem with a value in a recording.
  public enum Fault: UInt8, Hashable, Sendable {
    case unexpectedEnd, trailingBytes, countBeyondEnd, overlongNumber
    case frameSize, imageSize, maskPosition, fileSize, memory, steps
    case shape, flags, blendMode, fillRule, cap, join, filter, tiling, spread, paint, maskKind, side, recipe
    case region, image, coverageMask, glyph, shadowMask, repeated, identity
    case pathOrder, nesting
  }
}

#if !hasFeature(Embedded)
  extension DisplayListRecordingError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .notARecording:
        "contains no recorded display list (.cdl): it does not begin with \"CDL\" and a version. Record one with --record-list"
      case .laterVersion(let version):
        "is in version \(version) of the format; this program reads version \(DisplayListRecording.version). Use a later Cartouche, or record it again"
      case .earlierVersion(let version):
        "is in version \(version) of the format; this program reads only version \(DisplayListRecording.version). Record it again"
      case .truncated(let count, let expected):
        "ends at byte \(count) of \(expected): it is truncated. Copy or record it again"
      case .tooLong(let count, let expected):
        "has \(count) bytes instead of \(expected): it was changed or extended. Copy or record it again"
      case .checksumMismatch(let checksum, let expected):
        "was changed after it was written (its checksum is \(hexadecimal(checksum)), but its last four bytes are \(hexadecimal(expected))). Copy or record it again"
      case .badValue(let offset, let fault):
        "byte \(offset): \(fault). The program that wrote the file is faulty; record it again"
      case .tooLarge(let fault):
        "the drawing cannot be recorded: \(fault). Record a smaller part of it"
      }
    }

    private func hexadecimal(_ value: UInt32) -> String {
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }
  }

  extension DisplayListRecordingError.Fault: CustomStringConvertible {
    public var description: String {
      switch self {
      case .unexpectedEnd: "the file ends in the middle of a value"
      case .trailingBytes: "bytes are left over after the last item"
      case .countBeyondEnd: "a count that exceeds the remaining bytes"
      case .overlongNumber: "a number encoded in more bytes than it needs"
      case .frameSize: "a frame has 1 to \(DisplayListRecording.Limits.frameSide) pixels a side"
      case .imageSize: "an image or mask has 1 to \(DisplayListRecording.Limits.imageSide) pixels a side, or is empty"
      case .maskPosition: "a mask lies at most \(DisplayListRecording.Limits.maskPosition) pixels from the origin"
      case .fileSize: "a recording has at most \(DisplayListRecording.Limits.bytes) bytes"
      case .memory:
        "more than \(DisplayListRecording.Limits.memory >> 20) MiB of items, pixel clips, images, mipmaps, masks, glyphs and shadows"
      case .steps: "masks, glyphs, shadows and mipmaps that would take too long to make"
      case .shape: "unknown kind of item"
      case .flags: "invalid flags"
      case .blendMode: "unknown blend mode"
      case .fillRule: "unknown fill rule"
      case .cap: "unknown line cap"
      case .join: "unknown line join"
      case .filter: "unknown image filter"
      case .tiling: "unknown tiling"
      case .spread: "unknown gradient spread"
      case .paint: "unknown kind of paint"
      case .maskKind: "unknown kind of mask"
      case .side: "unknown side of a shadow"
      case .recipe: "unknown kind of shadow mask"
      case .region: "the number of a missing pixel clip"
      case .image: "the number of a missing image"
      case .coverageMask: "the number of a missing mask"
      case .glyph: "the number of a missing glyph shape"
      case .shadowMask: "the number of a missing shadow mask"
      case .repeated: "a repeated definition instead of the number of the first one"
      case .identity: "an identity transform, which must be omitted"
      case .pathOrder: "a path step that cannot follow the one before"
      case .nesting: "groups, clips and masks that are not properly nested"
      }
    }
  }
#endif
