import CartoucheControls
import CartoucheImages
import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheText
import Glibc

/// The suite `maplibre-render`: draws a style, and writes the image as a PNG file to the working directory.
///
/// The result has the member `image`, which is the file's name, or the member `problem`. If the map reported
/// something, the member `errors` lists it.
enum MapRenderingSuite: ConformanceSuite {
  static let name = "maplibre-render"

  static func run(_ path: String) -> [(key: String, value: String)] {
    do throws(MapRenderingProblem) {
      let test = try MapRenderingCase(contentsOfFile: path)
      let drawing = try drawMap(
        styleText: Array(test.style.text.utf8), directory: test.directory, size: test.size, pixelRatio: test.pixelRatio,
        camera: test.camera, operations: test.operations)
      let file = test.name.split(separator: "/").joined(separator: "--") + ".png"
      try write(drawing.image, to: file)
      return [("image", JSONText.string(file)), ("errors", JSONText.array(drawing.errors.map(JSONText.string)))]
    } catch {
      return [("problem", JSONText.string(error.reason))]
    }
  }

  /// Draws a style, and returns its image and the errors that the map reports.
  ///
  /// - Parameters:
  ///   - styleText: The style as JSON.
  ///   - directory: The directory to which paths in the style are relative.
  ///   - size: The size of the map in points.
  ///   - pixelRatio: The number of the image's pixels for each point, in each direction.
  ///   - operations: What is done to the map, one after the other, before the image is drawn.
  static func drawMap(
    styleText: [UInt8], directory: String, size: PixelSize, pixelRatio: Int, camera: MapCamera,
    operations: [MapRenderingOperation]
  ) throws(MapRenderingProblem) -> (image: Image, errors: [String]) {
    let stage = Stage(size: PixelSize(width: size.width * pixelRatio, height: size.height * pixelRatio))
    let map = MapView(frame: stage.root.bounds, theme: Theme(fonts: FontCollection()))
    map.showsCompass = false
    map.attribution = ""
    map.pixelRatio = Scalar(pixelRatio)
    map.alignsToPixels = false
    do throws(StyleError) {
      map.style = try MapStyle(json: styleText, path: "style.json", directory: directory, pixelRatio: Scalar(pixelRatio))
    } catch {
      throw MapRenderingProblem("\(error)")
    }
    map.camera = camera.scaled(by: map.pixelRatio)
    stage.root.addSublayer(map)
    for operation in operations {
      _ = stage.commit()
      try perform(operation, on: map)
    }
    return (image(of: stage), map.takeErrors().map { "\($0)" })
  }

  private static func perform(_ operation: MapRenderingOperation, on map: MapView) throws(MapRenderingProblem) {
    switch operation {
    case .wait: break
    default: throw MapRenderingProblem("the runner does not know the operation \(operation)")
    }
  }

  /// Returns the stage's next frame. Where the map draws nothing, the image is transparent.
  private static func image(of stage: Stage) -> Image {
    _ = stage.commit()
    return Image(size: stage.size) { pixels in
      guard let target = PixelBuffer(pixels, size: stage.size) else { return }
      Renderer().draw(stage.displayList, over: .clear, into: target, damage: [PixelRect(stage.size)], workers: SerialWorkerPool())
    }
  }

  private static func write(_ image: Image, to path: String) throws(MapRenderingProblem) {
    let bytes: [UInt8]
    do throws(ImageError) { bytes = try PNG.encode(image) } catch { throw MapRenderingProblem("\(path): \(error)") }
    guard let file = fopen(path, "wb") else { throw MapRenderingProblem("\(path): cannot be written") }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { throw MapRenderingProblem("\(path): cannot be written completely") }
  }
}
