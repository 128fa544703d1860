import ArgumentParser
import Cartouche
import Foundation

/// `cartouche sprite`: makes a sprite sheet from a directory of SVG drawings.
struct SpriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sprite", abstract: "Makes a sprite sheet for map styles from a directory of SVG drawings.",
    discussion: """
      Writes OUTPUT.json and OUTPUT.png, and OUTPUT@2x.json and OUTPUT@2x.png for screens with two pixels per point. An image has the name of its \
      file, with the path inside of the directory and without .svg. A drawing that cannot be read is left out, with a sentence on standard error \
      and status 1.
      """)

  @Argument(help: "The directory with the drawings. Its subdirectories are read too.", completion: .directory)
  var directory: String

  @Argument(help: "The path of the sheet, without extension.")
  var output: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("The numbers of pixels per point, with a sheet for each.", valueName: "number"))
  var ratio = [1, 2]

  @Flag(help: "Write signed distance fields, which styles color with icon-color and which have halos.")
  var sdf = false

  /// The maximum side of an icon in pixels.
  private var maximumSide: Int { sdf ? 512 : 2048 }
  /// The width in points that a signed distance field adds on each side of an icon.
  private static let fieldMargin = 3

  func validate() throws {
    guard !ratio.isEmpty, ratio.allSatisfy((1...8).contains) else {
      throw ValidationError("--ratio: a number of pixels per point is 1 to 8, as 1 2.")
    }
    guard ![".json", ".png"].contains(where: output.hasSuffix), !output.isEmpty, !output.hasSuffix("/") else {
      throw ValidationError("\(output): the path of the sheet is given without .json or .png, as styles/sprite.")
    }
  }

  func run() throws {
    let files = try drawings()
    var leftOut = 0
    func leaveOut(_ sentence: String) {
      printToStandardError(sentence)
      leftOut += 1
    }
    var drawings: [(name: String, drawing: SVG)] = []
    for (name, path) in files {
      guard drawings.last?.name != name else {
        leaveOut("\(path): another drawing has the name \"\(name)\"; rename one of them.")
        continue
      }
      do {
        let drawing = try SVG(contentsOfFile: path)
        for warning in drawing.warnings { printToStandardError("\(path): \(warning)") }
        guard fits(drawing.size) else {
          leaveOut(
            "\(path): is \(drawing.size.width.ceiling) x \(drawing.size.height.ceiling) points, but an icon has 1 to \(maximumSide) pixels; change its width and height."
          )
          continue
        }
        drawings.append((name, drawing))
      } catch {
        leaveOut("\(error).")
      }
    }
    for ratio in Set(ratio).sorted() where !drawings.isEmpty { try write(drawings, ratio: ratio) }
    guard leftOut == 0 else {
      throw Failure("\(directory): \(leftOut) of \(files.count) drawings are left out of the sheet; correct them and run again.")
    }
  }

  /// Returns the paths of the drawings, with their names in the sheet, in the order of the names.
  private func drawings() throws -> [(name: String, path: String)] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory), isDirectory.boolValue,
      let entries = FileManager.default.enumerator(atPath: directory)
    else { throw Failure("\(directory): is not a directory that can be read; name the one with the .svg files.") }
    var drawings: [(name: String, path: String)] = []
    // The enumerator does not follow symbolic links to directories, so a loop ends.
    while let entry = entries.nextObject() as? String {
      let path = directory.hasSuffix("/") ? directory + entry : directory + "/" + entry
      let isHidden = entry.split(separator: "/").contains { $0.hasPrefix(".") }
      guard entry.lowercased().hasSuffix(".svg"), !isHidden, !isSpecial(path) else { continue }
      drawings.append((String(entry.dropLast(4)), path))
    }
    guard !drawings.isEmpty else { throw Failure("\(directory): has no .svg files; name the directory with the drawings.") }
    return drawings.sorted { ($0.name, $0.path) < ($1.name, $1.path) }
  }

  /// Returns whether the file is known to be a directory, or a device or pipe, which would never end.
  private func isSpecial(_ path: String) -> Bool {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
    return type.map { $0 != .typeRegular } ?? false
  }

  private func fits(_ size: Size) -> Bool {
    let scale = ratio.max() ?? 1
    let limit = Scalar(maximumSide) / scale
    return size.width > 0 && size.height > 0 && size.width <= limit && size.height <= limit
  }

  /// Writes the sheet with `ratio` pixels per point.
  private func write(_ drawings: [(name: String, drawing: SVG)], ratio: Int) throws {
    let images = drawings.map { name, drawing in (name, image(drawing, ratio: ratio)) }
    let path = ratio == 1 ? output : "\(output)@\(ratio)x"
    let (index, png): ([UInt8], [UInt8])
    do {
      (index, png) = try SpriteSheet.encode(images, padding: ratio)
    } catch {
      throw Failure("\(path).png: \(error).")
    }
    try FileIO.write(index, to: path + ".json")
    try FileIO.write(png, to: path + ".png")
  }

  private func image(_ drawing: SVG, ratio: Int) -> StyleImage {
    let (width, height) = (drawing.size.width * ratio, drawing.size.height * ratio)
    let scale = sdf ? SignedDistanceField.oversampling : 1
    var list = DisplayList()
    list.draw(drawing, in: Rect(x: 0, y: 0, width: width * scale, height: height * scale))
    let image = Image(rendering: list, size: PixelSize(width: width.ceiling * scale, height: height.ceiling * scale))
    guard sdf else { return StyleImage(image, pixelRatio: Scalar(ratio)) }
    return StyleImage(
      SignedDistanceField.image(of: image, margin: Self.fieldMargin * ratio), pixelRatio: Scalar(ratio), isSDF: true)
  }
}
