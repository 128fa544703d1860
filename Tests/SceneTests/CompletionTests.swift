import CartoucheRaster
import CartoucheScene
import Testing

@Suite("The end of an animation")
struct CompletionTests {
  private func fade(_ duration: Seconds = 1) -> BasicAnimation { BasicAnimation(.opacity, from: 0, to: 1, duration: duration) }

  @Test("is told once: when it has played, is taken off, replaced, or its layer has left")
  func once() {
    let rig = AnimationFixture()
    let diary = CompletionLog()
    rig.layer.add(fade(), forKey: "a", completion: diary.line("a"))
    rig.layer.add(fade(2), forKey: "b", completion: diary.line("b"))
    rig.layer.add(fade(2), forKey: "c", completion: diary.line("c"))
    rig.layer.add(fade(9), completion: diary.line("d"))
    _ = rig.show(.opacity, at: 0)
    #expect(rig.layer.animationKeys == ["a", "b", "c"] && diary.lines == [])
    _ = rig.show(.opacity, at: 1)
    #expect(diary.lines == ["a finished"])
    rig.layer.removeAnimation(forKey: "b")
    rig.layer.removeAnimation(forKey: "b")
    rig.layer.add(fade(2), forKey: "c", completion: diary.line("C"))
    #expect(diary.lines == ["a finished", "b cancelled", "c cancelled"])
    rig.layer.removeFromSuperlayer()
    #expect(diary.lines.count == 3, "it may come back before the next frame")
    #expect(rig.stage.needsCommit)
    _ = rig.show(.opacity, at: 1.5)
    #expect(diary.lines.dropFirst(3) == ["d cancelled", "C cancelled"])
    #expect(rig.layer.animationKeys == [] && rig.stage.nextFrame == .never)
    _ = rig.show(.opacity, at: 99)
    #expect(diary.lines.count == 5)
  }

  @Test("in one frame comes in the order in which layers and animations were added")
  func order() {
    let rig = AnimationFixture()
    let diary = CompletionLog()
    let other = Layer()
    rig.stage.root.insertSublayer(other, at: 0)
    rig.layer.add(fade(2), completion: diary.line("second"))
    rig.layer.add(fade(1), completion: diary.line("first"))
    _ = rig.show(.opacity, at: 0)
    other.add(fade(0.5), completion: diary.line("third"))
    _ = rig.show(.opacity, at: 0)
    _ = rig.show(.opacity, at: 5)
    #expect(diary.lines == ["second finished", "first finished", "third finished"])
  }

  @Test("may add the next animation, which goes on in that same frame")
  func chain() {
    let rig = AnimationFixture()
    var links = 0
    func next(_ end: AnimationEnd) {
      links += 1
      let from = Scalar(links * 10)
      rig.layer.add(BasicAnimation(.positionX, from: .scalar(from), to: .scalar(from + 8), duration: 1), completion: next)
    }
    next(.finished)
    #expect(rig.number(at: 0) == 10 && rig.number(at: 0.5) == 14)
    #expect(rig.number(at: 1) == 20 && links == 2)
    #expect(rig.number(at: 1.5) == 24 && rig.number(at: 2.5) == 30)
  }

  @Test("may take its layer away, or its stage's whole tree")
  func removal() {
    let rig = AnimationFixture()
    let inner = Layer(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    let diary = CompletionLog()
    rig.layer.addSublayer(inner)
    inner.add(fade(2), completion: diary.line("inner"))
    rig.layer.add(BasicAnimation(.cornerRadius, from: 0, to: 8, duration: 1)) { _ in rig.layer.removeFromSuperlayer() }
    _ = rig.show(.opacity, at: 0)
    #expect(rig.stage.commit(at: seconds(4)) == [PixelRect(minX: 50, minY: 20, maxX: 150, maxY: 80)])
    #expect(diary.lines == ["inner cancelled"])
    #expect(rig.stage.nextFrame == .never && !rig.stage.needsCommit)
  }

  @Test("that adds itself again for ever does not hold up the frame")
  func endless() {
    let rig = AnimationFixture()
    var count = 0
    func again(_ end: AnimationEnd) {
      count += 1
      rig.layer.add(fade(0.0000001), forKey: "x", completion: again)
    }
    again(.finished)
    for frame in 1...10 { _ = rig.show(.opacity, at: Double(frame)) }
    #expect(count >= 10 && count < 200)
    func never(_ end: AnimationEnd) { if count < 10_000 { rig.layer.add(fade(1), completion: never) } }
    rig.layer.removeAllAnimations()
    rig.layer.add(fade(1), completion: never)
    _ = rig.show(.opacity, at: 20)
    rig.layer.removeFromSuperlayer()
    for frame in 21...30 { _ = rig.show(.opacity, at: Double(frame)) }
    #expect(rig.stage.nextFrame == .never)
  }

  @Test("comes at the latest when the layer goes, even of one that no stage ever showed")
  func gone() {
    let diary = CompletionLog()
    do {
      let layer = Layer()
      layer.add(fade(), completion: diary.line("alone"))
    }
    #expect(diary.lines == ["alone cancelled"])
    do {
      let rig = AnimationFixture()
      rig.layer.add(fade(), completion: diary.line("with its stage"))
      _ = rig.show(.opacity, at: 0)
    }
    #expect(diary.lines == ["alone cancelled", "with its stage cancelled"])
  }

  @Test("is not the end where a layer moves to another superlayer, or comes late to the stage")
  func moving() {
    let rig = AnimationFixture()
    let (box, late) = (Layer(), Layer())
    let diary = CompletionLog()
    rig.layer.add(BasicAnimation(.positionX, from: 0, to: 8, duration: 2), completion: diary.line("moved"))
    late.add(BasicAnimation(.opacity, from: 0, to: 1, duration: 2), completion: diary.line("late"))
    #expect(rig.number(at: 0) == 0)
    rig.stage.root.addSublayer(box)
    box.addSublayer(rig.layer)
    #expect(rig.number(at: 1) == 4)
    let wrapping = Layer()
    wrapping.addSublayer(late)
    rig.stage.root.addSublayer(wrapping)
    #expect(rig.number(at: 1.5) == 6 && late.presentationValue(for: .opacity) == 0)
    _ = rig.show(.opacity, at: 2.5)
    #expect(late.presentationValue(for: .opacity) == 0.5 && diary.lines == ["moved finished"])
    _ = rig.show(.opacity, at: 3.5)
    #expect(diary.lines == ["moved finished", "late finished"])
  }

  @Test("of one that is held is told once too, and a still one wakes nothing")
  func held() {
    let rig = AnimationFixture()
    let diary = CompletionLog()
    var animation = fade(1)
    (animation.fillMode, animation.isRemovedOnCompletion) = (.forwards, false)
    rig.layer.opacity = 0.25
    rig.layer.add(animation, forKey: "x", completion: diary.line("held"))
    _ = rig.show(.opacity, at: 0)
    #expect(rig.stage.nextFrame == .nextRefresh)
    #expect(rig.show(.opacity, at: 1) == 1 && rig.show(.opacity, at: 5) == 1)
    #expect(diary.lines == ["held finished"] && rig.stage.nextFrame == .never)
    rig.layer.removeAnimation(forKey: "x")
    #expect(rig.show(.opacity, at: 6) == 0.25 && diary.lines.count == 1)
  }
}
