import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import Testing

@Suite("The layer tree")
struct TreeTests {
  @Test("knows each layer's superlayer and order")
  func order() {
    let root = Layer()
    let (a, b, c) = (Layer(), Layer(), Layer())
    root.addSublayer(a)
    root.addSublayer(b)
    root.insertSublayer(c, at: 0)
    #expect(root.sublayers.map(ObjectIdentifier.init) == [c, a, b].map(ObjectIdentifier.init))
    #expect(a.superlayer === root && b.superlayer === root && c.superlayer === root)
    root.insertSublayer(c, at: 99)
    root.insertSublayer(b, at: -99)
    #expect(root.sublayers.map(ObjectIdentifier.init) == [b, a, c].map(ObjectIdentifier.init))
  }

  @Test("gives a layer one superlayer at a time")
  func one() {
    let (first, second, layer) = (Layer(), Layer(), Layer())
    first.addSublayer(layer)
    second.addSublayer(layer)
    #expect(first.sublayers.isEmpty && second.sublayers.count == 1 && layer.superlayer === second)
  }

  @Test("clears the superlayer of a removed layer, and of a deallocated tree's layers")
  func clears() {
    let layer = Layer()
    do {
      let root = Layer()
      root.addSublayer(layer)
      layer.removeFromSuperlayer()
      #expect(layer.superlayer == nil && root.sublayers.isEmpty)
      layer.removeFromSuperlayer()
      root.addSublayer(layer)
      #expect(layer.superlayer != nil)
    }
    #expect(layer.superlayer == nil)
    layer.opacity = 0.5
  }

  @Test("never contains a cycle")
  func cycles() {
    let (a, b, c) = (Layer(), Layer(), Layer())
    a.addSublayer(b)
    b.addSublayer(c)
    c.addSublayer(a)
    a.addSublayer(a)
    #expect(a.superlayer == nil && c.sublayers.isEmpty && a.sublayers.count == 1)
  }

  @Test("releases removed layers, whether they were drawn or not")
  func lifetimes() {
    final class Counter { var alive = 0 }
    final class Counted: Layer {
      let counter: Counter
      init(_ counter: Counter, frame: Rect) {
        self.counter = counter
        counter.alive += 1
        super.init(frame: frame)
        backgroundColor = .red
      }
      deinit { counter.alive -= 1 }
    }
    let counter = Counter()
    do {
      let stage = Stage(size: PixelSize(width: 100, height: 100))
      let space = TransformLayer()
      stage.root.addSublayer(space)
      for index in 0..<10 {
        let layer = Counted(counter, frame: Rect(x: Scalar(index), y: 0, width: 10, height: 10))
        layer.zPosition = Scalar(index % 3)
        layer.addSublayer(Counted(counter, frame: Rect(x: 0, y: 0, width: 5, height: 5)))
        (index < 5 ? stage.root : space).addSublayer(layer)
      }
      _ = stage.commit()
      _ = stage.root.hitTest(Point(x: 5, y: 5))
      #expect(counter.alive == 20)
      for layer in space.sublayers { layer.removeFromSuperlayer() }
      #expect(counter.alive == 10)
      stage.root.sublayers[2].removeFromSuperlayer()
      #expect(counter.alive == 8)
      _ = stage.commit()
    }
    #expect(counter.alive == 0)
  }

  @Test(
    "sorts siblings by z position whenever it changes, and keeps the order of insertion among equals", arguments: [2, 7, 40, 100])
  func depths(count: Int) {
    var generator = SplitMix64(seed: UInt64(count))
    let stage = Stage(size: PixelSize(width: count + 8, height: 4))
    let screen = ScreenBuffer(stage.size, format: .xrgb8888)
    func insert(at index: Int) {
      let layer = Layer()
      layer.zPosition = Scalar(Int.random(in: -2...2, using: &generator))
      stage.root.insertSublayer(layer, at: index)
    }
    for index in 0..<count { insert(at: index) }
    for round in 0..<40 {
      for _ in 0..<(round % 3) {
        stage.root.sublayers.randomElement(using: &generator)?.zPosition = Scalar(Int.random(in: -2...2, using: &generator))
      }
      if round % 7 == 6 {
        stage.root.sublayers.randomElement(using: &generator)?.removeFromSuperlayer()
        insert(at: .random(in: 0..<count, using: &generator))
      }
      if round == 30 { for layer in stage.root.sublayers { layer.zPosition = 0 } }
      // Each layer is one column to the right of the one before it, and overlaps the next five.
      for (index, layer) in stage.root.sublayers.enumerated() {
        layer.frame = Rect(x: Scalar(index), y: 0, width: 6, height: 4)
        layer.backgroundColor = Color(hex: UInt32(index + 1))
      }
      _ = stage.commit()
      Renderer().draw(stage.displayList, into: screen.buffer, damage: [PixelRect(stage.size)], workers: SerialWorkerPool())
      let bytes = screen.bytes
      let sublayers = stage.root.sublayers
      for x in 0..<(count + 5) {
        let columns = max(0, x - 5)..<min(count, x + 1)
        let last = columns.max { (sublayers[$0].zPosition, $0) < (sublayers[$1].zPosition, $1) }!
        #expect(Int(bytes[4 * x]) == last + 1, "round \(round), column \(x)")
      }
    }
  }
}

