/// A description of the machine that a program runs on: the display, the touch panel, memory limits and the
/// number of threads.
///
/// A board is read from a YAML file, the board file. ``BoardLibrary`` finds board files by name or path. The
/// board files of this project are in `boards/`.
///
/// All properties are optional in a board file. A property that the file omits has its default value. With
/// the default values, the program chooses the display and the touch panel when it starts. ``automatic`` is a
/// board with only default values.
public struct Board: Hashable, Sendable {
  /// The kinds of display to draw on.
  public enum DisplayKind: String, Hashable, Sendable, CaseIterable {
    /// The first kind that opens in this order: DRM, fbdev, headless. fbdev is not tried if another program
    /// owns the graphics card.
    ///
    /// With the package trait `Simulator`, a program that is started on a desktop opens a window first.
    ///
    /// The chosen kind and the reasons for the choice are logged.
    case auto
    /// A graphics card that supports DRM, the kernel's interface for setting display modes.
    case drm
    /// A framebuffer device node, such as `/dev/fb0`.
    case fbdev
    /// A window on a desktop, for development: the mouse is a finger.
    ///
    /// The program must be built with the package trait `Simulator`, which needs SDL2.
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
    /// The input devices that suit one of these filters. There is at least one filter. Of several devices
    /// that suit a filter, those with the best ``TouchDeviceRank`` are read.
    case devices([TouchDeviceFilter])

    /// The input device with this device node, such as `/dev/input/event3`.
    public static func path(_ path: String) -> Self { .devices([.path(path)]) }

    /// The input device with this name. If there is none, the devices whose names contain the text.
    public static func named(_ name: String) -> Self { .devices([.name(name)]) }

    /// The filters of the devices to read. The list is empty if the program chooses. nil if it reads none.
    package var filters: [TouchDeviceFilter]? {
      switch self {
      case .automatic: []
      case .none: nil
      case .devices(let filters): filters
      }
    }
  }

  /// An axis of the display, before any rotation.
  public enum TouchAxis: String, Hashable, Sendable, CaseIterable {
    /// The axis from left to right.
    case x
    /// The axis from top to bottom.
    case y
  }

  /// The name of the board, which is the board file's name without `.yaml`.
  public var name: String
  /// A description of the board in one line, for lists of boards.
  public var summary = ""

  /// The kind of display to draw on.
  public var display = DisplayKind.auto
  /// The name of the only graphics card connector to draw on, such as `HDMI-A-1`.
  ///
  /// nil chooses all connectors of one card with displays plugged in. They show the same frames, and the
  /// first of them gives the frames their size. See ``MirroredDisplay``.
  public var connector: String?
  /// The path of the display's device node, such as `/dev/dri/card1` or `/dev/fb0`. nil chooses the first
  /// node that suits the kind of display.
  public var displayDevice: String?
  /// The size and refresh rate of the display. nil chooses the size and refresh rate that the display
  /// prefers.
  public var mode: PreferredDisplayMode?
  /// The pixel format of the display.
  ///
  /// nil chooses a 32-bit format, or a 16-bit format if the display does not accept 32 bits.
  public var format: PixelFormat?
  /// The clockwise rotation of frames on the panel. Touch positions are rotated counterclockwise by the same
  /// angle.
  ///
  /// A change of this property sets ``usesPanelOrientation`` to false. A kiosk's board has the rotation that
  /// is used.
  public var rotation = Rotation.none {
    didSet { usesPanelOrientation = false }
  }
  /// Whether frames are rotated as the driver of the panel says that it is mounted. The default is true.
  ///
  /// Drivers of tablets and of panels on a device tree know that. If the driver does not tell, ``rotation``
  /// is used. The orientation is read once, when the kiosk opens its display.
  public var usesPanelOrientation = true
  /// The width and height of the panel's visible area in millimeters, before any rotation. nil means that the
  /// size is unknown.
  ///
  /// Gestures have thresholds of distance and speed in millimeters. The panel size is used to convert these
  /// thresholds to points.
  public var panelSize: Size?
  /// The number of frame buffers of the display. The default is 2, which is double buffering.
  public var buffers = 2
  /// Whether modes and page flips of a graphics card are atomic commits, if the driver has them. If false,
  /// the older calls are used, which every driver has. The default is true.
  public var usesAtomicModeSetting = true
  /// The time without touches after which the screen goes dark, in seconds. nil means never. See
  /// ``Kiosk/blankDelay``.
  public var blankDelay: Seconds?

