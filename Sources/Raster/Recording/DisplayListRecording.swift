/// A recording of one frame: the frame's size, background color and display list.
///
/// A recording can be written to a `.cdl` file ("Cartouche display list") and read back. The file contains
/// everything that is needed to draw the frame: the images, the glyphs' outlines, and the descriptions of the
/// shadows. A recording is drawn with the same pixels on every CPU. Each recording can be written in exactly
/// one way. So if a file is read and written again, its bytes stay the same.
///
/// All numbers are little-endian. A *count* is a `u32` that is checked against the remaining bytes. A
/// *scalar* is an `i64` in units of 1/65536, and an *element* is an `i64` in units of 2^-32. A *point* is two
/// scalars. A *color* is four bytes: red, green, blue, alpha, not premultiplied. A value of an enumeration is
/// one byte, its raw value. The raw values count from 0 in the order in which the cases are declared.
///
/// | bytes | the file |
/// |---|---|
/// | 3, 1 | `CDL`, and the version: ``version`` |
/// | 4 | the file's length in bytes, 32 to 2^30 |
/// | 4, 4 | the frame's width and height in pixels, 1 to 16384 |
/// | 4 | the background color |
/// | count, 64 each | pixel clips (`PixelClip`): four points |
/// | count, … | items, back to front |
/// | 4 | CRC-32 (ISO 3309, as in PNG and gzip) of all bytes before |
///
/// | bytes | an item |
/// |---|---|
/// | 1 | its kind, numbered as in the table below |
/// | 1 | opacity |
/// | 1 | blend mode |
/// | 1 | bit 0: a transform follows; bit 1: a pixel clip follows |
/// | 0 or 4 | the index of its pixel clip |
/// | 0 or 72 | the transform's 3 × 3 matrix, row by row (`i64`; only ratios matter); none for the identity |
/// | 5, … | paint |
/// | … | the fields of its kind |
///
/// | | kind | fields |
/// |---|---|---|
/// | 0 | filled path | fill rule, path |
/// | 1 | stroked path | width, miter limit (scalars), cap, join, count of dashes, dashes, phase, path |
/// | 2 | image | filter, image |
/// | 3 | nine-patch image | insets top, left, bottom, right (scalars), rectangle, image |
/// | 4 | shadow | rectangle, shadow mask |
/// | 5 | glyphs | count of shapes, the shapes; count of placements, for each a shape index (`u32`), a point |
/// | 6, 7 | start and end of a group | |
/// | 8, 9 | start and end of a clip | fill rule, path; nothing at the end |
/// | 10, 11 | start and end of a mask | mask kind; nothing at the end |
/// | 12 | coverage mask | mask |
///
/// Every item has an opacity, a blend mode and a paint in the file. If a kind of item has no opacity, 255 is
/// written. If it has no blend mode, 0 is written. If it has no paint, the color black is written.
///
/// Groups, clips and masks are properly nested: the last one that started ends first. A mask is always
/// directly inside a group.
///
/// | | paint | fields |
/// |---|---|---|
/// | 0 | color | color |
/// | 1 | linear gradient | stops, start, end (points), spread, transform |
/// | 2 | radial gradient | stops, center, radius, 0 or 1 and then the focal point, spread, transform |
/// | 3 | conic gradient | stops, center, start angle (element, degrees), spread, transform |
/// | 4 | image | transform, horizontal and vertical tiling, filter, image |
///
/// *Stops* are a count, followed by a location (scalar) and a color for each stop. A paint's *transform* is
/// six elements: a, b, c, d, tx, ty.
///
/// A *path* is a count of steps, followed by a byte for each step: 0 move, 1 line, 2 quadratic curve, 3 cubic
/// curve, 4 close. Then come the points of all steps, x before y. Each point is written as two differences:
/// its x and its y minus those of the point before. The first point is written as differences from (0, 0).
/// Each difference is in units of 1/65536, zigzag-encoded, and written as LEB128 in the fewest bytes.
///
/// *Images*, *masks*, *glyph shapes* and *shadow masks* are numbered. Each of the four types has its own
/// numbers, which count from 0 in the order of first occurrence in the file. At the first occurrence, the
/// number (`u32`) is written, followed by the fields below. At every later occurrence, only the number is
/// written:
///
/// | | fields |
/// |---|---|
/// | image | width, height (`u32`), 1 with and 0 without mipmaps, its pixels (`u32` each); empty: two zeros |
/// | mask | x, y (`i32`), width, height (`u32`), its coverages (a byte each); empty: four zeros |
/// | glyph shape | path |
/// | shadow mask | 0, four radii (clockwise from top left), or 1, fill rule, path; then sigma, side |
///
/// The width and the height of an image or a mask are 1 to 8192. Pixels are premultiplied `0xAARRGGBB`.
/// Pixels and coverages are written row by row from the top. The coordinates of a mask's pixels are within
/// ±(2^30 + 2^13).
public struct DisplayListRecording: Sendable {
  /// The version of the file format that this program writes and reads.
  ///
  /// Version 2 added mipmaps, and version 3 added coverage masks.
  public static let version: UInt8 = 3

