public import CartoucheRaster

/// Sizes and distances of touches on a screen, defined in millimeters and expressed in the screen's points.
///
/// | property | mm | meaning |
/// |---|---|---|
/// | `slop` | 2 | distance within which a finger counts as not moving |
/// | `multiTouchSlop` | 4 | the same for each of several fingers: the hand rocks |
/// | `edgeSlop` | 1 | the same for a finger that enters from the screen's edge, whose intent is clearer |
/// | `edgeWidth` | 5 | width of the screen edge where edge pans start |
/// | `swipeDistance` | 8 | minimum length of a swipe |
/// | `tapDistance` | 10 | maximum distance between the taps of a double tap |
/// | `pressMargin` | 10 | distance from a button within which a finger still presses it |
/// | `targetSize` | 9 | minimum width and height of a touch target |
/// | `flingSpeed` | 10 per second | minimum speed of a finger that flings what it releases |
///
/// - Source: Phones use a slop of 1.3 mm (Android's 8 dp at 160 dpi) to 1.6 mm (ten points at 163 ppi). A
///   panel behind a kiosk's glass is less precise, and its users are unpracticed. UIKit's buttons accept a
///   finger up to about seventy points, 11 mm, away.
public struct TouchMetrics: Hashable, Sendable, BitwiseCopyable {
  /// The screen's points per millimeter, clamped to 0.25…64.
  public let pointsPerMillimeter: Scalar

  public init(pointsPerMillimeter: Scalar) {
    self.pointsPerMillimeter = pointsPerMillimeter.clamped(from: 0.25, to: 64)
  }

  /// Creates the metrics of a screen from its size in pixels and in millimeters; ``standard`` if either is
  /// empty.
  public init(size: PixelSize, millimeters: Size) {
    let length = millimeters.width + millimeters.height
    guard size.width > 0, size.height > 0, millimeters.width > 0, millimeters.height > 0 else {
      self = .standard
      return
    }
    self.init(pointsPerMillimeter: (Scalar(size.width) + Scalar(size.height)) / length)
  }

  /// The metrics of a screen of unknown size: 4 points per millimeter, close to the 96 dpi of a desktop
  /// screen.
  public static var standard: TouchMetrics { TouchMetrics(pointsPerMillimeter: 4) }

  /// The distance within which a finger counts as not moving. The table above defines all of these.
  public var slop: Scalar { pointsPerMillimeter * 2 }
  public var multiTouchSlop: Scalar { pointsPerMillimeter * 4 }
  public var edgeSlop: Scalar { pointsPerMillimeter }
  public var edgeWidth: Scalar { pointsPerMillimeter * 5 }
  public var swipeDistance: Scalar { pointsPerMillimeter * 8 }
  public var tapDistance: Scalar { pointsPerMillimeter * 10 }
  public var pressMargin: Scalar { pointsPerMillimeter * 10 }
  public var targetSize: Scalar { pointsPerMillimeter * 9 }
  public var flingSpeed: Scalar { pointsPerMillimeter * 10 }
}

extension Point {
  /// Returns whether the point is at most `distance` from the origin.
  func isWithin(_ distance: Scalar) -> Bool {
    x * x + y * y <= distance * distance  // far away the squares saturate, and are still farther
  }
}
