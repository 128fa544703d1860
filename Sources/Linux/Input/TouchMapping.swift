public import CartoucheRaster

/// A mapping from raw positions on a touch panel to points on the screen.
///
///     raw value ─axis range▶ 0…1 of the panel ─calibration▶ 0…1 of the panel
///       ─inverse rotation▶ 0…1 of the screen ─size▶ points
///
/// An axis range is divided into equal steps, one for each raw value. A raw value is mapped to the middle of
/// its step. So without a calibration, every resulting point is inside the screen.
public struct TouchMapping: Hashable, Sendable {
  /// A matrix of two rows and three columns that corrects positions on a touch panel.
  ///
  /// A position has coordinates from 0 to 1 across the panel's width and height. The matrix maps x and y to
  /// x' = a·x + b·y + c and y' = d·x + e·y + f. libinput's `LIBINPUT_CALIBRATION_MATRIX` has the same form.
  public struct Calibration: Hashable, Sendable {
    /// The fixed-point type of the matrix's elements, with 32 fraction bits.
    public typealias Number = WideFixed<32>
    /// The elements of the matrix in x' = a·x + b·y + c and y' = d·x + e·y + f.
    public var a, b, c, d, e, f: Number

    /// Creates a calibration from the elements of its matrix: x' = a·x + b·y + c and y' = d·x + e·y + f.
    public init(_ a: Number, _ b: Number, _ c: Number, _ d: Number, _ e: Number, _ f: Number) {
      (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// The calibration that changes no position, for a touch panel that is aligned with the display.
    public static let identity = Calibration(1, 0, 0, 0, 1, 0)

    /// Returns the calibration that first does what `first` does, and then what this calibration does.
    public func applied(after first: Calibration) -> Calibration {
      Calibration(
        a * first.a + b * first.d, a * first.b + b * first.e, a * first.c + b * first.f + c,
        d * first.a + e * first.d, d * first.b + e * first.e, d * first.c + e * first.f + f)
    }
  }

  private let x: AxisRange
  private let y: AxisRange
  private let calibration: Calibration
  private let rotation: Rotation
  private let screen: Size

  /// Creates a mapping from the ranges of a touch panel's axes.
  ///
  /// - Parameters:
  ///   - x: The range of x positions in the touch panel's own units.
  ///   - y: The range of y positions in the touch panel's own units.
  ///   - calibration: The calibration of the touch panel, which is applied to positions in the panel's own
  ///     orientation.
  ///   - rotation: The clockwise rotation of the application's frames on the panel.
  ///   - screen: The size of the application's screen in points, before the rotation. For example, a portrait
  ///     screen on a landscape panel is taller than wide.
  public init(x: AxisRange, y: AxisRange, calibration: Calibration = .identity, rotation: Rotation = .none, screen: Size) {
    self.x = x
    self.y = y
    self.calibration = calibration
    self.rotation = rotation
    self.screen = screen
  }

  /// Creates a mapping from the capabilities of a touch device. They include the ranges of the device's axes.
  ///
  /// - Parameters:
  ///   - capabilities: The capabilities of the touch device.
  ///   - calibration: The calibration of the touch panel, which is applied to positions in the panel's own
  ///     orientation.
  ///   - rotation: The clockwise rotation of the application's frames on the panel.
  ///   - screen: The size of the application's screen in points, before the rotation.
  public init(
    _ capabilities: TouchCapabilities, calibration: Calibration = .identity, rotation: Rotation = .none, screen: Size
  ) {
    self.init(x: capabilities.x, y: capabilities.y, calibration: calibration, rotation: rotation, screen: screen)
  }

  /// Returns the point on the screen for a raw position in the touch panel's own units.
  public func point(rawX: Int32, rawY: Int32) -> Point {
    typealias Number = WideFixed<32>
    let (u, v) = (Self.fraction(of: rawX, in: x), Self.fraction(of: rawY, in: y))
    let panelX = calibration.a * u + calibration.b * v + calibration.c
    let panelY = calibration.d * u + calibration.e * v + calibration.f
    let (screenX, screenY): (Number, Number) =
      switch rotation {
      case .none: (panelX, panelY)
      case .quarter: (panelY, 1 - panelX)
      case .half: (1 - panelX, 1 - panelY)
      case .threeQuarters: (1 - panelY, panelX)
      }
    return Point(
      x: Scalar(rounding: screenX * Number(rounding: screen.width)), y: Scalar(rounding: screenY * Number(rounding: screen.height)))
  }

  /// Returns the position of the middle of the step `value` in `range`, where 0…1 spans the range.
  private static func fraction(of value: Int32, in range: AxisRange) -> WideFixed<32> {
    let steps = Int64(range.maximum) - Int64(range.minimum) + 1  // ≤ 2^32
    guard steps > 1 else { return 0 }
    let doubled = (Int64(value) - Int64(range.minimum)) * 2 + 1  // ≤ 2^34
    // Rounded to nearest; the shifted numerator is ≤ 2^66.
    return WideFixed<32>(saturating: ((Int128(doubled) << 32) + Int128(steps)) / Int128(steps * 2))
  }
}

extension MirrorPlacement {
  /// The calibration that maps positions on the panel to positions on the frame, each from 0 to 1.
  ///
  /// Positions on the black bars are mapped to positions outside of the frame.
  public var touchCalibration: TouchMapping.Calibration {
    func ratio(_ count: Int, _ whole: Int) -> TouchMapping.Calibration.Number {
      .init(saturating: (Int128(count) << 32) / Int128(max(whole, 1)))
    }
    return TouchMapping.Calibration(
      ratio(panel.width, bounds.width), 0, ratio(-bounds.minX, bounds.width),
      0, ratio(panel.height, bounds.height), ratio(-bounds.minY, bounds.height))
  }
}
