import CartoucheImages
import CartoucheRaster

/// The images of a sprite sheet, by name.
///
///     let (sheet, errors) = try SpriteSheet.read("styles/sprite", pixelRatio: 2)
///     let icon = sheet["ferry"]
///
/// A sheet is two files of one name: an index `NAME.json` and an image `NAME.png`. Each image is cut out with
/// its own memory. The memory of the whole sheet's pixels is freed after reading.
///
/// - Source: MapLibre style specification, "Sprite".
public struct SpriteSheet: Sendable {
  /// The default of the maximum number of pixels of a sheet: 2^24 pixels, which take 64 MiB.
  public static let defaultMaximumPixels = 1 << 24
  /// The factor by which the pixels of the images may exceed those of the sheet, because images may overlap.
  private static let maximumOverlap = 4

  /// The images. Images that have the same area in the sheet share their memory.
  public private(set) var images: [String: StyleImage] = [:]
  /// The number of bytes of all images' pixels. Shared memory is counted once.
  public private(set) var byteCount = 0

  /// Creates a sheet without images.
  public init() {}

  /// The image of a name; nil if there is none.
  public subscript(name: String) -> StyleImage? { images[name] }

  /// Reads a sheet from the bytes of its two files.
  ///
  /// - Parameters:
  ///   - name: The path of the two files without their extensions, which errors show.
  ///   - maximumPixels: The maximum number of pixels of the sheet.
  /// - Returns: The sheet, and the errors of the images and properties that were left out.
  /// - Throws: ``SpriteError`` if one of the files cannot be read as a whole.
  package static func decode(
    index: [UInt8], png: [UInt8], name: String, maximumPixels: Int = defaultMaximumPixels
  ) throws(SpriteError) -> (sheet: SpriteSheet, errors: [SpriteError]) {
    let file = name + ".json"
    let object = try Self.object(index, file: file)
    let pixels: Image
    do throws(ImageError) {
      pixels = try PNG.decode(png, maximumPixels: maximumPixels)
    } catch {
      throw .notAnImage(file: name + ".png", reason: error.description)
    }
    var sheet = SpriteSheet()
    var errors = SpriteErrorList(file: file)
    var cutOut: [PixelRect: Image] = [:]
    var remaining = pixels.size.width * pixels.size.height * maximumOverlap
    for (key, node) in object.members.lazy.map({ ($0.key, $0.value) }) {
      let entry: SpriteIndexEntry
      do throws(SpriteIndexEntry.Failure) {
        entry = try SpriteIndexEntry(node, sheet: pixels.size)
      } catch {
        errors.append(.brokenImage(file: file, image: key, reason: error.reason))
        continue
      }
      let area = (entry.area.maxX - entry.area.minX) * (entry.area.maxY - entry.area.minY)
      guard let image = cutOut[entry.area] ?? (area <= remaining ? pixels.cutOut(entry.area) : nil) else {
        errors.append(
          .brokenImage(
            file: file, image: key,
            reason: "the images overlap so much that they have over \(maximumOverlap) times the sheet's pixels"))
        continue
      }
      if cutOut.updateValue(image, forKey: entry.area) == nil {
        remaining -= area
        sheet.byteCount += area * 4
      }
      for error in entry.errors {
        errors.append(.brokenProperty(file: file, image: key, property: error.property, reason: error.reason))
      }
      sheet.images[key] = StyleImage(image, entry)
    }
    return (sheet, errors.list)
  }

  private static func object(_ index: [UInt8], file: String) throws(SpriteError) -> JSONObject {
    func refuse(_ error: JSONError) -> SpriteError {
      .notAnIndex(
        file: file, reason: error.location.map { "line \($0.line), column \($0.column): \(error.reason)" } ?? error.reason)
    }
    guard index.count <= JSONReader.treeByteLimit else {
      throw refuse(JSONError(reason: "it is larger than \(JSONReader.treeByteLimit >> 20) MiB", location: nil))
    }
    do throws(JSONError) {
      let node = try JSONNode(parsing: index)
      guard let object = node.object else {
        throw JSONError(reason: "an object with the images' names is expected, not \(node.typeName)", location: nil)
      }
      return object
    } catch {
      throw refuse(error)
    }
  }

  /// Adds the images of another sheet. In a style, the sheet has the name `id`.
  ///
  /// The images of the sheet `default` keep their names. Those of another sheet are named `id:name`. An image
  /// replaces an earlier one of its name.
  package mutating func add(_ sheet: SpriteSheet, id: String) {
    let prefix = id == SpriteReference.defaultID ? "" : id + ":"
    for (name, image) in sheet.images { images[prefix + name] = image }
    byteCount += sheet.byteCount
  }
}

extension StyleImage {
  fileprivate init(_ image: Image, _ entry: SpriteIndexEntry) {
    self.init(image, pixelRatio: entry.pixelRatio, isSDF: entry.isSDF)
    (stretchX, stretchY, content) = (entry.stretchX, entry.stretchY, entry.content)
    (textFitWidth, textFitHeight) = (entry.textFitWidth, entry.textFitHeight)
  }
}

extension Image {
  /// Returns a copy of the pixels in `area`, which is inside the image.
  fileprivate func cutOut(_ area: PixelRect) -> Image {
    let (width, height) = (area.maxX - area.minX, area.maxY - area.minY)
    return Image(size: PixelSize(width: width, height: height)) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      guard let start = pixels.baseAddress, !pixels.isEmpty else { return }
      for row in 0..<height {
        (start + row * width).update(from: storage.pixels + (area.minY + row) * size.width + area.minX, count: width)
      }
    }
  }
}
