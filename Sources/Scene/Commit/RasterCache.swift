import CartoucheRaster

/// What kept pictures share: who draws them, and how much memory they may take.
final class RasterCache {
  let renderer = Renderer()
  /// Bytes that all pictures may take together; those that come later in the walk are drawn coarser, so that they fit.
  var byteLimit = 64 << 20
  private(set) var bytes = 0

  /// Who draws the pictures beside this thread.
  var workers: any WorkerPool = SerialWorkerPool()
  /// Whether pixels are kept of what can be carried.
  var usesScrollCache = true
  /// Counts pictures that were shown.
  var shown = 0

  /// Counts walks, from 1.
  private(set) var walk = 0

  /// Whether a picture, seen in the last walk, is to be drawn finer or coarser once its layer is at rest.
  var needsFinerImages = false

  /// Whether this walk is there for that.
  private(set) var isDrawingFinerImages = false

  func beginWalk() {
    bytes = 0
    isDrawingFinerImages = needsFinerImages
    needsFinerImages = false
    walk += 1
  }

  /// Adds what is held without being asked for in this walk.
  func count(_ held: Int) {
    bytes += held
  }

  /// How large a picture of `rect` is, seen at 2^(`step` / 2) pixels a point, and which rectangle its pixels stand for; coarser where there is no room.
  ///
  /// Where it lies flat a pixel of it is to be one of the screen if it can, so that it begins and ends between whole pixels; in perspective it is
  /// drawn anew anyway, and its edges are the sharper for being those of `rect`.
  func grid(of rect: Rect, step: Int, projection: RasterCacheEntry.PlaneProjection) -> (size: PixelSize, shown: Rect) {
    var step = step
    while true {
      let scale = Self.scale(step)
      func pixels(_ low: Scalar, _ high: Scalar) -> (low: Int, count: Int) {
        let first = projection == .affine ? Int((low * scale).floor) : 0
        let end = Int(((projection == .affine ? high : high - low) * scale).ceiling)
        return (first, min(max(end - first, 1), 1 << 16))  // ≤ 2^48 before
      }
      let (across, down) = (pixels(rect.minX, rect.maxX), pixels(rect.minY, rect.maxY))
      let isClamped = max(across.count, down.count) > Self.maximumSide
      let size = PixelSize(width: min(across.count, Self.maximumSide), height: min(down.count, Self.maximumSide))
      let wanted = size.width * size.height * 16 / 3  // with mip levels; < 2^27
      if step <= Self.coarsest || (!isClamped && bytes + wanted <= byteLimit) {
        bytes += wanted
        guard projection == .affine && !isClamped else { return (size, rect) }
        let shown = Rect(
          x: Scalar(across.low) / scale, y: Scalar(down.low) / scale, width: Scalar(size.width) / scale,
          height: Scalar(size.height) / scale)
        return (size, shown)
      }
      step -= 1
    }
  }

  static let maximumSide = 4096
  private static let coarsest = -16
  static let finest = 8

  /// 2^(`step` / 2).
  static func scale(_ step: Int) -> Scalar {
    let root = Scalar(rawValue: 92_682)  // √2
    let whole = step >> 1
    let base: Scalar = step & 1 == 1 ? root : 1
    return Scalar(rawValue: whole >= 0 ? base.rawValue << Int64(whole) : base.rawValue >> Int64(-whole))
  }

  /// The step at which a picture is as fine as it is seen, `old` while that is neither too coarse nor much too fine.
  static func step(for scale: Scalar, keeping old: Int?) -> Int {
    if let old {
      let has = Self.scale(old)
      if has * 9 / 8 >= scale, has * 7 / 16 <= scale { return old }
    }
    var step = coarsest
    while step < finest, Self.scale(step) * 65 / 64 < scale { step += 1 }
    return step
  }
}
