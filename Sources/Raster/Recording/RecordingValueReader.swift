/// Reads the values of a recording one after the other, and checks that the recording does not end before a
/// value does.
struct RecordingValueReader {
  typealias Failure = DisplayListRecordingError

  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  /// The index of the next byte to read.
  private(set) var offset: Int

  init(_ bytes: UnsafeRawBufferPointer, from offset: Int, to end: Int) {
    (self.bytes, self.offset, self.end) = (bytes, offset, end)
  }

  var bytesLeft: Int { end &- offset }

  mutating func byte() throws(Failure) -> UInt8 {
    guard bytesLeft >= 1 else { throw .badValue(offset: offset, .unexpectedEnd) }
    defer { offset &+= 1 }
    return bytes[offset]
  }

  mutating func word() throws(Failure) -> UInt32 {
    guard bytesLeft >= 4 else { throw .badValue(offset: offset, .unexpectedEnd) }
    defer { offset &+= 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  mutating func longWord() throws(Failure) -> Int64 {
    guard bytesLeft >= 8 else { throw .badValue(offset: offset, .unexpectedEnd) }
    defer { offset &+= 8 }
    return Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self))
  }

  /// Copies `count` bytes to `memory`.
  mutating func bytes(_ count: Int, into memory: UnsafeMutablePointer<UInt8>) throws(Failure) {
    guard bytesLeft >= count else { throw .badValue(offset: offset, .unexpectedEnd) }
    UnsafeMutableRawBufferPointer(start: memory, count: count).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset &+ count)]))
    offset &+= count
  }

  /// Reads a count of elements that take at least `size` bytes each.
  mutating func count(minimumElementSize size: Int) throws(Failure) -> Int {
    let start = offset
    let count = try word()
    guard UInt64(count) &* UInt64(size) <= UInt64(bytesLeft) else { throw .badValue(offset: start, .countBeyondEnd) }
    return Int(count)  // ≤ 2^30
  }

  /// Reads a width or height in pixels, which must lie in `range`.
  mutating func side(in range: ClosedRange<Int>, else fault: DisplayListRecordingError.Fault) throws(Failure) -> Int {
    let start = offset
    let side = Int(clamping: try word())
    guard range.contains(side) else { throw .badValue(offset: start, fault) }
    return side
  }

  /// Reads a byte that is a raw value of an enumeration.
  mutating func kind<Kind: RawRepresentable>(
    else fault: DisplayListRecordingError.Fault
  ) throws(Failure) -> Kind where Kind.RawValue == UInt8 {
    let start = offset
    guard let kind = Kind(rawValue: try byte()) else { throw .badValue(offset: start, fault) }
    return kind
  }

  /// Reads a zigzag-encoded number in LEB128 format.
  mutating func folded() throws(Failure) -> Int64 {
    let start = offset
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let group = try byte()
      // The tenth group contains only the last bit. A last group of zero is superfluous.
      guard shift < 63 || group <= 1, group != 0 || shift == 0 else { throw .badValue(offset: start, .overlongNumber) }
      value |= UInt64(group & 127) << shift
      if group < 128 { break }
      shift &+= 7
    }
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  mutating func scalar() throws(Failure) -> Scalar { Scalar(rawValue: try longWord()) }

  mutating func element() throws(Failure) -> WideFixed<32> { WideFixed<32>(rawValue: try longWord()) }

  mutating func point() throws(Failure) -> Point { Point(x: try scalar(), y: try scalar()) }

  mutating func rect() throws(Failure) -> Rect {
    Rect(origin: try point(), size: Size(width: try scalar(), height: try scalar()))
  }

  mutating func color() throws(Failure) -> Color {
    Color(red: try byte(), green: try byte(), blue: try byte(), alpha: try byte())
  }

  mutating func transform() throws(Failure) -> AffineTransform {
    AffineTransform(a: try element(), b: try element(), c: try element(), d: try element(), tx: try element(), ty: try element())
  }

  mutating func stops() throws(Failure) -> [GradientStop] {
    let count = try count(minimumElementSize: 12)
    var stops: [GradientStop] = []
    stops.reserveCapacity(count)
    for _ in 0..<count { stops.append(GradientStop(location: try scalar(), color: try color())) }
    return stops
  }

  mutating func strokeStyle() throws(Failure) -> StrokeStyle {
    let (width, miterLimit) = (try scalar(), try scalar())
    let cap: LineCap = try kind(else: .cap)
    let join: LineJoin = try kind(else: .join)
    let count = try count(minimumElementSize: 8)
    var dashes: [Scalar] = []
    dashes.reserveCapacity(count)
    for _ in 0..<count { dashes.append(try scalar()) }
    return StrokeStyle(width: width, cap: cap, join: join, miterLimit: miterLimit, dashes: dashes, dashPhase: try scalar())
  }

  /// Reads the pixels of an image whose size has been checked.
  mutating func pixels(into memory: UnsafeMutableBufferPointer<UInt32>) throws(Failure) {
    guard bytesLeft / 4 >= memory.count else { throw .badValue(offset: offset, .unexpectedEnd) }
    for index in 0..<memory.count {
      memory[index] = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset &+ index &* 4, as: UInt32.self))
    }
    offset &+= memory.count &* 4
  }

  /// Reads a path, whose steps must be in an order in which ``Path`` makes them.
  mutating func path() throws(Failure) -> Path {
    let count = try count(minimumElementSize: 1)
    let verbs = offset
    offset &+= count
    var path = Path()
    path.reserveCapacity(verbs: count, points: min(count, bytesLeft))
    var last = Point.zero
    var isOpen = false
    for index in 0..<count {
      let offset = verbs &+ index
      guard let verb = Path.Verb(rawValue: bytes[offset]), verb == .move || isOpen else {
        throw .badValue(offset: offset, .pathOrder)
      }
      isOpen = verb != .close
      switch verb {
      case .move:
        path.move(to: try point(after: &last))
      case .line:
        path.addLine(to: try point(after: &last))
      case .quadratic:
        let control = try point(after: &last)
        path.addQuadCurve(to: try point(after: &last), control: control)
      case .cubic:
        let controls = (try point(after: &last), try point(after: &last))
        path.addCurve(to: try point(after: &last), control1: controls.0, control2: controls.1)
      case .close:
        path.closeSubpath()
      }
    }
    return path
  }

  private mutating func point(after last: inout Point) throws(Failure) -> Point {
    last.x.rawValue &+= try folded()
    last.y.rawValue &+= try folded()
    return last
  }
}
