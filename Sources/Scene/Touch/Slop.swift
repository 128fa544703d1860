public import CartoucheRaster

extension WideFixed<16> {
  /// How far a finger may stray, in points, and still be thought to stand still: beyond it a tap is none and a pan begins.
  public static var touchSlop: Scalar { 8 }
}

extension Contact {
  /// Whether this finger is at most `slop` points away from where it was as `other`.
  func isNear(_ other: Contact, within slop: Scalar) -> Bool {
    let way = position - other.position
    return way.x * way.x + way.y * way.y <= slop * slop  // far away the squares saturate, and are still farther
  }
}

/// How many fingers are down, as a recognizer has seen it.
struct FingerCount: Hashable, Sendable, BitwiseCopyable {
  private(set) var value = 0

  /// An end without a beginning changes nothing, so a recognizer that is attached late cannot get stuck.
  mutating func count(_ event: ContactEvent) {
    switch event {
    case .began: value = min(value + 1, 1 << 20)
    case .moved: break
    case .ended, .cancelled: value = max(value - 1, 0)
    }
  }
}
