public import CartoucheRaster

/// The sizes of touch targets and the distances of gestures on a screen.
///
/// The sizes are defined in millimeters. The properties give them in the screen's points.
///
/// | property | mm | meaning |
/// |---|---|---|
/// | `slop` | 2 | distance within which a finger counts as not moving |
/// | `multiTouchSlop` | 4 | the slop of each of several fingers; larger because the hand rocks |
/// | `edgeSlop` | 1 | the slop of a finger from the screen's edge; smaller because the intent is clearer |
/// | `edgeWidth` | 5 | width of the strip along a screen edge in which edge pans start |
/// | `swipeDistance` | 8 | minimum length of a swipe |
/// | `tapDistance` | 10 | maximum distance between the taps of a double tap |
/// | `pressMargin` | 10 | maximum distance from a button at which a finger still presses the button |
/// | `targetSize` | 9 | minimum width and height of a touch target |
/// | `flingSpeed` | 10 per second | minimum speed of a fling, when the finger leaves the screen |
///
/// - Source: Phones use a slop of 1.3 mm (Android's 8 dp at 160 dpi) to 1.6 mm (ten points at 163 ppi). A
///   panel behind a kiosk's glass is less precise, and its users are unpracticed. UIKit's buttons accept a
///   finger up to about seventy points, 11 mm, away.
public struct TouchMetrics: Hashable, Sendable, BitwiseCopyable {
  /// The number of the screen's points in one millimeter of the screen, clamped to 0.25…64.
  public let pointsPerMillimeter: Scalar

  /// Creates the metrics of a screen with the given number of points per millimeter, clamped to 0.25…64.
  public init(pointsPerMillimeter: Scalar) {
    self.pointsPerMillimeter = pointsPerMillimeter.clamped(from: 0.25, to: 64)
  }

  /// Creates the metrics of a screen from its width and height, given in pixels and in millimeters.
  ///
  /// One point is one pixel. If either size is empty, the metrics are ``standard``.
  public init(size: PixelSize, millimeters: Size) {
    let length = millimeters.width + millimeters.height
    guard size.width > 0, size.height > 0, millimeters.width > 0, millimeters.height > 0 else {
      self = .standard
      return
    }
    self.init(pointsPerMillimeter: (Scalar(size.width) + Scalar(size.height)) / length)
  }

  /// The metrics for a screen of unknown size: 4 points per millimeter.
  ///
  /// This resolution is close to the 96 dpi of a desktop screen.
  public static var standard: TouchMetrics { TouchMetrics(pointsPerMillimeter: 4) }

  /// The slop: the distance within which a finger counts as not moving, in the screen's points.
  ///
  /// The table in the description of ``TouchMetrics`` lists all sizes in millimeters.
  public var slop: Scalar { pointsPerMillimeter * 2 }
  /// The distance within which each of several fingers counts as not moving, in the screen's points.
  public var multiTouchSlop: Scalar { pointsPerMillimeter * 4 }
  /// The distance within which a finger that touched down at the screen's edge counts as not moving, in the
  /// screen's points.
  public var edgeSlop: Scalar { pointsPerMillimeter }
  /// The width of the strip along a screen edge in which edge pans start, in the screen's points.
  public var edgeWidth: Scalar { pointsPerMillimeter * 5 }
  /// The minimum length of a swipe, in the screen's points.
  public var swipeDistance: Scalar { pointsPerMillimeter * 8 }
  /// The maximum distance between the taps of a double tap, in the screen's points.
  public var tapDistance: Scalar { pointsPerMillimeter * 10 }
  /// The maximum distance from a button at which a finger still presses the button, in the screen's points.
  public var pressMargin: Scalar { pointsPerMillimeter * 10 }
  /// The minimum width and height of a touch target, in the screen's points.
  public var targetSize: Scalar { pointsPerMillimeter * 9 }
  /// The minimum speed of a fling, in the screen's points per second. The speed is that of the finger at the
  /// moment when the finger leaves the screen.
  public var flingSpeed: Scalar { pointsPerMillimeter * 10 }
}

extension Point {
  /// Returns whether the point is at most `distance` from the origin.
  func isWithin(_ distance: Scalar) -> Bool {
    x * x + y * y <= distance * distance  // far away the squares saturate, and are still farther
  }
}
