package import CartoucheRaster
internal import CartoucheScene

/// Judges the physical size that a screen reports about itself.
///
/// Many screens report no size, or the proportions of their sides in place of it, such as 16 × 9 mm or
/// 160 × 90 mm.
package enum PanelDimensions {
  /// The pixels per 100 mm of a plausible screen: from a television set to a panel in glasses.
  private static let density = 40...4000

  /// Returns the reported size if it can be true.
  ///
  /// - Parameters:
  ///   - millimeters: The size that the screen reports.
  ///   - pixels: The size of the screen's mode.
  /// - Returns: nil if the size is missing or cannot be true.
  package static func plausible(millimeters: PixelSize, pixels: PixelSize) -> Size? {
    let (width, height) = (millimeters.width, millimeters.height)
    guard (20...9999).contains(width), (20...9999).contains(height) else { return nil }
    let proportions = [(160, 90), (160, 100), (1600, 900), (1600, 1000)]
    guard !proportions.contains(where: { $0 == (width, height) }) else { return nil }
    let (across, down) = (pixels.width * 100 / width, pixels.height * 100 / height)
    // Pixels are square, or nearly: a mode may be stretched over the screen.
    guard density.contains(across), density.contains(down), across <= 2 * down, down <= 2 * across else { return nil }
    return Size(width: Scalar(width), height: Scalar(height))
  }
}
