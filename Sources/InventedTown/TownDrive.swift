package import CartoucheMaps

/// A drive along the streets of the town around ``TownGenerator/defaultCenter``, with its turns and stops.
package struct TownDrive: Sendable {
  /// What the driver does at the end of a leg.
  package enum Maneuver: Int, Sendable, CaseIterable {
    case left, right, arrive
  }

  /// A part of the route on one street.
  struct Leg {
    let street: String
    /// Degrees of latitude and longitude. The next leg continues from the last point.
    let points: [(Double, Double)]
    let maneuver: Maneuver
  }

  package struct Stop: Sendable {
    package let name: String
    /// In meters along the route.
    package let distance: Double
  }

  /// The next turn: what to do, onto which street, and at which distance along the route, in meters.
  package typealias Turn = (maneuver: Maneuver, street: String, distance: Double)

  package let coordinates: [Coordinate]
  package let stops: [Stop]
  /// The distances of the coordinates from the start, in meters.
  private let distances: [Double]
  private let turns: [Turn]

  package var length: Double { distances.last ?? 0 }

  private init(_ legs: [Leg], stops: [Stop]) {
    coordinates = legs.flatMap(\.points).map { Coordinate(latitude: $0, longitude: $1) }
    var distances = [0.0]
    for (a, b) in zip(coordinates, coordinates.dropFirst()) {
      distances.append(distances[distances.count - 1] + (a.distance(to: b) ?? 0))
    }
    var count = 0
    turns = legs.indices.map { index in
      count += legs[index].points.count
      let street = index + 1 < legs.count ? legs[index + 1].street : stops.last?.name
      return (legs[index].maneuver, street ?? legs[index].street, distances[count - 1])
    }
    (self.distances, self.stops) = (distances, stops)
  }

  /// Returns the coordinate at a distance from the start, in meters, clamped to the route.
  package func coordinate(at distance: Double) -> Coordinate {
    let end = distances.firstIndex { $0 >= distance } ?? distances.count - 1
    guard end > 0 else { return coordinates[0] }
    let (a, b) = (coordinates[end - 1], coordinates[end])
    let share = min((distance - distances[end - 1]) / (distances[end] - distances[end - 1]), 1)
    return Coordinate(
      latitude: a.latitude + (b.latitude - a.latitude) * share, longitude: a.longitude + (b.longitude - a.longitude) * share)
  }

  /// Returns the direction of travel on the map, averaged over some meters, so that it turns evenly.
  ///
  /// The unit is that of map points.
  package func direction(at distance: Double) -> (east: Int, north: Int) {
    let a = MapPoint(clamping: coordinate(at: min(distance, length - 1) - 7))
    let b = MapPoint(clamping: coordinate(at: distance + 7))
    return (Int(b.x - a.x), Int(a.y - b.y))
  }

  /// Returns the first turn after a distance from the start; at the end, the arrival.
  package func turn(after distance: Double) -> Turn {
    turns.first { $0.distance > distance } ?? turns[turns.count - 1]
  }

  /// Across the river, around the old town and north-east, with a stop every 200 meters.
  package static let standard = TownDrive(
    [
      Leg(
        street: "Wheat Avenue",
        points: [
          (47.49312, -19.99920), (47.49352, -19.99915), (47.49478, -19.99874), (47.49557, -19.99856), (47.49591, -19.99854),
          (47.49625, -19.99856), (47.49676, -19.99867),
        ], maneuver: .right),
      Leg(
        street: "Beacon Street",
        points: [
          (47.49690, -19.99810), (47.49708, -19.99752), (47.49729, -19.99695), (47.49756, -19.99637), (47.49809, -19.99581),
          (47.49907, -19.99484), (47.49964, -19.99505), (47.50040, -19.99541),
        ],
        maneuver: .right),
      Leg(
        street: "Curlew Avenue",
        points: [(47.50054, -19.99462), (47.50063, -19.99373), (47.50066, -19.99285), (47.50064, -19.99081)], maneuver: .left),
      Leg(
        street: "Linden Road",
        points: [
          (47.50125, -19.99157), (47.50201, -19.99260), (47.50245, -19.99313), (47.50292, -19.99364), (47.50340, -19.99404),
          (47.50390, -19.99535), (47.50430, -19.99630), (47.50450, -19.99693),
        ],
        maneuver: .right),
      Leg(
        street: "Émeraude Avenue",
        points: [(47.50550, -19.99598), (47.50592, -19.99563), (47.50641, -19.99517), (47.50699, -19.99470)], maneuver: .arrive),
    ],
    stops: [
      Stop(name: "Clover Post Office", distance: 164), Stop(name: "Heron Coffee House", distance: 350),
      Stop(name: "Hotel Mulberry", distance: 506), Stop(name: "The Moon & Teasel", distance: 661),
      Stop(name: "Chalk Outfitters", distance: 870), Stop(name: "Peacock Park", distance: 1033),
      Stop(name: "The Juniper Kitchen", distance: 1190), Stop(name: "Bittern Post Office", distance: 1415),
      Stop(name: "Teasel Books", distance: 1590), Stop(name: "Copper Kettle Green", distance: 1758),
      Stop(name: "Oxbow Pharmacy", distance: 1987), Stop(name: "Harrow & White Stag", distance: 2150),
      Stop(name: "Blackthorn Grocers", distance: 2270),
    ])
}
