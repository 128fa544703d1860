/// The mode of a board's display: its size in pixels and its refresh rate. A mode is written as `800x480@60`
/// in a board file.
///
/// A board file describes a machine's display, touch panel, memory and threads.
public struct PreferredDisplayMode: Hashable, Sendable {
  /// The largest supported width and height of a display mode, in pixels.
  ///
  /// A frame of this width and height takes 256 MiB at four bytes per pixel.
  public static let maximumSide = 8192

  /// The size of the display in pixels.
  public var size: PixelSize
  /// The refresh rate of the display in millihertz: 60 000 is 60 Hz. nil accepts any refresh rate.
  public var refreshMillihertz: Int?

  /// Creates a mode from a size in pixels and a refresh rate in millihertz.
  public init(size: PixelSize, refreshMillihertz: Int? = nil) {
    self.size = size
    self.refreshMillihertz = refreshMillihertz
  }

  /// Creates a mode from a text of the form `WxH` or `WxH@Hz`, such as `800x480@60`.
  ///
  /// The refresh rate may have up to three decimal places. The initializer also accepts a size that is not
  /// supported: see ``isSupported``.
  ///
  /// - Returns: nil if the text has another form, or if the refresh rate is not from 1 Hz to 1000 Hz.
  public init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count <= 2, let size = PixelSize(text: parts[0]) else { return nil }
    self.init(size: size)
    guard parts.count == 2 else { return }
    guard let hertz = Decimal3(parts[1]), (1000...1_000_000).contains(hertz.thousandths) else { return nil }
    refreshMillihertz = hertz.thousandths
  }

  /// Whether the width and the height are both at least 1 pixel and at most ``maximumSide`` pixels.
  public var isSupported: Bool {
    (1...Self.maximumSide).contains(size.width) && (1...Self.maximumSide).contains(size.height)
  }
}

extension PixelSize {
  /// Creates a size in pixels from a text of the form `WxH`, such as `800x480`. The width and the height are
  /// whole numbers of one to nine digits each.
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

/// Returns the whole number that a text of up to nine digits represents.
///
/// It is stricter than `Int`, which also accepts "+5".
private func digits(_ text: some StringProtocol) -> Int? {
  guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
  return Int(text)
}
