import CartoucheRaster
import CartoucheScene

/// A finger's event at a place and a time in milliseconds.
func down(_ x: Scalar, _ y: Scalar = 0, id: Int = 1, ms: Int64 = 0) -> ContactEvent {
  .began(Contact(id: id, position: Point(x: x, y: y), time: Timestamp(nanoseconds: ms * 1_000_000)))
}

func move(_ x: Scalar, _ y: Scalar = 0, id: Int = 1, ms: Int64 = 0) -> ContactEvent {
  .moved(Contact(id: id, position: Point(x: x, y: y), time: Timestamp(nanoseconds: ms * 1_000_000)))
}

func up(_ x: Scalar, _ y: Scalar = 0, id: Int = 1, ms: Int64 = 0) -> ContactEvent {
  .ended(Contact(id: id, position: Point(x: x, y: y), time: Timestamp(nanoseconds: ms * 1_000_000)))
}

func cancel(_ x: Scalar, _ y: Scalar = 0, id: Int = 1, ms: Int64 = 0) -> ContactEvent {
  .cancelled(Contact(id: id, position: Point(x: x, y: y), time: Timestamp(nanoseconds: ms * 1_000_000)))
}

/// A repeatable stream of random numbers: SplitMix64.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
