package import Cartouche
import CartoucheInventedTown
import Foundation
import Observation

/// A cycle for hire: of one, two or three wheels.
@Observable
package final class Cycle: Annotation, Decodable {
  package enum Kind: Int, Decodable {
    case unicycle, bicycle, tricycle
  }

  package var kind: Kind
  package var coordinate: Coordinate
  package var title: String? { "\(kind)".capitalized }

  private enum CodingKeys: String, CodingKey {
    case type, lat, long
  }

  /// Of a file's entry: `{"type": 1, "lat": 37.78, "long": -122.42}`; without a type, a unicycle.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    kind = try values.decodeIfPresent(Kind.self, forKey: .type) ?? .unicycle
    coordinate = Coordinate(
      latitude: try values.decode(Double.self, forKey: .lat), longitude: try values.decode(Double.self, forKey: .long))
  }

  package init(_ kind: Kind, at coordinate: Coordinate) {
    (self.kind, self.coordinate) = (kind, coordinate)
  }
}

/// What a file holds: where to look, and the cycles there.
package struct CycleData: Decodable {
  package var region: CoordinateRegion
  package var cycles: [Cycle]

  private enum CodingKeys: String, CodingKey {
    case region, cycles
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // Centre and span, as four numbers.
    let numbers = try values.decode([Double].self, forKey: .region)
    guard numbers.count == 4 else {
      throw DecodingError.dataCorruptedError(
        forKey: .region, in: values, debugDescription: "\(numbers.count) numbers; give latitude, longitude and their spans")
    }
    region = CoordinateRegion(
      center: Coordinate(latitude: numbers[0], longitude: numbers[1]),
      span: CoordinateSpan(latitudeDelta: numbers[2], longitudeDelta: numbers[3]))
    cycles = try values.decode([Cycle].self, forKey: .cycles)
  }

  init(region: CoordinateRegion, cycles: [Cycle]) {
    (self.region, self.cycles) = (region, cycles)
  }

  /// The file at `path`.
  ///
  /// - Throws: a sentence with the file, the place in it and the reason.
  package init(contentsOfFile path: String) throws {
    let bytes = Data(try FileIO.read(path, limit: 1 << 26))
    do {
      self = try JSONDecoder().decode(CycleData.self, from: bytes)
    } catch let error as DecodingError {
      throw Failure(
        "\(path): \(error.sentence); a file of cycles is like "
          + #"{"region": [37.78, -122.42, 0.1, 0.1], "cycles": [{"type": 1, "lat": 37.78, "long": -122.42}]}"#)
    }
  }

  /// Some in the middle of a town, the same on every machine.
  static func invented(around center: Coordinate) -> CycleData {
    var dice = SeededGenerator(2, 44)
    let stands = (0..<24).map { _ in
      Coordinate(
        latitude: center.latitude + dice.triangular() * 0.02, longitude: center.longitude + dice.triangular() * 0.025)
    }
    let cycles = (0..<260).map { _ in
      let stand = dice.pick(stands)
      let kind: Cycle.Kind = dice.chance(0.12) ? .unicycle : dice.chance(0.6) ? .bicycle : .tricycle
      return Cycle(
        kind,
        at: Coordinate(
          latitude: stand.latitude + dice.triangular() * 0.004, longitude: stand.longitude + dice.triangular() * 0.005))
    }
    return CycleData(
      region: CoordinateRegion(center: center, span: CoordinateSpan(latitudeDelta: 0.03, longitudeDelta: 0.05)), cycles: cycles)
  }
}

extension DecodingError {
  /// Where in the file, and what is wrong there.
  fileprivate var sentence: String {
    let (context, what): (Context, String) =
      switch self {
      case .typeMismatch(let type, let context): (context, "no \(type)")
      case .valueNotFound(let type, let context): (context, "no \(type)")
      case .keyNotFound(let key, let context): (context, "no \"\(key.stringValue)\"")
      case .dataCorrupted(let context): (context, context.debugDescription)
      @unknown default: (Context(codingPath: [], debugDescription: ""), "it cannot be read")
      }
    let place = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return (place.isEmpty ? "" : "at \(place.drop { $0 == "." }): ") + what
  }
}
