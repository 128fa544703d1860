/// Writes the values of a recording as bytes, which ``RecordingValueReader`` reads.
extension RecordingEncoder {
  mutating func write(_ path: Path) {
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

  mutating func write(_ stops: [GradientStop]) {
    write(count: stops.count)
    for stop in stops {
      write(stop.location)
      write(stop.color)
    }
  }

  mutating func write(_ transform: AffineTransform) {
    write(transform.a.rawValue, transform.b.rawValue, transform.c.rawValue)
    write(transform.d.rawValue, transform.tx.rawValue, transform.ty.rawValue)
  }

  mutating func write(_ rect: Rect) {
    write(rect.origin)
    write(rect.size.width)
    write(rect.size.height)
  }

  mutating func write(_ point: Point) {
    write(point.x)
    write(point.y)
  }

  mutating func write(_ color: Color) {
    bytes.append(color.red)
    bytes.append(color.green)
    bytes.append(color.blue)
    bytes.append(color.alpha)
  }

  mutating func write(_ a: Int64, _ b: Int64, _ c: Int64) {
    write(a)
    write(b)
    write(c)
  }

  mutating func write(_ scalar: Scalar) { write(scalar.rawValue) }

  mutating func write<Kind: RawRepresentable>(_ kind: Kind) where Kind.RawValue == UInt8 { bytes.append(kind.rawValue) }

  mutating func write(count: Int) { write(UInt32(clamping: count)) }

  mutating func write(_ value: UInt8) { bytes.append(value) }

  mutating func write(_ value: UInt32) {
    for shift in stride(from: 0 as UInt32, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func write(_ value: Int64) {
    for shift in stride(from: 0 as Int64, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
