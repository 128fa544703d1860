import ArgumentParser
import Cartouche
import CartoucheInventedTown
import Foundation

// The article is "Using MKMapView in SwiftUI" (2020), whose track clears the fog of a game here.

struct FogDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fog", abstract: "A map that is covered, and clears where one has walked.",
    discussion: "With --keep, what was cleared is read from FILE and written there when the walk is over.")

  @Option(help: ArgumentHelp("Keep what is cleared in a file.", valueName: "file"))
  var keep: String?

  @OptionGroup var options: CommonOptions

  func run() throws {
    let town = TownTileSource(try TownGenerator(center: (39.9, 116.38)))
    try MainActor.assumeIsolated {
      var fog = FogOverlay(gridZoom: 16)
      if let keep, FileManager.default.fileExists(atPath: keep) { fog = try FogOverlay(contentsOfFile: keep) }
      try show(options) { FogWalk.show(fog, town: town, on: $0) }
      if let keep { try fog.save(to: keep) }
    }
  }
}

/// Someone who walks through a covered town.
@MainActor
enum FogWalk {
  static let start = Coordinate(latitude: 39.9, longitude: 116.38)
  /// As far as is seen, in metres.
  static let sight = 45.0
  /// The walk, in seconds.
  static let length = 12.0
  static let stepsPerSecond = 30.0

  static func show(_ fog: FogOverlay, town: TownTileSource, on kiosk: Kiosk) {
    let map = MapView(frame: kiosk.root.bounds, theme: .standard)
    map.autoresizingMask = .fill
    map.sources = [town]
    map.rendererFor = { overlay in
      guard let fog = overlay as? FogOverlay else { return nil }
      let renderer = FogRenderer(fog: fog)
      renderer.color = Color(hex: 0x1b2430).withAlpha(0.88)
      return renderer
    }
    map.addOverlay(fog)
    map.region = CoordinateRegion(center: start, latitudinalMeters: 1000, longitudinalMeters: 1000)
    map.showsUserLocation = true
    map.viewFor = { annotation in
      guard let user = annotation as? UserLocation else { return nil }
      let dot = UserLocationView(annotation: user, reuseIdentifier: nil)
      // The screen is to rest when the walk is over.
      dot.isPulsing = false
      return dot
    }
    kiosk.root.addSublayer(map)

    var cleared: Int?
    var began: Timestamp?
    kiosk.onTick { now in
      let since = began ?? now
      began = since
      let seconds = min(Double(now.nanoseconds - since.nanoseconds) / 1e9, length)
      // In steps of the walk, whenever frames come: what is cleared is the same on every board.
      let step = Int(seconds * stepsPerSecond)
      for next in (cleared.map { $0 + 1 } ?? 0)..<(step + 1) {
        let way = [max(next - 1, 0), next].map { position(at: Double($0) / stepsPerSecond) }
        fog.clear(along: way, radius: sight, falloff: 0.4)
      }
      cleared = step
      map.userLocation.heading = heading(at: seconds)
      map.userLocation.location = position(at: seconds)
      return seconds < length ? .moving : .still
    }
  }

  /// A loop of a figure of eight, three times as long as a real walker would take.
  static func position(at seconds: Double) -> Coordinate {
    let turn = Angle.degrees(360) * Scalar(seconds / length)
    let (sine, cosine) = (Double(turn.sine), Double((turn * 2).sine))
    return Coordinate(latitude: start.latitude + cosine * 0.0016, longitude: start.longitude + sine * 0.0042)
  }

  private static func heading(at seconds: Double) -> Angle {
    let (here, next) = (position(at: seconds), position(at: seconds + 0.05))
    let north = Scalar((next.latitude - here.latitude) * 1e6)
    let east = Scalar((next.longitude - here.longitude) * 0.767e6)
    return Angle.arctangent(y: east, x: north)
  }
}
