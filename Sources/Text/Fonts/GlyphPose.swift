package import CartoucheRaster

/// The direction in which a glyph is drawn, and its position in a pixel.
///
/// A glyph that is not upright has a coverage mask for each of 256 directions and 16 positions. Within the
/// nearest direction, a point 20 pixels from the pen is moved by at most a quarter of a pixel.
package struct GlyphPose: Hashable, Sendable, BitwiseCopyable {
  /// The direction of the baseline in 1/256 of a turn, clockwise from the x axis; 0 for an upright glyph.
  package var direction: UInt8
  /// The pen's distance from the pixel's left and top edge in quarters of a pixel, 0…3. An upright glyph
  /// ignores `quarterX`, because its shape has masks for its positions.
  package var quarterX: UInt8, quarterY: UInt8

  /// Creates a pose.
  package init(direction: UInt8 = 0, quarterX: UInt8 = 0, quarterY: UInt8 = 0) {
    (self.direction, self.quarterX, self.quarterY) = (direction, quarterX & 3, quarterY & 3)
  }

  /// The pose of upright text.
  package static let upright = GlyphPose()

  /// Returns the pose of a glyph whose pen is at a point, and where to place the glyph's shape.
  ///
  /// - Parameters:
  ///   - direction: The direction of the baseline in 1/256 of a turn.
  ///   - point: The pen position in pixels. For a turned glyph, it is rounded to quarters of a pixel.
  ///   - keepsHeight: Whether the baseline of upright text is between pixels where `point` is, to quarters
  ///     of a pixel. Otherwise, it is rounded to whole pixels when the text is drawn, which is sharper.
  ///   - isMoving: Whether the glyph has another place in the next frame. A turned glyph is then drawn in the
  ///     nearest of 128 directions and 4 positions. A glyph that turns meets each of them again and again, so
  ///     that few masks must be made.
  /// - Returns: The pose, and the position of the shape with that pose. The position of an upright glyph is
  ///   `point`, and that of a turned glyph is a corner of pixels.
  package static func placed(
    at point: Point, direction: UInt8, keepsHeight: Bool = false, isMoving: Bool = false
  ) -> (pose: GlyphPose, position: Point) {
    let direction = isMoving ? (direction &+ 1) & ~1 : direction
    guard direction != 0 || keepsHeight else { return (.upright, point) }
    func split(_ value: Scalar) -> (whole: Scalar, quarter: UInt8) {
      let limit = Int64(1) << 45
      let raw = value.rawValue.clamped(from: -limit, to: limit)
      let quarters = isMoving ? ((raw &+ 16384) >> 15) << 1 : (raw &+ 8192) >> 14
      return (Scalar(rawValue: (quarters >> 2) << 16), UInt8(truncatingIfNeeded: quarters & 3))
    }
    let (x, y) = (split(point.x), split(point.y))
    if direction == 0 { return (GlyphPose(quarterY: y.quarter), Point(x: point.x, y: y.whole)) }
    return (GlyphPose(direction: direction, quarterX: x.quarter, quarterY: y.quarter), Point(x: x.whole, y: y.whole))
  }

  /// Returns the direction nearest to an angle, in 1/256 of a turn.
  package static func direction(nearestTo angle: Angle) -> UInt8 {
    // 360 / 256 degrees are 45 << 27.
    let step: Int64 = 45 << 27
    return UInt8(truncatingIfNeeded: (angle.normalized.degrees.rawValue &+ step / 2) / step)
  }

  /// The angle of the baseline.
  var angle: Angle { .degrees(360) * Int(direction) / 256 }

  /// The transform from an upright glyph's space, with the pen at the origin, to pixels.
  var transform: AffineTransform {
    var transform = AffineTransform.rotation(by: angle)
    (transform.tx, transform.ty) = (WideFixed(Int(quarterX)) / 4, WideFixed(Int(quarterY)) / 4)
    return transform
  }
}

/// What identifies the shape of a glyph.
package struct GlyphKey: Hashable, Sendable, BitwiseCopyable {
  /// The index of the face in the font collection. A negative index means the box for a character that no
  /// font has.
  package var face: Int32
  package var glyph: UInt32
  /// The font size in 1/65536 points per em.
  package var size: Int64
  /// The width of the halo on each side of the glyph, in 1/65536 points. The width of the glyph itself,
  /// without a halo, is 0.
  package var halo: Int64
  /// The softness of the glyph's edge, in 1/65536 points.
  package var blur: Int64
  /// The direction of the glyph, and its position in a pixel.
  package var pose: GlyphPose

  package init(face: Int32, glyph: UInt32, size: Int64, halo: Int64, blur: Int64 = 0, pose: GlyphPose = .upright) {
    (self.face, self.glyph, self.size, self.halo, self.blur, self.pose) = (face, glyph, size, halo, blur, pose)
  }

  /// The key of the glyph's sharp upright shape.
  var upright: GlyphKey { GlyphKey(face: face, glyph: glyph, size: size, halo: halo) }

  /// A number that differs for most glyphs that are drawn together. It is much faster to hash than its parts.
  private var mixed: UInt64 {
    let glyph = UInt64(glyph) << 32 | UInt64(UInt32(bitPattern: face)) << 24
    let look = UInt64(bitPattern: size &+ halo &* 3 &+ blur &* 5) << 40
    return glyph ^ look ^ UInt64(pose.direction) << 8 ^ UInt64(pose.quarterX) << 2 ^ UInt64(pose.quarterY)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(mixed) }
}
