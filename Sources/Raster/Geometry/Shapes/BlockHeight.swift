/// The height of a block, the renderer's unit of work: a band of screen rows that is composed in cache and
/// written once.
///
/// Bands begin at multiples of ``rows``. Coverage is accumulated a band at a time, and edges, glyphs and
/// items are binned by the bands that they touch.
enum BlockHeight {
  /// The binary logarithm of ``rows``.
  static let bits = 5
  /// Rows of a block, a power of two.
  static let rows = 1 << bits
}
