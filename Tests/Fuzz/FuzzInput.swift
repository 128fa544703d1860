import CartoucheRaster

/// Reads the fuzzer's bytes as numbers and shapes. After their end it reads zeros.
struct FuzzInput {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    bytes = UnsafeBufferPointer(start: start, count: count)
  }

  var isAtEnd: Bool { offset >= bytes.count }

  mutating func byte() -> UInt8 {
    guard offset < bytes.count else { return 0 }
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number {
    var value: Number = 0
    for _ in 0..<(Number.bitWidth / 8) { value = value << 8 | Number(truncatingIfNeeded: byte()) }
    return value
  }

  /// Returns mostly a coordinate on or around a small screen, in 1/256, and sometimes any number.
  mutating func scalar() -> Scalar {
    let value = number(Int16.self)
    return value == 0x7fff ? Scalar(rawValue: number(Int64.self)) : Scalar(rawValue: Int64(value) << 8)
  }

  mutating func point() -> Point { Point(x: scalar(), y: scalar()) }

  mutating func element() -> WideFixed<32> { WideFixed<32>(rounding: scalar()) / 16 }

  mutating func transform() -> Homography {
    switch byte() & 3 {
    case 0: return .identity
    case 1: return .translation(x: scalar(), y: scalar())
    case 2: return Homography(AffineTransform(a: element(), b: element(), c: element(), d: element(), tx: element(), ty: element()))
    default:
      var map = Transform3D.identity
      (map.m11, map.m12, map.m21, map.m22) = (element(), element(), element(), element())
      (map.m14, map.m24, map.m44) = (element() / 64, element() / 64, element())
      (map.m41, map.m42) = (element(), element())
      return Homography(map)
    }
  }

  /// Reads all remaining bytes as the segments of a path.
  mutating func path() -> Path {
    var path = Path()
    while !isAtEnd {
      switch byte() % 7 {
      case 0: path.move(to: point())
      case 1, 2: path.addLine(to: point())
      case 3: path.addQuadCurve(to: point(), control: point())
      case 4: path.addCurve(to: point(), control1: point(), control2: point())
      case 5: path.closeSubpath()
      default: path.addEllipse(in: Rect(origin: point(), size: Size(width: scalar(), height: scalar())))
      }
    }
    return path
  }
}

/// A small render target, to compare frames drawn in different ways.
final class FuzzTarget {
  /// The width is a multiple of four, so that a whole frame is composed in place, and pieces are copied.
  static let size = PixelSize(width: 60, height: 47)
  private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size.width * size.height * 4, alignment: 64)
  private let renderer = Renderer()
  private let workers = SerialWorkerPool()

  func draw(_ list: DisplayList, damage: [PixelRect]) {
    let buffer = PixelBuffer(
      baseAddress: memory.baseAddress!, size: Self.size, bytesPerRow: Self.size.width * 4, format: .xrgb8888,
      isOrdinaryMemory: true)
    renderer.draw(list, into: buffer, damage: damage, workers: workers)
  }

  func hasSamePixels(as other: FuzzTarget) -> Bool { memory.elementsEqual(other.memory) }
}

nonisolated(unsafe) private let whole = FuzzTarget()
nonisolated(unsafe) private let pieces = FuzzTarget()

/// Draws `list` whole and in pieces, and traps if the frames differ.
func drawTwice(_ list: DisplayList) {
  whole.draw(list, damage: [PixelRect(FuzzTarget.size)])
  var parts: [PixelRect] = []
  for (minX, maxX) in [(0, 13), (13, 60)] {
    for (minY, maxY) in [(0, 21), (21, 38), (38, 47)] { parts.append(PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)) }
  }
  pieces.draw(list, damage: parts)
  precondition(whole.hasSamePixels(as: pieces), "a list drawn in pieces differs from the list drawn whole")
}

/// Returns whether two images have the same pixels.
func haveSamePixels(_ a: Image, _ b: Image) -> Bool {
  a.size == b.size && (0..<a.storage.count).allSatisfy { a.storage.pixels[$0] == b.storage.pixels[$0] }
}
