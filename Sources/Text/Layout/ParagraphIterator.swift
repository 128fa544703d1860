internal import CartoucheRaster

/// The characters of one paragraph of the text and their grapheme cluster boundaries.
struct RawParagraph {
  var scalars: [UInt32] = []
  /// Whether each scalar starts a grapheme cluster.
  var isClusterStart: [Bool] = []
  /// The style index of each scalar.
  var styles: [UInt16] = []
  /// The number of scalars of the text that precede the paragraph.
  var offset = 0
  /// The number of scalars that end the paragraph, such as a line feed. These scalars follow the paragraph's
  /// own scalars.
  var terminatorLength = 0

  /// Makes room for a paragraph of up to so many scalars. A long paragraph gets more memory as it is read.
  fileprivate mutating func reserveCapacity(_ count: Int) {
    let count = min(count, 128)
    scalars.reserveCapacity(count)
    isClusterStart.reserveCapacity(count)
    styles.reserveCapacity(count)
  }
}

/// A reader that returns the paragraphs of a text one at a time. Paragraphs that are not shown are therefore
/// never read.
struct ParagraphIterator {
  private let text: String
  private var position: String.Index
  private(set) var offset = 0
  /// The end of each span as an offset in the text, and the index of the span's style.
  private let ends: [(offset: Int, style: UInt16)]
  private var span = 0

  /// Creates a reader of the text of several spans.
  ///
  /// - Parameter styles: The style index of each span.
  init(_ spans: [TextSpan], styles: [UInt16]) {
    if spans.count == 1 {
      text = spans[0].string
      ends = [(.max, styles[0])]
    } else {
      var joined = ""
      var ends: [(offset: Int, style: UInt16)] = []
      var count = 0
      for (span, style) in zip(spans, styles) {
        joined += span.string
        count += span.string.unicodeScalars.count
        ends.append((count, style))
      }
      (text, self.ends) = (joined, ends)
    }
    position = text.startIndex
  }

  /// Returns the number of scalars in the text.
  func scalarCount() -> Int { offset + text[position...].unicodeScalars.count }

  var isAtEnd: Bool { position == text.endIndex }

  mutating func next() -> RawParagraph? {
    guard !isAtEnd else { return nil }
    var source = RawParagraph()
    source.offset = offset
    source.reserveCapacity(text.utf8.count)
    while position < text.endIndex {
      let next = text.index(after: position)
      var isFirst = true
      for scalar in text.unicodeScalars[position..<next] {
        if isFirst, CharacterProperties.isParagraphSeparator(scalar.value) {
          source.terminatorLength = text.unicodeScalars[position..<next].count
          break
        }
        while span < ends.count - 1, offset >= ends[span].offset { span += 1 }
        source.scalars.append(scalar.value)
        source.isClusterStart.append(isFirst)
        source.styles.append(ends[span].style)
        isFirst = false
        offset += 1
      }
      position = next
      if source.terminatorLength > 0 {
        offset += source.terminatorLength
        break
      }
    }
    return source
  }
}
