import CartoucheRaster

/// The description of one image in the index of a sprite sheet.
struct SpriteIndexEntry {
  /// A property of the description that is left out.
  struct PropertyError {
    var property: String
    var reason: String
  }

  /// The area of the image in the sheet. It is inside the sheet and not empty.
  let area: PixelRect
  let pixelRatio: Scalar
  let isSDF: Bool
  private(set) var stretchX: [ClosedRange<Scalar>] = []
  private(set) var stretchY: [ClosedRange<Scalar>] = []
  private(set) var content: Rect?
  private(set) var textFitWidth = StyleImage.TextFit.stretchOrShrink
  private(set) var textFitHeight = StyleImage.TextFit.stretchOrShrink
  private(set) var errors: [PropertyError] = []

  /// An image cannot be drawn. The reason is part of a sentence.
  struct Failure: Error { var reason: String }

  /// The range of pixel ratios. Beyond it, an image would have no size, or more points than a world has.
  private static let pixelRatios = 0.0625...64.0
  /// The maximum number of ranges that are stretched along an axis.
  private static let maximumStretchCount = 256

  /// Reads the description of an image.
  ///
  /// - Parameter sheet: The size of the sheet's PNG image.
  /// - Source: MapLibre style specification, "Sprite".
  init(_ node: JSONNode, sheet: PixelSize) throws(Failure) {
    guard let object = node.object else { throw Failure(reason: "an object is expected, not \(node.typeName)") }
    let (x, y) = (try Self.wholeNumber("x", object, default: 0), try Self.wholeNumber("y", object, default: 0))
    let (width, height) = (try Self.wholeNumber("width", object), try Self.wholeNumber("height", object))
    guard width > 0, height > 0 else {
      throw Failure(reason: "its size is \(width) × \(height); at least 1 × 1 pixels are expected")
    }
    // The numbers are at most 2^31 in magnitude.
    guard x >= 0, y >= 0, x + width <= sheet.width, y + height <= sheet.height else {
      throw Failure(
        reason:
          "its \(width) × \(height) pixels at (\(x), \(y)) are not inside the PNG image of \(sheet.width) × \(sheet.height) pixels")
    }
    area = PixelRect(minX: x, minY: y, maxX: x + width, maxY: y + height)
    let ratio = try Self.number("pixelRatio", object, default: 1)
    guard Self.pixelRatios.contains(ratio) else {
      throw Failure(reason: "its pixelRatio is \(JSONNode(.number(ratio)).text); 0.0625 to 64 is expected")
    }
    pixelRatio = Scalar(floatLiteral: ratio)
    var broken: [PropertyError] = []
    func value<Value>(_ property: String, _ read: (JSONNode) throws(Failure) -> Value) -> Value? {
      guard let node = object[property] else { return nil }
      do throws(Failure) {
        return try read(node)
      } catch {
        broken.append(PropertyError(property: property, reason: error.reason))
        return nil
      }
    }
    isSDF =
      value("sdf") { (node) throws(Failure) in
        guard let flag = node.boolean else { throw Failure(reason: "true or false is expected, not \(node.typeName)") }
        return flag
      } ?? false
    stretchX = value("stretchX") { (node) throws(Failure) in try Self.ranges(node, limit: width) } ?? []
    stretchY = value("stretchY") { (node) throws(Failure) in try Self.ranges(node, limit: height) } ?? []
    content = value("content") { (node) throws(Failure) in try Self.rect(node, width: width, height: height) }
    textFitWidth = value("textFitWidth", Self.textFit) ?? .stretchOrShrink
    textFitHeight = value("textFitHeight", Self.textFit) ?? .stretchOrShrink
    errors = broken
  }

  private static func number(_ key: String, _ object: JSONObject, default missing: Double? = nil) throws(Failure) -> Double {
    guard let node = object[key] else {
      guard let missing else { throw Failure(reason: "it has no \(key)") }
      return missing
    }
    guard let number = node.number else { throw Failure(reason: "its \(key) is not a number but \(node.typeName)") }
    return number
  }

  private static func wholeNumber(_ key: String, _ object: JSONObject, default missing: Double? = nil) throws(Failure) -> Int {
    let number = try number(key, object, default: missing)
    guard let whole = Int32(exactly: number) else {
      throw Failure(reason: "its \(key) is \(JSONNode(.number(number)).text); a whole number of pixels is expected")
    }
    return Int(whole)
  }

  /// Reads an array of pairs such as `[[8, 24], [40, 56]]`.
  private static func ranges(_ node: JSONNode, limit: Int) throws(Failure) -> [ClosedRange<Scalar>] {
    guard let elements = node.array else {
      throw Failure(reason: "an array of pairs of numbers is expected, not \(node.typeName)")
    }
    guard elements.count <= maximumStretchCount else {
      throw Failure(reason: "it has \(elements.count) pairs; at most \(maximumStretchCount) are expected")
    }
    var ranges: [ClosedRange<Scalar>] = []
    var last = 0.0
    for element in elements {
      guard let pair = element.array, pair.count == 2, let start = pair[0].number, let end = pair[1].number else {
        throw Failure(reason: "pairs of numbers are expected, such as [8, 24]")
      }
      guard start >= last, start <= end, end <= Double(limit) else {
        throw Failure(reason: "the pairs are expected in ascending order, without overlaps, from 0 to \(limit)")
      }
      ranges.append(Scalar(floatLiteral: start)...Scalar(floatLiteral: end))
      last = end
    }
    return ranges
  }

  /// Reads an array with the left, upper, right and lower edge of an area.
  private static func rect(_ node: JSONNode, width: Int, height: Int) throws(Failure) -> Rect {
    let numbers = (node.array ?? []).compactMap(\.number)
    guard node.array?.count == 4, numbers.count == 4 else {
      throw Failure(reason: "four numbers are expected: left, top, right and bottom")
    }
    guard numbers[0] >= 0, numbers[0] <= numbers[2], numbers[2] <= Double(width), numbers[1] >= 0, numbers[1] <= numbers[3],
      numbers[3] <= Double(height)
    else { throw Failure(reason: "the area is expected inside of the image's \(width) × \(height) pixels") }
    let edges = numbers.map { Scalar(floatLiteral: $0) }
    return Rect(x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1])
  }

  private static func textFit(_ node: JSONNode) throws(Failure) -> StyleImage.TextFit {
    guard let fit = node.string.flatMap(StyleImage.TextFit.init) else {
      let names = StyleImage.TextFit.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw Failure(reason: "one of \(names) is expected")
    }
    return fit
  }
}
