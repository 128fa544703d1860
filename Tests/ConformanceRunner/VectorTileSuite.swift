import CartoucheMaps
import Glibc

/// The suite `mvt-fixtures`: decodes a vector tile.
///
/// The result has the member `outcome`, which is `decoded`, `rejected` or `unreadable`. The member `errors`
/// lists the reason why the tile is rejected, or the errors of features that were left out.
enum VectorTileSuite: ConformanceSuite {
  static let name = "mvt-fixtures"

  static func run(_ path: String) -> [(key: String, value: String)] {
    guard let bytes = contents(of: path) else { return result("unreadable", ["the file cannot be read"]) }
    do throws(TileDecodingError) {
      return result("decoded", try VectorTile.decode(bytes).errors.map(\.reason))
    } catch {
      return result("rejected", [error.reason])
    }
  }

  private static func result(_ outcome: String, _ errors: [String]) -> [(key: String, value: String)] {
    [("outcome", JSONText.string(outcome)), ("errors", JSONText.array(errors.map(JSONText.string)))]
  }

  private static func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return ferror(file) == 0 ? bytes : nil }
      bytes += chunk[..<count]
    }
  }
}
