/// The shape of the ends of a stroked line.
public enum LineCap: UInt8, Hashable, Sendable, BitwiseCopyable {
  case butt, round, square
}

/// The shape of the corners of a stroked line.
public enum LineJoin: UInt8, Hashable, Sendable, BitwiseCopyable {
  case miter, round, bevel
}

/// The width, caps, joins and dashes of a stroke.
public struct StrokeStyle: Hashable, Sendable {
  /// The line width in the path's units; nothing is drawn unless it is positive. It is limited to 16 384 px.
  ///
  /// A line that would appear thinner than ¼ px is drawn ¼ px wide with proportionally less opacity. This
  /// does not apply in perspective or under uneven scales, where the width varies along the line.
  public var width: Scalar
  public var cap: LineCap
  public var join: LineJoin
  /// The ratio of miter length to width above which a miter becomes a bevel, as in SVG 2, section 13.5.5.
  public var miterLimit: Scalar
  /// The alternating lengths of dashes and gaps in the path's units, as SVG's `stroke-dasharray`.
  ///
  /// A pattern with an odd number of lengths is repeated with dashes and gaps exchanged. Each subpath
  /// restarts the pattern, and each dash has caps. A dash of length zero is a dot with round and square caps,
  /// and nothing with butt caps.
  ///
  /// The line is solid if the array is empty, if a length is negative, or if all are zero. It is also solid
  /// if a stroke would have more than 65 536 dashes or use more than 262 144 of the lengths.
  public var dashes: [Scalar]
  /// The distance into the pattern at which each subpath starts, as SVG's `stroke-dashoffset`; may be
  /// negative.
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
