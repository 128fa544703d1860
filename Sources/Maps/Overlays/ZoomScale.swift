public import CartoucheRaster

/// How large MapKit's map points are on the screen.
///
/// A *map point* is what MapKit's sizes are given in: the world is 2^28 of them wide, at every zoom. (A ``MapPoint``'s unit is 2^13 times finer.) A *point* is the
/// screen's. MapKit's `MKZoomScale` is ``pointsPerMapPoint``, so `width / zoomScale` there is ``mapPoints(for:)`` here.
public struct ZoomScale: Hashable, Sendable {
  /// Points a unit of ``MapPoint`` takes, times 2^`fractionBits` and 2^16.
  private let mantissa: Int64
  private let fractionBits: Int

  init(_ transform: MapTransform) {
    mantissa = PowersOfTwo.mantissa(transform.camera.clampedZoom.rawValue & 0xffff)
    fractionBits = transform.fractionBits
  }

  /// How many units of ``MapPoint`` a map point has, as a power of two.
  public static let mapPointBits = 13

  /// How many points of the screen a map point takes: 2^(zoom − 19), to 2^-32.
  public var pointsPerMapPoint: WideFixed<32> {
    // mantissa · 2^13 / 2^(K + 16), in 2^-32ths: < 2^39 · 2^29 / 2^30
    WideFixed(saturating: (Int128(mantissa) << 29) >> Int128(fractionBits))
  }

  /// How many points of the screen so many map points are.
  public func points(forMapPoints size: Scalar) -> Scalar { points(forUnits: Int128(size.rawValue), bits: 13) }

  /// How many map points so many points of the screen are: a width divided by MapKit's zoom scale.
  public func mapPoints(for points: Scalar) -> Scalar {
    Scalar(saturating: ((Int128(points.rawValue) << Int128(fractionBits)) / Int128(mantissa)) << 3)  // < 2^117 before, 16 − 13 bits
  }

  /// How many points of the screen so many units of ``MapPoint`` are.
  public func points(forUnits units: Int64) -> Scalar { points(forUnits: Int128(units) << 16, bits: 0) }

  private func points(forUnits units: Int128, bits: Int128) -> Scalar {
    // units in 2^-16ths, < 2^80 · 2^39; the sum's last bit is rounded.
    let half: Int128 = 1 << Int128(fractionBits + 15)
    let wide = units << bits
    guard wide.magnitude < 1 << 86 else { return wide < 0 ? .min : .max }
    return Scalar(saturating: (wide * Int128(mantissa) + half) >> Int128(fractionBits + 16))
  }
}

extension MapRect {
  /// The square of so many of MapKit's map points a side, of which the world has 2^28, with `center` in its middle: a picture that takes 400 × 400 there is
  /// as large on the map here.
  ///
  /// One that is negative has no extent.
  public init(center: MapPoint, mapPoints side: Scalar) {
    let half = Int64(clamping: (Int128(max(side, 0).rawValue) << Int128(ZoomScale.mapPointBits)) >> 17)
    let held = min(half, MapPoint.worldSize * 50)
    self.init(origin: MapPoint(x: center.x &- held, y: center.y &- held), width: 2 * held, height: 2 * held)
  }

  /// The width in MapKit's map points, of which the world has 2^28.
  public var widthInMapPoints: Scalar { Scalar(saturating: Int128(width) << Int128(16 - ZoomScale.mapPointBits)) }

  /// The height in MapKit's map points.
  public var heightInMapPoints: Scalar { Scalar(saturating: Int128(height) << Int128(16 - ZoomScale.mapPointBits)) }
}
