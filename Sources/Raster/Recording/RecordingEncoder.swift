/// Writes a recording: see ``DisplayListRecording`` for the format.
struct RecordingEncoder {
  typealias Failure = DisplayListRecordingError

  private var bytes: [UInt8] = []
  private var pictures: [Picture] = []
  private var pictureNumbers = RecordedNumbers()
  private var glyphs = RecordedThings()
  private var shadowMasks = RecordedThings()
  private var picturePixels = 0

  mutating func encode(_ recording: DisplayListRecording) throws(Failure) -> [UInt8] {
    let size = recording.size
    let sides = 1...DisplayListRecording.Limits.frameSide
    guard sides.contains(size.width), sides.contains(size.height) else { throw .tooLarge(.frameSize) }
    bytes = [0x43, 0x44, 0x4c, DisplayListRecording.version]
    write(UInt32(0))  // the length, once it is known
    write(UInt32(size.width))
    write(UInt32(size.height))
    write(recording.background)
    write(count: recording.list.clips.count)
    for clip in recording.list.clips {
      let corners = clip.corners
      write(corners.0)
      write(corners.1)
      write(corners.2)
      write(corners.3)
    }
    write(count: recording.list.items.count)
    var nesting = RecordedNesting()
    for item in recording.list.items {
      guard nesting.take(item.shape) else { throw .tooLarge(.nesting) }
      try write(item)
      guard bytes.count < DisplayListRecording.Limits.bytes else { throw .tooLarge(.fileSize) }
    }
    guard nesting.isClosed else { throw .tooLarge(.nesting) }
    for _ in 0..<4 { write(0 as UInt8) }
    DisplayListRecording.seal(&bytes)
    return bytes
  }

  private mutating func write(_ item: DisplayList.Item) throws(Failure) {
    write(item.shape.number)
    write(item.opacity)
    write(item.blend)
    let isMoved = !item.transform.isIdentity
    write((isMoved ? 1 : 0) as UInt8 | (item.clip >= 0 ? 2 : 0))
    if item.clip >= 0 { write(UInt32(bitPattern: item.clip)) }
    if isMoved {
      let map = item.transform
      write(map.xx, map.xy, map.x0)
      write(map.yx, map.yy, map.y0)
      write(map.wx, map.wy, map.w0)
    }
    try write(item.paint)
    switch item.shape {
    case .fill(let path, let rule), .beginClip(let path, let rule):
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
    case .picture(let picture, let filter):
      write(filter)
      try write(picture)
    case .ninePatch(let picture, let insets, let rect):
      write(insets.top)
      write(insets.left)
      write(insets.bottom)
      write(insets.right)
      write(rect)
      try write(picture)
    case .shadow(let mask, let rect):
      write(rect)
      write(mask)
    case .glyphs(let run):
      write(run)
    case .beginMask(let kind):
      write(kind)
    case .beginGroup, .endGroup, .endClip, .endMask:
      break
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
    case .picture(let pattern):
      write(4 as UInt8)
      write(pattern.transform)
      write(pattern.horizontalTiling)
      write(pattern.verticalTiling)
      write(pattern.filter)
      try write(pattern.picture)
    }
  }

  // MARK: What has a number

  private mutating func write(_ picture: Picture) throws(Failure) {
    let hash = UInt32(truncatingIfNeeded: UInt(bitPattern: picture.storage.pixels) >> 4)
    let known = pictureNumbers.number(hash: hash) { pictures[$0] == picture }
    if let known { return write(UInt32(truncatingIfNeeded: known)) }
    let sides = 1...DisplayListRecording.Limits.pictureSide
    guard sides.contains(picture.size.width), sides.contains(picture.size.height) else { throw .tooLarge(.pictureSize) }
    let pixels = picture.size.width &* picture.size.height  // ≤ 2^26
    picturePixels &+= pixels
    guard picturePixels <= DisplayListRecording.Limits.picturePixels else { throw .tooLarge(.picturePixels) }
    write(count: pictures.count)
    pictures.append(picture)
    pictureNumbers.add(hash: hash)
    write(UInt32(truncatingIfNeeded: picture.size.width))
    write(UInt32(truncatingIfNeeded: picture.size.height))
    bytes.reserveCapacity(bytes.count &+ pixels &* 4)
    for index in 0..<pixels { write(picture.storage.pixels[index]) }
  }

  private mutating func write(_ mask: ShadowMask) {
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
    shorten(from: start, to: shadowMasks.number(of: (start &+ 4)..<bytes.count, in: bytes))
  }

  /// Leaves only the number of what was written from `start`, if it was written before.
  private mutating func shorten(from start: Int, to known: Int?) {
    guard let known else { return }
    bytes.removeSubrange(start...)
    write(count: known)
  }

  private mutating func write(_ run: GlyphRun) {
    write(count: run.shapes.count)
    for shape in run.shapes {
      let start = bytes.count
      write(count: glyphs.count)
      write(shape.outline)
      shorten(from: start, to: glyphs.number(of: (start &+ 4)..<bytes.count, in: bytes))
    }
    let place = bytes.count
    var count: UInt32 = 0
    write(count)
    for placement in run.placements where placement.shape >= 0 && Int(placement.shape) < run.shapes.count {
      write(UInt32(bitPattern: placement.shape))
      write(placement.origin)
      count &+= 1
    }
    DisplayListRecording.put(count, at: place, in: &bytes)
  }

  // MARK: Numbers

  private mutating func write(_ path: Path) {
    write(count: path.verbs.count)
    for verb in path.verbs { write(verb.rawValue) }
    var last = Point.zero
    for point in path.points {
      write(folded: point.x.rawValue &- last.x.rawValue)
      write(folded: point.y.rawValue &- last.y.rawValue)
      last = point
    }
  }

  private mutating func write(folded value: Int64) {
    var rest = UInt64(bitPattern: value << 1 ^ value >> 63)
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private mutating func write(_ stops: [GradientStop]) {
    write(count: stops.count)
    for stop in stops {
      write(stop.location)
      write(stop.color)
    }
  }

  private mutating func write(_ transform: AffineTransform) {
    write(transform.a.rawValue, transform.b.rawValue, transform.c.rawValue)
    write(transform.d.rawValue, transform.tx.rawValue, transform.ty.rawValue)
  }

  private mutating func write(_ rect: Rect) {
    write(rect.origin)
    write(rect.size.width)
    write(rect.size.height)
  }

  private mutating func write(_ point: Point) {
    write(point.x)
    write(point.y)
  }

  private mutating func write(_ color: Color) {
    bytes.append(color.red)
    bytes.append(color.green)
    bytes.append(color.blue)
    bytes.append(color.alpha)
  }

  private mutating func write(_ a: Int64, _ b: Int64, _ c: Int64) {
    write(a)
    write(b)
    write(c)
  }

  private mutating func write(_ scalar: Scalar) { write(scalar.rawValue) }

  private mutating func write<Kind: RawRepresentable>(_ kind: Kind) where Kind.RawValue == UInt8 { bytes.append(kind.rawValue) }

  private mutating func write(count: Int) { write(UInt32(clamping: count)) }

  private mutating func write(_ value: UInt8) { bytes.append(value) }

  private mutating func write(_ value: UInt32) {
    for shift in stride(from: 0 as UInt32, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  private mutating func write(_ value: Int64) {
    for shift in stride(from: 0 as Int64, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
