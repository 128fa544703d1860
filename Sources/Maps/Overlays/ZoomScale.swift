public import CartoucheRaster

/// The scale of the map at one zoom, which converts between lengths on the map and lengths on the screen.
///
/// A *map point* is MapKit's unit of length on the map. The world is 2^28 map points wide at every zoom. The
/// unit of ``MapPoint`` is smaller: one map point is 2^13 of these units. A *point* is a unit of length on
/// the screen.
///
/// MapKit's `MKZoomScale` equals ``pointsPerMapPoint``. In place of MapKit's `width / zoomScale`, call
/// ``mapPoints(for:)``.
public struct ZoomScale: Hashable, Sendable {
  /// The number of screen points per unit of ``MapPoint``, times 2^`fractionBits` and 2^16.
  private let mantissa: Int64
  private let fractionBits: Int

  package init(_ transform: MapTransform) {
    mantissa = PowersOfTwo.mantissa(transform.camera.clampedZoom.rawValue & 0xffff)
    fractionBits = transform.fractionBits
  }

  /// The base-2 logarithm of the number of ``MapPoint`` units in one of MapKit's map points.
  public static let mapPointBits = 13

  /// The number of screen points in one of MapKit's map points: 2^(zoom − 19). The value is rounded down to a
  /// multiple of 2^-32.
  public var pointsPerMapPoint: WideFixed<32> {
    // mantissa · 2^13 / 2^(K + 16), in 2^-32ths: < 2^39 · 2^29 / 2^K, where K is at least 30
    WideFixed(saturating: (Int128(mantissa) << 29) >> Int128(fractionBits))
  }

  /// Converts a length from MapKit's map points to screen points.
  public func points(forMapPoints size: Scalar) -> Scalar { points(forUnits: Int128(size.rawValue), bits: 13) }

  /// Converts a length from screen points to MapKit's map points, like a division by MapKit's zoom scale.
  public func mapPoints(for points: Scalar) -> Scalar {
    Scalar(saturating: ((Int128(points.rawValue) << Int128(fractionBits)) / Int128(mantissa)) << 3)  // < 2^119 before, 16 − 13 bits
  }

  /// Converts a length from units of ``MapPoint`` to screen points.
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
  /// Creates a square map rectangle with the given center. The length of its sides is in MapKit's map points.
  ///
  /// The world is 2^28 map points wide at every zoom. If `side` is negative, the rectangle is empty.
  public init(center: MapPoint, mapPoints side: Scalar) {
    let half = Int64(clamping: (Int128(max(side, 0).rawValue) << Int128(ZoomScale.mapPointBits)) >> 17)
    let clamped = min(half, MapPoint.worldSize * 50)
    self.init(origin: MapPoint(x: center.x &- clamped, y: center.y &- clamped), width: 2 * clamped, height: 2 * clamped)
  }

  /// The width of the rectangle in MapKit's map points. The world is 2^28 map points wide.
  public var widthInMapPoints: Scalar { Scalar(saturating: Int128(width) << Int128(16 - ZoomScale.mapPointBits)) }

  /// The height of the rectangle in MapKit's map points. The world is 2^28 map points high.
  public var heightInMapPoints: Scalar { Scalar(saturating: Int128(height) << Int128(16 - ZoomScale.mapPointBits)) }
}
