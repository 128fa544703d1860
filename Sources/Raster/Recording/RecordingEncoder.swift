/// Writes a recording. ``DisplayListRecording`` describes the format.
struct RecordingEncoder {
  typealias Failure = DisplayListRecordingError

  /// The bytes written so far.
  var bytes: [UInt8] = []
  private var images: [Image] = []
  private var coverageMasks: [CoverageMask] = []
  private var imageNumbers = DefinitionHashTable()
  private var coverageMaskNumbers = DefinitionHashTable()
  private var glyphs = RecordedByteRanges()
  private var shadowMasks = RecordedByteRanges()
  private var budget = RecordingBudget()

  /// Returns the bytes of a recording.
  mutating func encode(_ recording: DisplayListRecording) throws(Failure) -> [UInt8] {
    let (size, list) = (recording.size, recording.list.balanced)
    let sides = 1...DisplayListRecording.Limits.frameSide
    guard sides.contains(size.width), sides.contains(size.height) else { throw .tooLarge(.frameSize) }
    bytes = [0x43, 0x44, 0x4c, DisplayListRecording.version]
    write(UInt32(0))  // the length, filled in at the end
    write(UInt32(size.width))
    write(UInt32(size.height))
    write(recording.background)
    write(count: list.clips.count)
    for clip in list.clips {
      let corners = clip.corners
      write(corners.0)
      write(corners.1)
      write(corners.2)
      write(corners.3)
    }
    if let fault = budget.add(items: list.count, regions: list.clips.count, height: size.height) { throw .tooLarge(fault) }
    write(count: list.count)
    var brackets = BracketValidator()
    for item in list.items {
      guard brackets.take(item.content) else { throw .tooLarge(.nesting) }
      try write(item)
      guard bytes.count < DisplayListRecording.Limits.bytes else { throw .tooLarge(.fileSize) }
    }
    guard brackets.isClosed else { throw .tooLarge(.nesting) }
    for _ in 0..<4 { write(0 as UInt8) }
    DisplayListRecording.seal(&bytes)
    return bytes
  }

  private mutating func write(_ item: DisplayList.Item) throws(Failure) {
    let compositing = item.content.compositing ?? DisplayList.Compositing()
    write(item.content.number)
    write(compositing.opacity)
    write(compositing.blend)
    let isMoved = !item.transform.isIdentity
    write((isMoved ? 1 : 0) as UInt8 | (item.clip >= 0 ? 2 : 0))
    if item.clip >= 0 { write(UInt32(bitPattern: item.clip)) }
    if isMoved {
      let map = item.transform
      write(map.xx, map.xy, map.x0)
      write(map.yx, map.yy, map.y0)
      write(map.wx, map.wy, map.w0)
    }
    try write(item.content.paint ?? DisplayListRecording.unusedPaint)
    switch item.content {
    case .shape(let shape, _, _):
      try write(shape)
    case .image(let image, let filter, _):
      write(filter)
      try write(image)
    case .ninePatch(let image, let insets, let rect, _):
      write(insets.top)
      write(insets.left)
      write(insets.bottom)
      write(insets.right)
      write(rect)
      try write(image)
    case .beginClip(let path, let rule):
      write(rule)
      write(path)
    case .beginMask(let kind):
      write(kind)
    case .beginGroup, .endGroup, .endClip, .endMask:
      break
    }
  }

  private mutating func write(_ shape: DisplayList.Shape) throws(Failure) {
    switch shape {
    case .fill(let path, let rule):
      write(rule)
      write(path)
    case .stroke(let path, let style):
      write(style.width)
      write(style.miterLimit)
      write(style.cap)
      write(style.join)
      write(count: style.dashes.count)
      for length in style.dashes { write(length) }
      write(style.dashPhase)
      write(path)
    case .shadow(let mask, let rect):
      write(rect)
      try write(mask)
    case .glyphs(let run):
      try write(run)
    case .mask(let mask):
      try write(mask)
    }
  }

  private mutating func write(_ paint: Paint) throws(Failure) {
    switch paint {
    case .color(let color):
      write(0 as UInt8)
      write(color)
    case .linearGradient(let gradient):
      write(1 as UInt8)
      write(gradient.stops)
      write(gradient.start)
      write(gradient.end)
      write(gradient.spread)
      write(gradient.transform)
    case .radialGradient(let gradient):
      write(2 as UInt8)
      write(gradient.stops)
      write(gradient.center)
      write(gradient.radius)
      write((gradient.focalPoint == nil ? 0 : 1) as UInt8)
      if let focalPoint = gradient.focalPoint { write(focalPoint) }
      write(gradient.spread)
      write(gradient.transform)
    case .conicGradient(let gradient):
      write(3 as UInt8)
      write(gradient.stops)
      write(gradient.center)
      write(gradient.startAngle.degrees.rawValue)
      write(gradient.spread)
      write(gradient.transform)
    case .image(let pattern):
      write(4 as UInt8)
      write(pattern.transform)
      write(pattern.horizontalTiling)
      write(pattern.verticalTiling)
      write(pattern.filter)
      try write(pattern.image)
    }
  }

