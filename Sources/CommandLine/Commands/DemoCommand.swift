import ArgumentParser
import Cartouche
import CartoucheInventedTown
import CartoucheOptions

/// `cartouche demo`: runs the demos.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Runs a demo of maps, layers, text or gestures.",
    subcommands: [
      TownDemo.self, CarouselDemo.self, BeltDemo.self, TextDemo.self, ControlsDemo.self, PortalsDemo.self, TrackDemo.self,
      FogDemo.self, ClustersDemo.self, HomeDemo.self, VendorsDemo.self, VehicleDemo.self,
    ])
}

struct CarouselDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carousel", abstract: "Five cards on a ring in perspective, which a finger turns.")

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The initial angle of the ring.", valueName: "degrees"),
    transform: ArgumentParsers.angle)
  var angle: Angle?

  @OptionGroup var options: KioskOptions

  func run() throws {
    try MainActor.assumeIsolated {
      try runKiosk(options) { kiosk in
        _ = Carousel(on: kiosk, angle: angle)
      }
    }
  }
}

struct ControlsDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "controls", abstract: "A page of buttons and controls with values, by day and by night.",
    discussion: "The page is arranged for 800 × 480 points or more.")

  @Flag(help: "Begin with the colors for the night.")
  var dark = false

  @OptionGroup var options: KioskOptions

  func run() throws {
    try MainActor.assumeIsolated {
      try runKiosk(options, contentSize: PixelSize(width: 800, height: 480)) { ControlsPage(on: $0, isDark: dark) }
    }
  }
}

struct BeltDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "belt", abstract: "Sixty cards on a ring, with images, text and live maps.",
    discussion: "A finger drags and throws the ring; a tap brings a card to the front.")

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The initial angle of the ring.", valueName: "degrees"),
    transform: ArgumentParsers.angle)
  var angle: Angle = .zero

  @OptionGroup var options: KioskOptions

  func run() throws {
    let town = TownTileSource(try TownGenerator())
    try MainActor.assumeIsolated {
      try runKiosk(options) { kiosk in
        _ = TramStopCarousel(on: kiosk, angle: angle, town: town)
      }
    }
  }
}
