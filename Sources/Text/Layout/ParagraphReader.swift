internal import CartoucheRaster

/// A paragraph as it stands in the text: its characters, and where one can be parted from the next.
struct RawParagraph {
  var scalars: [UInt32] = []
  /// Of each scalar, whether a grapheme cluster begins with it.
  var isClusterStart: [Bool] = []
  /// Of each scalar, the number of its style.
  var styles: [UInt16] = []
  /// How many scalars of the text lie before it.
  var offset = 0
  /// How many scalars behind its last one end it.
  var terminatorLength = 0
}

/// Reads a text's paragraphs one after the other: what is never shown is never looked at.
struct ParagraphReader {
  private let text: String
  private var place: String.Index
  private(set) var offset = 0
  /// Of each span, the offset behind its last scalar, and its style's number.
  private let ends: [(offset: Int, style: UInt16)]
  private var span = 0

  /// - Parameter styles: the number of each span's style.
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
    place = text.startIndex
  }

  /// How many scalars the text has.
  func scalarCount() -> Int { offset + text[place...].unicodeScalars.count }

  var isAtEnd: Bool { place == text.endIndex }

  mutating func next() -> RawParagraph? {
    guard !isAtEnd else { return nil }
    var source = RawParagraph()
    source.offset = offset
    while place < text.endIndex {
      let next = text.index(after: place)
      var isFirst = true
      for scalar in text.unicodeScalars[place..<next] {
        if isFirst, CharacterProperties.isParagraphSeparator(scalar.value) {
          source.terminatorLength = text.unicodeScalars[place..<next].count
          break
        }
        while span < ends.count - 1, offset >= ends[span].offset { span += 1 }
        source.scalars.append(scalar.value)
        source.isClusterStart.append(isFirst)
        source.styles.append(ends[span].style)
        isFirst = false
        offset += 1
      }
      place = next
      if source.terminatorLength > 0 {
        offset += source.terminatorLength
        break
      }
    }
    return source
  }
}
