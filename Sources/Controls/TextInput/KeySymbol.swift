import CartoucheRaster

/// A symbol on a key of an on-screen keyboard: lines in a square of 24 points.
struct KeySymbol {
  /// The lines, which are stroked.
  let path: Path
  /// Whether the area inside the lines is filled too.
  var isFilled = false

  /// The width of the lines, in points of the square.
  static var lineWidth: Scalar { 1.8 }

  private init(_ lines: [[(Scalar, Scalar)]], isClosed: Bool = false) {
    var path = Path()
    for (number, line) in lines.enumerated() {
      for (index, corner) in line.enumerated() {
        let point = Point(x: corner.0, y: corner.1)
        if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      if isClosed && number == 0 { path.closeSubpath() }
    }
    self.path = path
  }

  private static let arrow: [(Scalar, Scalar)] = [(12, 4), (20, 12.5), (16, 12.5), (16, 19), (8, 19), (8, 12.5), (4, 12.5)]

  /// An arrow up.
  static let shift = KeySymbol([arrow], isClosed: true)

  /// A filled arrow up.
  static let shiftOnce = filled(KeySymbol([arrow], isClosed: true))

  /// A filled arrow up with a line below.
  static let shiftLocked = filled(KeySymbol([arrow, [(8, 22), (16, 22)]], isClosed: true))

  /// A label that points to the left, with a cross.
  static let delete = KeySymbol(
    [[(9, 5.5), (21, 5.5), (21, 18.5), (9, 18.5), (3, 12)], [(12, 9.5), (17, 14.5)], [(17, 9.5), (12, 14.5)]], isClosed: true)

  /// An arrow down and to the left.
  static let `return` = KeySymbol([[(19, 6), (19, 13), (5, 13)], [(9.5, 8.5), (5, 13), (9.5, 17.5)]])

  /// A keyboard above an arrowhead that points down.
  static let dismiss = KeySymbol(
    [
      [(3, 3.5), (21, 3.5), (21, 14.5), (3, 14.5)], [(6.5, 7), (7.5, 7)], [(10, 7), (11, 7)], [(13.5, 7), (14.5, 7)],
      [(17, 7), (17.5, 7)], [(8, 11), (16, 11)], [(9, 18.5), (12, 21.5), (15, 18.5)],
    ], isClosed: true)

  /// A flat bracket, for the space bar.
  static let spaceBar = KeySymbol([[(3, 10), (3, 14), (21, 14), (21, 10)]])

  private static func filled(_ symbol: KeySymbol) -> KeySymbol {
    var symbol = symbol
    symbol.isFilled = true
    return symbol
  }
}
