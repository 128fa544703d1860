import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Transactions")
struct TransactionTests {
  private let linear = Transaction.Timing.curve(.linear)

  @Test("K7: animate nothing outside a transaction")
  func none() {
    let fixture = AnimationFixture()
    fixture.layer.position.x = 20
    #expect(fixture.number(at: 0) == 20 && fixture.layer.animationKeys == [] && fixture.stage.nextFrame == .never)
  }

  @Test("animate from the presented value to the new one")
  func implicit() {
    let fixture = AnimationFixture()
    let log = CompletionLog()
    fixture.stage.animate(duration: 1, timing: linear) {
      fixture.layer.position.x = 20
    } completion: {
      log.record("move")($0)
    }
    #expect(fixture.layer.position.x == 20)
    #expect(fixture.number(at: 0) == 100 && fixture.number(at: 0.5) == 60)
    // Reversed on the way, the animation starts from the presented value.
    fixture.stage.animate(duration: 1, timing: linear) { fixture.layer.position.x = 100 }
    #expect(log.lines == ["move cancelled"])
    #expect(fixture.number(at: 0.5) == 60 && fixture.number(at: 1) == 80 && fixture.number(at: 1.5) == 100)
    #expect(fixture.layer.animationKeys == [])
  }

  @Test("animate a property that is set twice to its last value")
  func twice() {
    let fixture = AnimationFixture()
    fixture.stage.animate(duration: 1, timing: linear) {
      fixture.layer.position.x = 50
      fixture.layer.position.x = 20
    }
    #expect(fixture.number(at: 0) == 100 && fixture.number(at: 0.5) == 60)
  }

  @Test("animate every animatable property, and end together", arguments: [0.0, 0.5])
  func everything(delay: Double) {
    let fixture = AnimationFixture()
    let card = GradientLayer(frame: Rect(x: 0, y: 0, width: 20, height: 20))
    card.colors = [.black, .black]
    card.locations = [0, 1]
    fixture.stage.root.addSublayer(card)
    _ = fixture.show(.opacity, at: 0)
    let log = CompletionLog()
    fixture.stage.animate(duration: 1, delay: delay == 0 ? 0 : 0.5, timing: linear) {
      card.frame = Rect(x: 20, y: 20, width: 40, height: 60)
      card.zPosition = 2
      card.anchorPoint = .zero
      card.transform = .translation(x: 8)
      card.sublayerTransform = .translation(x: 8)
      card.opacity = 0.5
      card.backgroundColor = .red
      card.cornerRadius = 4
      card.border = Border(width: 2, color: .red)
      card.colors = [.white, .white]
      card.locations = [0.5, 1]
      card.startPoint = Point(x: 0, y: 0)
      card.endPoint = Point(x: 1, y: 1)
    } completion: {
      log.record("all")($0)
    }
    #expect(
      card.animationKeys.sorted() == [
        "anchorPoint", "backgroundColor", "border", "bounds", "colors", "cornerRadius", "endPoint", "locations", "opacity",
        "position",
        "startPoint", "sublayerTransform", "transform", "zPosition",
      ])
    _ = fixture.show(.opacity, at: 0)
    if delay > 0 { #expect(card.presentationValue(for: .opacity) == 1) }
    _ = fixture.show(.opacity, at: 0.5 + delay)
    #expect(card.presentationValue(for: .opacity) == 0.75)
    #expect(card.presentationValue(for: .bounds) == .rect(Rect(x: 0, y: 0, width: 30, height: 40)))
    #expect(card.presentationValue(for: .border) == .border(Border(width: 1, color: .red)))
    #expect(card.presentationValue(for: .colors) == .colors([Color(hex: 0x808080), Color(hex: 0x808080)]))
    #expect(card.presentationValue(for: .translationX) == 4)
    #expect(log.lines == [])
    _ = fixture.show(.opacity, at: 1 + delay)
    #expect(log.lines == ["all finished"] && card.animationKeys == [])
  }

