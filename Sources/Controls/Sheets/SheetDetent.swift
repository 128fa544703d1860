public import CartoucheRaster

extension Sheet {
  /// A height at which a sheet comes to rest, as in UIKit's `UISheetPresentationController.Detent`.
  public enum Detent: Hashable, Sendable {
    /// Half of the height of the host layer.
    case medium
    /// The height of the host layer, except for a margin at the top.
    case large
    /// A height in points. It is never greater than that of ``large``.
    case height(Scalar)
    /// A fraction of the height of the host layer, 0…1. The height is never greater than that of ``large``.
    case fraction(Scalar)

    /// The margin above a large sheet, in points.
    static var topMargin: Scalar { 12 }

    /// Returns the sheet's height in whole points, in a host layer of the given height.
    func height(in hostHeight: Scalar) -> Scalar {
      let maximum = max(hostHeight - Self.topMargin, 0)
      let height: Scalar =
        switch self {
        case .medium: hostHeight / 2
        case .large: maximum
        case .height(let height): height
        case .fraction(let fraction): hostHeight * fraction.clamped(from: 0, to: 1)
        }
      return Scalar(height.clamped(from: 0, to: maximum).rounded)
    }
  }
}