  /// The touch panel that the program reads: a device chosen automatically, a given device, or none.
  public var touch = TouchChoice.automatic
  /// The touch panels of mirrored screens: the names of their connectors, such as `HDMI-A-2`, each with the
  /// filter of the device on this screen.
  ///
  /// Frames may have black bars on such a screen, and touches are mapped to the frame between them. All other
  /// touch panels are those of the primary screen. See ``MirroredDisplay``. The axes and the calibration of
  /// the board are those of all panels. Two panels of one model differ by the paths of their nodes only.
  ///
  /// With ``TouchChoice/automatic``, a device is read if it is a touchscreen, whatever is named here.
  public var touchScreens: [String: TouchDeviceFilter] = [:]
  /// Whether the touch panel's X axis runs along the display's height, and its Y axis along the width.
  ///
  /// Positions are swapped first, then mirrored, then calibrated, and then rotated.
  public var swapsTouchAxes = false
  /// The axes of the display along which the touch panel counts backward.
  public var mirroredTouchAxes: Set<TouchAxis> = []
  /// The calibration that aligns positions on the touch panel with the display. Positions are calibrated
  /// first and then rotated.
  public var calibration = TouchMapping.Calibration.identity
  /// The limits of size and pressure for touches. A touch at or above a limit counts as the palm of a hand
  /// and is ignored.
  public var palms = PalmLimits()

  /// The use of mice, and of tablets with a mouse's buttons.
  public var mouse = MouseUse.auto
  /// The use of keyboards.
  public var keyboard = KeyboardUse.auto

  /// The largest size of the cache of decoded map tiles, in bytes.
  public var tileMemory = 64 << 20
  /// The memory limit for cached glyphs of the standard fonts, in bytes. The standard fonts are
  /// ``FontCollection/standard``.
  public var glyphMemory = 8 << 20
  /// The memory limit for one decoded image, in bytes.
  ///
  /// Image decoders do not apply this limit by themselves. Pass ``maximumImagePixels`` to the decoders. That
  /// property is the same limit as a number of pixels.
  public var imageMemory = 256 << 20
  /// The largest number of pixels that a decoded image may have: `imageMemory / 4`, because one pixel takes 4
  /// bytes.
  ///
  /// Pass this limit to ``Image/init(contentsOfFile:maximumPixels:)``.
  public var maximumImagePixels: Int { imageMemory / 4 }
  /// The number of threads that draw frames, including the main thread. nil uses one thread for each
  /// processor.
  public var threads: Int?

  /// Creates a board with a name, and with default values for all other properties.
  public init(name: String) {
    self.name = name
  }

  /// Returns the sizes of touch targets and the distances of gestures on this board's panel, in points.
  ///
  /// The result is computed from ``panelSize``. If the panel's size is unknown, the result is
  /// ``TouchMetrics/standard``.
  ///
  /// - Parameter size: The width and height of the panel in pixels, before any rotation.
  public func touchMetrics(for size: PixelSize) -> TouchMetrics {
    panelSize.map { TouchMetrics(size: size, millimeters: $0) } ?? .standard
  }

  /// Whether the board corrects touches, or tells palms from fingers.
  package var hasTouchCorrections: Bool {
    swapsTouchAxes || !mirroredTouchAxes.isEmpty || calibration != .identity || palms != PalmLimits()
  }

  /// Removes the swapped and mirrored axes and the calibration, so that positions are the panel's own.
  package mutating func removeTouchCorrections() {
    (swapsTouchAxes, mirroredTouchAxes, calibration) = (false, [], .identity)
  }

  /// The calibration of positions in the touch panel's own orientation: ``swapsTouchAxes``, then
  /// ``mirroredTouchAxes``, then ``calibration``.
  package var orientedCalibration: TouchMapping.Calibration {
    var result = calibration
    if mirroredTouchAxes.contains(.x) { result = result.applied(after: .init(-1, 0, 1, 0, 1, 0)) }
    if mirroredTouchAxes.contains(.y) { result = result.applied(after: .init(1, 0, 0, 0, -1, 1)) }
    if swapsTouchAxes { result = result.applied(after: .init(0, 1, 0, 1, 0, 0)) }
    return result
  }

  /// Creates a board that draws to memory only, for tests, and for programs that write frames to files.
  ///
  /// The board has no touch panel, and one buffer, which each frame is drawn into.
  ///
  /// - Parameters:
  ///   - size: The size of the frames in pixels.
  ///   - refreshMillihertz: The refresh rate in millihertz. nil means 60 000.
  public static func headless(size: PixelSize, refreshMillihertz: Int? = nil) -> Board {
    var board = Board(name: "headless")
    board.summary = "Memory only, \(size.width) x \(size.height)"
    board.display = .headless
    board.mode = PreferredDisplayMode(size: size, refreshMillihertz: refreshMillihertz)
    board.buffers = 1
    board.touch = .none
    return board
  }

  /// A board named `auto`, with default values for all other properties.
  ///
  /// With this board, the program chooses the display and the touch panel when it starts.
  public static let automatic = Board(name: "auto")
}
