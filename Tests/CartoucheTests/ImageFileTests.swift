import Cartouche
import CartoucheTestSupport
import Foundation
import Testing

@Suite struct ImageFileTests {
  @Test("images and drawings are read from files, and errors name the file")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "drawable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (photo, icon, wrong) = (folder.path + "/photo", folder.path + "/icon.svg", folder.path + "/wrong")
    try FileIO.write(PNG.encode(Image(rendering: DisplayList(), size: PixelSize(width: 7, height: 5))), to: photo)
    try FileIO.write(Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='8'/>".utf8), to: icon)
    try FileIO.write(Array("neither".utf8), to: wrong)

    #expect(try Image(contentsOfFile: photo).size == PixelSize(width: 7, height: 5))
    #expect(try SVG(contentsOfFile: icon).size == Size(width: 9, height: 8))
    #expect(throws: ImageFileError.image(path: wrong, .unknownFormat)) { try Image(contentsOfFile: wrong) }
    #expect(throws: ImageFileError.self) { try Image(contentsOfFile: photo, maximumPixels: 10) }
    for path in [folder.path + "/none", folder.path, wrong, ""] {
      do {
        _ = try SVG(contentsOfFile: path)
        Issue.record("\"\(path)\" was read as a drawing")
      } catch {
        #expect("\(error)".hasPrefix(path + ": "), "\(error)")
      }
      #expect(throws: ImageFileError.self) { try Image(contentsOfFile: path) }
    }
  }
}
