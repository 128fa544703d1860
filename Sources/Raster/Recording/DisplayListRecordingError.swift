/// An error that is thrown if a display list recording cannot be read from bytes, or cannot be written.
public enum DisplayListRecordingError: Error, Hashable, Sendable {
  /// The bytes do not begin with `CDL` and a version number of at least 1, as every recording does.
  case notARecording
  /// The recording is in a later version of the file format than this program reads. The value is that
  /// version.
  case laterVersion(UInt8)
  /// The recording is in an earlier version of the file format, which this program does not read. The value
  /// is that version.
  case earlierVersion(UInt8)
  /// There are fewer bytes than the recording's header states.
  ///
  /// `byteCount` is the number of bytes that were given, and `expected` is the stated number.
  case truncated(byteCount: Int, expected: Int)
  /// There are more bytes than the recording's header states.
  ///
  /// `byteCount` is the number of bytes that were given, and `expected` is the stated number.
  case tooLong(byteCount: Int, expected: Int)
  /// The bytes were changed after they were written.
  ///
  /// `checksum` was computed from the bytes, and `expected` is the different checksum that the file contains.
  case checksumMismatch(checksum: UInt32, expected: UInt32)
  /// The value at the byte `offset` is invalid, although the checksum is correct.
  ///
  /// So the program that wrote the recording is faulty.
  case badValue(offset: Int, Fault)
  /// The display list cannot be recorded, because it exceeds a limit of the file format. The value tells
  /// which limit.
  case tooLarge(Fault)

  /// The reason why a value in a recording is invalid, or why a display list cannot be recorded.
  public enum Fault: UInt8, Hashable, Sendable {
    /// A fault of the file's structure.
    ///
    /// - `unexpectedEnd`: The file ends in the middle of a value.
    /// - `trailingBytes`: Bytes are left over after the last item.
    /// - `countBeyondEnd`: A count exceeds the number of remaining bytes.
    /// - `overlongNumber`: A number is encoded in more bytes than it needs.
    case unexpectedEnd, trailingBytes, countBeyondEnd, overlongNumber
    /// A limit that is exceeded, or a size that is zero.
    ///
    /// - `frameSize`: The width or height of the frame, in pixels.
    /// - `imageSize`: The width or height of an image or a mask, in pixels.
    /// - `maskPosition`: The distance of a mask from the origin, in pixels.
    /// - `fileSize`: The number of bytes of the recording.
    /// - `memory`: The memory of items, pixel clips, images, mipmaps, masks, glyphs and shadows.
    /// - `steps`: The time to make masks, glyphs, shadows and mipmaps.
    case frameSize, imageSize, maskPosition, fileSize, memory, steps
    /// A byte that has no meaning in the file format.
    ///
    /// - `shape`: An unknown kind of item.
    /// - `flags`: Invalid flags of an item.
    /// - `side`: An unknown side of a shadow.
    /// - `recipe`: An unknown kind of shadow mask.
    /// - The other cases: An unknown value of the property that the case names.
    case shape, flags, blendMode, fillRule, cap, join, filter, tiling, spread, paint, maskKind, side, recipe
    /// A number or a definition that the file format does not allow.
    ///
    /// - `region`: The number of a missing pixel clip.
    /// - `image`, `coverageMask`, `glyph`, `shadowMask`: The number of a missing image, mask, glyph shape or
    ///   shadow mask.
    /// - `repeated`: A definition that is written a second time instead of the first definition's number.
    /// - `identity`: An identity transform, which must be omitted.
    case region, image, coverageMask, glyph, shadowMask, repeated, identity
    /// An element in the wrong order.
    ///
    /// - `pathOrder`: A step of a path that cannot follow the step before.
    /// - `nesting`: Groups, clips and masks that are not properly nested.
    case pathOrder, nesting
  }
}

#if !hasFeature(Embedded)
  extension DisplayListRecordingError: CustomStringConvertible {
    /// A message that says why the file cannot be used and how to get a good file.
    ///
    /// The message is meant to be printed after the name of the file.
    public var description: String {
      switch self {
      case .notARecording:
        "contains no recorded display list (.cdl): it does not begin with \"CDL\" and a version. Record one again"
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
    /// A short text that names the fault, such as "unknown blend mode".
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
