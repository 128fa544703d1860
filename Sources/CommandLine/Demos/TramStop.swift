import Cartouche
import CartoucheInventedTown

/// A stop of an invented tram line around the invented town, shown on a card of the belt.
struct TramStop {
  /// The index of the stop, from 0.
  let number: Int

  private static let placeNames = [
    "Harbour", "Old Market", "Mill Bridge", "Castle", "Botanic Garden", "Rope Walk", "Observatory", "Salt Gate", "Lock", "Orchard",
  ]
  private static let directions = ["", " North", " East", " South", " West", " Lower"]
  private static let colors: [UInt32] = [0x0b3954, 0x8d2f3c, 0x2f6b4f, 0x5b3f8c, 0x9a5b13]

  var name: String { Self.placeNames[number % 10] + Self.directions[number / 10 % 6] }

  var color: Color { Color(hex: Self.colors[number % 5]) }

  /// The line runs once around the town.
  var coordinate: Coordinate {
    let (sine, cosine) = (Angle.degrees(6) * number).sineAndCosine
    let town = TownGenerator.defaultCenter
    return Coordinate(latitude: town.latitude + 0.012 * Double(sine), longitude: town.longitude + 0.018 * Double(cosine))
  }

  /// The next six trams, one a line, every twelve minutes.
  var departures: String {
    (0..<6).map { index in
      let minute = 360 + number * 2 + index * 12
      let (hours, minutes) = (minute / 60 % 24, minute % 60)
      return "\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)   Line \(1 + index % 2)"
    }.joined(separator: "\n")
  }
}
