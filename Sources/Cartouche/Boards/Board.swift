/// The hardware of the machine that a program runs on: its display, touch panel, memory and processors.
///
/// A board is read from a YAML file, the board file. ``BoardLibrary`` finds board files by name or path;
/// those of this project are in `boards/`.
///
/// If the board file leaves a property out, the program detects the property's value when the program starts.
/// So a board that sets no property is valid too; ``automatic`` is such a board.
public struct Board: Hashable, Sendable {
  /// The kind of display to draw on.
  public enum DisplayKind: String, Hashable, Sendable, CaseIterable {
    /// DRM if it opens, otherwise fbdev if it opens, otherwise headless. The choice and its reasons are
    /// logged.
    case auto
    /// A graphics card with kernel mode setting (DRM).
    case drm
    /// A framebuffer node, such as `/dev/fb0`.
    case fbdev
    /// A window of a desktop.
    case window
    /// Memory only, without a screen. Frames are drawn on a virtual clock.
    case headless
  }

  /// The way to choose the touch panel to read.
  public enum TouchChoice: Hashable, Sendable {
    /// The input device with the best ``TouchDeviceRank``.
    case automatic
    /// No touch panel is read.
    case none
    /// The input device of an event node, such as `/dev/input/event3`.
    case path(String)
    /// The first input device whose name contains this text.
    case named(String)
  }

  /// The name of the board, which is the board file's name without `.yaml`.
  public var name: String
  /// A description of the board in one line, for lists of boards.
  public var summary = ""

  /// The kind of display to draw on.
  public var display = DisplayKind.auto
  /// The name of the connector that the display is plugged into, such as `HDMI-A-1`. nil chooses the first
  /// connector with a display.
  public var connector: String?
  /// The path of the display's device node, such as `/dev/dri/card1` or `/dev/fb0`. nil chooses the first
  /// suitable node.
  public var displayDevice: String?
  /// The size and refresh rate of the display. nil chooses the panel's own mode.
  public var mode: BoardMode?
  /// The pixel format of the display. nil chooses a 32-bit format, or a 16-bit format if the display does not
  /// accept 32 bits.
  public var format: PixelFormat?
  /// The clockwise rotation of frames on the panel. The positions of touches are rotated back.
  public var rotation = Rotation.none
  /// The size of the panel's visible area in millimeters, before any rotation. nil if the size is unknown.
  ///
  /// Gestures use this size to convert distances and speeds of fingers from millimeters to points.
  public var panelSize: Size?
  /// The number of buffers of the display that frames are written to.
  public var buffers = 2

  /// The touch panel to read.
  public var touch = TouchChoice.automatic
  /// The calibration that aligns positions on the touch panel with the display, before any rotation.
  public var calibration = TouchMapping.Calibration.identity
  /// The limits of size and pressure at which a contact counts as a palm and is ignored.
  public var palms = PalmLimits()

  /// The limit in bytes of the cache of decoded map tiles.
  public var tileMemory = 64 << 20
  /// The limit in bytes of the glyph cache of the standard fonts, ``FontCollection/standard``.
  public var glyphMemory = 8 << 20
  /// The board's memory for one decoded image, in bytes. Image decoders do not read this property: pass
  /// ``maximumImagePixels`` to them.
  public var imageMemory = 256 << 20
  /// The largest allowed number of pixels of one decoded image: ``imageMemory`` at four bytes per pixel.
  ///
  /// Pass this limit to ``Image/init(contentsOfFile:maximumPixels:)``.
  public var maximumImagePixels: Int { imageMemory / 4 }
  /// The number of threads that draw frames. nil uses one thread for each processor.
  public var threads: Int?

  /// Creates a board that has the default value for every property except its name.
  public init(name: String) {
    self.name = name
  }

  /// Returns the touch distances in points for a panel that shows `size` pixels.
  ///
  /// The distances are computed from ``panelSize``. If the panel's size is unknown, the result is
  /// ``TouchMetrics/standard``.
  public func touchMetrics(for size: PixelSize) -> TouchMetrics {
    panelSize.map { TouchMetrics(size: size, millimeters: $0) } ?? .standard
  }

  /// A board that leaves all properties to detection when the program starts.
  public static let automatic = Board(name: "auto")
}
