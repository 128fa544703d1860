/// How a line's ends look.
public enum LineCap: UInt8, Hashable, Sendable, BitwiseCopyable {
  case butt, round, square
}

/// How a line's corners look.
public enum LineJoin: UInt8, Hashable, Sendable, BitwiseCopyable {
  case miter, round, bevel
}

/// The pen of a stroke.
public struct StrokeStyle: Hashable, Sendable {
  /// The pen's width in the path's units; nothing is drawn where it is not positive. Where the screen shows it thinner than ¼ px, the line is
  /// drawn that wide and paler in proportion; not so in perspective or where the view stretches one way, since there the width differs from place
  /// to place. Held to 16 384 px.
  public var width: Scalar
  public var cap: LineCap
  public var join: LineJoin
  /// Miter length ÷ width above which a miter becomes a bevel, as in SVG 2, section 13.5.5.
  public var miterLimit: Scalar
  /// The lengths of dashes and gaps in turn, in the path's units, as SVG's `stroke-dasharray`: an odd number of them is gone through twice,
  /// what was a dash is a gap the second time. Each subpath starts the pattern anew; each dash has caps.
  ///
  /// Empty, any length negative, or all zero: the line is solid; so it is where a stroke would get more than 65 536 dashes or go through
  /// 262 144 of the lengths. A dash of no
  /// length is a dot with round and square caps, and nothing with butt ones.
  public var dashes: [Scalar]
  /// How far into the pattern a subpath starts, as SVG's `stroke-dashoffset`; may be negative.
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
