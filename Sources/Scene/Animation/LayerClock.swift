import CartoucheRaster

/// The mapping from a superlayer's time to a layer's time.
///
///     layer's time = (superlayer's time − beginTime) × speed + timeOffset
struct LayerClock: Hashable {
  var beginTime: Seconds = 0
  var timeOffset: Seconds = 0
  var speed: Scalar = 1

  var isIdentity: Bool { beginTime == 0 && timeOffset == 0 && speed == 1 }

  func time(at now: Timestamp) -> Timestamp {
    let elapsed = beginTime == 0 ? now.nanoseconds : now - Timestamp(seconds: beginTime)
    let scaled = speed == 1 ? elapsed : Int64(clamping: (Int128(elapsed) &* Int128(speed.rawValue)) >> 16)  // ≤ 2^126
    return Timestamp(nanoseconds: scaled).advanced(by: timeOffset)
  }
}
