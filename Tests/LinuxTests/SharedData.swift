import Glibc

/// The recordings of real panels, which lie outside the package: `$CARTOUCHE_SHARED`, or `shared` beside the checkout.
enum SharedData {
  static let touch: String? = {
    let checkout = #filePath.split(separator: "/").dropLast(3)
    let beside = "/" + checkout.dropLast().joined(separator: "/") + "/shared"
    let root = getenv("CARTOUCHE_SHARED").map { String(cString: $0) } ?? beside
    let folder = root + "/data/touch"
    return access(folder, R_OK) == 0 ? folder : nil
  }()

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
