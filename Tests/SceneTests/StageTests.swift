import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("A committed stage")
struct StageTests {
  let stage = Stage(size: PixelSize(width: 100, height: 80))

  func box(_ x: Scalar, _ y: Scalar, _ width: Scalar, _ height: Scalar, in parent: Layer? = nil) -> Layer {
    let layer = Layer(frame: Rect(x: x, y: y, width: width, height: height))
    layer.backgroundColor = .red
    (parent ?? stage.root).addSublayer(layer)
    return layer
  }

  /// Returns the damage that a change causes on the committed stage.
  func damage(_ change: () -> Void) -> Set<PixelRect> {
    _ = stage.commit()
    change()
    return Set(stage.commit())
  }

  @Test("damages everything at first, and nothing without a change")
  func first() {
    _ = box(10, 10, 5, 5)
    #expect(stage.commit() == [pixels(0, 0, 100, 80)])
    #expect(!stage.needsCommit)
    #expect(stage.commit().isEmpty)
  }

  @Test("damages everything after a change of size, and on request")
  func everything() {
    #expect(damage { stage.size = PixelSize(width: 50, height: 90) } == [pixels(0, 0, 50, 90)])
    #expect(stage.root.bounds.size == Size(width: 50, height: 90))
    #expect(damage { stage.setNeedsDisplay() } == [pixels(0, 0, 50, 90)])
  }

  @Test("damages a moved layer's old and new pixels")
  func moved() {
    let layer = box(10, 10, 5, 5)
    #expect(damage { layer.position.x += 50 } == [pixels(10, 10, 15, 15), pixels(60, 10, 65, 15)])
  }

  @Test("damages every pixel that is partly covered, and no others")
  func fractions() {
    let layer = box(10, 10, 5, 5)
    #expect(damage { layer.frame.origin = Point(x: 60.25, y: 39.75) } == [pixels(10, 10, 15, 15), pixels(60, 39, 66, 45)])
    #expect(damage { layer.frame.origin = Point(x: 10, y: 10) } == [pixels(10, 10, 15, 15), pixels(60, 39, 66, 45)])
  }

  @Test("damages a layer whose appearance changed")
  func appearance() {
    let layer = box(10, 10, 5, 5)
    let damaged: Set = [pixels(10, 10, 15, 15)]
    #expect(damage { layer.backgroundColor = .blue } == damaged)
    #expect(damage { layer.opacity = 0.5 } == damaged)
    #expect(damage { layer.cornerRadius = 2 } == damaged)
    #expect(damage { layer.border = Border(width: 1, color: .black) } == damaged)
    #expect(damage { layer.setNeedsDisplay() } == damaged)
    #expect(damage { layer.isHidden = true } == damaged)
    #expect(damage { layer.isHidden = false } == damaged)
    #expect(damage { layer.removeFromSuperlayer() } == damaged)
    #expect(damage { stage.root.addSublayer(layer) } == damaged)
  }

  @Test("damages nothing for values that are unchanged, empty or hidden")
  func nothing() {
    let layer = box(10, 10, 5, 5)
    let empty = Layer(frame: Rect(x: 0, y: 0, width: 50, height: 50))
    stage.root.addSublayer(empty)
    let hidden = box(0, 0, 9, 9)
    hidden.isHidden = true
    let offscreen = box(500, 500, 9, 9)
    #expect(damage { layer.opacity = 1 }.isEmpty)
    #expect(damage { empty.position.x += 10 }.isEmpty)
    #expect(damage { hidden.position.x += 10 }.isEmpty)
    #expect(damage { hidden.addSublayer(Layer(frame: hidden.bounds)) }.isEmpty)
    #expect(damage { offscreen.position.x += 10 }.isEmpty)
    #expect(damage { offscreen.removeFromSuperlayer() }.isEmpty)
  }

