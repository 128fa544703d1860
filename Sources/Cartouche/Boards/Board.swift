/// The hardware of the machine that a program runs on: screen, touch panel, memory and processors.
///
/// A board is read from a YAML file (`boards/`), found by name or path with ``BoardLibrary``. Properties that
/// the file leaves out are detected when the program starts, so an empty board is valid too: ``automatic``.
public struct Board: Hashable, Sendable {
  /// The kind of display to draw on.
  public enum DisplayKind: String, Hashable, Sendable, CaseIterable {
    /// DRM, else fbdev, else headless; the choice and its reasons are logged.
    case auto
    /// A card with kernel mode setting.
    case drm
    /// A framebuffer node.
    case fbdev
    /// A window of a desktop.
    case window
    /// Memory only, on a virtual clock.
    case headless
  }

  /// The touch panel to read.
  public enum TouchChoice: Hashable, Sendable {
    /// The device with the best ``TouchDeviceRank``.
    case automatic
    /// No touch panel.
    case none
    /// The device of an event node, as `/dev/input/event3`.
    case path(String)
    /// The first device whose name contains this text.
    case named(String)
  }

  /// The file's name without `.yaml`.
  public var name: String
  /// One line that describes the board, for lists.
  public var summary = ""

  /// The kind of display.
  public var display = DisplayKind.auto
  /// The connector's name, as `HDMI-A-1`; nil: the first with a screen.
  public var connector: String?
  /// The path of the display's node, as `/dev/dri/card1` or `/dev/fb0`; nil: the first suitable one.
  public var displayDevice: String?
  /// The size and refresh rate; nil: the panel's own.
  public var mode: BoardMode?
  /// The pixel format; nil: the first of 32 and 16 bits that the display accepts.
  public var format: PixelFormat?
  /// The clockwise rotation of frames on the panel; touches are rotated back.
  public var rotation = Rotation.none
  /// The panel's visible size in millimeters, before any rotation; nil if unknown.
  ///
  /// Gestures use it for distances and speeds of fingers.
  public var panelSize: Size?
  /// The number of the display's buffers.
  public var buffers = 2

  /// The touch panel.
  public var touch = TouchChoice.automatic
  /// The calibration of the touch panel against the display, before any rotation.
  public var calibration = TouchMapping.Calibration.identity
  /// The limits above which a contact is a palm.
  public var palms = PalmLimits()

  /// The limit of the cache of decoded map tiles, in bytes.
  public var tileMemory = 64 << 20
  /// The limit of the glyph cache of the standard fonts, in bytes.
  public var glyphMemory = 8 << 20
  /// The largest size of one decoded image, in bytes.
  public var imageMemory = 256 << 20
  /// ``imageMemory`` in pixels: the limit to pass to ``Image/init(contentsOfFile:maximumPixels:)``.
  public var maximumImagePixels: Int { imageMemory / 4 }
  /// The number of threads that draw; nil: one per processor.
  public var threads: Int?

  /// Creates a board with default properties.
  public init(name: String) {
    self.name = name
  }

  /// Returns the gesture distances for a panel that shows `size` pixels; the standard ones if ``panelSize``
  /// is unknown.
  public func touchMetrics(for size: PixelSize) -> TouchMetrics {
    panelSize.map { TouchMetrics(size: size, millimeters: $0) } ?? .standard
  }

  /// The board whose properties are all detected.
  public static let automatic = Board(name: "auto")
}
