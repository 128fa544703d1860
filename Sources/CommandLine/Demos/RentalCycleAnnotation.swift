package import Cartouche
import CartoucheInventedTown
import Foundation
import Observation

/// A rental cycle with one, two or three wheels.
@Observable
package final class RentalCycleAnnotation: Annotation, Decodable {
  package enum Kind: Int, Decodable {
    case unicycle, bicycle, tricycle
  }

  package var kind: Kind
  package var coordinate: Coordinate
  package var title: String? { "\(kind)".capitalized }

  private enum CodingKeys: String, CodingKey {
    case type, lat, long
  }

  /// Decodes an entry such as `{"type": 1, "lat": 37.78, "long": -122.42}`. Without a type it is a unicycle.
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

/// The content of a file of cycles: the initial region of the map, and the cycles.
package struct RentalCycleData: Decodable {
  package var region: CoordinateRegion
  package var cycles: [RentalCycleAnnotation]

  private enum CodingKeys: String, CodingKey {
    case region, cycles
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // Center and span, as four numbers.
    let numbers = try values.decode([Double].self, forKey: .region)
    guard numbers.count == 4 else {
      throw DecodingError.dataCorruptedError(
        forKey: .region, in: values, debugDescription: "\(numbers.count) numbers; give latitude, longitude and their spans")
    }
    region = CoordinateRegion(
      center: Coordinate(latitude: numbers[0], longitude: numbers[1]),
      span: CoordinateSpan(latitudeDelta: numbers[2], longitudeDelta: numbers[3]))
    cycles = try values.decode([RentalCycleAnnotation].self, forKey: .cycles)
  }

  init(region: CoordinateRegion, cycles: [RentalCycleAnnotation]) {
    (self.region, self.cycles) = (region, cycles)
  }

  /// Reads the JSON file at `path`.
  ///
  /// - Throws: ``Failure`` with the file, the position in it and the reason, or ``FileError``.
  package init(contentsOfFile path: String) throws {
    let bytes = Data(try FileIO.read(path, limit: 1 << 26))
    do {
      self = try JSONDecoder().decode(RentalCycleData.self, from: bytes)
    } catch let error as DecodingError {
      throw Failure(
        "\(path): \(error.sentence); a file of cycles looks like "
          + #"{"region": [37.78, -122.42, 0.1, 0.1], "cycles": [{"type": 1, "lat": 37.78, "long": -122.42}]}"#)
    }
  }

  /// Returns cycles around the center of a town, the same on every machine.
  static func invented(around center: Coordinate) -> RentalCycleData {
    var random = SeededGenerator(2, 44)
    let stands = (0..<24).map { _ in
      Coordinate(
        latitude: center.latitude + random.triangular() * 0.02, longitude: center.longitude + random.triangular() * 0.025)
    }
    let cycles = (0..<260).map { _ in
      let stand = random.pick(stands)
      let kind: RentalCycleAnnotation.Kind = random.chance(0.12) ? .unicycle : random.chance(0.6) ? .bicycle : .tricycle
      return RentalCycleAnnotation(
        kind,
        at: Coordinate(
          latitude: stand.latitude + random.triangular() * 0.004, longitude: stand.longitude + random.triangular() * 0.005))
    }
    return RentalCycleData(
      region: CoordinateRegion(center: center, span: CoordinateSpan(latitudeDelta: 0.03, longitudeDelta: 0.05)), cycles: cycles)
  }
}

extension DecodingError {
  /// The position in the file, and the reason.
  fileprivate var sentence: String {
    let (context, reason): (Context, String) =
      switch self {
      case .typeMismatch(let type, let context): (context, "not a value of type \(type)")
      case .valueNotFound(let type, let context): (context, "a value of type \(type) is missing")
      case .keyNotFound(let key, let context): (context, "\"\(key.stringValue)\" is missing")
      case .dataCorrupted(let context): (context, context.debugDescription)
      @unknown default: (Context(codingPath: [], debugDescription: ""), "it cannot be read")
      }
    let position = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return (position.isEmpty ? "" : "at \(position.drop { $0 == "." }): ") + reason
  }
}
