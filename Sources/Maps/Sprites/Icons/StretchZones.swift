import CartoucheRaster

/// The parts of an image along one axis when the image is stretched: fixed ones, which keep their size, and
/// others, which share the rest in proportion to their natural sizes.
///
/// Lengths are in pixels of the image.
struct StretchZones {
  /// The axis of an image.
  struct Axis {
    /// The number of the image's pixels.
    let length: Scalar
    /// The ranges that are stretched as an application sets them: in any order, and of any length.
    private let unsortedRanges: [ClosedRange<Scalar>]

    /// Creates an axis. Without ranges that have a length, the whole axis is stretched.
    init(length: Int, ranges: [ClosedRange<Scalar>]) { (self.length, unsortedRanges) = (Scalar(max(length, 0)), ranges) }

    /// The ranges that are stretched. They are inside the image, ascending, and do not overlap.
    var ranges: [ClosedRange<Scalar>] {
      var ranges: [ClosedRange<Scalar>] = []
      forEachRange { ranges.append($0...$1) }
      return ranges
    }

    /// Returns the length that is stretched between two positions.
    ///
    /// It allocates nothing, since icons around texts are measured in each frame in which labels move.
    func stretchedLength(from start: Scalar, to end: Scalar) -> Scalar {
      var sum: Scalar = 0
      forEachRange { sum += max(min($1, end) - max($0, start), 0) }
      return sum
    }

    private func forEachRange(_ body: (_ start: Scalar, _ end: Scalar) -> Void) {
      var last: Scalar?
      for range in unsortedRanges {
        let (start, end) = (max(range.lowerBound, last ?? 0), min(range.upperBound, length))
        guard start < end else { continue }
        body(start, end)
        last = end
      }
      if last == nil { body(0, length) }
    }
  }

  /// The borders of the parts in the image, ascending from 0.
  private(set) var sources: [Scalar] = [0]
  /// The borders of the parts in the stretched image, ascending from 0.
  private(set) var targets: [Scalar] = [0]

  /// Divides an axis that is stretched to a length. If the fixed parts do not fit, they shrink, and the
  /// others vanish.
  init(_ axis: Axis, target: Scalar) {
    let target = max(target, 0)
    let stretched = axis.stretchedLength(from: 0, to: axis.length)
    let fixed = axis.length - stretched
    let rest = max(target - fixed, 0)
    let fixedTarget = min(fixed, target)
    // Borders are computed from sums, so that rounding errors do not add up.
    var (stretchedSum, fixedSum) = (Scalar.zero, Scalar.zero)
    func addBorder(_ source: Scalar, _ zones: inout StretchZones) {
      let stretchedPart = stretched > 0 ? stretchedSum * rest / stretched : 0
      let fixedPart = fixed > 0 ? fixedSum * fixedTarget / fixed : 0
      zones.sources.append(source)
      zones.targets.append(max(stretchedPart + fixedPart, zones.targets[zones.targets.count - 1]))
    }
    for range in axis.ranges {
      let start = sources[sources.count - 1]
      if range.lowerBound > start {
        fixedSum = fixedSum + (range.lowerBound - start)
        addBorder(range.lowerBound, &self)
      }
      stretchedSum = stretchedSum + (range.upperBound - range.lowerBound)
      addBorder(range.upperBound, &self)
    }
    if let last = sources.last, last < axis.length {
      fixedSum = fixedSum + (axis.length - last)
      addBorder(axis.length, &self)
    }
  }

  /// Returns the position in the stretched image of a position in the image. Beyond the ends, the image goes
  /// on unstretched.
  func target(of position: Scalar) -> Scalar { Self.mapped(position, from: sources, to: targets) }

  /// Returns the position in the image of a position in the stretched image.
  func source(of position: Scalar) -> Scalar { Self.mapped(position, from: targets, to: sources) }

  private static func mapped(_ position: Scalar, from: [Scalar], to: [Scalar]) -> Scalar {
    let last = from.count - 1
    if position <= from[0] { return to[0] + (position - from[0]) }
    if position >= from[last] { return to[last] + (position - from[last]) }
    // There are at most 256 ranges. Parts without a length are passed by.
    var index = 0
    while position >= from[index + 1] { index += 1 }
    let length = from[index + 1] - from[index]
    return to[index] + (position - from[index]) * (to[index + 1] - to[index]) / length
  }
}
