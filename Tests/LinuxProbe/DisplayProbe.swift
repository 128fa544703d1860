import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Glibc

/// Draws a box that moves over a gradient, in each frame only what changed, and at the end asks the virtual
/// machine's host for a screenshot.
enum DisplayProbe {
  private static let boxSize = 64

  static func run(_ words: [String]) throws {
    var options: [String: String] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { options[String(parts[0])] = String(parts[1]) }
    }
    var request = DisplayRequest(kind: words.first.flatMap { DisplayKind(rawValue: $0) })
    request.format = options["format"].flatMap { PixelFormat(name: $0) }
    request.buffers = options["buffers"].flatMap { Int($0) } ?? 2
    request.connector = options["connector"]
    request.path = options["path"]
    if let size = options["size"]?.split(separator: "x").compactMap({ Int($0) }), size.count == 2 {
      request.size = PixelSize(width: size[0], height: size[1])
    }
    let loop = try EventLoop()
    let opened: OpenedDisplay
    do throws(DisplayOpeningError) {
      opened = try OpenedDisplay(request)
    } catch {
      print("error: \(error)")
      exit(1)
    }
    for reason in opened.choice.reasons { print("passed over: \(reason)") }
    let (display, mode) = (opened.display, opened.display.mode)
    print(
      "opened", opened.choice.kind.rawValue, "\(mode.size.width)x\(mode.size.height)", mode.format.name, mode.refreshMillihertz,
      "mHz")
    if let drm = display as? DRMDisplay { print("connector", drm.connectorName, "on", drm.path, "console", drm.hasConsole) }
    if let fbdev = display as? FramebufferDisplay { print("console", fbdev.hasConsole) }

    var session = Session(display: display, frames: options["frames"].flatMap { Int($0) } ?? 120)
    let start = EventLoop.now
    let timer = try loop.makeTimer { _ in
      session.tick()
      if session.isDone { loop.stop() }
    }
    timer.arm(at: start, every: Timestamp(nanoseconds: 16_666_667).seconds)
    if let descriptor = display.descriptor {
      try loop.watch(descriptor) { session.handle { () throws(DisplayError) in try display.handleEvents() } }
    }
    print("ending", try loop.run())
    let milliseconds = (EventLoop.now - start) / 1_000_000
    timer.disarm()
    while display.deadline != nil { _ = try loop.turn(timeout: 0.2) }
    if let drm = display as? DRMDisplay { print("drm", drm.statistics) }
    print(
      "presented", session.presented, "in", milliseconds, "ms; waited", session.waited, "ages", session.ages.sorted(), "errors",
      session.errors)
    if let name = options["dump"] {
      try session.write(to: "/out/\(name).ppm")
      print("screenshot", host("screendump \(name)-host"))
    }
    withExtendedLifetime(display) {}
  }

  /// Sends a line to the virtual machine's host and returns its answer.
  static func host(_ line: String) -> String {
    let port = open("/dev/vctl", O_RDWR)
    guard port >= 0 else { return "no host" }
    defer { close(port) }
    let text = Array((line + "\n").utf8)
    write(port, text, text.count)
    var answer: [UInt8] = []
    var byte: UInt8 = 0
    while read(port, &byte, 1) == 1, byte != 10 { answer.append(byte) }
    return String(decoding: answer, as: UTF8.self)
  }

  /// The state of the animation, and a copy of its pixels to compare with the screenshot.
  private struct Session {
    let display: any Display
    let frames: Int
    var presented = 0
    var waited = 0
    var ages: Set<Int> = []
    var errors: [DisplayError] = []
    private var last = PixelRect.empty
    private var copy: [UInt32]

    init(display: any Display, frames: Int) {
      self.display = display
      self.frames = frames
      copy = Array(repeating: 0, count: display.mode.size.width * display.mode.size.height)
    }

    var isDone: Bool { presented >= frames || errors.count > 3 }

    mutating func handle(_ work: () throws(DisplayError) -> Void) {
      do throws(DisplayError) { try work() } catch { errors.append(error) }
    }

    mutating func tick() {
      do throws(DisplayError) {
        let frame = try display.nextFrame()
        ages.insert(frame.age)
        let size = display.mode.size
        let x = presented * 7 % max(size.width - boxSize, 1)
        let y = presented * 3 % max(size.height - boxSize, 1)
        let box = PixelRect(minX: x, minY: y, maxX: x + boxSize, maxY: y + boxSize).intersection(PixelRect(size))
        // A frame of age 1 needs the last box and the new one; older content is redrawn entirely.
        let damage = frame.age == 1 ? [last, box] : [PixelRect(size)]
        for rect in damage { fill(rect, box: box, in: frame.pixels) }
        try display.present(frame, damage: presented == 0 ? [PixelRect(size)] : [last, box])
        last = box
        presented += 1
      } catch {
        if error == .frameStillInFlight { waited += 1 } else { errors.append(error) }
      }
    }

    private mutating func fill(_ rect: PixelRect, box: PixelRect, in pixels: PixelBuffer) {
      for y in rect.minY..<rect.maxY {
        let row = pixels.baseAddress + y * pixels.bytesPerRow
        for x in rect.minX..<rect.maxX {
          let isBox = (box.minX..<box.maxX).contains(x) && (box.minY..<box.maxY).contains(y)
          let color = isBox ? 0xffee_3311 : 0xff00_0000 | UInt32(x & 255) << 16 | UInt32(y & 255) << 8 | UInt32((x + y) >> 2 & 255)
          switch pixels.format {
          case .rgb565:
            let (r, g, b) = (color >> 19 & 31, color >> 10 & 63, color >> 3 & 31)
            row.storeBytes(of: UInt16(r << 11 | g << 5 | b), toByteOffset: x * 2, as: UInt16.self)
            copy[y * pixels.size.width + x] = (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | (b << 3 | b >> 2)
          default:
            row.storeBytes(of: color, toByteOffset: x * 4, as: UInt32.self)
            copy[y * pixels.size.width + x] = color
          }
        }
      }
    }

    func write(to path: String) throws {
      guard let file = fopen(path, "wb") else { return }
      defer { fclose(file) }
      let size = display.mode.size
      var bytes = Array("P6 \(size.width) \(size.height) 255\n".utf8)
      for color in copy { bytes += [UInt8(color >> 16 & 255), UInt8(color >> 8 & 255), UInt8(color & 255)] }
      fwrite(bytes, 1, bytes.count, file)
    }
  }
}
