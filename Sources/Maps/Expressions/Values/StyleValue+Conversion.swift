/// Conversions of plain values to the types of style properties.
extension StyleValue {
  /// Whether the value counts as true: not null, false, 0, NaN or an empty text.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .boolean(let flag): flag
    case .number(let number): number != 0 && number == number
    case .string(let string): !string.isEmpty
    default: true
    }
  }

  /// The number that the value is converted to; nil if there is none.
  var convertedNumber: Double? {
    switch self {
    case .null: 0
    case .boolean(let flag): flag ? 1 : 0
    case .number(let number): number
    case .string(let string): NumberText.number(string)
    // An array is converted as the text of its items.
    case .array(let items): items.isEmpty ? 0 : items.count == 1 ? NumberText.number(items[0].text) : nil
    default: nil
    }
  }

  /// The numbers of an array of numbers.
  private var numbers: [Double]? {
    guard case .array(let items) = self else { return nil }
    let numbers = items.compactMap(\.number)
    return numbers.count == items.count ? numbers : nil
  }

  /// The distances that a number, or one to four numbers, stand for in CSS.
  var convertedPadding: SIMD4<Double>? {
    if case .padding(let padding) = self { return padding }
    if let number { return SIMD4(repeating: number) }
    guard let sides = numbers, (1...4).contains(sides.count) else { return nil }
    return switch sides.count {
    case 1: SIMD4(repeating: sides[0])
    case 2: SIMD4(sides[0], sides[1], sides[0], sides[1])
    case 3: SIMD4(sides[0], sides[1], sides[2], sides[1])
    default: SIMD4(sides[0], sides[1], sides[2], sides[3])
    }
  }

  var convertedNumberArray: [Double]? {
    if case .numberArray(let numbers) = self { return numbers }
    return number.map { [$0] } ?? numbers
  }

  var convertedColorArray: [StyleColor]? {
    switch self {
    case .colorArray(let colors): return colors
    case .color(let color): return [color]
    case .string(let text): return StyleColor(css: text).map { [$0] }
    case .array(let items):
      let colors = items.compactMap { item in item.color ?? item.string.flatMap { StyleColor(css: $0) } }
      return colors.count == items.count ? colors : nil
    default: return nil
    }
  }

  var convertedAnchorOffsets: [AnchorOffset]? {
    if case .anchorOffsets(let offsets) = self { return offsets }
    guard case .array(let items) = self, !items.isEmpty, items.count.isMultiple(of: 2) else { return nil }
    var offsets: [AnchorOffset] = []
    for index in stride(from: 0, to: items.count, by: 2) {
      guard let anchor = items[index].string, AnchorOffset.anchors.contains(anchor), let offset = items[index + 1].numbers,
        offset.count == 2
      else { return nil }
      offsets.append(AnchorOffset(anchor: anchor, x: offset[0], y: offset[1]))
    }
    return offsets
  }

  var convertedProjection: Projection? {
    switch self {
    case .projection(let projection): return projection
    case .string(let name): return Projection(start: name, end: name, transition: 1)
    case .array(let items):
      guard items.count == 3, let start = items[0].string, let end = items[1].string, let transition = items[2].number else {
        return nil
      }
      return Projection(start: start, end: end, transition: transition)
    default: return nil
    }
  }
}
