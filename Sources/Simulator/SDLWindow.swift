#if Simulator
  internal import CSDL
  internal import CartoucheLinux
  internal import CartoucheRaster

  /// A window of SDL with the pixels of one frame, which it shows at any scale.
  ///
  /// Only the main thread may use it. SDL draws without a graphics card, so that the pixels of a frame at the
  /// scale 1 are exactly those on the screen.
  final class SDLWindow {
    private let window: OpaquePointer
    private let renderer: OpaquePointer
    private var texture: OpaquePointer?
    private var size = PixelSize(width: 0, height: 0)
    /// The converted pixels of a damaged rectangle whose format SDL does not show exactly.
    private var converted: [UInt32] = []

    /// Opens a window in the middle of the screen.
    ///
    /// - Parameter size: The size of the window in pixels of the desktop.
    /// - Throws: ``DisplayOpeningError/noDesktop(reason:)`` if there is no desktop, or if it refuses the
    ///   window.
    init(size: PixelSize, title: String) throws(DisplayOpeningError) {
      try Self.start()
      let flags = SDL_WINDOW_RESIZABLE.rawValue
      let (x, y) = (shim_window_centered, shim_window_centered)
      guard let window = SDL_CreateWindow(title, x, y, Int32(clamping: size.width), Int32(clamping: size.height), flags) else {
        defer { SDL_QuitSubSystem(SDL_INIT_VIDEO) }
        throw Self.failure()
      }
      guard let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE.rawValue) else {
        defer {
          SDL_DestroyWindow(window)
          SDL_QuitSubSystem(SDL_INIT_VIDEO)
        }
        throw Self.failure()
      }
      (self.window, self.renderer) = (window, renderer)
      SDL_SetWindowMinimumSize(window, 16, 16)
      // The keys are commands, not text.
      SDL_StopTextInput()
    }

    deinit {
      if let texture { SDL_DestroyTexture(texture) }
      SDL_DestroyRenderer(renderer)
      SDL_DestroyWindow(window)
      SDL_QuitSubSystem(SDL_INIT_VIDEO)
    }

    /// Connects to the desktop. `SDL_QuitSubSystem` ends the connection after as many calls.
    static func start() throws(DisplayOpeningError) {
      // SIGINT and SIGTERM belong to the event loop; SDL_main belongs to programs that SDL starts.
      SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
      // Other drivers would draw on a graphics card without a desktop.
      SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,wayland")
      // A desktop with a kiosk's window may turn its screen off.
      SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1")
      SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear")
      SDL_SetMainReady()
      guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else { throw failure() }
    }

    private static func failure() -> DisplayOpeningError {
      .noDesktop(reason: String(cString: SDL_GetError()))
    }

    // MARK: The desktop

    /// The descriptor that becomes readable when the desktop sends events; nil if it is unknown.
    var descriptor: Int32? {
      let number = shim_connection_descriptor(window)
      return number < 0 ? nil : number
    }

    /// The size of the window in pixels of the desktop.
    var windowSize: PixelSize {
      get {
        var (width, height): (Int32, Int32) = (0, 0)
        SDL_GetWindowSize(window, &width, &height)
        return PixelSize(width: Int(width), height: Int(height))
      }
      set { SDL_SetWindowSize(window, Int32(clamping: newValue.width), Int32(clamping: newValue.height)) }
    }

    var title = "" { didSet { if title != oldValue { SDL_SetWindowTitle(window, title) } } }

    /// The desktop's first screen.
    struct Screen {
      /// The resolution in dots per inch; nil if the desktop does not say.
      var dotsPerInch: Scalar?
      /// The size in pixels of the part that no bar covers; empty if the desktop does not say.
      var usableSize = PixelSize(width: 0, height: 0)
    }

    /// Returns the desktop's first screen. ``start()`` has to be called before.
    static func screen() -> Screen {
      var screen = Screen()
      var bounds = SDL_Rect()
      if SDL_GetDisplayUsableBounds(0, &bounds) == 0 { screen.usableSize = PixelSize(width: Int(bounds.w), height: Int(bounds.h)) }
      var resolution: Float = 0
      if SDL_GetDisplayDPI(0, &resolution, nil, nil) != 0 {
        // Only a window leads to the X server, which may know.
        guard let window = SDL_CreateWindow("", 0, 0, 16, 16, SDL_WINDOW_HIDDEN.rawValue) else { return screen }
        resolution = shim_screen_resolution(window)
        SDL_DestroyWindow(window)
      }
      if resolution >= 1, resolution < 10_000 { screen.dotsPerInch = Scalar(rawValue: Int64(resolution * 65_536)) }
      return screen
    }

    // MARK: Pixels

    /// Copies the pixels of `rects` to the window's own. ``show(fingers:radius:scale:)`` then shows them.
    ///
    /// - Returns: Whether the pixels were copied: the window may have no memory for them.
    func update(_ pixels: PixelBuffer, in rects: [PixelRect]) -> Bool {
      if size != pixels.size || texture == nil {
        if let texture { SDL_DestroyTexture(texture) }
        size = pixels.size
        texture = SDL_CreateTexture(
          renderer, SDL_PIXELFORMAT_RGB888.rawValue, Int32(SDL_TEXTUREACCESS_STREAMING.rawValue), Int32(clamping: size.width),
          Int32(clamping: size.height))
      }
      guard let texture else { return false }
      for rect in rects {
        let rect = rect.intersection(PixelRect(size))
        guard !rect.isEmpty else { continue }
        var target = SDL_Rect(x: Int32(rect.minX), y: Int32(rect.minY), w: Int32(rect.width), h: Int32(rect.height))
        let first = pixels.baseAddress + rect.minY * pixels.bytesPerRow + rect.minX * pixels.format.bytesPerPixel
        let status: Int32
        switch pixels.format {
        case .xrgb8888, .argb8888:
          status = SDL_UpdateTexture(texture, &target, first, Int32(pixels.bytesPerRow))
        case .rgb565, .xbgr8888, .rgbx8888, .bgrx8888, .rgb888, .bgr888, .bgr565, .xrgb1555, .xbgr1555, .rgbx5551, .xrgb2101010:
          convert(pixels, first: first, width: rect.width, height: rect.height)
          status = SDL_UpdateTexture(texture, &target, converted, Int32(rect.width * 4))
        }
        guard status == 0 else { return false }
      }
      return true
    }

    /// Converts pixels as ``Image`` does, so that the window shows what an image file has.
    private func convert(_ pixels: PixelBuffer, first: UnsafeRawPointer, width: Int, height: Int) {
      converted.removeAll(keepingCapacity: true)
      for row in 0..<height {
        let start = first + row * pixels.bytesPerRow
        for column in 0..<width { converted.append(pixels.format.color(at: start + column * pixels.format.bytesPerPixel)) }
      }
    }

    /// Shows the pixels, and a circle around each finger.
    ///
    /// - Parameters:
    ///   - fingers: The positions of the fingers in pixels of the panel.
    ///   - radius: The radius of the circles in pixels of the window.
    ///   - scale: The scale from the panel to the window.
    func show(fingers: [Point], radius: Int, scale: WindowScale) {
      guard let texture else { return }
      SDL_RenderCopy(renderer, texture, nil, nil)
      SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND)
      SDL_SetRenderDrawColor(renderer, 128, 128, 128, 128)
      for finger in fingers {
        let (x, y) = ((finger.x * scale.factor).rounded, (finger.y * scale.factor).rounded)
        for row in -radius...radius {
          let half = Int(Double(radius * radius - row * row).squareRoot())
          SDL_RenderDrawLine(
            renderer, Int32(clamping: x - half), Int32(clamping: y + row), Int32(clamping: x + half), Int32(clamping: y + row))
        }
      }
      SDL_RenderPresent(renderer)
    }
  }
#endif
