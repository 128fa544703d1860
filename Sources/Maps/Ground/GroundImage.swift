import CartoucheRaster
import CartoucheScene

/// The map around a view as pixels, which are drawn in slices: the tiles' shapes, or overlays.
final class GroundImage {
  let pixels: CachedImage
  /// The transform with which the image is drawn. Its bounds are those of the image, one point a pixel.
  let view: MapTransform
  let resolution: Resolution
  let shape: Shape
  /// Whether tiles have arrived that the image does not show.
  var isStale = false
  let sliceCount: Int
  /// The slices that are not drawn, or that tiles have changed since: a bit each.
  private(set) var missingSlices: UInt64
  /// The slices that were never drawn.
  private(set) var blankSlices: UInt64

  /// The number of an image's pixels for each point of the view.
  enum Resolution {
    /// One pixel a point, in one of two shapes.
    case full
    /// Half a pixel a point, in a square of one and a half diagonals of the view. It is seen in the corners
    /// of a view that turns or zooms faster than other images are drawn.
    case half

    /// The difference of zoom between the view and the image.
    var zooms: Scalar { self == .full ? 0 : 1 }
  }

  /// The part of the map that an image of full resolution shows.
  enum Shape {
    /// The view, and a quarter of it more on each side: for a map that is zoomed.
    case rectangle
    /// A square that covers the view at every bearing, with a small margin: for a map that is turned. It has
    /// a third more pixels at 16:9, but one image serves a whole turn.
    case square
    /// The view alone: for a map that comes to rest.
    case view

    /// The part of the view's size that must be covered on each side, or the next image is drawn.
    var usualMargin: Scalar { self == .rectangle ? 0.1 : self == .square ? 0.03 : 0 }
  }

  /// The height of a slice of the tiles' shapes. For a view of 720 points, a rectangle has five slices, and a
  /// square seven. A street is stroked for each slice that it is in, so many small slices take longer than a
  /// few.
  static let usualSliceHeight = 256
  private let sliceHeight: Int
  /// Beyond this change of the zoom, the lines of an image are too wide or too thin.
  private static let maximumZooms: Scalar = 1.25

  private let memory: GroundMemory?

  /// - Parameters:
  ///   - memory: What the pixels are given to when the image is released.
  ///   - sliceHeight: The height of a slice, which is at least 128.
  init(
    _ pixels: CachedImage, view: MapTransform, _ resolution: Resolution, _ shape: Shape, _ memory: GroundMemory? = nil,
    sliceHeight: Int = usualSliceHeight
  ) {
    (self.pixels, self.view, self.resolution, self.shape, self.memory) = (pixels, view, resolution, shape, memory)
    self.sliceHeight = max(sliceHeight, 128)
    sliceCount = (pixels.image.size.height + self.sliceHeight - 1) / self.sliceHeight  // ≤ 32
    missingSlices = (1 << UInt64(sliceCount)) - 1
    blankSlices = missingSlices
  }

  deinit { memory?.keep(pixels) }

  /// Returns the bounds of an image for a view, in points of the image's own view.
  static func bounds(for view: Rect, _ resolution: Resolution, _ shape: Shape) -> Rect {
    var (x, y) = shape == .view ? (0, 0) : ((view.width / 4).ceiling, (view.height / 4).ceiling)
    if resolution == .half || shape == .square {
      let (width, height) = (view.width.ceiling, view.height.ceiling)
      let side = (Scalar(width * width + height * height).squareRoot() * (resolution == .half ? 0.75 : 1.12)).ceiling
      (x, y) = ((side - view.width.ceiling) / 2, (side - view.height.ceiling) / 2)
    }
    return Rect(
      x: Scalar(view.minX.floor - x), y: Scalar(view.minY.floor - y), width: Scalar(view.width.ceiling + 2 * x),
      height: Scalar(view.height.ceiling + 2 * y))
  }

  /// Returns the furthest movement, in points along each side of the view, for which an image is drawn in
  /// advance. An image of full resolution has too small a margin for it.
  static func predictedDistance(of view: Rect, _ resolution: Resolution) -> Scalar {
    resolution == .half ? Scalar.hypotenuse(view.width, view.height) / 10 : 0
  }

  /// Returns the pixels of the next slices to draw, first of all of those that are blank; nil if none is
  /// missing.
  ///
  /// - Parameter limit: The largest number of slices, which are neighbors.
  func takeSlices(limit: Int) -> PixelRect? {
    guard missingSlices != 0 else { return nil }
    let wanted = blankSlices == 0 ? missingSlices : blankSlices
    let index = wanted.trailingZeroBitCount
    let count = min((~(wanted >> UInt64(index))).trailingZeroBitCount, max(limit, 1))
    let taken: UInt64 = ((1 << UInt64(count)) - 1) << UInt64(index)
    missingSlices &= ~taken
    blankSlices &= ~taken
    let (size, top) = (pixels.image.size, index * sliceHeight)
    return PixelRect(minX: 0, minY: top, maxX: size.width, maxY: min(top + count * sliceHeight, size.height))
  }