  @Test("damages the sublayers of a moved, faded, hidden, removed or rotated layer that draws nothing itself")
  func inside() {
    let group = Layer(frame: Rect(x: 20, y: 20, width: 40, height: 40))
    stage.root.addSublayer(group)
    _ = box(0, 0, 5, 5, in: group)
    let damaged = pixels(20, 20, 25, 25)
    #expect(damage { group.opacity = 0.5 } == [damaged])
    #expect(damage { group.isHidden = true } == [damaged])
    #expect(damage { group.isHidden = false } == [damaged])
    #expect(
      damage { group.transform = Transform3D.identity.rotated(by: .degrees(180), axis: .z) } == [damaged, pixels(55, 55, 60, 60)])
    #expect(damage { group.removeFromSuperlayer() } == [pixels(55, 55, 60, 60)])
  }

  @Test("damages a layer that was changed while hidden when it is shown")
  func changedHidden() {
    let group = Layer(frame: Rect(x: 20, y: 20, width: 40, height: 40))
    stage.root.addSublayer(group)
    let layer = box(0, 0, 5, 5, in: group)
    _ = damage { group.isHidden = true }
    #expect(damage { layer.position.x += 10 }.isEmpty)
    #expect(damage { layer.position.x += 10 }.isEmpty)
    #expect(damage { group.isHidden = false } == [pixels(40, 20, 45, 25)])
    #expect(damage { layer.position.x += 1 } == [pixels(40, 20, 46, 25)])
  }

  @Test("damages a layer that moves in front of or behind another, and its sublayers")
  func reordered() {
    let a = box(10, 10, 5, 5)
    _ = box(40, 40, 5, 5, in: a)
    _ = box(12, 10, 5, 5)
    #expect(damage { a.zPosition = 1 } == [pixels(10, 10, 15, 15), pixels(50, 50, 55, 55)])
    #expect(damage { stage.root.insertSublayer(a, at: 0) } == [pixels(10, 10, 15, 15), pixels(50, 50, 55, 55)])
  }

  @Test("damages the pixels of a sublayer that was removed before its removed superlayer")
  func removedTwice() {
    let group = Layer(frame: Rect(x: 20, y: 20, width: 40, height: 40))
    stage.root.addSublayer(group)
    let layer = box(0, 0, 5, 5, in: group)
    let removed = damage {
      layer.removeFromSuperlayer()
      group.removeFromSuperlayer()
    }
    #expect(removed == [pixels(20, 20, 25, 25)])
  }

  @Test("damages both positions of a layer that moved to another superlayer")
  func reparented() {
    let (a, b) = (Layer(frame: Rect(x: 20, y: 20, width: 1, height: 1)), Layer(frame: Rect(x: 60, y: 20, width: 1, height: 1)))
    stage.root.addSublayer(a)
    stage.root.addSublayer(b)
    let layer = box(0, 0, 5, 5, in: a)
    #expect(damage { b.addSublayer(layer) } == [pixels(20, 20, 25, 25), pixels(60, 20, 65, 25)])
  }

  @Test("damages the drawn bounds of a subclass that draws beyond its bounds")
  func beyond() {
    final class Halo: Layer {
      override var drawnBounds: Rect { bounds.insetBy(dx: -3, dy: -3) }
      override func draw(into list: inout DisplayList, transform: Homography, opacity: UInt8) {
        var path = Path()
        path.addRect(drawnBounds)
        list.fill(path, with: .color(.blue), transform: transform, opacity: opacity)
      }
    }
    let halo = Halo(frame: Rect(x: 20, y: 20, width: 4, height: 4))
    stage.root.addSublayer(halo)
    #expect(damage { halo.position.y += 20 } == [pixels(17, 17, 27, 27), pixels(17, 37, 27, 47)])
  }

  @Test("draws background, content, sublayers and border in this order, and siblings by z position")
  func order() {
    let layer = box(10, 10, 50, 50)
    layer.border = Border(width: 2, color: .black)
    let near = box(0, 0, 5, 5, in: layer)
    near.backgroundColor = .green
    near.zPosition = 1
    box(0, 0, 5, 5, in: layer).backgroundColor = .blue
    _ = stage.commit()
    #expect(stage.displayList.items.compactMap(\.content.paint) == [Color.red, .blue, .green, .black].map(Paint.color))
  }

  @Test("composites a translucent layer with its sublayers as a group, and skips invisible layers")
  func opacity() {
    let outer = box(0, 0, 50, 50)
    outer.opacity = 0.5
    let inner = box(0, 0, 10, 10, in: outer)
    inner.opacity = 0.5
    _ = stage.commit()
    // A group of the outer layer's background and the inner layer, which is a single shape.
    #expect(stage.displayList.items.map(\.content.compositing?.opacity) == [128, 255, 128, 128])
    inner.opacity = -3
    outer.opacity = 7
    _ = stage.commit()
    #expect(stage.displayList.items.map(\.content.compositing?.opacity) == [255])
    let alone = box(0, 0, 5, 5)
    alone.opacity = 0.5
    _ = stage.commit()
    #expect(stage.displayList.items.map(\.content.compositing?.opacity) == [255, 128])
  }

  @Test("draws the back of double-sided layers only")
  func backs() {
    let layer = box(20, 20, 40, 40)
    _ = box(0, 0, 5, 5, in: layer)
    layer.transform = Transform3D.identity.rotated(by: .degrees(180), axis: .y)
    _ = stage.commit()
    #expect(stage.displayList.count == 2)
    #expect(damage { layer.isDoubleSided = false } == [pixels(20, 20, 60, 60)])
    #expect(stage.displayList.count == 0)
    #expect(damage { layer.transform = .identity } == [pixels(20, 20, 60, 60)])
    #expect(stage.displayList.count == 2)
  }

  @Test("draws nothing off-screen or behind the eye")
  func outside() {
    _ = box(200, 200, 40, 40)
    let behind = box(20, 20, 40, 40)
    behind.transform = cardTransform(.zero).translated(z: 3000)
    _ = stage.commit()
    #expect(stage.displayList.isEmpty)
  }

  @Test("draws a border as a ring inside the bounds, and a gradient from edge to edge")
  func shapes() throws {
    let card = GradientLayer(frame: Rect(x: 10, y: 10, width: 40, height: 20))
    card.colors = [.purple, .red, .blue]
    card.border = Border(width: 4, color: .white)
    stage.root.addSublayer(card)
    _ = stage.commit()
    let items = stage.displayList.items
    #expect(items.count == 2)
    guard case .linearGradient(let gradient) = items[0].content.paint else { throw MissingItem() }
    #expect(gradient.start == Point(x: 20, y: 0) && gradient.end == Point(x: 20, y: 20))
    #expect(gradient.stops.map(\.location) == [0, 0.5, 1])
    var ring = Path()
    ring.addRect(Rect(x: 0, y: 0, width: 40, height: 20))
    ring.addRect(Rect(x: 4, y: 4, width: 32, height: 12))
    guard case .shape(.fill(ring, .evenOdd), _, _) = items[1].content else { throw MissingItem() }
    card.colors = [.purple]
    card.border = Border(width: 10, color: .white)
    _ = stage.commit()
    #expect(stage.displayList.items[0].content.paint == .color(.purple))
    var whole = Path()
    whole.addRect(Rect(x: 0, y: 0, width: 40, height: 20))
    guard case .shape(.fill(whole, .evenOdd), _, _) = stage.displayList.items[1].content else { throw MissingItem() }
    card.colors = []
    card.border = nil
    _ = stage.commit()
    #expect(stage.displayList.isEmpty)
  }

  @Test("uses a gradient's locations if there is one for each color")
  func locations() throws {
    let card = GradientLayer(frame: Rect(x: 0, y: 0, width: 40, height: 20))
    card.colors = [.purple, .red]
    card.locations = [0.25, 0.75]
    card.startPoint = Point(x: 0, y: 0)
    card.endPoint = Point(x: 1, y: 1)
    stage.root.addSublayer(card)
    _ = stage.commit()
    guard case .linearGradient(let gradient) = stage.displayList.items[0].content.paint else { throw MissingItem() }
    #expect(gradient.stops.map(\.location) == [0.25, 0.75])
    #expect(gradient.start == .zero && gradient.end == Point(x: 40, y: 20))
    card.locations = [0.5]
    card.bounds.size.width = 80
    _ = stage.commit()
    guard case .linearGradient(let changed) = stage.displayList.items[0].content.paint else { throw MissingItem() }
    #expect(changed.stops.map(\.location) == [0, 1] && changed.end == Point(x: 80, y: 20))
  }

  @Test("scales an image to its layer")
  func image() {
    let layer = ImageLayer(frame: Rect(x: 10, y: 20, width: 40, height: 20))
    layer.bounds.origin = Point(x: 5, y: 5)
    layer.contents = Image(size: PixelSize(width: 2, height: 2)) { $0.update(repeating: 0xffff_ffff) }
    stage.root.addSublayer(layer)
    _ = stage.commit()
    let map = stage.displayList.items[0].transform
    #expect(map.project(.zero) == Point(x: 10, y: 20))
    #expect(map.project(Point(x: 2, y: 2)) == Point(x: 50, y: 40))
  }

  @Test("limits its damage to the screen at the numeric limits")
  func extremes() {
    let numbers: [Scalar] = [.min, .max, 0, 1, -1, 0.0001, 1_000_000_000]
    let group = TransformLayer()
    stage.root.addSublayer(group)
    var random = SplitMix64(seed: 5)
    func number() -> Scalar { numbers.randomElement(using: &random)! }
    for _ in 0..<300 {
      let parent = Bool.random(using: &random) ? group : stage.root
      let layer = GradientLayer(frame: Rect(x: number(), y: number(), width: number(), height: number()))
      layer.colors = [.red, .blue]
      layer.anchorPoint = Point(x: number(), y: number())
      layer.zPosition = number()
      layer.cornerRadius = number()
      layer.border = Border(width: number(), color: .white)
      layer.opacity = number()
      layer.transform.m34 = WideFixed(rounding: number())
      layer.transform = layer.transform.translated(x: WideFixed(rounding: number())).scaled(z: WideFixed(rounding: number()))
      layer.transform = layer.transform.rotated(by: Angle(degrees: WideFixed(rounding: number())), axis: .y)
      parent.addSublayer(layer)
      if parent.sublayers.count > 12 { parent.sublayers[3].removeFromSuperlayer() }
      let damage = stage.commit()
      #expect(damage.allSatisfy { pixels(0, 0, 100, 80).contains($0) && !$0.isEmpty })
      #expect(stage.root.hitTest(Point(x: number(), y: number()))?.isOnStage ?? true)
      _ = layer.convert(Point(x: number(), y: number()), to: stage.root)
      let frame = layer.frame
      #expect(layer.transform == .identity || (frame.minX <= frame.maxX && frame.minY <= frame.maxY))
    }
  }
}

/// The expected item is missing.
struct MissingItem: Error {}
