import ArgumentParser
import Cartouche
import CartoucheInventedTown
import CartoucheOptions
import Foundation

/// `cartouche demo portals`.
struct PortalsDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "portals", abstract: "Portals that are both annotation and overlay, with links and fields between them.",
    discussion:
      "A tap on a portal shows it on another screen. With the virus armed, a portal within 40 m of the map's center asks for confirmation."
  )

  @OptionGroup var options: KioskOptions

  func run() throws {
    let town = TownTileSource(try TownGenerator(center: (37.3318, -122.0312)))
    try MainActor.assumeIsolated {
      try runKiosk(options) { PortalGameMap(on: $0, town: town) }
    }
  }
}

/// `cartouche demo track`.
struct TrackDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "track", abstract: "A track and a pin on a map that follows a state, with a callout and a detail screen.")

  @OptionGroup var options: KioskOptions

  func run() throws {
    let town = TownTileSource(try TownGenerator(center: (39.9, 116.38)))
    try MainActor.assumeIsolated {
      try runKiosk(options) { TrackContent(on: $0, town: town) }
    }
  }
}

/// `cartouche demo fog`.
struct FogDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fog", abstract: "A map under fog, which clears along a walk.",
    discussion: "With --keep, the cleared area is read from the file at the start, if it exists, and written to it at the end.")

  @Option(help: ArgumentHelp("Keep the cleared area in a file.", valueName: "file"))
  var keep: String?

  @OptionGroup var options: KioskOptions

  func run() throws {
    let town = TownTileSource(try TownGenerator(center: (39.9, 116.38)))
    try MainActor.assumeIsolated {
      var fog = FogOverlay(gridZoom: 16)
      if let keep, FileManager.default.fileExists(atPath: keep) { fog = try FogOverlay(contentsOfFile: keep) }
      try runKiosk(options) { FogOfWarWalk.show(fog, town: town, on: $0) }
      if let keep { try fog.save(to: keep) }
    }
  }
}

/// `cartouche demo clusters`.
struct ClustersDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clusters", abstract: "Rental cycles on a map, in clusters where they would overlap.",
    discussion: "A tap on a cluster zooms to its cycles. The cycles come from the JSON file, or are invented.")

  @Argument(help: "A JSON file of cycles.", completion: .file(extensions: ["json"]))
  var file: String?

  @OptionGroup var options: KioskOptions

  func run() throws {
    try MainActor.assumeIsolated {
      let center = Coordinate(latitude: 37.779379, longitude: -122.418433)
      let data = try file.map { try RentalCycleData(contentsOfFile: $0) } ?? .invented(around: center)
      let middle = data.region.center
      let town = TownTileSource(try TownGenerator(center: (middle.latitude, middle.longitude)))
      try runKiosk(options) { RentalCycleClusterMap(on: $0, data: data, town: town) }
    }
  }
}

/// `cartouche demo home`.
struct HomeDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home", abstract: "A home point on a map: a tap sets it, a tap on it removes it.")

  @OptionGroup var options: KioskOptions

  func run() throws {
    try MainActor.assumeIsolated {
      let home = Coordinate(latitude: 39.9, longitude: 116.38)
      let town = TownTileSource(try TownGenerator(center: (home.latitude, home.longitude)))
      try runKiosk(options) { kiosk in
        let map = HomeMapView(frame: kiosk.root.bounds, theme: .standard)
        map.autoresizingMask = .fill
        map.map.sources = [town]
        map.map.region = CoordinateRegion(center: home, latitudinalMeters: 1500, longitudinalMeters: 1500)
        map.homePoint = home
        kiosk.root.addSublayer(map)
      }
    }
  }
}

/// `cartouche demo vehicle`.
struct VehicleDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vehicle", abstract: "The screen of a bus: a map that follows a drive, the next turn, stops and settings.",
    discussion: "The screen is arranged for 1024 × 600 points. The drive takes less than three minutes.")

  @Flag(help: "Begin with the colors for the night.")
  var dark = false

  @Option(help: ArgumentHelp("Begin at a distance along the route.", valueName: "meters"))
  var from = 0.0

  @OptionGroup var options: KioskOptions

  func validate() throws {
    guard from >= 0, from.isFinite else { throw ValidationError("--from \(from): give 0 or more meters.") }
  }

  func run() throws {
    let town = TownTileSource(try TownGenerator())
    try MainActor.assumeIsolated {
      try runKiosk(options, contentSize: PixelSize(width: 1024, height: 600)) {
        VehicleScreen(on: $0, town: town, from: from, isNight: dark)
      }
    }
  }
}

/// `cartouche demo vendors`.
struct VendorsDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vendors", abstract: "A map of three vendors with different coordinate systems, under the same home point.")

  @OptionGroup var options: KioskOptions

  func run() throws {
    try MainActor.assumeIsolated {
      let home = Coordinate(latitude: 39.9, longitude: 116.38)
      let vendors = try MapVendorSwitcher.all(around: home)
      try runKiosk(options) { MapVendorSwitcher.show(vendors, home: home, on: $0) }
    }
  }
}
