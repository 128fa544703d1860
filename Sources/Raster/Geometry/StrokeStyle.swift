/// How a line's ends look.
public enum LineCap: UInt8, Hashable, Sendable, BitwiseCopyable {
  case butt, round, square
}

/// How a line's corners look.
public enum LineJoin: UInt8, Hashable, Sendable, BitwiseCopyable {
  case miter, round, bevel
}

/// The pen of a stroke.
public struct StrokeStyle: Hashable, Sendable, BitwiseCopyable {
  /// The pen's width in the path's units; nothing is drawn where it is not positive.
  public var width: Scalar
  public var cap: LineCap
  public var join: LineJoin
  /// Miter length ÷ width above which a miter becomes a bevel, as in SVG 2, section 13.5.5.
  public var miterLimit: Scalar

  public init(width: Scalar, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Scalar = 10) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
  }
}
