import Cartouche
import CartoucheInventedTown
import Foundation

/// A seeded drive at a steady speed along the streets of a tile. At a junction it mostly goes straight on.
struct StreetDrive {
  /// A position of the vehicle with the direction of travel.
  struct Place {
    var point: MapPoint
    var course: Angle
  }

  /// The corners of the way in map units, and the meters from its beginning to each.
  private var corners: [(point: SIMD2<Double>, meters: Double)] = []
  private let unitsPerMeter: Double

  private typealias Vertex = SIMD2<Int32>

  /// The zoom of the tile.
  private static let zoom = 14

  /// Finds a way of `meters` along the streets of a tile in the OpenMapTiles schema.
  ///
  /// - Parameter center: A place in the tile, near which the drive begins.
  init(in source: any TileSource, center: Coordinate, meters: Double, seed: UInt64) throws {
    let id = TileID(at: MapPoint(clamping: center), zoom: Self.zoom)
    guard let bytes = try source.tile(id),
      let roads = try VectorTile.decode(bytes).tile.layers.first(where: { $0.name == "transportation" }),
      let unitsPerMeter = MapPoint.unitsPerMeter(atLatitude: center.latitude)
    else { throw Self.failure(source, id) }
    self.unitsPerMeter = unitsPerMeter
    let streets = Self.streets(roads)
    let middle = Int32(1) << Int32(roads.extentBits - 1)
    func distance(_ vertex: Vertex) -> Double { Self.length(vertex &- Vertex(middle, middle)) }
    guard var here = streets.keys.min(by: { (distance($0), $0.x, $0.y) < (distance($1), $1.x, $1.y) }) else {
      throw Self.failure(source, id)
    }
    var random = SeededGenerator(seed)
    var before = here
    // Units of the whole tile, of one coordinate in it, and of its corner.
    let side = Double(MapPoint.worldSize) / Double(1 << Self.zoom)
    let step = side / Double(1 << roads.extentBits)
    let corner = SIMD2(Double(id.x), Double(id.y)) * side
    func point(_ vertex: Vertex) -> SIMD2<Double> { corner + SIMD2(Double(vertex.x), Double(vertex.y)) * step }
    corners = [(point(here), 0)]
    var driven = 0.0
    while driven < meters {
      let next = Self.next(from: here, cameFrom: before, streets[here] ?? [], &random)
      guard next != here else { throw Self.failure(source, id) }
      (before, here) = (here, next)
      let way = point(here) - corners[corners.count - 1].point
      driven += (way * way).sum().squareRoot() / unitsPerMeter
      corners.append((point(here), driven))
    }
  }

  private static func failure(_ source: any TileSource, _ id: TileID) -> Failure {
    Failure(
      "\(source.name): there are no streets in tile \(id.zoom)/\(id.x)/\(id.y); give a --center with streets in the layer \"transportation\"."
    )
  }

  /// Returns the vertices that streets connect with each vertex inside the tile.
  private static func streets(_ roads: VectorLayer) -> [Vertex: [Vertex]] {
    var result: [Vertex: [Vertex]] = [:]
    let drivable: Set<TagValue> = Set(["trunk", "primary", "secondary", "tertiary", "minor"].map { .string($0) })
    let inside = Int32(0)..<(Int32(1) << Int32(roads.extentBits))
    for feature in roads.features where feature.kind == .line {
      let isDrivable = feature.tags.contains { index in
        let tag = roads.tags[Int(index)]
        return roads.keys[Int(tag.x)] == "class" && drivable.contains(roads.values[Int(tag.y)])
      }
      guard isDrivable else { continue }
      for part in feature.parts {
        let line = roads.vertices[Int(roads.partStart(part))..<Int(roads.partEnds[Int(part)])]
        for (a, b) in zip(line, line.dropFirst()) where a != b {
          guard inside.contains(a.x), inside.contains(a.y), inside.contains(b.x), inside.contains(b.y) else { continue }
          result[a, default: []].append(b)
          result[b, default: []].append(a)
        }
      }
    }
    return result
  }

  /// Returns the next vertex: nearly straight on, sometimes another, and back only from a dead end.
  private static func next(
    from here: Vertex, cameFrom before: Vertex, _ neighbors: [Vertex], _ random: inout SeededGenerator
  ) -> Vertex {
    let onward = neighbors.filter { $0 != before }
    guard !onward.isEmpty else { return before }
    if random.chance(0.125) { return random.pick(onward) }
    func straightness(_ vertex: Vertex) -> Double {
      let (a, b) = (here &- before, vertex &- here)
      return (Double(a.x) * Double(b.x) + Double(a.y) * Double(b.y)) / max(length(a) * length(b), 1)
    }
    return onward.max { straightness($0) < straightness($1) } ?? before
  }

  private static func length(_ vertex: Vertex) -> Double {
    (Double(vertex.x) * Double(vertex.x) + Double(vertex.y) * Double(vertex.y)).squareRoot()
  }

  /// Returns the place after `meters` of the way.
  func place(at meters: Double) -> Place {
    let after = max(corners.firstIndex { $0.meters > meters } ?? corners.count - 1, 1)
    let (a, b) = (corners[after - 1], corners[after])
    let share = b.meters > a.meters ? min(max((meters - a.meters) / (b.meters - a.meters), 0), 1) : 0
    let (point, way) = (a.point + (b.point - a.point) * share, b.point - a.point)
    let degrees = (atan2(way.x, -way.y) * 180 / .pi).rounded()
    return Place(point: MapPoint(x: Int64(point.x), y: Int64(point.y)), course: .degrees(WideFixed<32>(Int(degrees))))
  }

  /// Returns what a receiver says of a place: a coordinate with an error of 3 m in each direction, as the
  /// standard deviation.
  func fix(of place: Place, _ random: inout SeededGenerator) -> Coordinate? {
    // The sum of twelve uniform numbers is nearly normal, with the deviation 1.
    func error() -> Int64 { Int64((0..<12).reduce(-6.0) { sum, _ in sum + random.unit() } * 3 * unitsPerMeter) }
    return Coordinate(MapPoint(x: place.point.x + error(), y: place.point.y + error()))
  }
}
