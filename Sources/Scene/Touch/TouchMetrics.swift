public import CartoucheRaster

/// How large a finger's measures are on a screen: what is felt in millimetres, told in the screen's points.
///
/// | measure | mm | for |
/// |---|---|---|
/// | `slop` | 2 | as far a finger strays and is still thought to stand |
/// | `multiTouchSlop` | 4 | the same of each of several fingers laid down together: the hand rocks |
/// | `edgeSlop` | 1 | the same of a finger that came in from the screen's edge: it is known sooner what it wants |
/// | `edgeWidth` | 5 | how broad that edge is |
/// | `swipeDistance` | 8 | as far a swipe goes |
/// | `tapDistance` | 10 | as far apart the taps of a double tap lie |
/// | `pressMargin` | 10 | as far from a button a finger that pressed it may stray and still press it |
/// | `targetSize` | 9 | as wide and high is the least that a finger is asked to hit |
/// | `flingSpeed` | 10 a second | slower, a finger let go of what it held and did not throw it |
///
/// - Source: phones take 1.3 mm (Android's 8 dp at 160 to the inch) to 1.6 mm (ten points at 163 to the inch) as slop; a panel behind a kiosk's glass
///   reports more roughly, and its user has no practice. UIKit's buttons let a finger stray some seventy points, 11 mm.
public struct TouchMetrics: Hashable, Sendable, BitwiseCopyable {
  /// The screen's points in a millimetre, held to 0.25…64.
  public let pointsPerMillimeter: Scalar

  public init(pointsPerMillimeter: Scalar) {
    self.pointsPerMillimeter = pointsPerMillimeter.clamped(from: 0.25, to: 64)
  }

  /// A screen of `size` pixels that is `millimetres` large; ``standard`` if either is nothing.
  public init(size: PixelSize, millimeters: Size) {
    let length = millimeters.width + millimeters.height
    guard size.width > 0, size.height > 0, millimeters.width > 0, millimeters.height > 0 else {
      self = .standard
      return
    }
    self.init(pointsPerMillimeter: (Scalar(size.width) + Scalar(size.height)) / length)
  }

  /// What is taken for a screen whose size nobody knows: four points a millimetre, near the 96 to an inch of a desk's screen.
  public static var standard: TouchMetrics { TouchMetrics(pointsPerMillimeter: 4) }

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
  /// Whether the way to this point from the origin is at most `distance` long.
  func isWithin(_ distance: Scalar) -> Bool {
    x * x + y * y <= distance * distance  // far away the squares saturate, and are still farther
  }
}
