import CartoucheMaps
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("Transitions of a style's properties")
struct TransitionTests {
  private func screen(_ properties: [StyleProperty: PropertyValue], queue: ShufflingQueue? = nil) -> MapScreen {
    let style = MapStyle(layers: [
      StyleLayer("background", kind: .background, properties: [.backgroundColor: 0x000000]),
      StyleLayer("land", kind: .fill, sourceLayer: "land", properties: properties),
    ])
    let screen = TileArrivalTests.screen([CountingSource.town()], style, queue)
    if let queue { screen.settle(queue) } else { screen.runUntilIdle() }
    return screen
  }

  /// The color in the middle of the screen.
  private func color(_ screen: MapScreen) -> Color {
    let image = screen.image
    return Color(hex: image.pixels[image.size.width * (image.size.height / 2) + image.size.width / 2] & 0xff_ffff)
  }

  @Test("a color changes in 0.3 seconds, slowly at both ends, and then the map rests")
  func color() {
    let screen = screen([.fillColor: 0xff0000])
    screen.map.style[layer: "land"]?[.fillColor] = 0x0000ff
    var blues: [Int] = []
    for _ in 0..<32 {
      screen.step(ms: 10)
      let now = color(screen)
      #expect((Int(now.red) + Int(now.blue) - 255).magnitude <= 1 && now.green == 0)
      blues.append(Int(now.blue))
    }
    // The first frame begins the change.
    #expect(blues[0] == 0 && blues[30] == 255)
    #expect(zip(blues, blues.dropFirst()).allSatisfy { $0 <= $1 })
    // 4 × 0.1³, 1/2 and 1 − 4 × 0.1³ of 255.
    #expect(blues[3] == 1 && (127...128).contains(blues[15]) && blues[27] == 254)
    #expect(screen.stage.nextFrame == .never && !screen.stage.needsCommit)
  }

  @Test("an opacity and an offset change gradually, and end as in a map that never had other values")
  func numbers() {
    let screen = screen([.fillColor: 0xff0000])
    screen.map.style.transition = StyleTransition(duration: 0.1)
    screen.map.style[layer: "land"]?[.fillOpacity] = .number(0.5)
    screen.map.style[layer: "land"]?[.fillTranslate] = .numbers([40, 0])
    var colors: Set<UInt8> = []
    for _ in 0..<12 {
      screen.step(ms: 10)
      colors.insert(color(screen).red)
    }
    #expect(colors.count > 8 && color(screen).red == 128)
    let fresh = self.screen([.fillColor: 0xff0000, .fillOpacity: .number(0.5), .fillTranslate: .numbers([40, 0])])
    let isEqual = screen.image.pixels == fresh.image.pixels
    #expect(isEqual)
  }

  @Test("a delay comes before the change, and a layer's own transition before the style's")
  func timing() {
    let screen = screen([.fillColor: 0xff0000])
    screen.map.style.transition = .none
    screen.map.style[layer: "land"]?[transition: .fillColor] = StyleTransition(duration: 0.1, delay: 0.5)
    screen.map.style[layer: "land"]?[.fillColor] = 0x0000ff
    screen.map.style[layer: "background"]?[.backgroundColor] = 0x00ff00
    screen.step()
    #expect(color(screen) == Color(hex: 0xff0000))
    screen.step(ms: 500)
    #expect(color(screen) == Color(hex: 0xff0000))
    screen.step(ms: 50)
    #expect((127...128).contains(color(screen).blue))
    screen.step(ms: 50)
    #expect(color(screen) == Color(hex: 0x0000ff))
  }

  @Test("a change of what is changing starts from the present value")
  func changedAgain() {
    let screen = screen([.fillColor: 0xff0000])
    screen.map.style[layer: "land"]?[.fillColor] = 0x0000ff
    screen.step()
    screen.step(ms: 150)
    let middle = color(screen)
    screen.map.style[layer: "land"]?[.fillColor] = 0xff0000
    screen.step(ms: 1)
    #expect((Int(color(screen).blue) - Int(middle.blue)).magnitude <= 2)
    screen.runUntilIdle()
    #expect(color(screen) == Color(hex: 0xff0000))
    // A change in each frame follows behind, and another property's change does not stop it.
    for index in 0..<100 {
      screen.map.style[layer: "land"]?[.fillColor] = .color(Color(red: 255, green: UInt8(index), blue: 0))
      screen.map.style[layer: "land"]?[.fillOpacity] = .number(index % 2 == 0 ? 1 : 0.999)
      screen.step()
    }
    let last = color(screen).green
    #expect(last > 70 && last < 99)
    screen.runUntilIdle()
    #expect(color(screen).green == 99)
  }

