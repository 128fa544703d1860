import CartoucheRaster

/// Chooses where a text is broken into lines of nearly equal width.
///
/// The lines' squared deviations from the average width, with penalties, have the least sum.
struct LabelLineBreaks {
  /// A place where a line may end, with the best way to get there.
  private struct Break {
    /// The index of the first character of the next line.
    var index: Int
    var x: Double
    /// The index of the break before; −1 for the start of the text.
    var previous: Int
    var badness: Double
  }

  /// The number of earlier breaks that are tried. A text of thousands of words must not take seconds.
  private static let lookBack = 64

  /// Returns the indices at which new lines begin.
  ///
  /// - Parameters:
  ///   - scalars: The text.
  ///   - advances: The width of each character, in any unit.
  ///   - isImage: Whether a character stands for an image.
  ///   - maximumWidth: The width that lines should not exceed; infinite if they need not be broken.
  static func breaks(
    _ scalars: [UInt32], advances: [Double], isImage: [Bool], maximumWidth: Double
  ) -> [Int] {
    let total = advances.reduce(0, +)
    let count = maximumWidth > 0 ? (total / maximumWidth).rounded(.up).clamped(from: 1, to: 4096) : 1
    let target = total / count
    let suggestsBreaks = scalars.contains(0x200b)
    var breaks: [Break] = []
    var x = 0.0
    for index in scalars.indices {
      let scalar = scalars[index]
      if !isWhitespace(scalar) { x += advances[index] }
      guard index + 1 < scalars.count else { break }
      let isIdeographic = allowsIdeographicBreak(scalar)
      guard isBreakable(scalar) || isIdeographic || isImage[index] || isImage[index + 1] else { continue }
      var penalty = 0.0
      if scalar == 0x0a { penalty -= 10_000 }
      if isIdeographic, suggestsBreaks { penalty += 150 }
      if scalar == 0x28 || scalar == 0xff08 { penalty += 50 }
      if scalars[index + 1] == 0x29 || scalars[index + 1] == 0xff09 { penalty += 50 }
      breaks.append(best(index + 1, x, target, breaks, penalty: penalty, isLast: false))
    }
    var last = best(scalars.count, x, target, breaks, penalty: 0, isLast: true).previous
    var result: [Int] = []
    while last >= 0 {
      result.append(breaks[last].index)
      last = breaks[last].previous
    }
    return result.reversed()
  }

  private static func best(
    _ index: Int, _ x: Double, _ target: Double, _ breaks: [Break], penalty: Double, isLast: Bool
  ) -> Break {
    var best = Break(index: index, x: x, previous: -1, badness: badness(x, target, penalty, isLast))
    for candidate in breaks.indices.suffix(lookBack) {
      let badness = badness(x - breaks[candidate].x, target, penalty, isLast) + breaks[candidate].badness
      if badness <= best.badness { (best.previous, best.badness) = (candidate, badness) }
    }
    return best
  }

  private static func badness(_ width: Double, _ target: Double, _ penalty: Double, _ isLast: Bool) -> Double {
    let raggedness = (width - target) * (width - target)
    // A short last line looks better than a long one.
    if isLast { return width < target ? raggedness / 2 : raggedness * 2 }
    return raggedness + abs(penalty) * penalty
  }

  static func isWhitespace(_ scalar: UInt32) -> Bool { (0x09...0x0d).contains(scalar) || scalar == 0x20 }

  /// - Source: MapLibre GL, the characters after which a label may be broken.
  private static func isBreakable(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0a, 0x20, 0x26, 0x28, 0x29, 0x2b, 0x2d, 0x2f, 0xad, 0xb7, 0x200b, 0x2010, 0x2013, 0x2027: true
    default: false
    }
  }

  /// Whether a line may end after a character of a script that is written without spaces.
  static func allowsIdeographicBreak(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2e80...0x2fdf, 0x2ff0...0x303f, 0x3041...0x312f, 0x3190...0x319f, 0x31a0...0x31bf, 0x31c0...0x31ef,
      0x31f0...0x31ff, 0x3200...0x4dbf, 0x4e00...0x9fff, 0xa000...0xa4cf, 0xf900...0xfaff, 0xfe10...0xfe1f, 0xfe30...0xfe4f,
      0xff00...0xffef, 0x20000...0x3fffd:
      true
    default: false
    }
  }
}
