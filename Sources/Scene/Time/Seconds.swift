public import CartoucheRaster

/// A duration in seconds, as a fixed-point number in steps of 2^-32 s.
///
/// The value `0.25` is a quarter of a second. The largest value, ``WideFixed/infinity``, stands for an
/// endless duration.
public typealias Seconds = WideFixed<32>

extension WideFixed {
  /// The largest value of the type, which stands for an endless duration or count.
  @inlinable public static var infinity: Self { .max }
}
