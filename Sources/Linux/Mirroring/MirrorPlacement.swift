public import CartoucheRaster

/// The place of a frame on a panel of another size: in the middle, between black bars.
///
/// A frame that fits is enlarged by the largest whole number, so that its pixels stay equal squares. A frame
/// that does not fit is reduced, and keeps its ratio of width to height.
public struct MirrorPlacement: Hashable, Sendable {
  /// The size of the frame in pixels.
  public let frame: PixelSize
  /// The size of the panel in pixels.
  public let panel: PixelSize
  /// The pixels of the panel that show the frame.
  public let bounds: PixelRect

  /// Creates the placement of a frame on a panel. Both sizes are at least 1 x 1.
  public init(frame: PixelSize, panel: PixelSize) {
    (self.frame, self.panel) = (frame, panel)
    let scale = min(panel.width / frame.width, panel.height / frame.height)
    let (width, height): (Int, Int)
    if scale >= 1 {
      (width, height) = (frame.width * scale, frame.height * scale)
    } else if panel.width * frame.height <= panel.height * frame.width {
      (width, height) = (panel.width, max(panel.width * frame.height / frame.width, 1))
    } else {
      (width, height) = (max(panel.height * frame.width / frame.height, 1), panel.height)
    }
    let (x, y) = ((panel.width - width) / 2, (panel.height - height) / 2)
    bounds = PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
  }

  /// The whole number by which the frame is enlarged; 0 if it is reduced.
  public var scale: Int { bounds.width >= frame.width && bounds.height >= frame.height ? bounds.width / frame.width : 0 }

  /// Returns the pixels of the panel that show any part of `rect`, which is in pixels of the frame.
  public func panelRect(for rect: PixelRect) -> PixelRect {
    let rect = rect.intersection(PixelRect(frame))
    guard !rect.isEmpty else { return .empty }
    let minX = rect.minX * bounds.width / frame.width
    let minY = rect.minY * bounds.height / frame.height
    let maxX = (rect.maxX * bounds.width - 1) / frame.width + 1
    let maxY = (rect.maxY * bounds.height - 1) / frame.height + 1
    return PixelRect(
      minX: bounds.minX + minX, minY: bounds.minY + minY, maxX: bounds.minX + maxX, maxY: bounds.minY + maxY)
  }
}
