internal import Logging

/// The display that a board asks for.
struct OpenedDisplay {
  let display: any Display
  let isHeadless: Bool

  /// - Throws: ``KioskError`` when it cannot be opened.
  init(_ board: Board, logger: Logger) throws(KioskError) {
    switch board.display {
    case .headless, .auto:
      let mode = DisplayMode(
        size: board.mode?.size ?? PixelSize(width: 800, height: 480), format: board.format ?? .xrgb8888,
        refreshMillihertz: board.mode?.refreshMillihertz ?? 60_000)
      do throws(DisplayOpeningError) {
        display = try HeadlessDisplay(mode: mode, buffers: board.buffers)
      } catch {
        throw .display(error)
      }
      isHeadless = true
      logger.info("display: headless, \(mode.size.width) x \(mode.size.height) \(mode.format.name)")
    case .drm, .fbdev, .window:
      throw .noSuchDisplay(board.display)
    }
  }
}
