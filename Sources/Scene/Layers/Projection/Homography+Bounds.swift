import CartoucheRaster

extension Homography {
  /// Returns the smallest upright rectangle around the corners of `rect` that are in front of the viewer.
  ///
  /// - Returns: The rectangle, which is nil if no corner is in front of the viewer; and whether all four
  ///   corners are in front of the viewer.
  func boundingBox(of rect: Rect) -> (box: Rect?, isComplete: Bool) {
    let corners = rect.corners
    var bounds = BoundingBox()
    var isComplete = true
    for index in corners.indices {
      if let corner = project(corners[index]) { bounds.add(corner) } else { isComplete = false }
    }
    return (bounds.rect, isComplete)
  }

  /// Returns the pixels of `screen` that `rect` touches.
  ///
  /// If `rect` is partly behind the viewer, the result is the whole screen.
  func pixels(of rect: Rect, on screen: PixelRect) -> PixelRect {
    guard !rect.isEmpty, !screen.isEmpty else { return .empty }
    let (box, isComplete) = boundingBox(of: rect)
    guard let box else { return .empty }
    guard isComplete else { return screen }
    // Raster rounds coordinates to 1/256; the margin of 2/65536 covers points between the projected corners.
    func low(_ value: Scalar) -> Int { Int(clamping: ((value - Scalar(rawValue: 2)).rawValue >> 7 &+ 1) >> 9) }
    func high(_ value: Scalar) -> Int { Int(clamping: (((value + Scalar(rawValue: 2)).rawValue >> 7 &+ 1) >> 1 &+ 255) >> 8) }
    let touched = PixelRect(minX: low(box.minX), minY: low(box.minY), maxX: high(box.maxX), maxY: high(box.maxY))
    let visible = touched.intersection(screen)
    return visible.isEmpty ? .empty : visible
  }
}