@Suite("Resizing a superlayer")
struct ResizingTests {
  func resized(_ mask: AutoresizingMask) -> Rect {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let layer = Layer(frame: Rect(x: 10, y: 20, width: 50, height: 40))
    layer.autoresizingMask = mask
    root.addSublayer(layer)
    root.frame = Rect(x: 0, y: 0, width: 200, height: 300)
    return layer.frame
  }

  @Test("leaves sublayers without an autoresizing mask unchanged")
  func unchanged() {
    #expect(resized([]) == Rect(x: 10, y: 20, width: 50, height: 40))
  }

  @Test("is still filled by a sublayer with a filling mask")
  func fills() {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let map = Layer(frame: root.bounds)
    map.autoresizingMask = .fill
    root.addSublayer(map)
    for (width, height) in [(1, 1), (640, 480), (0, 0), (333, 7)] as [(Scalar, Scalar)] {
      root.frame = Rect(x: 0, y: 0, width: width, height: height)
      #expect(map.frame == root.bounds)
    }
  }

  @Test("distributes the change over the flexible parts in proportion")
  func proportions() {
    #expect(resized([.minXMargin, .minYMargin]) == Rect(x: 110, y: 220, width: 50, height: 40))
    #expect(resized([.maxXMargin, .maxYMargin]) == Rect(x: 10, y: 20, width: 50, height: 40))
    #expect(isNear(resized([.minXMargin, .maxXMargin]), 30, 20, 50, 40))
    #expect(isNear(resized([.minXMargin, .width, .maxXMargin]), 20, 20, 100, 40))
    #expect(isNear(resized([.height]), 10, 20, 50, 240))
  }

  @Test("lays out its sublayers once before the next frame, superlayers first")
  func layout() {
    final class Column: Layer {
      var calls = 0
      override func layoutSublayers() {
        calls += 1
        for layer in sublayers { layer.frame = bounds }
      }
    }
    let stage = Stage(size: PixelSize(width: 100, height: 100))
    let (outer, inner) = (Column(), Column())
    outer.autoresizingMask = .fill
    outer.frame = stage.root.bounds
    outer.addSublayer(inner)
    inner.addSublayer(Layer())
    stage.root.addSublayer(outer)
    _ = stage.commit()
    #expect(inner.sublayers[0].bounds.size == Size(width: 100, height: 100))
    #expect(outer.calls == 1 && inner.calls == 1)
    stage.size = PixelSize(width: 50, height: 60)
    _ = stage.commit()
    #expect(inner.sublayers[0].bounds.size == Size(width: 50, height: 60))
    #expect(outer.calls == 2 && inner.calls == 2)
    inner.opacity = 0.5
    _ = stage.commit()
    #expect(outer.calls == 2 && inner.calls == 2)
    inner.setNeedsLayout()
    _ = stage.commit()
    #expect(outer.calls == 2 && inner.calls == 3)
  }

  @Test("repeats the layout before the frame while sublayers request it, up to a limit")
  func layoutAgain() {
    final class RequestingLayer: Layer {
      var calls = 0
      var request: (() -> Void)?
      override func layoutSublayers() {
        calls += 1
        request?()
      }
    }
    let stage = Stage(size: PixelSize(width: 100, height: 100))
    let (outer, middle, inner) = (RequestingLayer(), RequestingLayer(), RequestingLayer())
    stage.root.addSublayer(outer)
    outer.addSublayer(middle)
    middle.addSublayer(inner)
    _ = stage.commit()
    // The innermost layer requests a layout of the middle one, and that one of the outer layer, once each.
    inner.request = { if inner.calls == 2 { middle.setNeedsLayout() } }
    middle.request = { if middle.calls == 2 { outer.setNeedsLayout() } }
    outer.request = { if outer.calls == 2 { inner.setNeedsLayout() } }
    inner.setNeedsLayout()
    _ = stage.commit()
    #expect(inner.calls == 3 && middle.calls == 2 && outer.calls == 2 && !stage.needsCommit)
    inner.request = { outer.setNeedsLayout() }
    outer.request = { inner.setNeedsLayout() }
    inner.setNeedsLayout()
    _ = stage.commit()
    #expect(inner.calls < 30)
  }
}
