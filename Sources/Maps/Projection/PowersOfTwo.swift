/// Powers of two with fixed-point exponents. Such a power is the ratio of scale between two zooms.
package enum PowersOfTwo {
  /// Returns 2^(fraction / 65536) in units of 2^-38, for a `fraction` in 0 ..< 65536. The result is from 2^38
  /// to below 2^39.
  ///
  /// The result is the product of 2^(1/2), 2^(1/4), … for the fraction's bits. Each factor is accurate to
  /// 2^-62, and the total error is under 2^-38.
  package static func mantissa(_ fraction: Int64) -> Int64 {
    var product: UInt64 = 1 << 62
    for bit in 0..<16 where fraction & (0x8000 >> Int64(bit)) != 0 {
      product = product.multipliedFullWidth(by: roots[bit]).high << 2 | product.multipliedFullWidth(by: roots[bit]).low >> 62
    }
    return Int64((product + (1 << 23)) >> 24)  // product < 2^63
  }

  /// 2^(2^-1), 2^(2^-2), … 2^(2^-16), times 2^62, rounded.
  private static let roots: InlineArray<16, UInt64> = [
    6_521_908_912_666_391_106, 5_484_249_825_272_419_512, 5_029_079_263_719_320_435, 4_815_862_801_830_788_490,
    4_712_668_792_719_003_884, 4_661_903_986_662_671_290, 4_636_727_017_470_743_990, 4_624_189_567_668_517_720,
    4_617_933_561_212_708_776, 4_614_808_732_577_250_068, 4_613_247_111_281_068_008, 4_612_466_498_810_092_975,
    4_612_076_242_109_103_707, 4_611_881_126_141_011_236, 4_611_783_571_252_412_754, 4_611_734_794_581_956_353,
  ]
}
