/// The shape of the two ends of a stroked line.
public enum LineCap: UInt8, Hashable, Sendable, BitwiseCopyable {
  case butt, round, square
}

/// The shape of the corners of a stroked line.
public enum LineJoin: UInt8, Hashable, Sendable, BitwiseCopyable {
  case miter, round, bevel
}

/// The width, caps, joins and dashes of a stroked line.
public struct StrokeStyle: Hashable, Sendable {
  /// The line width in the path's units, limited to 16 384 px. If the width is not positive, nothing is
  /// drawn.
  ///
  /// A line that would appear thinner than ¼ px is drawn ¼ px wide with proportionally less opacity. In
  /// perspective or under uneven scales, the width varies along the line, and this minimum does not apply.
  public var width: Scalar
  public var cap: LineCap
  public var join: LineJoin
  /// The limit of the ratio of a miter's length to the line width, as in SVG 2, section 13.5.5.
  ///
  /// If the ratio at a corner is above the limit, the corner gets a bevel instead of a miter.
  public var miterLimit: Scalar
  /// The alternating lengths of dashes and gaps in the path's units, like SVG's `stroke-dasharray`.
  ///
  /// If the number of lengths is odd, the pattern is repeated with dashes and gaps exchanged. Each subpath
  /// restarts the pattern, and each dash has caps. With round and square caps, a dash of length zero is a
  /// dot. With butt caps, a dash of length zero draws nothing.
  ///
  /// The line is solid if the array is empty, if a length is negative, or if all lengths are zero. The line
  /// is also solid if a stroke would have more than 65 536 dashes or use more than 262 144 of the lengths.
  public var dashes: [Scalar]
  /// The distance into the dash pattern at which each subpath starts, like SVG's `stroke-dashoffset`.
  ///
  /// The distance is in the path's units and may be negative.
  public var dashPhase: Scalar

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