  /// Draws the slices again that touch `rect`, which is a rectangle of ``view``.
  ///
  /// - Returns: Whether one of them was drawn before.
  private func invalidate(_ rect: Rect) -> Bool {
    let visible = rect.intersection(view.bounds)
    guard !visible.isEmpty else { return false }
    isStale = true
    let old = missingSlices
    let (top, bottom) = ((visible.minY - view.bounds.minY).floor, (visible.maxY - view.bounds.minY).ceiling)
    for slice in top / sliceHeight...bottom / sliceHeight where slice * sliceHeight < pixels.image.size.height {
      missingSlices |= 1 << UInt64(slice)
    }
    return missingSlices != old
  }

  /// Draws the slices again that show a tile.
  ///
  /// - Returns: Whether one of them was drawn before.
  @discardableResult
  func tileDidArrive(_ id: TileID) -> Bool {
    var isChanged = false
    for rect in TileCover.rects(of: id, in: view) where invalidate(rect) { isChanged = true }
    return isChanged
  }

  /// Draws all slices again, because the map shows other data.
  func invalidate() {
    isStale = true
    missingSlices = (1 << UInt64(sliceCount)) - 1
  }

  /// Makes the image incomplete until the slices are drawn that lack something.
  func requireMissingSlices() { blankSlices |= missingSlices }

  /// The distance beyond a view to which an image of full resolution reaches.
  static func reach(of shape: Shape, beyond view: Rect) -> Scalar {
    let bounds = bounds(for: view, .full, shape)
    return max(view.minX - bounds.minX, view.minY - bounds.minY)
  }

  /// Returns the number of zooms by which another view is nearer than the view of the image.
  func zooms(to other: MapTransform) -> Scalar {
    other.camera.clampedZoom - view.camera.clampedZoom - resolution.zooms
  }

  /// Returns the transform from the image's pixels to points of another view; nil if the views are of quite
  /// different zooms.
  func transform(to other: MapTransform) -> Homography? {
    guard zooms(to: other).magnitude < Self.maximumZooms, let similarity = view.similarity(to: other) else { return nil }
    return Homography.translation(x: view.bounds.minX, y: view.bounds.minY).concatenating(similarity)
  }

  /// Whether a square has at most half more pixels than a rectangle, so that it pays in a turn. For a long,
  /// narrow view it has several times as many.
  static func servesTurns(of view: Rect) -> Bool {
    let (square, rectangle) = (bounds(for: view, .full, .square), bounds(for: view, .full, .rectangle))
    return square.width.floor * square.height.floor * 2 <= rectangle.width.floor * rectangle.height.floor * 3
  }

  /// Whether the image covers a view with the usual margin.
  func coversUsualMargin(of other: MapTransform) -> Bool { coveringTransform(to: other, margin: shape.usualMargin) != nil }

  /// Returns the distance in points from the middle of another view to that of the image. Where it is
  /// unknown, it is the largest number.
  func distance(to other: MapTransform) -> Scalar {
    let middle = Point(x: view.bounds.width / 2, y: view.bounds.height / 2)
    guard let shown = transform(to: other)?.project(middle) else { return .max }
    return Scalar.hypotenuse(shown.x - other.viewBounds.center.x, shown.y - other.viewBounds.center.y)
  }

  /// Whether the image covers a view whose bearing changes by an angle, around a point of the view.
  func covers(_ other: MapTransform, turnedBy angle: Angle, around anchor: Point) -> Bool {
    let (x, y) = (
      AffineTransform.Element(rawValue: anchor.x.rawValue << 16), AffineTransform.Element(rawValue: anchor.y.rawValue << 16)
    )
    let turn = AffineTransform.translation(x: 0 - x, y: 0 - y).concatenating(.rotation(by: angle))
      .concatenating(.translation(x: x, y: y))
    guard let inverse = transform(to: other)?.inverse else { return false }
    let (corners, inside) = (other.viewBounds.corners, inside)
    for index in corners.indices {
      guard let corner = inverse.project(turn.apply(corners[index])), inside.contains(corner) else { return false }
    }
    return true
  }

  /// Whether the image covers a view that is turned by any angle around its middle.
  func coversTurns(of other: MapTransform) -> Bool {
    guard let inverse = transform(to: other)?.inverse, let middle = inverse.project(other.viewBounds.center),
      let corner = inverse.project(other.viewBounds.origin)
    else { return false }
    let radius = Scalar.hypotenuse(corner.x - middle.x, corner.y - middle.y)
    return Rect(origin: .zero, size: view.bounds.size).insetBy(dx: radius + 2, dy: radius + 2).contains(middle)
  }

  /// The image's pixels but the outermost ones, beyond which it fades to nothing.
  private var inside: Rect { Rect(origin: .zero, size: view.bounds.size).insetBy(dx: 2, dy: 2) }

  /// Returns the transform from the image's pixels to points of another view; nil if the image does not
  /// cover that view.
  ///
  /// - Parameter margin: The part of the view's size that must be covered beyond each of its sides.
  func coveringTransform(to other: MapTransform, margin: Scalar = 0) -> Homography? {
    guard let transform = transform(to: other), let inverse = transform.inverse else { return nil }
    let bounds = other.viewBounds.insetBy(dx: -other.bounds.width * margin, dy: -other.bounds.height * margin)
    let (corners, inside) = (bounds.corners, inside)
    for index in corners.indices {
      guard let corner = inverse.project(corners[index]), inside.minX < corner.x, corner.x < inside.maxX,
        inside.minY < corner.y, corner.y < inside.maxY
      else { return nil }
    }
    return transform
  }
}
