import Glibc

/// Recordings of real panels, which are not part of the package.
///
/// They are in the folder `$CARTOUCHE_SHARED`, or `shared` next to the checkout.
enum SharedData {
  /// The folder of the touch recordings; nil if it cannot be read.
  static let touch: String? = {
    let checkout = #filePath.split(separator: "/").dropLast(3)
    let sibling = "/" + checkout.dropLast().joined(separator: "/") + "/shared"
    let root = getenv("CARTOUCHE_SHARED").map { String(cString: $0) } ?? sibling
    let folder = root + "/data/touch"
    return access(folder, R_OK) == 0 ? folder : nil
  }()

  /// Returns the bytes of a touch recording; none if it cannot be read.
  static func bytes(of name: String) -> [UInt8] {
    guard let folder = touch, let file = fopen(folder + "/" + name, "rb") else { return [] }
    defer { fclose(file) }
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return result }
      result += chunk[0..<count]
    }
  }
}
