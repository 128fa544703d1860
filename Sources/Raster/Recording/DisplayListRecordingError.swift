/// Why bytes are no recording of a display list, or a display list cannot become one.
public enum DisplayListRecordingError: Error, Hashable, Sendable {
  /// They do not begin as a recording does.
  case notARecording
  /// They were written by a later version of the format.
  case laterVersion(UInt8)
  /// They were written by an earlier version of the format, which is read no more.
  case earlierVersion(UInt8)
  /// There are fewer than the file says it has.
  case truncated(byteCount: Int, expected: Int)
  /// There are more than the file says it has.
  case tooLong(byteCount: Int, expected: Int)
  /// They are not those that were written: the sums of what is there and of what was.
  case checksumMismatch(checksum: UInt32, expected: UInt32)
  /// What stands at `offset` makes no sense: whoever wrote the file did it wrong.
  case badValue(offset: Int, Fault)
  /// The drawing cannot be recorded.
  case tooLarge(Fault)

  /// What is wrong with a value.
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
        "does not begin with \"CDL\" and a version: it is no recorded display list (.cdl); record one with --record-list"
      case .laterVersion(let version):
        "is of version \(version) of the format, and \(DisplayListRecording.version) is the latest known here; read it with a later Cartouche, or record it anew"
      case .earlierVersion(let version):
        "is of version \(version) of the format, and only \(DisplayListRecording.version) is read here; record it anew"
      case .truncated(let count, let expected):
        "ends at byte \(count) of \(expected): it was cut off; record or copy it anew"
      case .tooLong(let count, let expected):
        "has \(count) bytes and says that it has \(expected): something was added or changed; record or copy it anew"
      case .checksumMismatch(let checksum, let expected):
        "was changed after it was written (checksum \(hexadecimal(checksum)), in its last four bytes \(hexadecimal(expected))); record or copy it anew"
      case .badValue(let offset, let fault):
        "byte \(offset): \(fault); whoever wrote the file did it wrong, record it anew"
      case .tooLarge(let fault):
        "the drawing cannot be recorded: \(fault); record a smaller part of it"
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
      case .countBeyondEnd: "a count of more things than there are bytes left"
      case .overlongNumber: "a number in more bytes than it needs"
      case .frameSize: "a frame has 1 to \(DisplayListRecording.Limits.frameSide) pixels a side"
      case .imageSize: "a picture or mask has 1 to \(DisplayListRecording.Limits.imageSide) pixels a side, or none at all"
      case .maskPosition: "a mask lies at most \(DisplayListRecording.Limits.maskPosition) pixels from the origin"
      case .fileSize: "a recording has at most \(DisplayListRecording.Limits.bytes) bytes"
      case .memory:
        "more than \(DisplayListRecording.Limits.memory >> 20) MiB of items, regions, pictures, mipmaps, masks, glyphs and shadows"
      case .steps: "masks, glyphs, shadows and mipmaps that take too long to make"
      case .shape: "no such kind of item"
      case .flags: "flags that mean nothing"
      case .blendMode: "no such blend mode"
      case .fillRule: "no such fill rule"
      case .cap: "no such line cap"
      case .join: "no such line join"
      case .filter: "no such picture filter"
      case .tiling: "no such tiling"
      case .spread: "no such gradient spread"
      case .paint: "no such kind of paint"
      case .maskKind: "no such kind of mask"
      case .side: "no such side of a shadow"
      case .recipe: "no such kind of shadow mask"
      case .region: "the number of a region that there is not"
      case .image: "the number of a picture that there is not"
      case .coverageMask: "the number of a mask that there is not"
      case .glyph: "the number of a glyph shape that there is not"
      case .shadowMask: "the number of a shadow mask that there is not"
      case .repeated: "something for a second time that a number would have named"
      case .identity: "a transform that changes nothing"
      case .pathOrder: "a path's step that does not follow on the one before"
      case .nesting: "groups, clips and masks that do not close in the order in which they opened"
      }
    }
  }
#endif
