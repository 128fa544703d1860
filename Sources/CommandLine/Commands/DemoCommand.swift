import ArgumentParser
import Cartouche
import CartoucheInventedTown

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Shows what the house can do.",
    subcommands: [
      TownDemo.self, CarouselDemo.self, BeltDemo.self, TextDemo.self, PortalsDemo.self, TrackDemo.self, FogDemo.self,
      ClustersDemo.self,
      HomeDemo.self, VendorsDemo.self,
    ])
}

struct CarouselDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carousel", abstract: "Five cards on a ring in perspective that a finger turns.")

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How far the ring is turned at first.", valueName: "degrees"),
    transform: Arguments.angle)
  var angle: Angle?

  @OptionGroup var options: CommonOptions

  func run() throws {
    try MainActor.assumeIsolated {
      try show(options) { kiosk in
        _ = Carousel(on: kiosk, angle: angle)
      }
    }
  }
}

struct BeltDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "belt", abstract: "Sixty cards on a ring: pictures, text and live maps.",
    discussion: "A finger takes them along and throws them; a tap brings a card to the front.")

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How far the ring is turned at first.", valueName: "degrees"),
    transform: Arguments.angle)
  var angle: Angle = .zero

  @OptionGroup var options: CommonOptions

  func run() throws {
    let town = TownTileSource(try TownGenerator())
    try MainActor.assumeIsolated {
      try show(options) { kiosk in
        _ = Belt(on: kiosk, angle: angle, town: town)
      }
    }
  }
}
