/// A description of the machine that a program runs on: the display, the touch panel, memory limits and the
/// number of threads.
///
/// A board is read from a YAML file, the board file. ``BoardLibrary`` finds board files by name or path. The
/// board files of this project are in `boards/`.
///
/// A property that the board file leaves out has its default value. With the default values, the program
/// chooses the display and the touch panel when the program starts. So a board file may leave out all
/// properties. ``automatic`` is a board that has only default values.
public struct Board: Hashable, Sendable {
  /// The kinds of display to draw on.
  public enum DisplayKind: String, Hashable, Sendable, CaseIterable {
    /// The first kind that opens in this order: DRM, fbdev, headless. fbdev is not tried if another program
    /// owns the graphics card.
    ///
    /// The chosen kind and the reasons for the choice are logged.
    case auto
    /// A graphics card that supports DRM, the kernel's interface for setting display modes.
    case drm
    /// A framebuffer device node, such as `/dev/fb0`.
    case fbdev
    /// A window on a desktop.
    case window
    /// Memory only, without a screen. A virtual clock sets the times of frames.
    case headless
  }

  /// The ways to choose the touch panel that a program reads.
  public enum TouchChoice: Hashable, Sendable {
    /// The input device with the best ``TouchDeviceRank``, which measures how suitable a device is as a touch
    /// panel.
    case automatic
    /// No touch panel. The program reads no touches.
    case none
    /// The input device with this device node, such as `/dev/input/event3`.
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
  /// The name of the connector of the graphics card to draw on, such as `HDMI-A-1`. nil chooses the first
  /// connector with a display plugged in.
  public var connector: String?
  /// The path of the display's device node, such as `/dev/dri/card1` or `/dev/fb0`. nil chooses the first
  /// node that suits the kind of display.
  public var displayDevice: String?
  /// The size and refresh rate of the display. nil chooses the mode that the display prefers.
  public var mode: BoardMode?
  /// The pixel format of the display.
  ///
  /// nil chooses a 32-bit format. If the display does not accept the 32-bit format, nil chooses a 16-bit
  /// format.
  public var format: PixelFormat?
  /// The clockwise rotation of frames on the panel. The positions of touches are rotated counterclockwise by
  /// the same angle.
  public var rotation = Rotation.none
  /// The width and height of the panel's visible area in millimeters, before any rotation. nil if the size is
  /// unknown.
  ///
  /// Gestures have thresholds of distance and speed in millimeters. This size converts the thresholds to
  /// points.
  public var panelSize: Size?
  /// The number of buffers of the display. A frame is written to one of these buffers, and the display then
  /// shows that buffer.
  public var buffers = 2

  /// The choice of the touch panel that the program reads.
  public var touch = TouchChoice.automatic
  /// The calibration that aligns positions on the touch panel with the display. The calibration is applied to
  /// positions before the rotation of frames is undone.
  public var calibration = TouchMapping.Calibration.identity
  /// The size and the pressure at which a contact counts as a palm. Palms are ignored.
  public var palms = PalmLimits()

  /// The largest size of the cache of decoded map tiles, in bytes.
  public var tileMemory = 64 << 20
  /// The largest size of the glyph cache of the standard fonts, in bytes. The standard fonts are
  /// ``FontCollection/standard``.
  public var glyphMemory = 8 << 20
  /// The largest memory that one decoded image should take, in bytes.
  ///
  /// Image decoders do not read this property. Pass ``maximumImagePixels`` to the decoders.
  public var imageMemory = 256 << 20
  /// The largest allowed number of pixels of one decoded image: ``imageMemory`` divided by four bytes per
  /// pixel.
  ///
  /// Pass this limit to ``Image/init(contentsOfFile:maximumPixels:)``.
  public var maximumImagePixels: Int { imageMemory / 4 }
  /// The number of threads that draw frames, including the main thread. nil uses one thread for each
  /// processor.
  public var threads: Int?

  /// Creates a board with a name. Every other property has its default value.
  public init(name: String) {
    self.name = name
  }

  /// Returns the sizes of touch targets and the distances of gestures, in points, for a screen on this
  /// board's panel.
  ///
  /// The result is computed from ``panelSize``. If the panel's size is unknown, the result is
  /// ``TouchMetrics/standard``.
  ///
  /// - Parameter size: The width and height of the panel in pixels, before any rotation.
  public func touchMetrics(for size: PixelSize) -> TouchMetrics {
    panelSize.map { TouchMetrics(size: size, millimeters: $0) } ?? .standard
  }

  /// The board with the name `auto` and the default value for every other property.
  ///
  /// The program chooses the display and the touch panel when the program starts.
  public static let automatic = Board(name: "auto")
}
