/// The colours of a gradient at any place, premultiplied, opacity in them, interpolated premultiplied and rounded once.
///
/// Places are in 1/2^32 of the part of the gradient that is asked for, `span`, which begins at `origin`. Goes fastest where places follow each other.
struct GradientInterpolator {
  private let stops: UnsafeBufferPointer<GradientStop>
  private let spread: GradientSpread
  private let opacity: UInt32
  private let origin: Int64
  private let span: Int64
  /// Where the first and the last stop are.
  private let first: Int64, last: Int64

  // The two stops around the last place, and their channels: 8 bits and 24 of fraction.
  private var lower: Int64 = 0, upper: Int64 = 0
  /// 2^62 over their distance.
  private var inverse: Int64 = 0
  private var below = SIMD4<Int64>(), difference = SIMD4<Int64>()

  /// - Parameters:
  ///   - stops: at least one, by location.
  ///   - origin, span: in 1/65536; `span` is above 0.
  init(_ stops: UnsafeBufferPointer<GradientStop>, spread: GradientSpread, opacity: UInt8, origin: Int64, span: Int64) {
    (self.stops, self.opacity, self.origin, self.span) = (stops, UInt32(opacity), origin, span)
    first = Self.place(stops[0], origin, span)
    last = Self.place(stops[stops.count - 1], origin, span)
    self.spread = first == last ? .pad : spread
  }

  private static func place(_ stop: GradientStop, _ origin: Int64, _ span: Int64) -> Int64 {
    ((GradientStops.location(of: stop) &- origin) << 32) / span  // ≤ 2^62
  }

  mutating func color(at place: Int64) -> UInt32 {
    var place = place
    if spread != .pad && (place < first || place >= last) { place = folded(place) }
    if place < lower || place >= upper { seek(place) }
    let part = ((place &- lower) &* inverse) >> 42  // 0…2^20: the distance is at most that between the stops
    @inline(__always)
    func channel(_ index: Int) -> UInt32 {
      // ≤ 2^32 · 2^20
      UInt32(truncatingIfNeeded: ((below[index] << 20) &+ difference[index] &* part &+ (1 << 43)) >> 44)
    }
    return channel(0) << 24 | channel(1) << 16 | channel(2) << 8 | channel(3)
  }

  private func folded(_ place: Int64) -> Int64 {
    let length = last &- first
    let period = spread == .reflect ? length &* 2 : length  // ≤ 2^63 − 2
    var rest = (place &- first) % max(period, 1)
    if rest < 0 { rest &+= period }
    return first &+ (rest > length ? period &- rest : rest)
  }

  private mutating func seek(_ place: Int64) {
    // The first stop behind the place, or none.
    var next = 0
    var end = stops.count
    while next < end {
      let middle = (next &+ end) / 2
      if Self.place(stops[middle], origin, span) <= place { next = middle &+ 1 } else { end = middle }
    }
    let after = stops[min(next, stops.count &- 1)]
    let before = stops[max(next &- 1, 0)]
    lower = next == 0 ? .min : Self.place(before, origin, span)
    upper = next == stops.count ? .max : Self.place(after, origin, span)
    let isBetween = next > 0 && next < stops.count
    inverse = isBetween ? (1 << 62) / max(upper &- lower, 1) : 0
    below = channels(isBetween ? before.color : next == 0 ? after.color : before.color)
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

/// What can be said of a gradient's stops without drawing it.
enum GradientStops {
  /// The location in 1/65536, held to ±8192.
  static func location(of stop: GradientStop) -> Int64 {
    min(max(stop.location.rawValue, -(1 << 29)), 1 << 29)
  }

  /// The stops by location, those at the same place in their order; those that are in order already, as most are, are not copied.
  static func sorted(_ stops: [GradientStop]) -> [GradientStop] {
    var isInOrder = true
    for index in stops.indices.dropFirst() where stops[index].location < stops[index - 1].location { isInOrder = false }
    if isInOrder { return stops }
    return stops.enumerated().sorted {
      ($0.element.location, $0.offset) < ($1.element.location, $1.offset)
    }.map { $0.element }
  }

  static func areOpaque(_ stops: UnsafeBufferPointer<GradientStop>) -> Bool {
    for stop in stops where stop.color.alpha < 255 { return false }
    return true
  }

  /// How fast colours change at most, in levels of 255 for a step of 1; and whether they jump somewhere.
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
