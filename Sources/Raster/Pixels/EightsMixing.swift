/// Mixes one opaque colour into runs of eight pixels; the same bits as ``mixed(_:_:_:)``.
///
/// A run is where it begins: the row in the upper half of a word, the column in the lower. Places and weights are worked out a run or two before they
/// are used: a run's steps hang on one another, and a processor looks ahead for others only so far.
struct EightsMixing {
  private typealias Lanes = SIMD8<UInt16>

  /// The pixel that the runs are counted from, wherever that is.
  let origin: UnsafeMutableRawPointer
  /// From one row to the next.
  let bytesPerRow: Int
  let color: UInt32
  /// How much of a coverage counts.
  let alpha: UInt32

  /// Mixes it into runs that are covered wholly, no two of which have a pixel in common.
  ///
  /// - Parameter runs: and behind the last two words more, whatever they are.
  func mix(wholes runs: UnsafePointer<UInt32>, count: Int) {
    guard count > 0 else { return }
    if alpha == 255 {
      for index in 0..<count { fill(place(of: runs[index])) }
      return
    }
    let uniform = UniformMixing(color, weight: alpha)
    var (place, next) = (place(of: runs[0]), place(of: runs[1]))
    var below = uniform.pixels(at: place)
    for index in 1..<count {
      let afterNext = self.place(of: runs[index &+ 1])
      let belowNext = uniform.pixels(at: next)
      uniform.write(below, to: place)
      (place, next, below) = (next, afterNext, belowNext)
    }
    uniform.write(below, to: place)
  }

  /// Mixes it into runs by a coverage each, the first pixel's in the lowest byte.
  ///
  /// - Parameters:
  ///   - runs: and behind the last two words more, whatever they are.
  ///   - coverages: and behind the last another, whatever they are.
  func mix(parts runs: UnsafePointer<UInt32>, coverages: UnsafePointer<UInt64>, count: Int) {
    guard count > 0 else { return }
    let (even, odd) = (channels(color), channels(color >> 8))
    var (place, next) = (place(of: runs[0]), place(of: runs[1]))
    var weights = weights(of: coverages[0])
    for index in 0..<count {
      let afterNext = self.place(of: runs[index &+ 2])
      let weightsNext = self.weights(of: coverages[index &+ 1])
      mixEight(place, weights, even, odd)
      (place, next, weights) = (next, afterNext, weightsNext)
    }
  }

  /// Mixes it into as much as lies in `columns`, eight of them at least, of runs that are covered wholly.
  func mix(wholes runs: UnsafePointer<UInt32>, count: Int, in columns: Columns) {
    let uniform = UniformMixing(color, weight: alpha)
    for index in 0..<count {
      let column = Int(runs[index] & 0xffff)
      switch columns.share(ofEightFrom: column) {
      case .all:
        let place = place(of: runs[index])
        if alpha == 255 { fill(place) } else { uniform.write(uniform.pixels(at: place), to: place) }
      case .some: mixCut(place(of: runs[index]), column, .max, columns)
      case .none: continue
      }
    }
  }

  /// The same for runs with a coverage each.
  func mix(parts runs: UnsafePointer<UInt32>, coverages: UnsafePointer<UInt64>, count: Int, in columns: Columns) {
    let (even, odd) = (channels(color), channels(color >> 8))
    for index in 0..<count {
      let column = Int(runs[index] & 0xffff)
      switch columns.share(ofEightFrom: column) {
      case .all: mixEight(place(of: runs[index]), weights(of: coverages[index]), even, odd)
      case .some: mixCut(place(of: runs[index]), column, coverages[index], columns)
      case .none: continue
      }
    }
  }

  /// Mixes it into as much of a run as lies in `columns`: all of it is in eight pixels that do.
  @inline(never)
  private func mixCut(_ place: UnsafeMutableRawPointer, _ column: Int, _ coverages: UInt64, _ columns: Columns) {
    let first = min(max(column, columns.lower), columns.upper &- 8)
    let shift = column &- first  // -7…7
    let eight =
      shift < 0 ? coverages &>> UInt64(truncatingIfNeeded: -8 &* shift) : coverages &<< UInt64(truncatingIfNeeded: 8 &* shift)
    mixEight(place - shift &* 4, weights(of: eight), channels(color), channels(color >> 8))
  }

