/// The shape of the two ends of a stroked open line.
public enum LineCap: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// With `butt`, the line ends straight at its end point. With `round`, a half disk with the diameter of the
  /// line width is added. With `square`, half a square with sides of the line width is added.
  case butt, round, square
}

/// The shape of a stroked line's outer edge where two segments of the line meet.
public enum LineJoin: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// With `miter`, the outer edges are extended until they meet in a point. With `round`, the corner is a
  /// circular arc. With `bevel`, the corner is cut off straight.
  case miter, round, bevel
}

/// The width, caps, joins and dashes of a stroked line.
public struct StrokeStyle: Hashable, Sendable {
  /// The line width in the path's units. If the width is zero or negative, nothing is drawn.
  ///
  /// On screen, the line is at most 16,384 pixels wide.
  ///
  /// A line that would be thinner than ¼ pixel on screen is drawn ¼ pixel wide and with less opacity. For
  /// example, a line of ⅛ pixel gets half of its opacity. This minimum does not apply if the transform has
  /// perspective, skew, or different scales in x and y.
  public var width: Scalar
  /// The shape of the line's ends, and of the ends of its dashes.
  public var cap: LineCap
  /// The shape of the line's corners.
  public var join: LineJoin
  /// The maximum ratio of a miter's length to the line width, as in SVG 2, section 13.5.5.
  ///
  /// A miter's length is the distance between the inner and the outer tip of the corner.
  ///
  /// If the ratio at a corner exceeds the maximum, the corner gets a bevel instead of a miter.
  public var miterLimit: Scalar
  /// The alternating lengths of dashes and gaps, starting with a dash, like SVG's `stroke-dasharray`.
  ///
  /// The lengths are in the path's units. The pattern repeats along the line. An array with an odd number of
  /// lengths is used twice in a row: [3, 1, 2] means [3, 1, 2, 3, 1, 2].
  ///
  /// Each subpath starts the pattern at ``dashPhase``. Each dash has caps. With round and square caps, a dash
  /// of length zero is a dot. With butt caps, such a dash is invisible.
  ///
  /// The line is solid if the array is empty, if a length is negative, or if all gaps are zero. The line is
  /// also solid if it would have more than 65,536 dashes, or more than 262,144 dashes and gaps together. With
  /// wide round caps, the maximum number of dashes is lower.
  public var dashes: [Scalar]
  /// The position in the dash pattern at which each subpath starts, like SVG's `stroke-dashoffset`.
  ///
  /// The position is measured from the pattern's start, in the path's units, and may be negative.
  public var dashPhase: Scalar

  /// Creates a stroke style. By default, the line is solid and has butt caps and miter joins.
  public init(
    width: Scalar, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Scalar = 10, dashes: [Scalar] = [],
    dashPhase: Scalar = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashes = dashes
    self.dashPhase = dashPhase
  }
}
