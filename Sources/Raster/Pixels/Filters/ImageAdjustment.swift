/// A change of an image's hue, saturation, contrast and brightness.
///
/// The changes are made in this order, as in MapLibre's raster layers. Each is a linear function of the red,
/// green and blue that are not premultiplied by alpha. No result is clamped before the last one.
///
/// - Source: MapLibre Style Specification, "raster" layers; MapLibre GL JS, `raster.fragment.glsl` and
///   `raster_program.ts`.
public struct ImageAdjustment: Hashable, Sendable {
  /// The angle by which colors turn about the gray axis of the color cube.
  public var hueRotation: Angle
  /// The change of saturation, clamped to −1…1. At −1, the image is gray.
  public var saturation: Scalar
  /// The change of contrast, clamped to −1…1. At −1, the image has a single color.
  public var contrast: Scalar
  /// The brightness that replaces black, clamped to 0…1.
  public var minimumBrightness: Scalar
  /// The brightness that replaces white, clamped to 0…1.
  ///
  /// If it is below ``minimumBrightness``, the image is inverted.
  public var maximumBrightness: Scalar

  /// Creates an adjustment. By default, it changes nothing.
  public init(
    hueRotation: Angle = .zero, saturation: Scalar = 0, contrast: Scalar = 0, minimumBrightness: Scalar = 0,
    maximumBrightness: Scalar = 1
  ) {
    (self.hueRotation, self.saturation, self.contrast) = (hueRotation, saturation, contrast)
    (self.minimumBrightness, self.maximumBrightness) = (minimumBrightness, maximumBrightness)
  }

  /// Whether the adjustment leaves every image unchanged.
  public var isIdentity: Bool { weights == Weights(own: 1, next: 0, afterNext: 0, constant: 0) }

  /// One linear function for all three components, because red, green and blue differ only by rotation.
  ///
  /// A component becomes `own` × itself + `next` × the next component + `afterNext` × the one after that +
  /// `constant`. Red is followed by green, green by blue, and blue by red.
  struct Weights: Equatable {
    typealias Element = WideFixed<32>
    var own: Element, next: Element, afterNext: Element
    /// The constant for components of 0…1.
    var constant: Element
  }

  /// The linear function that makes all changes.
  var weights: Weights {
    typealias Element = Weights.Element
    let (sine, cosine) = hueRotation.sineAndCosine
    let rootOf3 = Element(rawValue: 7_439_101_574)  // √3 × 2^32
    let hue = [(2 * cosine + 1) / 3, (1 - cosine - rootOf3 * sine) / 3, (1 - cosine + rootOf3 * sine) / 3]
    let saturation = Element(rounding: self.saturation.clamped(from: -1, to: 1))
    let contrast = Element(rounding: self.contrast.clamped(from: -1, to: 1))
    // The 1.001 of the source keeps full saturation finite. Full contrast would be infinite.
    let graying = saturation > 0 ? 1 - 1 / (Element(rawValue: 4_299_262_263) - saturation) : -saturation
    let steepness = contrast > 0 ? min(1 / (1 - contrast), 4096) : 1 + contrast
    let low = Element(rounding: minimumBrightness.clamped(from: 0, to: 1))
    let high = Element(rounding: maximumBrightness.clamped(from: 0, to: 1))
    let slope = (high - low) * steepness  // ≤ 2^12
    func weight(_ hue: Element) -> Element { (hue * (1 - graying) + graying / 3) * slope }  // ≤ 2^23
    return Weights(
      own: weight(hue[0]), next: weight(hue[1]), afterNext: weight(hue[2]),
      constant: low + (high - low) * (1 - steepness) / 2)
  }
}

extension Image {
  /// Returns the image with its hue, saturation, contrast and brightness adjusted.
  ///
  /// Each component differs from the exact result by at most 1/2, plus 1/50 for rounding. The alpha of pixels
  /// is kept, and components are clamped to it. If the adjustment changes nothing, this image itself is
  /// returned. If this image has mip levels, the new image has them too.
  ///
  /// - Complexity: Linear in the number of pixels. Allocates the new image.
  public func adjusted(by adjustment: ImageAdjustment) -> Image {
    let weights = adjustment.weights
    if isEmpty || adjustment.isIdentity { return self }
    let source = UnsafePointer(storage.pixels)
    let result = Image(size: size) { pixels in
      guard let target = pixels.baseAddress else { return }
      // The sum of products must fit. Usual adjustments have 32-bit products, which compilers vectorize.
      let total = [weights.own, weights.next, weights.afterNext, weights.constant].reduce(0) { $0 + $1.magnitude }
      if total < 16 {
        AdjustmentKernel<Int32>(weights, bits: 18).write(source, count: pixels.count, to: target)  // ≤ 2^(4 + 8 + 18)
      } else {
        AdjustmentKernel<Int64>(weights, bits: 24).write(source, count: pixels.count, to: target)  // ≤ 2^(25 + 8 + 24)
      }
    }
    return hasMipmaps ? result.withMipmaps() : result
  }
}

/// A linear function of premultiplied components, in integers.
///
/// A linear function with a constant needs no division by alpha: the constant is multiplied by alpha instead.
private struct AdjustmentKernel<Number: FixedWidthInteger & SignedInteger> {
  let own: Number, next: Number, afterNext: Number, constant: Number
  let bits: Number

  /// Creates the function.
  ///
  /// - Parameter bits: The number of fraction bits of the weights, below 32.
  init(_ weights: ImageAdjustment.Weights, bits: Number) {
    func scaled(_ weight: WideFixed<32>) -> Number {
      let down = 32 &- Int64(bits)
      return Number(truncatingIfNeeded: (weight.rawValue &+ 1 << (down &- 1)) >> down)
    }
    (own, next, afterNext) = (scaled(weights.own), scaled(weights.next), scaled(weights.afterNext))
    (constant, self.bits) = (scaled(weights.constant), bits)
  }

  @inline(__always)
  func write(_ source: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutablePointer<UInt32>) {
    let half: Number = 1 &<< (bits &- 1)
    for index in 0..<count {
      let pixel = source[index]
      let alpha = Number(truncatingIfNeeded: pixel >> 24)
      let red = Number(truncatingIfNeeded: pixel >> 16 & 255)
      let green = Number(truncatingIfNeeded: pixel >> 8 & 255)
      let blue = Number(truncatingIfNeeded: pixel & 255)
      let base = constant &* alpha &+ half
      @inline(__always)
      func component(_ a: Number, _ b: Number, _ c: Number) -> UInt32 {
        let sum = (own &* a &+ next &* b &+ afterNext &* c &+ base) &>> bits
        return UInt32(truncatingIfNeeded: max(min(sum, alpha), 0))
      }
      target[index] =
        pixel & 0xff00_0000 | component(red, green, blue) << 16 | component(green, blue, red) << 8 | component(blue, red, green)
    }
  }
}
