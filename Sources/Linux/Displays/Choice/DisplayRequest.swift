public import CartoucheRaster

/// The kinds of display that a ``DisplayRequest`` can ask for.
public enum DisplayKind: String, Hashable, Sendable, CaseIterable {
  /// A graphics card that supports DRM, the kernel's interface for setting display modes. The display is a
  /// ``DRMDisplay``.
  case drm
  /// A framebuffer device node, such as `/dev/fb0`. The display is a ``FramebufferDisplay``.
  case fbdev
  /// Memory only, without a screen. The display is a ``HeadlessDisplay``.
  case headless
}

/// A program's request for a display: the kind, the size and other properties of the display to open.
///
/// A program may fill the request from its command line. If a property is nil, its value is chosen when the
/// display is opened.
public struct DisplayRequest: Hashable, Sendable {
  /// The kind of display to open. If nil, DRM is tried first, then fbdev (a framebuffer). If another program
  /// owns the graphics card, or this process may not open it, fbdev is not tried.
  public var kind: DisplayKind?
  /// The path of the display's device node: a card node in `/dev/dri`, or a `/dev/fb*` node.
  ///
  /// A node in `/dev/dri` is used only for DRM, and a `/dev/fb*` node is used only for fbdev.
  public var path: String?
  /// The name of the connector to draw on, such as `HDMI-A-1`. nil chooses the first connector with a display
  /// plugged in.
  public var connector: String?
  /// The size of the unrotated display in pixels.
  public var size: PixelSize?
  /// The requested refresh rate in millihertz, such as 60 000 for 60 Hz. Only DRM displays use this property.
  ///
  /// Of all modes with the requested size, the mode nearest to this rate is chosen. Interlaced modes are
  /// considered only if all modes of that size are interlaced. If the request's ``size`` is nil, this
  /// property is ignored.
  public var refreshMillihertz: Int?
  /// The pixel format of the display to open.
  public var format: PixelFormat?
  /// The number of buffers of a DRM or headless display. Successive frames use these buffers in turn.
  public var buffers = 2
  /// Whether a DRM display uses atomic commits if the driver has them. If false, it uses the older calls,
  /// which every driver has.
  public var usesAtomicModeSetting = true
  /// Whether a DRM display waits for a screen if none is plugged in. If false, this is an error.
  public var waitsForConnection = false
  /// The path of the text console (virtual terminal). The console is switched to graphics mode, so that it
  /// does not draw over the frames.
  public var console = "/dev/tty0"
  /// The size of a headless display in pixels. This size is used only if the request's ``size`` is nil.
  public var headlessSize = PixelSize(width: 800, height: 480)

  /// Creates a request for a kind of display. All other properties have their default values.
  public init(kind: DisplayKind? = nil) {
    self.kind = kind
  }
}
