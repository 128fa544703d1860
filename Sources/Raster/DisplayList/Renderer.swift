/// Draws display lists: shapes are flattened and binned once, then each block of the screen is composed in ordinary memory and
/// written to the target once.
///
/// Keeps its working memory from frame to frame. One renderer draws one frame at a time.
public final class Renderer {
  /// What the last frame took.
  public struct Statistics: Hashable, Sendable {
    /// Blocks drawn.
    public var blocks = 0
    /// Bytes written to the target.
    public var bytesWritten = 0
  }

  public init() {}

  /// Draws `list` over `background` into the pixels of `damage`, and leaves the others alone.
  ///
  /// - Parameters:
  ///   - target: the memory to write; the list's space is `target.size` turned back by `rotation`.
  ///   - damage: what to draw anew, in the list's space; the pixels are the same as if all was drawn.
  ///   - rotation: how far the picture is turned clockwise on its way into `target`.
  @discardableResult
  public func draw(
    _ list: DisplayList, over background: Color = .white, into target: PixelBuffer, damage: [PixelRect],
    rotation: Rotation = .none, workers: any Workers
  ) -> Statistics {
    Statistics()
  }
}
