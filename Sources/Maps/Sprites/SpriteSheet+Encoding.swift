package import CartoucheImages
import CartoucheRaster

extension SpriteSheet {
  /// Returns the bytes of the two files of a sheet with these images.
  ///
  /// Images with equal pixels are in the sheet once. The same images always give the same bytes.
  ///
  /// - Parameters:
  ///   - images: The images with their names, of which each occurs once.
  ///   - padding: The number of transparent pixels around each image.
  /// - Throws: ``ImageError`` if the sheet has more than ``defaultMaximumPixels``, or cannot be encoded.
  package static func encode(
    _ images: [(name: String, image: StyleImage)], padding: Int = 1
  ) throws(ImageError) -> (index: [UInt8], png: [UInt8]) {
    let images = images.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    var indices: [PixelContent: Int] = [:]
    var distinct: [Image] = []
    var positions: [Int] = []
    for (_, image) in images {
      let content = PixelContent(image: image.image)
      let index = indices[content] ?? distinct.count
      if index == distinct.count {
        indices[content] = index
        distinct.append(image.image)
      }
      positions.append(index)
    }
    let packing = SpritePacking(distinct.map(\.size), padding: padding)
    let (size, maximum) = (packing.size, defaultMaximumPixels)
    guard size.width <= maximum, size.height <= maximum, size.width * size.height <= maximum else {
      throw .tooLarge(size: size, maximumPixels: maximum)
    }
    let sheet = Image(size: size) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      for (image, origin) in zip(distinct, packing.origins) {
        for row in 0..<image.size.height {
          let start = (origin.y + row) * size.width + origin.x
          for column in 0..<image.size.width {
            pixels[start + column] = image.storage.pixels[row * image.size.width + column]
          }
        }
      }
    }
    let lines = zip(images, positions).map { image, position in
      "  \(JSONNode.quoted(image.name)): \(entry(image.image, at: packing.origins[position]).text)"
    }
    let text = lines.isEmpty ? "{}\n" : "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    return (Array(text.utf8), try PNG.encode(sheet))
  }

  /// Returns the description of an image in an index, without the properties that have their default value.
  private static func entry(_ image: StyleImage, at origin: PixelPoint) -> JSONNode {
    var object = JSONObject()
    func number(_ value: Int) -> JSONNode { JSONNode(.number(Double(value))) }
    func number(_ value: Scalar) -> JSONNode { JSONNode(.number(Double(value.rawValue) / Double(Scalar.one.rawValue))) }
    func ranges(_ ranges: [ClosedRange<Scalar>]) -> JSONNode {
      JSONNode(.array(ranges.map { JSONNode(.array([number($0.lowerBound), number($0.upperBound)])) }))
    }
    object.set("width", to: number(image.image.size.width))
    object.set("height", to: number(image.image.size.height))
    object.set("x", to: number(origin.x))
    object.set("y", to: number(origin.y))
    object.set("pixelRatio", to: number(image.pixelRatio))
    if image.isSDF { object.set("sdf", to: JSONNode(.boolean(true))) }
    if !image.stretchX.isEmpty { object.set("stretchX", to: ranges(image.stretchX)) }
    if !image.stretchY.isEmpty { object.set("stretchY", to: ranges(image.stretchY)) }
    if let content = image.content {
      object.set("content", to: JSONNode(.array([content.minX, content.minY, content.maxX, content.maxY].map { number($0) })))
    }
    for (key, fit) in [("textFitWidth", image.textFitWidth), ("textFitHeight", image.textFitHeight)]
    where fit != .stretchOrShrink { object.set(key, to: JSONNode(.string(fit.rawValue))) }
    return JSONNode(.object(object))
  }
}

/// An image that is compared by its pixels.
private struct PixelContent: Hashable {
  let image: Image

  private var pixels: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: image.storage.pixels, count: image.storage.count * 4)
  }

  static func == (a: PixelContent, b: PixelContent) -> Bool {
    a.image.size == b.image.size && a.pixels.elementsEqual(b.pixels)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(image.size)
    hasher.combine(bytes: pixels)
  }
}
