import CartoucheRaster

extension Path {
  /// Parses path data up to the first error.
  ///
  /// - Returns: The path before the error, and the byte index of the error, if there is one.
  /// - Source: SVG 2, section 9.3; errors as in section 9.5.4.
  static func parsing(_ text: String) -> (path: Path, error: Int?) {
    var reader = PathDataParser(text)
    let error = reader.read()
    return (reader.path, error)
  }
}

/// Parses path data one command at a time.
private struct PathDataParser {
  private var reader: ValueReader
  private(set) var path = Path()
  private typealias Coordinates = (x: Number, y: Number)
  private var at: Coordinates = (0, 0)
  private var start: Coordinates = (0, 0)
  /// The last control point and the degree of its curve.
  private var control: Coordinates = (0, 0)
  private var degree = 0

  init(_ text: String) { reader = ValueReader(text) }

  /// Parses all commands.
  ///
  /// - Returns: The byte index of an error, or nil if there is no error.
  mutating func read() -> Int? {
    reader.skipSpace()
    var isFirst = true
    while !reader.isAtEnd {
      let index = reader.at
      let letter = reader.next
      guard ValueReader.isLetter(letter) else { return index }
      let command = letter | 0x20
      guard !isFirst || command == UInt8(ascii: "m") else { return index }
      isFirst = false
      reader.skip()
      reader.skipSpace()
      if let error = run(command, isRelative: letter == command) { return error }
    }
    return nil
  }

  /// Parses one command with all its repetitions.
  private mutating func run(_ command: UInt8, isRelative: Bool) -> Int? {
    if command == UInt8(ascii: "z") {
      path.closeSubpath()
      (at, degree) = (start, 0)
      return nil
    }
    var repetition = 0
    repeat {
      let index = reader.at
      guard step(command, isRelative, isFirst: repetition == 0) else { return index }
      repetition += 1
      reader.skipSpace()
      // A comma requires another repetition.
      if reader.next == UInt8(ascii: ",") {
        reader.skipComma()
        if reader.isAtEnd || ValueReader.isLetter(reader.next) { return reader.at }
      }
    } while !reader.isAtEnd && !ValueReader.isLetter(reader.next)
    return nil
  }

  private mutating func step(_ command: UInt8, _ isRelative: Bool, isFirst: Bool) -> Bool {
    let origin: Coordinates = isRelative ? at : (0, 0)
    switch Unicode.Scalar(command) {
    case "m":
      guard let end = point(origin) else { return false }
      if isFirst {
        path.move(to: Point(end.x, end.y))
        start = end
      } else {
        path.addLine(to: Point(end.x, end.y))
      }
      go(to: end)
    case "l":
      guard let end = point(origin) else { return false }
      line(to: end)
    case "h":
      guard let x = coordinate() else { return false }
      line(to: (origin.x + x, at.y))
    case "v":
      guard let y = coordinate() else { return false }
      line(to: (at.x, origin.y + y))
    case "c":
      guard let first = point(origin), let second = point(origin), let end = point(origin) else { return false }
      cubic(first, second, end)
    case "s":
      guard let second = point(origin), let end = point(origin) else { return false }
      cubic(mirrored(3), second, end)
    case "q":
      guard let control = point(origin), let end = point(origin) else { return false }
      quadratic(control, end)
    case "t":
      guard let end = point(origin) else { return false }
      quadratic(mirrored(2), end)
    case "a":
      guard let width = coordinate(), let height = coordinate(), let turn = coordinate(), let isLarge = flag(),
        let isClockwise = flag(),
        let end = point(origin)
      else { return false }
      path.addEllipticalArc(
        from: at, to: end, radii: (width.magnitude, height.magnitude), rotation: Angle(degrees: turn), isLarge: isLarge,
        isClockwise: isClockwise)
      go(to: end)
    default: return false
    }
    return true
  }

  private mutating func coordinate() -> Number? {
    let number = reader.number()
    let end = reader
    reader.skipComma()
    // A comma before a letter or the end is part of the error.
    if reader.isAtEnd || ValueReader.isLetter(reader.next) { reader = end }
    return number
  }

  private mutating func flag() -> Bool? {
    let flag = reader.flag()
    reader.skipComma()
    return flag
  }

  private mutating func point(_ origin: Coordinates) -> Coordinates? {
    guard let x = coordinate(), let y = coordinate() else { return nil }
    return (origin.x + x, origin.y + y)
  }

  /// Returns the control point for a smooth curve of a given degree.
  ///
  /// If the preceding curve has the same degree, its last control point is reflected at the current point.
  /// Otherwise the result is the current point.
  private func mirrored(_ degree: Int) -> Coordinates {
    self.degree == degree ? (at.x * 2 - control.x, at.y * 2 - control.y) : at
  }

  private mutating func go(to end: Coordinates) { (at, degree) = (end, 0) }

  private mutating func line(to end: Coordinates) {
    path.addLine(to: Point(end.x, end.y))
    go(to: end)
  }

  private mutating func cubic(_ first: Coordinates, _ second: Coordinates, _ end: Coordinates) {
    path.addCurve(to: Point(end.x, end.y), control1: Point(first.x, first.y), control2: Point(second.x, second.y))
    (at, control, degree) = (end, second, 3)
  }

  private mutating func quadratic(_ middle: Coordinates, _ end: Coordinates) {
    path.addQuadCurve(to: Point(end.x, end.y), control: Point(middle.x, middle.y))
    (at, control, degree) = (end, middle, 2)
  }
}
