/// Computes a gradient's premultiplied colors, with the opacity included, interpolated premultiplied and
/// rounded once.
///
/// Positions are in 1/2^32 of the part of the gradient of length `span` that starts at `origin`. Ascending or
/// descending positions are fastest, because the stops around the last position are remembered.
struct GradientInterpolator {
  private let stops: UnsafeBufferPointer<GradientStop>
  private let spread: GradientSpread
  private let opacity: UInt32
  private let origin: Int64
  private let span: Int64
  /// The positions of the first and the last stop.
  private let first: Int64, last: Int64

  // The positions of the two stops around the last requested position.
  private var lower: Int64 = 0, upper: Int64 = 0
  /// 2^62 divided by the distance between these stops.
  private var inverse: Int64 = 0
  /// The channels of the lower stop, with 44 fraction bits and half a level for rounding.
  private var start = SIMD4<Int64>()
  /// The differences to the channels of the upper stop, with 24 fraction bits.
  private var difference = SIMD4<Int64>()

  /// Creates an interpolator.
  ///
  /// - Parameters:
  ///   - stops: At least one stop, sorted by location.
  ///   - opacity: Multiplied into all colors, 0…255.
  ///   - origin, span: In 1/65536 of the gradient; `span` is positive.
  init(_ stops: UnsafeBufferPointer<GradientStop>, spread: GradientSpread, opacity: UInt8, origin: Int64, span: Int64) {
    (self.stops, self.opacity, self.origin, self.span) = (stops, UInt32(opacity), origin, span)
    first = Self.position(of: stops[0], origin, span)
    last = Self.position(of: stops[stops.count - 1], origin, span)
    self.spread = first == last ? .pad : spread
  }

  private static func position(of stop: GradientStop, _ origin: Int64, _ span: Int64) -> Int64 {
    ((GradientStops.location(of: stop) &- origin) << 32) / span  // ≤ 2^62
  }

  mutating func color(at position: Int64) -> UInt32 {
    var position = position
    if spread != .pad && (position < first || position >= last) { position = folded(position) }
    if position < lower || position >= upper { seek(position) }
    return color(between: position)
  }

  /// Writes the colors at `count` positions, each `step` after the one before.
  mutating func write(_ count: Int, from first: Int64, step: Int64, to colors: UnsafeMutablePointer<UInt32>) {
    var (position, index) = (first, 0)
    while index < count {
      colors[index] = color(at: position)
      position &+= step
      index &+= 1
      // Positions between the same two stops need no search.
      let low = spread == .pad ? lower : max(lower, self.first)
      let high = spread == .pad ? upper : min(upper, last)
      while index < count && position >= low && position < high {
        colors[index] = color(between: position)
        position &+= step
        index &+= 1
      }
    }
  }

  /// Returns the color at a position between the two stops that were found last.
  @inline(__always)
  private func color(between position: Int64) -> UInt32 {
    let part = ((position &- lower) &* inverse) >> 42  // 0…2^20: the distance is at most that between the stops
    @inline(__always)
    func channel(_ index: Int) -> UInt32 {
      // ≤ 2^32 · 2^20
      UInt32(truncatingIfNeeded: (start[index] &+ difference[index] &* part) >> 44)
    }
    return channel(0) << 24 | channel(1) << 16 | channel(2) << 8 | channel(3)
  }

  private func folded(_ position: Int64) -> Int64 {
    let patternLength = last &- first
    let period = spread == .reflect ? patternLength &* 2 : patternLength  // ≤ 2^63 − 2
    var rest = (position &- first) % max(period, 1)
    if rest < 0 { rest &+= period }
    return first &+ (rest > patternLength ? period &- rest : rest)
  }

  private mutating func seek(_ position: Int64) {
    // Find the first stop beyond the position, if there is one.
    var next = 0
    var end = stops.count
    while next < end {
      let middle = (next &+ end) / 2
      if Self.position(of: stops[middle], origin, span) <= position { next = middle &+ 1 } else { end = middle }
    }
    let after = stops[min(next, stops.count &- 1)]
    let before = stops[max(next &- 1, 0)]
    lower = next == 0 ? .min : Self.position(of: before, origin, span)
    upper = next == stops.count ? .max : Self.position(of: after, origin, span)
    let isBetween = next > 0 && next < stops.count
    inverse = isBetween ? (1 << 62) / max(upper &- lower, 1) : 0
    let below = channels(isBetween ? before.color : next == 0 ? after.color : before.color)
    start = (below &<< 20) &+ (1 << 43)
    difference = isBetween ? channels(after.color) &- below : SIMD4()
  }

  private func channels(_ color: Color) -> SIMD4<Int64> {
    let strength = UInt64(color.alpha) * UInt64(opacity)
    func premultiplied(_ channel: UInt8) -> Int64 {
      let product = UInt64(channel) * strength  // ≤ 255³
      return Int64((product << 24 + 32512) / 65025)
    }
    let alpha = Int64((strength << 24 + 127) / 255)
    return SIMD4<Int64>(alpha, premultiplied(color.red), premultiplied(color.green), premultiplied(color.blue))
  }
}

/// Properties of a gradient's stops that can be computed without drawing it.
enum GradientStops {
  /// Returns the location in 1/65536ths, clamped to ±8192.
  static func location(of stop: GradientStop) -> Int64 {
    stop.location.rawValue.clamped(from: -(1 << 29), to: 1 << 29)
  }

  /// Returns the stops sorted by location; stops at the same location keep their order. Sorted arrays, the
  /// usual case, are not copied.
  static func sorted(_ stops: [GradientStop]) -> [GradientStop] {
    var isSorted = true
    for index in stops.indices.dropFirst() where stops[index].location < stops[index - 1].location { isSorted = false }
    if isSorted { return stops }
    return stops.enumerated().sorted {
      ($0.element.location, $0.offset) < ($1.element.location, $1.offset)
    }.map { $0.element }
  }

  /// Returns whether the colors of all stops are opaque.
  static func areOpaque(_ stops: UnsafeBufferPointer<GradientStop>) -> Bool {
    for stop in stops where stop.color.alpha < 255 { return false }
    return true
  }

  /// Returns how fast colors change at most, in levels of 255 per length of 1, and whether they jump
  /// anywhere.
  static func slope(_ stops: UnsafeBufferPointer<GradientStop>) -> (levels: Int64, jumps: Bool) {
    var result: (levels: Int64, jumps: Bool) = (0, false)
    for index in stops.indices.dropFirst() {
      let (a, b) = (stops[index - 1].color.premultiplied, stops[index].color.premultiplied)
      var change: Int64 = 0
      for shift in [UInt32(0), 8, 16, 24] {
        change = max(change, abs(Int64(a >> shift & 255) - Int64(b >> shift & 255)))
      }
      let length = location(of: stops[index]) - location(of: stops[index - 1])
      if change > 0 && length < 64 {
        result.jumps = true
      } else if change > 0 {
        result.levels = max(result.levels, (change << 16) / length)  // ≤ 255 · 1024
      }
    }
    return result
  }
}