  @Test("a change in each of thousands of frames makes no chain of changes")
  func chains() {
    let screen = screen([.fillColor: 0xff0000])
    for index in 0..<4000 {
      screen.map.style[layer: "land"]?[.fillColor] = .color(Color(red: UInt8(index % 250), green: 0, blue: 0))
      screen.step()
      if screen.map.transitionDepth > 20 { return #expect(screen.map.transitionDepth <= 20, "frame \(index)") }
    }
    screen.runUntilIdle()
    #expect(color(screen).red == 249 && screen.map.transitionDepth == 0)
  }

  @Test("a change in a callback of a frame begins")
  func callback() {
    let style = MapStyle(layers: [StyleLayer("land", kind: .fill, sourceLayer: "land", properties: [.fillColor: 0xff0000])])
    let screen = TileArrivalTests.screen([CountingSource.town()], style)
    screen.map.events.didFinishLoading = { [unowned map = screen.map] in map.style[layer: "land"]?[.fillColor] = 0x0000ff }
    screen.runUntilIdle()
    #expect(color(screen) == Color(hex: 0x0000ff))
  }

  @Test("during a delay, frames change nothing; after a transition to opaque colors, pixels are cached again")
  func rest() {
    let screen = screen([.fillColor: 0xff0000])
    screen.map.style[layer: "background"]?[.backgroundOpacity] = .number(0.5)
    screen.runUntilIdle()
    screen.map.style[layer: "background"]?[transition: .backgroundOpacity] = StyleTransition(duration: 0.1, delay: 5)
    screen.map.style[layer: "background"]?[.backgroundOpacity] = .number(1)
    for _ in 0..<3 { screen.step() }
    for _ in 0..<10 { #expect(screen.step().isEmpty) }
    // Another change does not begin this one again.
    screen.map.style[layer: "land"]?[.fillOpacity] = .number(0.9)
    screen.step(ms: 4700)
    screen.runUntilIdle()
    #expect(screen.stage.nextFrame == .never && screen.now < Timestamp(seconds: 7))
    #expect(screen.map.cachesPixels)
  }

  @Test("a change that begins and ends between two frames is shown, though another one waits")
  func betweenFrames() {
    let screen = screen([.fillColor: 0xff0000])
    screen.map.style[layer: "background"]?[transition: .backgroundColor] = StyleTransition(duration: 0.1, delay: 5)
    screen.map.style[layer: "background"]?[.backgroundColor] = 0x00ff00
    screen.step()
    screen.map.style[layer: "land"]?[transition: .fillColor] = StyleTransition(duration: 0.01, delay: 0.5)
    screen.map.style[layer: "land"]?[.fillColor] = 0x0000ff
    screen.step()
    #expect(color(screen) == Color(hex: 0xff0000))
    screen.step(ms: 600)
    #expect(color(screen) == Color(hex: 0x0000ff))
  }

  @Test("values that depend on features, and layers that are new, are shown at once")
  func immediate() {
    let screen = screen([.fillColor: 0xff0000])
    screen.map.style[layer: "land"]?[.fillColor] = .expression(#"["case", ["has", "no such key"], "red", "blue"]"#)
    screen.step()
    #expect(color(screen) == Color(hex: 0x0000ff))
    screen.map.style[layer: "land"]?.name = "ground"
    screen.map.style[layer: "ground"]?[.fillColor] = 0x00ff00
    screen.step()
    #expect(color(screen) == Color(hex: 0x00ff00))
  }

  @Test("a change that needs other features begins when their tiles are ready")
  func prepared() {
    let queue = ShufflingQueue(workerCount: 2)
    let screen = screen([.fillColor: 0xff0000], queue: queue)
    var style = screen.map.style
    style[layer: "land"]?[.fillColor] = 0x0000ff
    style.layers.append(StyleLayer("none", kind: .line, sourceLayer: "land", filter: .equals("class", "none")))
    screen.map.style = style
    for _ in 0..<40 { screen.step() }
    #expect(color(screen) == Color(hex: 0xff0000))
    while screen.map.isLoadingTiles, queue.deliver() {}
    // The style is shown in the first frame, and begins to change in the second.
    for _ in 0..<2 { screen.step() }
    screen.step(ms: 150)
    #expect((100...155).contains(color(screen).blue))
    screen.runUntilIdle()
    #expect(color(screen) == Color(hex: 0x0000ff))
  }

  @Test("style sheets give transitions in milliseconds; wrong ones are named")
  func sheet() throws {
    let style = try MapStyle(
      json: Array(
        ##"""
        {"version": 8, "transition": {"duration": 500, "delay": 100}, "sources": {}, "layers": [
        {"id": "a", "type": "background", "paint": {"background-color": "red",
        "background-color-transition": {"duration": 0},
        "background-opacity-transition": {"delay": -1},
        "background-pattern-transition": 3}}]}
        """##.utf8), path: "style.json", directory: "")
    #expect(style.transition == StyleTransition(duration: 0.5, delay: 0.1))
    #expect(style.layers[0][transition: .backgroundColor] == StyleTransition(duration: 0, delay: 0.1))
    let messages = style.errors.map(\.description)
    #expect(messages.count == 2)
    #expect(messages[0].hasPrefix("style.json:4: ") && messages[0].contains("\"delay\" is less than 0"))
    #expect(messages[1].hasPrefix("style.json:5: ") && messages[1].contains("an object is expected, not a number"))
  }
}
