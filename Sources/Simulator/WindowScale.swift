public import CartoucheRaster

/// The scale between a panel's pixels and the pixels of a window.
///
/// At a scale of 1, one pixel of the panel is one pixel of the window.
public struct WindowScale: Hashable, Sendable {
  /// The number of the window's pixels for one pixel of the panel, from 1/16 to 16.
  public let factor: Scalar

  /// Creates a scale, clamped to 1/16…16.
  public init(_ factor: Scalar) {
    self.factor = min(max(factor, 1.0 / 16), 16)
  }

  /// One pixel of the panel is one pixel of the window.
  public static let pixelExact = WindowScale(1)

  /// Creates the scale at which the window is as large as the panel.
  ///
  /// - Parameters:
  ///   - panel: The size of the panel in pixels.
  ///   - millimeters: The width and height of the panel in millimeters.
  ///   - dotsPerInch: The resolution of the desktop.
  /// - Returns: nil if a size is empty or the resolution is not from 30 to 1200 dots per inch. Desktops that
  ///   do not know their screen report such numbers.
  public init?(panel: PixelSize, millimeters: Size, dotsPerInch: Scalar) {
    guard panel.width > 0, panel.height > 0, millimeters.width > 0, millimeters.height > 0, dotsPerInch >= 30, dotsPerInch <= 1200
    else { return nil }
    let length = (millimeters.width + millimeters.height) * dotsPerInch / 25.4
    self.init(length / (Scalar(panel.width) + Scalar(panel.height)))
  }

  /// Returns this scale, or the largest scale at which a panel fits into the desktop if this scale is larger.
  public func fitting(_ panel: PixelSize, into desktop: PixelSize) -> WindowScale {
    guard panel.width > 0, panel.height > 0, desktop.width > 0, desktop.height > 0 else { return self }
    let fitting = min(Scalar(desktop.width) / Scalar(panel.width), Scalar(desktop.height) / Scalar(panel.height))
    return fitting < factor ? WindowScale(fitting) : self
  }

  /// Returns the size of the window for a panel, both in pixels. Each side is rounded, and at least 1.
  public func windowSize(of panel: PixelSize) -> PixelSize {
    PixelSize(
      width: max((Scalar(panel.width) * factor).rounded, 1), height: max((Scalar(panel.height) * factor).rounded, 1))
  }

  /// Returns the size of the panel that fills a window, both in pixels. Each side is rounded, and at least 1.
  public func panelSize(of window: PixelSize) -> PixelSize {
    PixelSize(
      width: max((Scalar(window.width) / factor).rounded, 1), height: max((Scalar(window.height) / factor).rounded, 1))
  }

  /// Returns the middle of a pixel of the window as a point of the panel, in the panel's pixels.
  public func panelPoint(x: Int, y: Int) -> Point {
    Point(x: (Scalar(x) + 0.5) / factor, y: (Scalar(y) + 0.5) / factor)
  }
}