  @inline(__always)
  private func place(of run: UInt32) -> UnsafeMutableRawPointer {
    origin + (Int(run >> 16) &* bytesPerRow &+ Int(run & 0xffff) &* 4)
  }

  @inline(__always)
  private func fill(_ place: UnsafeMutableRawPointer) {
    place.storeBytes(of: SIMD8<UInt32>(repeating: color), as: SIMD8<UInt32>.self)
  }

  @inline(__always)
  private func weights(of coverages: UInt64) -> Lanes {
    var bytes = SIMD16<UInt8>()
    bytes.evenHalf = unsafeBitCast(coverages, to: SIMD8<UInt8>.self)
    return divided255(unsafeBitCast(bytes, to: Lanes.self) &* Lanes(repeating: UInt16(truncatingIfNeeded: alpha)) &+ 128)
  }

  @inline(__always)
  private func mixEight(_ place: UnsafeMutableRawPointer, _ weights: Lanes, _ even: Lanes, _ odd: Lanes) {
    let lower = Lanes(repeating: 0xff)
    @inline(__always)
    func mixFour(_ place: UnsafeMutableRawPointer, _ weights: SIMD4<UInt16>) {
      var weight = Lanes()
      weight.evenHalf = weights
      weight.oddHalf = weights
      let rest = weight ^ lower
      let below = place.loadUnaligned(as: Lanes.self)
      let low = divided255((below & lower) &* rest &+ (even &* weight &+ 128))
      let high = divided255((below &>> 8) &* rest &+ (odd &* weight &+ 128)) &<< 8
      place.storeBytes(of: low | high, as: Lanes.self)
    }
    mixFour(place, weights.lowHalf)
    mixFour(place + 16, weights.highHalf)
  }

}

/// Mixes one opaque colour into eight pixels after the other by one weight of 255.
private struct UniformMixing {
  typealias Lanes = SIMD8<UInt16>

  private let rest, even, odd: Lanes

  @inline(__always)
  init(_ color: UInt32, weight: UInt32) {
    rest = Lanes(repeating: UInt16(truncatingIfNeeded: 255 &- weight))
    let weights = Lanes(repeating: UInt16(truncatingIfNeeded: weight))
    (even, odd) = (channels(color) &* weights &+ 128, channels(color >> 8) &* weights &+ 128)
  }

  @inline(__always)
  func pixels(at place: UnsafeMutableRawPointer) -> (Lanes, Lanes) {
    (place.loadUnaligned(as: Lanes.self), place.loadUnaligned(fromByteOffset: 16, as: Lanes.self))
  }

  @inline(__always)
  func write(_ below: (Lanes, Lanes), to place: UnsafeMutableRawPointer) {
    place.storeBytes(of: mixed(below.0), as: Lanes.self)
    place.storeBytes(of: mixed(below.1), toByteOffset: 16, as: Lanes.self)
  }

  @inline(__always)
  private func mixed(_ below: Lanes) -> Lanes {
    let low = divided255((below & Lanes(repeating: 0xff)) &* rest &+ even)
    let high = divided255((below &>> 8) &* rest &+ odd) &<< 8
    return low | high
  }
}

extension Columns {
  fileprivate enum Share {
    case all, some, none
  }

  /// How much of eight columns, of which `first` is the first, is in them; they are eight at least.
  @inline(__always)
  fileprivate func share(ofEightFrom first: Int) -> Share {
    if first >= lower && first &+ 8 <= upper { return .all }
    return first &+ 8 <= lower || first >= upper ? .none : .some
  }
}

/// Two of a pixel's channels, four times.
@inline(__always)
private func channels(_ pixel: UInt32) -> SIMD8<UInt16> {
  unsafeBitCast(SIMD4<UInt32>(repeating: pixel & 0x00ff_00ff), to: SIMD8<UInt16>.self)
}

/// A sum of products to which 128 is added, ÷ 255, for every sum of 16 bits: in as few instructions as the processor has for it.
@inline(__always)
private func divided255(_ sum: SIMD8<UInt16>) -> SIMD8<UInt16> {
  #if arch(x86_64) || arch(i386)
    SIMD8<UInt16>(truncatingIfNeeded: (SIMD8<UInt32>(truncatingIfNeeded: sum) &* 257) &>> 16)
  #else
    (sum &+ (sum &>> 8)) &>> 8
  #endif
}
