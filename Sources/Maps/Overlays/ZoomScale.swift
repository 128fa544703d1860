public import CartoucheRaster

/// The size of MapKit's map points on the screen.
///
/// MapKit's sizes are in *map points*: the world is 2^28 of them wide at every zoom. (A unit of ``MapPoint``
/// is 2^13 times finer.) A *point* is the screen's. MapKit's `MKZoomScale` is ``pointsPerMapPoint``, so
/// `width / zoomScale` there is ``mapPoints(for:)`` here.
public struct ZoomScale: Hashable, Sendable {
  /// The points per unit of ``MapPoint``, times 2^`fractionBits` and 2^16.
  private let mantissa: Int64
  private let fractionBits: Int

  init(_ transform: MapTransform) {
    mantissa = PowersOfTwo.mantissa(transform.camera.clampedZoom.rawValue & 0xffff)
    fractionBits = transform.fractionBits
  }

  /// The number of units of ``MapPoint`` in a map point, as a power of two.
  public static let mapPointBits = 13

  /// The points of the screen per map point: 2^(zoom − 19), to 2^-32.
  public var pointsPerMapPoint: WideFixed<32> {
    // mantissa · 2^13 / 2^(K + 16), in 2^-32ths: < 2^39 · 2^29 / 2^30
    WideFixed(saturating: (Int128(mantissa) << 29) >> Int128(fractionBits))
  }

  /// Returns a length in map points as points of the screen.
  public func points(forMapPoints size: Scalar) -> Scalar { points(forUnits: Int128(size.rawValue), bits: 13) }

  /// Returns a length in points of the screen as map points: a width divided by MapKit's zoom scale.
  public func mapPoints(for points: Scalar) -> Scalar {
    Scalar(saturating: ((Int128(points.rawValue) << Int128(fractionBits)) / Int128(mantissa)) << 3)  // < 2^117 before, 16 − 13 bits
  }

  /// Returns a length in units of ``MapPoint`` as points of the screen.
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
  /// Creates the square around `center` with sides in MapKit's map points, of which the world has 2^28.
  ///
  /// An image that covers 400 × 400 in MapKit is equally large on the map here. A negative side gives an
  /// empty rectangle.
  public init(center: MapPoint, mapPoints side: Scalar) {
    let half = Int64(clamping: (Int128(max(side, 0).rawValue) << Int128(ZoomScale.mapPointBits)) >> 17)
    let clamped = min(half, MapPoint.worldSize * 50)
    self.init(origin: MapPoint(x: center.x &- clamped, y: center.y &- clamped), width: 2 * clamped, height: 2 * clamped)
  }

  /// The width in MapKit's map points, of which the world has 2^28.
  public var widthInMapPoints: Scalar { Scalar(saturating: Int128(width) << Int128(16 - ZoomScale.mapPointBits)) }

  /// The height in MapKit's map points.
  public var heightInMapPoints: Scalar { Scalar(saturating: Int128(height) << Int128(16 - ZoomScale.mapPointBits)) }
}
