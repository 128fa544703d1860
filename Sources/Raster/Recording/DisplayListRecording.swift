/// A frame's drawing as bytes: a `.cdl` file, "Cartouche display list".
///
/// It holds everything that is needed to draw the frame anywhere: its pictures, its glyphs' outlines, and what its shadows are made of. Whoever reads
/// it draws the same pixels, on every CPU, and writes the same bytes again: one drawing has one recording.
///
/// Everything is little-endian. A *count* is a `u32` that is checked against the bytes that are left. A *scalar* is an `i64` of 1/65536, an *element* an
/// `i64` of 2^-32, a *point* two scalars, a *colour* four bytes: red, green, blue, alpha, straight. Enumerations are bytes: their raw values,
/// counted from 0 in the order of their declaration.
///
/// | bytes | the file |
/// |---|---|
/// | 3, 1 | `CDL`, and the version: ``version`` |
/// | 4 | the file's length, 20 to 1 GiB |
/// | 4, 4 | the frame's width and height in pixels, 1 to 16384 |
/// | 4 | the colour that nothing covers |
/// | count, 64 each | regions of whole pixels (`PixelClip`): four points |
/// | count, … | items, back to front |
/// | 4 | CRC-32 (ISO 3309, as in PNG and gzip) of all bytes before |
///
/// | bytes | an item |
/// |---|---|
/// | 1 | what it is, as the table below counts |
/// | 1 | opacity |
/// | 1 | blend mode |
/// | 1 | bit 0: a transform follows; bit 1: a region follows |
/// | 0 or 4 | the index of the region that it is limited to |
/// | 0 or 72 | the transform's nine numbers, row by row (`i64`, a common scale); left out where it changes nothing |
/// | 5, … | paint |
/// | … | what is drawn |
///
/// | | what is drawn | fields |
/// |---|---|---|
/// | 0 | filled path | fill rule, path |
/// | 1 | stroked path | width and miter limit (scalars), cap, join, count of dashes, their lengths and the phase (scalars), path |
/// | 2 | picture | filter, picture |
/// | 3 | picture of nine parts | insets top, left, bottom, right (scalars), rectangle (point, width, height), picture |
/// | 4 | shadow | rectangle, shadow mask |
/// | 5 | glyphs | count of glyph shapes, the shapes; count of placements, of each the shape's number (`u32`) and a point |
/// | 6, 7 | a group begins, ends | |
/// | 8, 9 | a clip begins, ends | fill rule, path; at the end nothing |
/// | 10, 11 | a mask begins, ends | mask kind; at the end nothing |
/// | 12 | mask of coverages | mask |
///
/// Groups, clips and masks are closed in reverse order; a mask stands directly in a group.
///
/// | | paint | fields |
/// |---|---|---|
/// | 0 | colour | colour |
/// | 1 | linear gradient | stops, start, end (points), spread, transform |
/// | 2 | radial gradient | stops, centre, radius, 0 or 1 and then the focal point, spread, transform |
/// | 3 | conic gradient | stops, centre, start angle (element, degrees), spread, transform |
/// | 4 | picture | transform, tiling across, tiling down, filter, picture |
///
/// *Stops* are a count, and of each a location (scalar) and a colour. A paint's *transform* is six elements: a, b, c, d, tx, ty.
///
/// A *path* is a count of steps and a byte each: 0 move, 1 line, 2 quadratic and 3 cubic curve, 4 close; then the points of all steps, x before
/// y, each number the difference from the point before in 1/65536, folded to be positive (zigzag) and in groups of seven bits, the lowest
/// first, with 128 added to all bytes but the last (LEB128, in the fewest bytes).
///
/// A *picture*, *mask*, *glyph shape* or *shadow mask* that occurs for the first time is its kind's next number (`u32`, from 0) and what it is; later its number
/// alone:
///
/// | | fields |
/// |---|---|
/// | picture | width and height (`u32`, 1 to 8192), 1 with mipmaps and 0 without, a pixel each: premultiplied `u32` `0xAARRGGBB`, rows from the top; of an empty one twice 0 and no more |
/// | mask | x and y of its first pixel (`i32`), width and height (`u32`, 1 to 8192), all within ±(2^30 + 2^13), a byte each: rows from the top; of an empty one four times 0 |
/// | glyph shape | path |
/// | shadow mask | 0, four radii (scalars, clockwise from top left), or 1, fill rule, path; then sigma (scalar), side |
public struct DisplayListRecording: Sendable {
  /// The version of the format that is written and read. The first had no mipmaps, the second no masks of coverages.
  public static let version: UInt8 = 3

  /// What a file may ask for.
  package enum Limits {
    /// Bytes of a file.
    package static let bytes = 1 << 30
    /// Pixels of a frame's side.
    package static let frameSide = 16_384
    /// Pixels of a picture's side.
    package static let imageSide = 8192
    /// How far a mask's pixels lie from the origin: what a `CoverageMask` may have, a blur's reach included.
    package static let maskPosition = 1 << 30 + 1 << 13
    /// Bytes of all items and regions, pictures and their mipmaps, masks and their pieces, and the coverages that glyphs and shadows keep.
    package static let memory: Int64 = 1 << 29
    /// Steps of what makes mipmaps, masks, glyphs and shadows, ``MaskCost``.
    package static let steps: Int64 = 1 << 31
  }

  /// The frame's size, before it is turned for a panel.
  public var size: PixelSize
  /// What nothing covers.
  public var background: Color
  public var list: DisplayList

  public init(size: PixelSize, background: Color = .white, list: DisplayList) {
    (self.size, self.background, self.list) = (size, background, list)
  }

  /// Reads a file's bytes.
  ///
  /// - Throws: ``DisplayListRecordingError`` for anything but a whole and unchanged recording; a damaged one is never drawn in part, and of one that
  ///   asks for more than the limits of memory and time that a file has, nothing beyond them is made.
  /// - Complexity: one pass for the checksum, one to read, and the making of glyphs and shadows, seconds at most; allocates at most sixteen times the
  ///   bytes given, half a gigabyte for items, regions, pictures and coverages, and an eighth of that while a shadow is made.
  public init(decoding bytes: UnsafeRawBufferPointer) throws(DisplayListRecordingError) {
    try self.init(decoding: bytes, steps: Limits.steps)
  }

  /// The same with another limit of ``Limits/steps``.
  package init(decoding bytes: UnsafeRawBufferPointer, steps: Int64) throws(DisplayListRecordingError) {
    var decoder = try RecordingDecoder(bytes, steps: steps)
    self = try decoder.decode()
  }

  /// Reads a file's bytes.
  ///
  /// - Throws: ``DisplayListRecordingError`` for anything but a whole and unchanged recording; a damaged one is never drawn in part.
  public init(decoding bytes: [UInt8]) throws(DisplayListRecordingError) {
    // A closure's typed error is not inferred through the standard library's rethrowing ones everywhere.
    let result: Result<DisplayListRecording, DisplayListRecordingError> = bytes.withUnsafeBytes { memory in
      do throws(DisplayListRecordingError) {
        return .success(try DisplayListRecording(decoding: memory))
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  /// The file's bytes.
  ///
  /// Glyphs placed without a shape are left out, for they draw nothing.
  ///
  /// - Throws: ``DisplayListRecordingError/tooLarge(_:)`` when the drawing is beyond what a file may hold.
  public func encoded() throws(DisplayListRecordingError) -> [UInt8] {
    var encoder = RecordingEncoder()
    return try encoder.encode(self)
  }
}