  // MARK: Numbered definitions

  private mutating func write(_ image: Image) throws(Failure) {
    let hash = UInt32(truncatingIfNeeded: UInt(bitPattern: image.storage.pixels) >> 4)
    var probes: Int64 = 0
    let known = imageNumbers.number(hash: hash, probes: &probes) { images[$0] == image }
    if let known { return write(UInt32(truncatingIfNeeded: known)) }
    let limit = DisplayListRecording.Limits.imageSide
    guard max(image.size.width, image.size.height) <= limit else { throw .tooLarge(.imageSize) }
    let pixels = image.size.width &* image.size.height  // ≤ 2^26
    if let fault = budget.add(image.size, hasMipmaps: image.mipLevels != nil) { throw .tooLarge(fault) }
    write(count: images.count)
    images.append(image)
    imageNumbers.add(hash: hash)
    write(UInt32(truncatingIfNeeded: image.size.width))
    write(UInt32(truncatingIfNeeded: image.size.height))
    if image.isEmpty { return }
    write((image.mipLevels == nil ? 0 : 1) as UInt8)
    bytes.reserveCapacity(bytes.count &+ pixels &* 4)
    for index in 0..<pixels { write(image.storage.pixels[index]) }
  }

  private mutating func write(_ mask: CoverageMask) throws(Failure) {
    let hash = UInt32(truncatingIfNeeded: UInt(bitPattern: mask.storage.bytes) >> 4)
    var probes: Int64 = 0
    let known = coverageMaskNumbers.number(hash: hash, probes: &probes) { coverageMasks[$0] == mask }
    if let known { return write(UInt32(truncatingIfNeeded: known)) }
    let bounds = mask.bounds.isEmpty ? .empty : mask.bounds
    let (limit, farthest) = (DisplayListRecording.Limits.imageSide, DisplayListRecording.Limits.maskPosition)
    guard max(bounds.width, bounds.height) <= limit else { throw .tooLarge(.imageSize) }
    guard min(bounds.minX, bounds.minY) >= -farthest, max(bounds.maxX, bounds.maxY) <= farthest else {
      throw .tooLarge(.maskPosition)
    }
    if let fault = budget.add(maskOf: PixelSize(width: bounds.width, height: bounds.height)) { throw .tooLarge(fault) }
    write(count: coverageMasks.count)
    coverageMasks.append(mask)
    coverageMaskNumbers.add(hash: hash)
    write(UInt32(bitPattern: Int32(truncatingIfNeeded: bounds.minX)))
    write(UInt32(bitPattern: Int32(truncatingIfNeeded: bounds.minY)))
    write(UInt32(truncatingIfNeeded: bounds.width))
    write(UInt32(truncatingIfNeeded: bounds.height))
    bytes.append(contentsOf: UnsafeBufferPointer(start: mask.storage.bytes, count: bounds.width &* bounds.height))
  }

  private mutating func write(_ mask: ShadowMask) throws(Failure) {
    let start = bytes.count
    write(count: shadowMasks.count)
    switch mask.recipe {
    case .roundedRect(let radii, let sigma, let side):
      write(0 as UInt8)
      write(radii.topLeft)
      write(radii.topRight)
      write(radii.bottomRight)
      write(radii.bottomLeft)
      write(sigma)
      write(side)
    case .path(let path, let rule, let sigma, let side):
      write(1 as UInt8)
      write(rule)
      write(path)
      write(sigma)
      write(side)
    }
    let known = shadowMasks.number(of: (start &+ 4)..<bytes.count, in: bytes)
    if known == nil, let fault = budget.add(.shadow(mask.recipe)) { throw .tooLarge(fault) }
    shorten(from: start, to: known)
  }

  /// Replaces a definition by its number if the same definition was written before.
  ///
  /// - Parameter start: The index of the definition's first byte. The definition ends at the last byte
  ///   written.
  private mutating func shorten(from start: Int, to known: Int?) {
    guard let known else { return }
    bytes.removeSubrange(start...)
    write(count: known)
  }

  private mutating func write(_ run: GlyphRun) throws(Failure) {
    write(count: run.shapes.count)
    for shape in run.shapes {
      let start = bytes.count
      let outline = shape.outline
      write(count: glyphs.count)
      write(outline)
      let known = glyphs.number(of: (start &+ 4)..<bytes.count, in: bytes)
      if known == nil, let fault = budget.add(.glyph(outline)) { throw .tooLarge(fault) }
      shorten(from: start, to: known)
    }
    let countOffset = bytes.count
    var count: UInt32 = 0
    write(count)
    for placement in run.placements where placement.shape >= 0 && Int(placement.shape) < run.shapes.count {
      write(UInt32(bitPattern: placement.shape))
      write(placement.origin)
      count &+= 1
    }
    DisplayListRecording.put(count, at: countOffset, in: &bytes)
  }
}
