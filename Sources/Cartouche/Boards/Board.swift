/// What is fixed about the machine a program runs on: its screen, its touch panel, its memory and its processors.
///
/// Read from a YAML file (`boards/`), found by name or by path. What a file leaves out is found out when the program starts, so an
/// empty board is a board too: ``automatic``.
public struct Board: Hashable, Sendable {
  /// Which kind of screen is drawn on.
  public enum DisplayKind: String, Hashable, Sendable, CaseIterable {
    /// DRM, else fbdev, else headless; which and why is logged.
    case auto
    case drm
    case fbdev
    case window
    /// In memory, on a virtual clock.
    case headless
  }

  /// Which touch panel is read.
  public enum TouchChoice: Hashable, Sendable {
    /// The first device that can do what a touchscreen does.
    case automatic
    case none
    /// An event node, as `/dev/input/event3`.
    case path(String)
    /// The device whose name holds this text.
    case named(String)
  }

  /// What the file calls itself: its name without `.yaml`.
  public var name: String
  /// One line for ``BoardLibrary``'s list.
  public var summary = ""

  public var display = DisplayKind.auto
  /// The connector's name, as `HDMI-A-1`; nil, the first with a screen on it.
  public var connector: String?
  /// The display's node, as `/dev/dri/card1` or `/dev/fb0`; nil, the first that serves.
  public var displayDevice: String?
  /// nil, the panel's own.
  public var mode: BoardMode?
  /// nil, the first of 32 and 16 bits that the display takes.
  public var format: PixelFormat?
  /// How far the picture is turned clockwise on its way to the panel; touches are turned back with it.
  public var rotation = Rotation.none
  /// How large the panel's picture is, in millimetres, before any rotation: what fingers' slop and speeds are measured by; nil, nobody knows.
  public var panelSize: Size?
  /// How many frames the display has memory for.
  public var buffers = 2

  public var touch = TouchChoice.automatic
  /// How the panel lies over the display before any rotation.
  public var calibration = TouchMapping.Calibration.identity

  /// What the panel reports of a palm, beside calling it one.
  public var palms = PalmLimits()

  /// How many bytes of decoded map tiles are kept.
  public var tileMemory = 64 << 20
  /// How many bytes of the standard fonts' glyphs are kept.
  public var glyphMemory = 8 << 20
  /// How many bytes one decoded picture may take; a larger one is refused.
  public var imageMemory = 256 << 20
  /// How many pixels that are: the limit to decode with.
  public var maximumImagePixels: Int { imageMemory / 4 }
  /// How many threads draw; nil, one a processor.
  public var threads: Int?

  /// A board of which nothing is known but its name.
  public init(name: String) {
    self.name = name
  }

  /// A finger's measures on the panel, which shows `size` pixels.
  public func touchMetrics(for size: PixelSize) -> TouchMetrics {
    panelSize.map { TouchMetrics(size: size, millimeters: $0) } ?? .standard
  }

  /// The board that finds everything out by itself.
  public static let automatic = Board(name: "auto")
}

/// A screen's size and how often it is shown, as `800x480@60`.
public struct BoardMode: Hashable, Sendable {
  /// The longest side that is drawn: at this size a frame takes 256 MB.
  public static let maximumSide = 8192

  public var size: PixelSize
  /// Vertical blanks in 1000 seconds; nil if any will do.
  public var refreshMillihertz: Int?

  public init(size: PixelSize, refreshMillihertz: Int? = nil) {
    self.size = size
    self.refreshMillihertz = refreshMillihertz
  }

  /// Reads `WxH` or `WxH@Hz`; nil if that is not its form. Whether the sides can be drawn is another question: ``isSupported``.
  public init?(_ text: String) {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count <= 2, let size = PixelSize(text: halves[0]) else { return nil }
    self.init(size: size)
    guard halves.count == 2 else { return }
    guard let hertz = Decimal3(halves[1]), (1000...1_000_000).contains(hertz.thousandths) else { return nil }
    refreshMillihertz = hertz.thousandths
  }

  /// Whether both sides are 1 to ``maximumSide``.
  public var isSupported: Bool {
    (1...Self.maximumSide).contains(size.width) && (1...Self.maximumSide).contains(size.height)
  }
}

extension PixelSize {
  /// Reads `WxH`, two whole numbers; nil if that is not its form.
  public init?(text: some StringProtocol) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map(digits)
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    self.init(width: width, height: height)
  }
}

/// A number of at most three decimals.
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

/// A whole number written in up to nine digits and nothing else: `Int("+5")` would be one too.
private func digits(_ text: some StringProtocol) -> Int? {
  guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
  return Int(text)
}
