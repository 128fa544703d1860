#if Simulator
  internal import CSDL
  public import CartoucheLinux
  public import CartoucheRaster
  public import CartoucheScene
  internal import Glibc

  /// A display in a window of a desktop. Its mouse is a finger, and its keys change the panel.
  ///
  ///     mouse, keys ▶ SDL ▶ handleEvents ▶ takeEvents: contacts, resized, saveFrame, close
  ///     nextFrame ▶ draw into memory ▶ present copies the damage to the window
  ///
  /// The window shows the panel in its own orientation. It is as large as the panel if the size in
  /// millimeters is known and the screen has room. Resizing the window resizes the panel at the same scale.
  ///
  /// Only the main thread may use the display. While the desktop sends no events, the display has no
  /// deadline.
  public final class WindowDisplay: InteractiveDisplay {
    /// A sentence for the user that names the keys of the window.
    public static let keys = """
      the mouse is a finger, and its wheel scrolls and zooms; with Alt or Control there are two, mirrored about the middle, and with Shift they move in parallel; \
      R turns the panel, D writes a frame, 1 switches between true size and single pixels, Escape closes the window
      """

    public private(set) var mode: DisplayMode

    private let window: SDLWindow
    /// The buffers of frames.
    private var memory: HeadlessDisplay
    private let trueScale: WindowScale
    private var scale: WindowScale
    private var fingers = SimulatedFingers()
    /// The fingers of a touchscreen of the desktop, by SDL's number.
    private var touches: [SDL_FingerID: Int] = [:]
    private var events: [DisplayEvent] = []
    private var isShown = false
    private var needsShowing = false
    /// The time at which SDL is asked once more: it postpones changes of the focus.
    private var nextPoll: Timestamp?
    public let descriptor: Int32?

    /// Opens a window.
    ///
    /// - Parameters:
    ///   - mode: The size of the panel in pixels, its format, and the rate of frames.
    ///   - millimeters: The width and height of the panel in millimeters, for a window as large as the panel.
    ///     If nil, a pixel of the panel is a pixel of the desktop.
    /// - Throws: ``DisplayOpeningError`` if there is no desktop or no memory.
    public init(mode: DisplayMode, millimeters: Size?) throws(DisplayOpeningError) {
      // SDL_VIDEODRIVER names a desktop that SDL knows by other means.
      guard Self.hasDesktop || getenv("SDL_VIDEODRIVER") != nil else { throw .noDesktop(reason: "there is no desktop") }
      self.mode = mode
      memory = try HeadlessDisplay(mode: mode)
      // An X server without a window manager ends its session with its last connection, so this one stays.
      try SDLWindow.start()
      defer { SDL_QuitSubSystem(SDL_INIT_VIDEO) }
      let screen = SDLWindow.screen()
      var scale = WindowScale.pixelExact
      if let millimeters, let resolution = screen.dotsPerInch {
        scale = WindowScale(panel: mode.size, millimeters: millimeters, dotsPerInch: resolution) ?? scale
      }
      trueScale = scale.fitting(mode.size, into: screen.usableSize)
      self.scale = trueScale
      window = try SDLWindow(size: trueScale.windowSize(of: mode.size), title: Self.program)
      descriptor = window.descriptor
      nextPoll = .zero
      updateTitle()
    }

    /// Whether the program was started on a desktop.
    public static var hasDesktop: Bool {
      func isSet(_ name: String) -> Bool { getenv(name).map { $0.pointee != 0 } ?? false }
      return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY")
    }

    // MARK: Frames

    public var deadline: Timestamp? { nextPoll }

    public var frontBuffer: PixelBuffer? { memory.frontBuffer }

    public func nextFrame() throws(DisplayError) -> Frame {
      try memory.nextFrame()
    }

    public func present(_ frame: consuming Frame, damage: [PixelRect]) throws(DisplayError) {
      try memory.present(frame, damage: damage)
      guard let pixels = memory.frontBuffer else { return }
      guard window.update(pixels, in: isShown ? damage : [PixelRect(mode.size)]) else { throw .failed(errno: ENOMEM) }
      isShown = true
      show()
    }

    private func show() {
      needsShowing = false
      let positions = fingers.positions
      window.show(fingers: positions.count > 1 ? positions : [], radius: 16, scale: scale)
      // Showing may have read events from the connection, which then does not become readable.
      SDL_PumpEvents()
      if SDL_HasEvents(SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue) == SDL_TRUE { nextPoll = .zero }
    }

    private func resize(to size: PixelSize) {
      var resized = mode
      resized.size = size
      // Without memory for the new size the panel keeps its size.
      guard size != mode.size, let larger = try? HeadlessDisplay(mode: resized) else { return }
      (mode, memory, isShown) = (resized, larger, false)
      cancelFingers()
      events.append(.resized)
      updateTitle()
    }

    private func updateTitle() {
      let percent = (scale.factor * 100).rounded
      window.title = "\(Self.program) – \(mode.size.width) × \(mode.size.height)" + (percent == 100 ? "" : " (\(percent) %)")
    }

    private static var program: String {
      CommandLine.arguments.first.flatMap { $0.split(separator: "/").last.map { String($0) } } ?? "Cartouche"
    }

    // MARK: Events

    public func takeEvents() -> [DisplayEvent] {
      defer { events.removeAll(keepingCapacity: true) }
      return events
    }

    public func handleEvents() throws(DisplayError) {
      nextPoll = nil
      var isBusy = false
      var event = SDL_Event()
      repeat {
        while SDL_PollEvent(&event) != 0 {
          isBusy = true
          handle(event)
        }
        if needsShowing, isShown { show() }
      } while SDL_HasEvents(SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue) == SDL_TRUE
      if descriptor == nil {
        nextPoll = Self.now(plusMilliseconds: 10)
      } else {
        nextPoll = isBusy ? Self.now(plusMilliseconds: 250) : nil
      }
    }

    private static func now(plusMilliseconds milliseconds: Int64) -> Timestamp {
      Timestamp(nanoseconds: EventLoop.now.nanoseconds + milliseconds * 1_000_000)
    }

    private func handle(_ event: SDL_Event) {
      let now = EventLoop.now
      let modifiers = Self.modifiers
      switch SDL_EventType(rawValue: event.type) {
      case SDL_QUIT:
        events.append(.close)
      case SDL_WINDOWEVENT:
        handle(SDL_WindowEventID(rawValue: UInt32(event.window.event)))
      case SDL_KEYDOWN where event.key.repeat == 0:
        press(key: SDL_KeyCode(rawValue: UInt32(bitPattern: event.key.keysym.sym)))
      case SDL_MOUSEBUTTONDOWN where event.button.which != Self.touchMouse && event.button.button == UInt8(SDL_BUTTON_LEFT):
        // A drag goes on outside of the window.
        SDL_CaptureMouse(SDL_TRUE)
        let point = scale.panelPoint(x: Int(event.button.x), y: Int(event.button.y))
        add(fingers.press(at: point, modifiers: modifiers, in: mode.size, time: now))
      case SDL_MOUSEMOTION where event.motion.which != Self.touchMouse:
        let point = scale.panelPoint(x: Int(event.motion.x), y: Int(event.motion.y))
        add(fingers.move(to: point, modifiers: modifiers, time: now))
      case SDL_MOUSEBUTTONUP where event.button.which != Self.touchMouse && event.button.button == UInt8(SDL_BUTTON_LEFT):
        SDL_CaptureMouse(SDL_FALSE)
        add(fingers.release(at: now))
      case SDL_MOUSEWHEEL where event.wheel.which != Self.touchMouse:
        turn(event.wheel)
      case SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP:
        touch(event.tfinger, type: SDL_EventType(rawValue: event.type), time: now)
      default:
        break
      }
    }

    private func handle(_ event: SDL_WindowEventID) {
      switch event {
      case SDL_WINDOWEVENT_EXPOSED:
        needsShowing = true
      case SDL_WINDOWEVENT_SIZE_CHANGED:
        needsShowing = true
        // A scale may not be a whole number of pixels for either size.
        let size = window.windowSize
        if size != scale.windowSize(of: mode.size) { resize(to: scale.panelSize(of: size)) }
      case SDL_WINDOWEVENT_FOCUS_LOST:
        cancelFingers()
      case SDL_WINDOWEVENT_CLOSE:
        events.append(.close)
      default:
        break
      }
    }

    private func press(key: SDL_KeyCode) {
      switch key {
      case SDLK_ESCAPE:
        events.append(.close)
      case SDLK_d, SDLK_s:
        events.append(.saveFrame)
      case SDLK_r:
        resize(to: PixelSize(width: mode.size.height, height: mode.size.width))
        window.windowSize = scale.windowSize(of: mode.size)
      case SDLK_1:
        cancelFingers()
        scale = scale == .pixelExact ? trueScale : .pixelExact
        window.windowSize = scale.windowSize(of: mode.size)
        updateTitle()
        needsShowing = true
      default:
        break
      }
    }

    // MARK: Fingers

    private static let touchMouse = UInt32.max

    private static var modifiers: SimulatedFingers.Modifiers {
      let state = SDL_GetModState().rawValue
      var modifiers: SimulatedFingers.Modifiers = []
      if state & (KMOD_ALT.rawValue | KMOD_CTRL.rawValue) != 0 { modifiers.insert(.mirrored) }
      if state & KMOD_SHIFT.rawValue != 0 { modifiers.insert(.parallel) }
      return modifiers
    }

    private func add(_ contacts: [ContactEvent]) {
      guard !contacts.isEmpty else { return }
      for contact in contacts { events.append(.contact(contact)) }
      if contacts.count > 1 { needsShowing = true }
    }

    private func turn(_ wheel: SDL_MouseWheelEvent) {
      var (x, y): (Int32, Int32) = (0, 0)
      SDL_GetMouseState(&x, &y)
      // The desktop's natural scrolling is undone, because positive values are away from the user.
      let sign: Scalar = wheel.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue ? -1 : 1
      let event = ScrollWheelEvent(
        location: scale.panelPoint(x: Int(x), y: Int(y)), deltaX: Scalar(Int(wheel.x)) * sign, deltaY: Scalar(Int(wheel.y)) * sign)
      events.append(.scrollWheel(event))
    }

    private func cancelFingers() {
      add(fingers.cancel(at: EventLoop.now))
    }

    /// Reports a finger on a touchscreen of the desktop.
    private func touch(_ finger: SDL_TouchFingerEvent, type: SDL_EventType, time: Timestamp) {
      func scalar(_ fraction: Float, of length: Int) -> Scalar {
        Scalar(rawValue: Int64(min(max(fraction, 0), 1) * 65_536)) * length
      }
      if type == SDL_FINGERDOWN { touches[finger.fingerId] = fingers.nextID() }
      guard let id = touches[finger.fingerId] else { return }
      let point = Point(x: scalar(finger.x, of: mode.size.width), y: scalar(finger.y, of: mode.size.height))
      let contact = Contact(id: id, position: point, time: time)
      switch type {
      case SDL_FINGERDOWN: add([.began(contact)])
      case SDL_FINGERUP:
        touches[finger.fingerId] = nil
        add([.ended(contact)])
      default: add([.moved(contact)])
      }
    }
  }
#endif
