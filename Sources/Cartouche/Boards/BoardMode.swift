/// The size and refresh rate of a screen, written as `800x480@60`.
public struct BoardMode: Hashable, Sendable {
  /// The largest width and height that are supported, in pixels: a frame of this size takes 256 MB.
  public static let maximumSide = 8192

  public var size: PixelSize
  /// Vertical blanks in 1000 seconds; nil: any.
  public var refreshMillihertz: Int?

  public init(size: PixelSize, refreshMillihertz: Int? = nil) {
    self.size = size
    self.refreshMillihertz = refreshMillihertz
  }

  /// Parses `WxH` or `WxH@Hz`, with at most three decimals.
  ///
  /// The sides may be larger than supported: see ``isSupported``.
  ///
  /// - Returns: nil if the text has another form, or the rate is not 1 to 1000 Hz.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, let size = PixelSize(text: parts[0]) else { return nil }
    self.init(size: size)
    guard parts.count == 2 else { return }
    guard let hertz = Decimal3(parts[1]), (1000...1_000_000).contains(hertz.thousandths) else { return nil }
    refreshMillihertz = hertz.thousandths
  }

  /// Whether each side is 1 to ``maximumSide``.
  public var isSupported: Bool {
    (1...Self.maximumSide).contains(size.width) && (1...Self.maximumSide).contains(size.height)
  }
}

extension PixelSize {
  /// Parses `WxH`, two whole numbers of at most nine digits.
  ///
  /// - Returns: nil if the text has another form.
  public init?(text: some StringProtocol) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map(digits)
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    self.init(width: width, height: height)
  }
}

/// A number with at most three decimals.
private struct Decimal3 {
  var thousandths: Int

  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = digits(parts[0]) else { return nil }
    thousandths = whole * 1000
    guard parts.count == 2 else { return }
    guard (1...3).contains(parts[1].count), let fraction = digits(parts[1]) else { return nil }
    thousandths += fraction * [100, 10, 1][parts[1].count - 1]
  }
}

/// Returns the whole number that up to nine digits represent; stricter than `Int`, which also accepts "+5".
private func digits(_ text: some StringProtocol) -> Int? {
  guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
  return Int(text)
}
