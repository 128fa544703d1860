public import CartoucheRaster

/// A duration in seconds, in steps of 2^-32 s: `0.25` is a quarter of a second.
///
/// The largest value, ``WideFixed/infinity``, means forever.
public typealias Seconds = WideFixed<32>

extension WideFixed {
  /// The largest value, which stands for an endless duration or count.
  @inlinable public static var infinity: Self { .max }
}
