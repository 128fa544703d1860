/// The height of a block: a band of screen rows, or a part of one, that is composed in cache and written
/// once.
///
/// A block is the renderer's unit of work. Bands begin at multiples of ``rows``. Coverage is accumulated a
/// band at a time, and edges, glyphs and items are binned by the bands that they touch.
enum RenderBlockHeight {
  /// The binary logarithm of ``rows``.
  static let bits = 5
  /// Rows of a block, a power of two.
  static let rows = 1 << bits
}
