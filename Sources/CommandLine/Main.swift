import ArgumentParser

@main
struct Main: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cartouche", abstract: "Draws maps, layers and gestures on a bare Linux screen.", version: "0.1.0")
}
