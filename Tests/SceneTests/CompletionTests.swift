import CartoucheRaster
import CartoucheScene
import Testing

@Suite("An animation's completion handler")
struct CompletionTests {
  private func fade(_ duration: Seconds = 1) -> BasicAnimation { BasicAnimation(.opacity, from: 0, to: 1, duration: duration) }

  @Test("is called once: at the end, on removal, on replacement, or when the layer leaves the stage")
  func once() {
    let fixture = AnimationFixture()
    let log = CompletionLog()
    fixture.layer.add(fade(), forKey: "a", completion: log.record("a"))
    fixture.layer.add(fade(2), forKey: "b", completion: log.record("b"))
    fixture.layer.add(fade(2), forKey: "c", completion: log.record("c"))
    fixture.layer.add(fade(9), completion: log.record("d"))
    _ = fixture.show(.opacity, at: 0)
    #expect(fixture.layer.animationKeys == ["a", "b", "c"] && log.lines == [])
    _ = fixture.show(.opacity, at: 1)
    #expect(log.lines == ["a finished"])
    fixture.layer.removeAnimation(forKey: "b")
    fixture.layer.removeAnimation(forKey: "b")
    fixture.layer.add(fade(2), forKey: "c", completion: log.record("C"))
    #expect(log.lines == ["a finished", "b cancelled", "c cancelled"])
    fixture.layer.removeFromSuperlayer()
    #expect(log.lines.count == 3, "the layer may return before the next frame")
    #expect(fixture.stage.needsCommit)
    _ = fixture.show(.opacity, at: 1.5)
    #expect(log.lines.dropFirst(3) == ["d cancelled", "C cancelled"])
    #expect(fixture.layer.animationKeys == [] && fixture.stage.nextFrame == .never)
    _ = fixture.show(.opacity, at: 99)
    #expect(log.lines.count == 5)
  }

  @Test("is called in the order in which layers and animations were added")
  func order() {
    let fixture = AnimationFixture()
    let log = CompletionLog()
    let other = Layer()
    fixture.stage.root.insertSublayer(other, at: 0)
    fixture.layer.add(fade(2), completion: log.record("second"))
    fixture.layer.add(fade(1), completion: log.record("first"))
    _ = fixture.show(.opacity, at: 0)
    other.add(fade(0.5), completion: log.record("third"))
    _ = fixture.show(.opacity, at: 0)
    _ = fixture.show(.opacity, at: 5)
    #expect(log.lines == ["second finished", "first finished", "third finished"])
  }

  @Test("may add the next animation, which is shown in the same frame")
  func chain() {
    let fixture = AnimationFixture()
    var count = 0
    func next(_ end: AnimationEnd) {
      count += 1
      let from = Scalar(count * 10)
      fixture.layer.add(BasicAnimation(.positionX, from: .scalar(from), to: .scalar(from + 8), duration: 1), completion: next)
    }
    next(.finished)
    #expect(fixture.number(at: 0) == 10 && fixture.number(at: 0.5) == 14)
    #expect(fixture.number(at: 1) == 20 && count == 2)
    #expect(fixture.number(at: 1.5) == 24 && fixture.number(at: 2.5) == 30)
  }

  @Test("may remove its layer")
  func removal() {
    let fixture = AnimationFixture()
    let inner = Layer(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    let log = CompletionLog()
    fixture.layer.addSublayer(inner)
    inner.add(fade(2), completion: log.record("inner"))
    fixture.layer.add(BasicAnimation(.cornerRadius, from: 0, to: 8, duration: 1)) { _ in fixture.layer.removeFromSuperlayer() }
    _ = fixture.show(.opacity, at: 0)
    #expect(fixture.stage.commit(at: seconds(4)) == [PixelRect(minX: 50, minY: 20, maxX: 150, maxY: 80)])
    #expect(log.lines == ["inner cancelled"])
    #expect(fixture.stage.nextFrame == .never && !fixture.stage.needsCommit)
  }

  @Test("that adds its animation again and again does not block the frame")
  func endless() {
    let fixture = AnimationFixture()
    var count = 0
    func addAgain(_ end: AnimationEnd) {
      count += 1
      fixture.layer.add(fade(0.0000001), forKey: "x", completion: addAgain)
    }
    addAgain(.finished)
    for frame in 1...10 { _ = fixture.show(.opacity, at: Double(frame)) }
    #expect(count >= 10 && count < 200)
    func addUpTo10000(_ end: AnimationEnd) { if count < 10_000 { fixture.layer.add(fade(1), completion: addUpTo10000) } }
    fixture.layer.removeAllAnimations()
    fixture.layer.add(fade(1), completion: addUpTo10000)
    _ = fixture.show(.opacity, at: 20)
    fixture.layer.removeFromSuperlayer()
    for frame in 21...30 { _ = fixture.show(.opacity, at: Double(frame)) }
    #expect(fixture.stage.nextFrame == .never)
  }

  @Test("is called at the latest when the layer is deallocated, even if it was never on a stage")
  func deallocated() {
    let log = CompletionLog()
    do {
      let layer = Layer()
      layer.add(fade(), completion: log.record("alone"))
    }
    #expect(log.lines == ["alone cancelled"])
    do {
      let fixture = AnimationFixture()
      fixture.layer.add(fade(), completion: log.record("with its stage"))
      _ = fixture.show(.opacity, at: 0)
    }
    #expect(log.lines == ["alone cancelled", "with its stage cancelled"])
  }

  @Test("is not called when the layer moves to another superlayer, and not before a late layer's animation has played")
  func moving() {
    let fixture = AnimationFixture()
    let (box, late) = (Layer(), Layer())
    let log = CompletionLog()
    fixture.layer.add(BasicAnimation(.positionX, from: 0, to: 8, duration: 2), completion: log.record("moved"))
    late.add(BasicAnimation(.opacity, from: 0, to: 1, duration: 2), completion: log.record("late"))
    #expect(fixture.number(at: 0) == 0)
    fixture.stage.root.addSublayer(box)
    box.addSublayer(fixture.layer)
    #expect(fixture.number(at: 1) == 4)
    let container = Layer()
    container.addSublayer(late)
    fixture.stage.root.addSublayer(container)
    #expect(fixture.number(at: 1.5) == 6 && late.presentationValue(for: .opacity) == 0)
    _ = fixture.show(.opacity, at: 2.5)
    #expect(late.presentationValue(for: .opacity) == 0.5 && log.lines == ["moved finished"])
    _ = fixture.show(.opacity, at: 3.5)
    #expect(log.lines == ["moved finished", "late finished"])
  }

  @Test("is called once for an animation that is not removed, which then needs no frames")
  func retained() {
    let fixture = AnimationFixture()
    let log = CompletionLog()
    var animation = fade(1)
    (animation.fillMode, animation.isRemovedOnCompletion) = (.forwards, false)
    fixture.layer.opacity = 0.25
    fixture.layer.add(animation, forKey: "x", completion: log.record("retained"))
    _ = fixture.show(.opacity, at: 0)
    #expect(fixture.stage.nextFrame == .nextRefresh)
    #expect(fixture.show(.opacity, at: 1) == 1 && fixture.show(.opacity, at: 5) == 1)
    #expect(log.lines == ["retained finished"] && fixture.stage.nextFrame == .never)
    fixture.layer.removeAnimation(forKey: "x")
    #expect(fixture.show(.opacity, at: 6) == 0.25 && log.lines.count == 1)
  }
}
