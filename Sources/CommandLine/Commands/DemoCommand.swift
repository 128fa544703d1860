import ArgumentParser
import Cartouche

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Shows what the house can do.", subcommands: [TownDemo.self, CarouselDemo.self, TextDemo.self])
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
