import CartoucheMaps
import CartoucheRaster

/// A case of the suite `maplibre-render`: a style, and the size, the camera and the operations of its image.
struct MapRenderingCase {
  /// The path of the case in the suite, such as `fill-color/default`.
  var name: String
  /// The style with paths of files in place of addresses that begin with `local://`.
  var style: JSONNode
  /// The directory of the style's file.
  var directory: String
  /// The size of the map in points.
  var size: PixelSize
  /// The number of pixels of the image for each point of the map.
  var pixelRatio: Int
  var camera: MapCamera
  var operations: [MapRenderingOperation]

  /// The largest side of an image in pixels: a larger one in a file is a mistake.
  private static let sideLimit = 4096
  /// The side of a map whose test does not say how large it is.
  private static let defaultSide = 512

  /// Reads the file of a case, `…/tests/NAME/style.json`. The files of `local://` are in `…/assets`.
  init(contentsOfFile path: String) throws(MapRenderingProblem) {
    guard let tests = path.range(of: "/tests/"), path.hasSuffix("/style.json") else {
      throw MapRenderingProblem("the path is not …/tests/NAME/style.json")
    }
    name = String(path[tests.upperBound...].dropLast("/style.json".count))
    directory = String(path.dropLast("/style.json".count))
    let assets = path[..<tests.lowerBound] + "/assets/"
    let node: JSONNode
    do throws(JSONError) { node = try JSONNode(contentsOfFile: path) } catch {
      throw MapRenderingProblem(error.description(file: path))
    }
    style = Self.replacingLocalAddresses(in: node, with: String(assets))
    let members = style.object ?? JSONObject()
    let test = members["metadata"]?.object?["test"]?.object ?? JSONObject()

    func side(_ key: String) throws(MapRenderingProblem) -> Int {
      guard let value = test[key] else { return Self.defaultSide }
      guard let side = value.number.flatMap({ Int(exactly: $0) }), (1...Self.sideLimit).contains(side) else {
        throw MapRenderingProblem("the \(key) of the test is not 1 to \(Self.sideLimit)")
      }
      return side
    }
    size = PixelSize(width: try side("width"), height: try side("height"))
    let ratio = test["pixelRatio"]?.number ?? 1
    guard let whole = Int(exactly: ratio), (1...4).contains(whole), max(size.width, size.height) * whole <= Self.sideLimit else {
      throw MapRenderingProblem("the pixel ratio \(ratio) is not 1 to 4, or makes the image too large")
    }
    pixelRatio = whole
    let center = Self.center(members["center"]) ?? Coordinate(latitude: 0, longitude: 0)
    camera = MapCamera(
      center: center, zoom: Scalar(floatLiteral: members["zoom"]?.number ?? 0),
      bearing: .degrees(WideFixed<32>(floatLiteral: members["bearing"]?.number ?? 0)))
    operations = []
    for node in test["operations"]?.array ?? [] { operations.append(try MapRenderingOperation(node, assets: String(assets))) }
  }

  /// Returns the coordinate that JSON gives as a list, or as an object with `lng` or `lon`, and `lat`.
  static func center(_ node: JSONNode?) -> Coordinate? {
    let parts =
      node?.array?.map(\.number) ?? [node?.object?["lng"] ?? node?.object?["lon"], node?.object?["lat"]].map { $0?.number }
    guard parts.count == 2, let longitude = parts[0], let latitude = parts[1] else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Returns a value in which each string that begins with `local://` is a path in the directory `assets`.
  ///
  /// The reader bounds the depth of the value.
  private static func replacingLocalAddresses(in node: JSONNode, with assets: String) -> JSONNode {
    var result = node
    switch node.value {
    case .string(let text):
      let scheme = "local://"
      if text.hasPrefix(scheme) { result.value = .string(assets + text.dropFirst(scheme.count)) }
    case .array(let items): result.value = .array(items.map { replacingLocalAddresses(in: $0, with: assets) })
    case .object(let object):
      var replaced = JSONObject()
      for member in object.members { replaced.set(member.key, to: replacingLocalAddresses(in: member.value, with: assets)) }
      result.value = .object(replaced)
    default: break
    }
    return result
  }
}

extension String {
  /// Returns the range of the first occurrence of a text.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      formIndex(after: &start)
    }
    return nil
  }
}