  /// The limits of a recording's file and contents.
  package enum Limits {
    /// The maximum number of bytes of a file.
    package static let bytes = 1 << 30
    /// The maximum width and height of a frame, in pixels.
    package static let frameSide = 16_384
    /// The maximum width and height of an image, in pixels.
    package static let imageSide = 8192
    /// The maximum distance of a mask's pixels from the origin, in pixels.
    ///
    /// The distance is the maximum for a `CoverageMask`, plus the maximum extent of a blur.
    package static let maskPosition = 1 << 30 + 1 << 13
    /// The maximum memory of items, pixel clips, images with mipmaps, masks with their chunks, glyphs and
    /// shadows, in bytes.
    package static let memory: Int64 = 1 << 29
    /// The maximum number of steps to make mipmaps, masks, glyphs and shadows; see ``MaskCost``.
    package static let steps: Int64 = 1 << 31
  }

  /// The frame's size in pixels, before the frame is rotated to the panel's orientation.
  public var size: PixelSize
  /// The color of the pixels that no item of ``list`` covers.
  public var background: Color
  /// The frame's display list.
  public var list: DisplayList

  /// Creates a recording from a frame's size in pixels, background color and display list.
  public init(size: PixelSize, background: Color = .white, list: DisplayList) {
    (self.size, self.background, self.list) = (size, background, list)
  }

  /// Creates a recording from a buffer with the bytes of a `.cdl` file.
  ///
  /// - Throws: ``DisplayListRecordingError`` if the bytes are not a complete and unchanged recording. The
  ///   same error is thrown if the recording needs more memory or time than a fixed limit.
  /// - Complexity: Making the glyphs and shadows can take several seconds. Reading allocates at most sixteen
  ///   times the number of bytes given. It also allocates at most half a gigabyte for items, clips, images
  ///   and masks. While a shadow is made, up to 64 MB more are allocated.
  public init(decoding bytes: UnsafeRawBufferPointer) throws(DisplayListRecordingError) {
    try self.init(decoding: bytes, steps: Limits.steps)
  }

  /// Creates a recording from the bytes of a `.cdl` file, with a limit of steps other than ``Limits/steps``.
  package init(decoding bytes: UnsafeRawBufferPointer, steps: Int64) throws(DisplayListRecordingError) {
    var decoder = try RecordingDecoder(bytes, steps: steps)
    self = try decoder.decode()
  }

  /// Creates a recording from an array with the bytes of a `.cdl` file.
  ///
  /// - Throws: ``DisplayListRecordingError`` if the bytes are not a complete and unchanged recording. The
  ///   same error is thrown if the recording needs more memory or time than a fixed limit.
  public init(decoding bytes: [UInt8]) throws(DisplayListRecordingError) {
    // The standard library's rethrowing functions do not everywhere infer a closure's typed error.
    let result: Result<DisplayListRecording, DisplayListRecordingError> = bytes.withUnsafeBytes { memory in
      do throws(DisplayListRecordingError) {
        return .success(try DisplayListRecording(decoding: memory))
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  /// Returns the recording as the bytes of a `.cdl` file.
  ///
  /// A ``GlyphRun/Placement`` whose shape index is out of range draws nothing. Such placements are omitted.
  ///
  /// - Throws: ``DisplayListRecordingError/tooLarge(_:)`` if the recording exceeds a limit of the file
  ///   format.
  public func encoded() throws(DisplayListRecordingError) -> [UInt8] {
    var encoder = RecordingEncoder()
    return try encoder.encode(self)
  }
}
