import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Transactions")
struct TransactionTests {
  private let linear = Transaction.Timing.curve(.linear)

  @Test("K7: outside of one nothing moves by itself")
  func none() {
    let rig = AnimationFixture()
    rig.layer.position.x = 20
    #expect(rig.number(at: 0) == 20 && rig.layer.animationKeys == [] && rig.stage.nextFrame == .never)
  }

  @Test("in one, what is set goes from what is shown to the new value")
  func implicit() {
    let rig = AnimationFixture()
    let diary = CompletionLog()
    rig.stage.animate(duration: 1, timing: linear) {
      rig.layer.position.x = 20
    } completion: {
      diary.line("move")($0)
    }
    #expect(rig.layer.position.x == 20)
    #expect(rig.number(at: 0) == 100 && rig.number(at: 0.5) == 60)
    // Turned round on its way: from where it is.
    rig.stage.animate(duration: 1, timing: linear) { rig.layer.position.x = 100 }
    #expect(diary.lines == ["move cancelled"])
    #expect(rig.number(at: 0.5) == 60 && rig.number(at: 1) == 80 && rig.number(at: 1.5) == 100)
    #expect(rig.layer.animationKeys == [])
  }

  @Test("set twice, a property goes to the last value from where it was shown")
  func twice() {
    let rig = AnimationFixture()
    rig.stage.animate(duration: 1, timing: linear) {
      rig.layer.position.x = 50
      rig.layer.position.x = 20
    }
    #expect(rig.number(at: 0) == 100 && rig.number(at: 0.5) == 60)
  }

  @Test("every property that can be animated is, and all end together", arguments: [0.0, 0.5])
  func everything(delay: Double) {
    let rig = AnimationFixture()
    let card = GradientLayer(frame: Rect(x: 0, y: 0, width: 20, height: 20))
    card.colors = [.black, .black]
    card.locations = [0, 1]
    rig.stage.root.addSublayer(card)
    _ = rig.show(.opacity, at: 0)
    let diary = CompletionLog()
    rig.stage.animate(duration: 1, delay: delay == 0 ? 0 : 0.5, timing: linear) {
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
      diary.line("all")($0)
    }
    #expect(
      card.animationKeys.sorted() == [
        "anchorPoint", "backgroundColor", "border", "bounds", "colors", "cornerRadius", "endPoint", "locations", "opacity",
        "position",
        "startPoint", "sublayerTransform", "transform", "zPosition",
      ])
    _ = rig.show(.opacity, at: 0)
    if delay > 0 { #expect(card.presentationValue(for: .opacity) == 1) }
    _ = rig.show(.opacity, at: 0.5 + delay)
    #expect(card.presentationValue(for: .opacity) == 0.75)
    #expect(card.presentationValue(for: .bounds) == .rect(Rect(x: 0, y: 0, width: 30, height: 40)))
    #expect(card.presentationValue(for: .border) == .border(Border(width: 1, color: .red)))
    #expect(card.presentationValue(for: .colors) == .colors([Color(hex: 0x808080), Color(hex: 0x808080)]))
    #expect(card.presentationValue(for: .translationX) == 4)
    #expect(diary.lines == [])
    _ = rig.show(.opacity, at: 1 + delay)
    #expect(diary.lines == ["all finished"] && card.animationKeys == [])
  }

  @Test("one in another has its own pace, and the outer one ends after it; one without actions jumps")
  func nesting() {
    let rig = AnimationFixture()
    let diary = CompletionLog()
    rig.stage.beginTransaction(Transaction(duration: 2, timing: linear, completion: diary.line("outer")))
    rig.layer.position.x = 0
    rig.stage.animate(duration: 4, timing: linear) {
      rig.layer.zPosition = 8
    } completion: {
      diary.line("inner")($0)
    }
    rig.stage.withoutAnimation { rig.layer.cornerRadius = 10 }
    rig.stage.animate(duration: 0) { rig.layer.opacity = 0.5 }
    rig.layer.add(BasicAnimation(.borderWidth, from: 0, to: 8))
    rig.stage.commitTransaction()
    rig.stage.commitTransaction()
    rig.layer.position.y = 0
    #expect(rig.number(at: 0) == 100 && rig.number(at: 1) == 50)
    #expect(
      rig.number(.zPosition, at: 1) == 2 && rig.number(.borderWidth, at: 1) == 4, "the transaction's duration is the usual one")
    #expect(
      rig.number(.cornerRadius, at: 1) == 10 && rig.number(.opacity, at: 1) == 0.5 && rig.number(.positionY, at: 1) == 25,
      "what is set later moves the goal")
    _ = rig.show(.opacity, at: 3)
    #expect(diary.lines == [])
    _ = rig.show(.opacity, at: 4)
    #expect(diary.lines == ["inner finished", "outer finished"])
  }

  @Test("one in which nothing moves ends at once, and a layer off the stage jumps")
  func empty() {
    let rig = AnimationFixture()
    let diary = CompletionLog()
    let other = Layer()
    rig.stage.animate(duration: 1) {
      other.opacity = 0.5
      rig.layer.opacity = 1
    } completion: {
      diary.line("none")($0)
    }
    #expect(diary.lines == ["none finished"] && other.animationKeys == [])
    rig.stage.animate(duration: 1) {
      rig.layer.opacity = 0
    } completion: {
      diary.line("removed")($0)
    }
    rig.layer.removeAllAnimations()
    #expect(diary.lines == ["none finished", "removed cancelled"])
  }

  @Test("a spring carries it beyond")
  func spring() {
    let rig = AnimationFixture()
    rig.stage.animate(timing: .spring(Spring())) { rig.layer.position.x = 0 }
    _ = rig.number(at: 0)
    let least = (1...20).map { rig.number(at: Double($0) / 20) }.min() ?? 0
    #expect(least < -10 && least > -50)
    #expect(rig.number(at: 5) == 0)
  }

  @Test("layout within it moves too")
  func layout() {
    final class Row: Layer {
      override func layoutSublayers() {
        for (index, layer) in sublayers.enumerated() {
          layer.position = Point(x: bounds.width / sublayers.count * index, y: 0)
        }
      }
    }
    let rig = AnimationFixture()
    let row = Row(frame: Rect(x: 0, y: 0, width: 100, height: 10))
    let follower = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 60))
    follower.autoresizingMask = .fill
    rig.layer.addSublayer(follower)
    row.addSublayer(Layer())
    row.addSublayer(Layer())
    rig.stage.root.addSublayer(row)
    _ = rig.show(.opacity, at: 0)
    rig.stage.animate(duration: 1, timing: linear) {
      row.bounds.size.width = 200
      row.layoutIfNeeded()
      rig.layer.bounds.size.width = 200
    }
    _ = rig.show(.opacity, at: 0)
    _ = rig.show(.opacity, at: 0.5)
    #expect(row.sublayers[1].presentationValue(for: .positionX) == 75)
    #expect(follower.presentationValue(for: .boundsSize) == .size(width: 150, height: 60))
    #expect(follower.bounds.width == 200)
  }
}
