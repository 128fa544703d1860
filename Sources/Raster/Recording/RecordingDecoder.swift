/// Reads a recording. ``DisplayListRecording`` describes the format.
struct RecordingDecoder {
  typealias Failure = DisplayListRecordingError

  /// The number of bytes of the shortest recording.
  ///
  /// A shortest recording has no pixel clips and no items.
  private static let shortest = 32

  private let bytes: UnsafeRawBufferPointer
  private var reader: RecordingValueReader
  private var images: [Image] = []
  private var coverageMasks: [CoverageMask] = []
  private var glyphs: [GlyphShape] = []
  private var shadowMasks: [ShadowMask] = []
  /// The definitions read so far. The same definition must not occur twice.
  private var knownGlyphs = RecordedByteRanges()
  private var knownShadowMasks = RecordedByteRanges()
  private var budget: RecordingBudget
  private let maskScratch = MaskScratch()

  /// Creates a decoder and checks that the bytes are complete and unchanged.
  ///
  /// - Parameter steps: The limit of the time to make the recording's masks, glyphs and shadows, as in
  ///   ``MaskCost``.
  init(_ bytes: UnsafeRawBufferPointer, steps: Int64) throws(Failure) {
    budget = RecordingBudget(steps: steps)
    guard bytes.count >= 3, bytes[0] == 0x43, bytes[1] == 0x44, bytes[2] == 0x4c else { throw .notARecording }
    guard bytes.count >= 8 else { throw .truncated(byteCount: bytes.count, expected: Self.shortest) }
    guard bytes[3] <= DisplayListRecording.version else { throw .laterVersion(bytes[3]) }
    guard bytes[3] >= 1 else { throw .notARecording }
    guard bytes[3] == DisplayListRecording.version else { throw .earlierVersion(bytes[3]) }
    let length = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    guard length >= UInt32(Self.shortest), length <= UInt32(DisplayListRecording.Limits.bytes) else {
      throw .badValue(offset: 4, .fileSize)
    }
    let end = Int(length)  // ≤ 2^30
    guard bytes.count >= end else { throw .truncated(byteCount: bytes.count, expected: end) }
    guard bytes.count <= end else { throw .tooLong(byteCount: bytes.count, expected: end) }
    let expected = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: end &- 4, as: UInt32.self))
    let checksum = CRC32().sum(of: UnsafeRawBufferPointer(rebasing: bytes[..<(end &- 4)]))
    guard checksum == expected else { throw .checksumMismatch(checksum: checksum, expected: expected) }
    self.bytes = bytes
    reader = RecordingValueReader(bytes, from: 8, to: end &- 4)
  }

  /// Reads all items.
  mutating func decode() throws(Failure) -> DisplayListRecording {
    let sides = 1...DisplayListRecording.Limits.frameSide
    let size = PixelSize(width: try reader.side(in: sides, else: .frameSize), height: try reader.side(in: sides, else: .frameSize))
    let background = try reader.color()
    let clipCount = try reader.count(minimumElementSize: 64)
    var clips: [PixelClip] = []
    clips.reserveCapacity(clipCount)
    for _ in 0..<clipCount {
      clips.append(PixelClip(try reader.point(), try reader.point(), try reader.point(), try reader.point()))
    }
    // An item takes at least four bytes, and its paint five.
    let count = try reader.count(minimumElementSize: 9)
    if let fault = budget.add(items: count, regions: clipCount, height: size.height) {
      throw .badValue(offset: reader.offset, fault)
    }
    var items: [DisplayList.Item] = []
    items.reserveCapacity(count)
    var brackets = BracketValidator()
    for _ in 0..<count {
      let start = reader.offset
      let item = try item(clipCount: clipCount)
      guard brackets.take(item.content) else { throw .badValue(offset: start, .nesting) }
      items.append(item)
    }
    guard brackets.isClosed else { throw .badValue(offset: reader.offset, .nesting) }
    guard reader.bytesLeft == 0 else { throw .badValue(offset: reader.offset, .trailingBytes) }
    return DisplayListRecording(size: size, background: background, list: DisplayList(items: items, clips: clips))
  }

  private mutating func item(clipCount: Int) throws(Failure) -> DisplayList.Item {
    let start = reader.offset
    let number = try reader.byte()
    let opacity = try reader.byte()
    let blend: BlendMode = try reader.kind(else: .blendMode)
    let flags = try reader.byte()
    guard flags <= 3 else { throw .badValue(offset: start &+ 3, .flags) }
    var clip: Int32 = -1
    if flags & 2 != 0 {
      let offset = reader.offset
      let index = try reader.word()
      guard index < UInt32(clipCount) else { throw .badValue(offset: offset, .region) }
      clip = Int32(bitPattern: index)
    }
    var transform = Homography.identity
    if flags & 1 != 0 {
      let offset = reader.offset
      transform = try homography()
      guard !transform.isIdentity else { throw .badValue(offset: offset, .identity) }
    }
    let paint = try paint()
    let compositing = DisplayList.Compositing(opacity: opacity, blend: blend)
    let content = try content(number, paint: paint, compositing, at: start)
    // Attributes that the kind does not have are written as defaults: one drawing has one recording.
    guard content.compositing != nil || compositing == DisplayList.Compositing() else { throw .badValue(offset: start, .flags) }
    guard content.paint != nil || paint == DisplayListRecording.unusedPaint else { throw .badValue(offset: start, .paint) }
    return DisplayList.Item(content, transform: transform, clip: clip)
  }

  private mutating func homography() throws(Failure) -> Homography {
    Homography(
      xx: try reader.longWord(), xy: try reader.longWord(), x0: try reader.longWord(), yx: try reader.longWord(),
      yy: try reader.longWord(), y0: try reader.longWord(), wx: try reader.longWord(), wy: try reader.longWord(),
      w0: try reader.longWord())
  }

  private mutating func content(
    _ number: UInt8, paint: Paint, _ compositing: DisplayList.Compositing, at start: Int
  ) throws(Failure) -> DisplayList.Content {
    switch number {
    case 0:
      let rule: FillRule = try reader.kind(else: .fillRule)
      return .shape(.fill(try reader.path(), rule), paint, compositing)
    case 1:
      let style = try reader.strokeStyle()
      return .shape(.stroke(try reader.path(), style), paint, compositing)
    case 2:
      let filter: ImageFilter = try reader.kind(else: .filter)
      return .image(try image(), filter, compositing)
    case 3:
      let insets = EdgeInsets(
        top: try reader.scalar(), left: try reader.scalar(), bottom: try reader.scalar(), right: try reader.scalar())
      let rect = try reader.rect()
      return .ninePatch(try image(), insets, rect, compositing)
    case 4:
      let rect = try reader.rect()
      return .shape(.shadow(try shadowMask(), rect), paint, compositing)
    case 5:
      return .shape(.glyphs(try glyphRun()), paint, compositing)
    case 6: return .beginGroup(compositing)
    case 7: return .endGroup(compositing)
    case 8:
      let rule: FillRule = try reader.kind(else: .fillRule)
      return .beginClip(try reader.path(), rule)
    case 9: return .endClip
    case 10: return .beginMask(try reader.kind(else: .maskKind))
    case 11: return .endMask
    case 12: return .shape(.mask(try coverageMask()), paint, compositing)
    default: throw .badValue(offset: start, .shape)
    }
  }

  private mutating func paint() throws(Failure) -> Paint {
    let start = reader.offset
    switch try reader.byte() {
    case 0:
      return .color(try reader.color())
    case 1:
      return .linearGradient(
        LinearGradient(
          stops: try reader.stops(), start: try reader.point(), end: try reader.point(), spread: try reader.kind(else: .spread),
          transform: try reader.transform()))
    case 2:
      return .radialGradient(
        RadialGradient(
          stops: try reader.stops(), center: try reader.point(), radius: try reader.scalar(), focalPoint: try focalPoint(),
          spread: try reader.kind(else: .spread), transform: try reader.transform()))
    case 3:
      return .conicGradient(
        ConicGradient(
          stops: try reader.stops(), center: try reader.point(), startAngle: Angle(degrees: try reader.element()),
          spread: try reader.kind(else: .spread), transform: try reader.transform()))
    case 4:
      let transform = try reader.transform()
      let across: ImageTiling = try reader.kind(else: .tiling)
      let down: ImageTiling = try reader.kind(else: .tiling)
      let filter: ImageFilter = try reader.kind(else: .filter)
      return .image(
        ImagePattern(try image(), transform: transform, horizontalTiling: across, verticalTiling: down, filter: filter))
    default:
      throw .badValue(offset: start, .paint)
    }
  }

  private mutating func focalPoint() throws(Failure) -> Point? {
    let start = reader.offset
    switch try reader.byte() {
    case 0: return nil
    case 1: return try reader.point()
    default: throw .badValue(offset: start, .flags)
    }
  }

  // MARK: Numbered definitions

  /// Reads the number of one of `count` definitions.
  ///
  /// - Returns: The number of a definition read before. If the number is the next one, nil: a new definition
  ///   follows.
  private mutating func number(of count: Int, else fault: DisplayListRecordingError.Fault) throws(Failure) -> Int? {
    let start = reader.offset
    let number = try reader.word()
    guard number <= UInt32(count) else { throw .badValue(offset: start, fault) }
    return number == UInt32(count) ? nil : Int(number)
  }

  private mutating func image() throws(Failure) -> Image {
    if let known = try number(of: images.count, else: .image) { return images[known] }
    let start = reader.offset
    let sides = 0...DisplayListRecording.Limits.imageSide
    let size = PixelSize(
      width: try reader.side(in: sides, else: .imageSize), height: try reader.side(in: sides, else: .imageSize))
    // There is only one encoding of an empty image.
    guard (size.width == 0) == (size.height == 0) else { throw .badValue(offset: start, .imageSize) }
    var hasMipmaps: UInt8 = 0
    if size.width > 0 {
      let offset = reader.offset
      hasMipmaps = try reader.byte()
      // An image of one pixel has no mip levels.
      guard hasMipmaps <= (size.mipLevelCount > 0 ? 1 : 0) else { throw .badValue(offset: offset, .flags) }
    }
    let pixels = size.width &* size.height  // ≤ 2^26
    guard reader.bytesLeft / 4 >= pixels else { throw .badValue(offset: start, .countBeyondEnd) }
    if let fault = budget.add(size, hasMipmaps: hasMipmaps == 1) { throw .badValue(offset: start, fault) }
    var source = reader
    let image = try Image(size: size) { (memory: UnsafeMutableBufferPointer<UInt32>) throws(Failure) -> Void in
      try source.pixels(into: memory)
    }
    reader = source
    images.append(hasMipmaps == 1 ? image.withMipmaps() : image)
    return images[images.count &- 1]
  }

  private mutating func coverageMask() throws(Failure) -> CoverageMask {
    if let known = try number(of: coverageMasks.count, else: .coverageMask) { return coverageMasks[known] }
    let start = reader.offset
    let (x, y) = (Int(Int32(bitPattern: try reader.word())), Int(Int32(bitPattern: try reader.word())))
    let sides = 0...DisplayListRecording.Limits.imageSide
    let (width, height) = (try reader.side(in: sides, else: .imageSize), try reader.side(in: sides, else: .imageSize))
    let farthest = DisplayListRecording.Limits.maskPosition
    guard min(x, y) >= -farthest, x <= farthest &- width, y <= farthest &- height else {
      throw .badValue(offset: start, .maskPosition)
    }
    // There is only one encoding of an empty mask.
    guard (width == 0) == (height == 0), width > 0 || (x == 0 && y == 0) else { throw .badValue(offset: start, .imageSize) }
    let count = width &* height  // ≤ 2^26
    guard reader.bytesLeft >= count else { throw .badValue(offset: start, .countBeyondEnd) }
    if let fault = budget.add(maskOf: PixelSize(width: width, height: height)) { throw .badValue(offset: start, fault) }
    let storage = CoverageMask.Storage(count: count)
    try reader.bytes(count, into: storage.bytes)
    let bounds = count == 0 ? .empty : PixelRect(minX: x, minY: y, maxX: x &+ width, maxY: y &+ height)
    storage.findChunks(bounds)
    let mask = CoverageMask(bounds: bounds, storage: storage)
    coverageMasks.append(mask)
    return mask
  }

  private mutating func shadowMask() throws(Failure) -> ShadowMask {
    if let known = try number(of: shadowMasks.count, else: .shadowMask) { return shadowMasks[known] }
    let start = reader.offset
    let recipe: ShadowMask.Recipe
    switch try reader.byte() {
    case 0:
      let radii = CornerRadii(
        topLeft: try reader.scalar(), topRight: try reader.scalar(), bottomRight: try reader.scalar(),
        bottomLeft: try reader.scalar())
      recipe = .roundedRect(radii, sigma: try reader.scalar(), side: try reader.kind(else: .side))
    case 1:
      let rule: FillRule = try reader.kind(else: .fillRule)
      recipe = .path(try reader.path(), rule, sigma: try reader.scalar(), side: try reader.kind(else: .side))
    default:
      throw .badValue(offset: start, .recipe)
    }
    guard knownShadowMasks.number(of: start..<reader.offset, in: bytes) == nil else { throw .badValue(offset: start, .repeated) }
    if let fault = budget.add(.shadow(recipe) + MaskCost(steps: knownShadowMasks.steps)) { throw .badValue(offset: start, fault) }
    let mask = ShadowMask(recipe: recipe)
    shadowMasks.append(mask)
    return mask
  }

  private mutating func glyphRun() throws(Failure) -> GlyphRun {
    let shapeCount = try reader.count(minimumElementSize: 4)
    var shapes: [GlyphShape] = []
    shapes.reserveCapacity(shapeCount)
    for _ in 0..<shapeCount { shapes.append(try glyphShape()) }
    let count = try reader.count(minimumElementSize: 20)
    var placements: [GlyphRun.Placement] = []
    placements.reserveCapacity(count)
    for _ in 0..<count {
      let start = reader.offset
      let shape = try reader.word()
      guard shape < UInt32(shapeCount) else { throw .badValue(offset: start, .glyph) }
      placements.append(GlyphRun.Placement(shape: Int32(bitPattern: shape), origin: try reader.point()))
    }
    return GlyphRun(shapes: shapes, placements: placements)
  }

  private mutating func glyphShape() throws(Failure) -> GlyphShape {
    if let known = try number(of: glyphs.count, else: .glyph) { return glyphs[known] }
    let start = reader.offset
    let outline = try reader.path()
    guard knownGlyphs.number(of: start..<reader.offset, in: bytes) == nil else { throw .badValue(offset: start, .repeated) }
    if let fault = budget.add(.glyph(outline) + MaskCost(steps: knownGlyphs.steps)) { throw .badValue(offset: start, fault) }
    let shape = GlyphShape(outline: outline, scratch: maskScratch)
    glyphs.append(shape)
    return shape
  }
}
