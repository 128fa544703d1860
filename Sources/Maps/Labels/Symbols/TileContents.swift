/// What the features of a tile show in symbol layers.
///
/// Each content is made when it is first asked for, and its text is shaped later still. A tile of a city has
/// thousands of texts, and a view that is near shows a small part of them.
final class TileContents {
  private struct Entry {
    var match: Int32
    var group: Int32
    var state = State.new
    /// The content with or without a shaped text; nil if it is not made, or if there is nothing to show.
    var content: LabelContent?
  }

  private enum State {
    case new, outlined, shaped
  }

  private let tile: StyledTile
  private let id: TileID
  private let source: Int
  private let style: CompiledStyle
  private let rules: [LabelRules?]
  private var maker: LabelContentMaker
  private var entries: [Entry] = []
  private var madeByteCount = 0

  init(
    of tile: StyledTile, id: TileID, source: Int, style: CompiledStyle, rules: [LabelRules?], maker: LabelContentMaker
  ) {
    (self.tile, self.id, self.source, self.style) = (tile, id, source, style)
    (self.rules, self.maker) = (rules, maker)
  }

  var byteCount: Int { madeByteCount + entries.count * MemoryLayout<Entry>.stride }

  /// Adds a group of features of the tile.
  ///
  /// - Parameters:
  ///   - match: The index of a symbol layer's match in ``StyledTile/matches``.
  ///   - group: The index of the group in the match.
  /// - Returns: The number of the content.
  func add(match: Int, group: Int) -> Int32 {
    entries.append(Entry(match: Int32(clamping: match), group: Int32(clamping: group)))
    return Int32(clamping: entries.count - 1)
  }

  /// Returns what a group shows, whether its text is shaped or not; nil if that is nothing.
  func outline(_ number: Int32) -> LabelContent? {
    let entry = entries[Int(number)]
    guard entry.state == .new else { return entry.content }
    let match = tile.matches[Int(entry.match)]
    let content = style.layers[match.style].symbolPaint.flatMap {
      maker.outline(
        $0, match.groups[Int(entry.group)], layer: match.style,
        LabelContent.Origin(source: source, tile: tile, id: id, layer: match.layer))
    }
    keep(content, content?.unshapedText == nil ? .shaped : .outlined, number)
    return content
  }

  /// Returns what a group shows, with its text shaped; nil if that is nothing.
  func content(_ number: Int32) -> LabelContent? {
    guard let outline = outline(number), entries[Int(number)].state == .outlined else { return entries[Int(number)].content }
    guard let paint = style.layers[outline.layer].symbolPaint, let rules = rules[outline.layer] else { return nil }
    let content = maker.shaped(outline, paint, rules)
    keep(content, .shaped, number)
    return content
  }

  private func keep(_ content: LabelContent?, _ state: State, _ number: Int32) {
    madeByteCount += (content?.byteCount ?? 0) - (entries[Int(number)].content?.byteCount ?? 0)
    (entries[Int(number)].state, entries[Int(number)].content) = (state, content)
  }

  /// Returns the size at which a group's text is largest.
  func textSize(_ number: Int32) -> Double {
    let entry = entries[Int(number)]
    let match = tile.matches[Int(entry.match)]
    guard let paint = style.layers[match.style].symbolPaint else { return 0 }
    return maker.textSize(paint, match.groups[Int(entry.group)])
  }
}