  @Test("nest: the inner one has its own timing, the outer one ends last, and one without actions changes values at once")
  func nesting() {
    let fixture = AnimationFixture()
    let log = CompletionLog()
    fixture.stage.beginTransaction(Transaction(duration: 2, timing: linear, completion: log.record("outer")))
    fixture.layer.position.x = 0
    fixture.stage.animate(duration: 4, timing: linear) {
      fixture.layer.zPosition = 8
    } completion: {
      log.record("inner")($0)
    }
    fixture.stage.withoutAnimation { fixture.layer.cornerRadius = 10 }
    fixture.stage.animate(duration: 0) { fixture.layer.opacity = 0.5 }
    fixture.layer.add(BasicAnimation(.borderWidth, from: 0, to: 8))
    fixture.stage.commitTransaction()
    fixture.stage.commitTransaction()
    fixture.layer.position.y = 0
    #expect(fixture.number(at: 0) == 100 && fixture.number(at: 1) == 50)
    #expect(
      fixture.number(.zPosition, at: 1) == 2 && fixture.number(.borderWidth, at: 1) == 4,
      "explicit animations use the transaction's duration")
    #expect(
      fixture.number(.cornerRadius, at: 1) == 10 && fixture.number(.opacity, at: 1) == 0.5
        && fixture.number(.positionY, at: 1) == 25,
      "a later change moves the end value")
    _ = fixture.show(.opacity, at: 3)
    #expect(log.lines == [])
    _ = fixture.show(.opacity, at: 4)
    #expect(log.lines == ["inner finished", "outer finished"])
  }

  @Test("without animations end at once, and a layer off the stage is not animated")
  func empty() {
    let fixture = AnimationFixture()
    let log = CompletionLog()
    let other = Layer()
    fixture.stage.animate(duration: 1) {
      other.opacity = 0.5
      fixture.layer.opacity = 1
    } completion: {
      log.record("none")($0)
    }
    #expect(log.lines == ["none finished"] && other.animationKeys == [])
    fixture.stage.animate(duration: 1) {
      fixture.layer.opacity = 0
    } completion: {
      log.record("removed")($0)
    }
    fixture.layer.removeAllAnimations()
    #expect(log.lines == ["none finished", "removed cancelled"])
  }

  @Test("with a spring overshoot")
  func spring() {
    let fixture = AnimationFixture()
    fixture.stage.animate(timing: .spring(Spring())) { fixture.layer.position.x = 0 }
    _ = fixture.number(at: 0)
    let minimum = (1...20).map { fixture.number(at: Double($0) / 20) }.min() ?? 0
    #expect(minimum < -10 && minimum > -50)
    #expect(fixture.number(at: 5) == 0)
  }

  @Test("animate the layout within them")
  func layout() {
    final class Row: Layer {
      override func layoutSublayers() {
        for (index, layer) in sublayers.enumerated() {
          layer.position = Point(x: bounds.width / sublayers.count * index, y: 0)
        }
      }
    }
    let fixture = AnimationFixture()
    let row = Row(frame: Rect(x: 0, y: 0, width: 100, height: 10))
    let follower = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 60))
    follower.autoresizingMask = .fill
    fixture.layer.addSublayer(follower)
    row.addSublayer(Layer())
    row.addSublayer(Layer())
    fixture.stage.root.addSublayer(row)
    _ = fixture.show(.opacity, at: 0)
    fixture.stage.animate(duration: 1, timing: linear) {
      row.bounds.size.width = 200
      row.layoutIfNeeded()
      fixture.layer.bounds.size.width = 200
    }
    _ = fixture.show(.opacity, at: 0)
    _ = fixture.show(.opacity, at: 0.5)
    #expect(row.sublayers[1].presentationValue(for: .positionX) == 75)
    #expect(follower.presentationValue(for: .boundsSize) == .size(width: 150, height: 60))
    #expect(follower.bounds.width == 200)
  }
}
