public import CartoucheRaster

/// A length of time, to 2^-32 of a second: `0.25` is a quarter of one. The largest is for ever.
public typealias Seconds = WideFixed<32>

extension WideFixed {
  /// Without end, for durations and counts: the largest number.
  @inlinable public static var infinity: Self { .max }
}
