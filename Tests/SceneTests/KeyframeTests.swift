import CartoucheRaster
import CartoucheScene
import Testing

@Suite("Keyframes")
struct KeyframeTests {
  private func play(_ times: [Double], _ animation: KeyframeAnimation) -> [Double] {
    let fixture = AnimationFixture()
    fixture.layer.add(animation)
    _ = fixture.number(at: 0)
    return times.map { fixture.number(at: $0) }
  }

  @Test("are evenly spaced, or at the given times; invalid times are ignored")
  func times() {
    var animation = KeyframeAnimation(.positionX, values: [0, 8, 0], duration: 2)
    #expect(play([0, 0.5, 1, 1.5, 1.75, 2], animation) == [0, 4, 8, 4, 2, 100])
    animation.keyTimes = [0, 0.25, 1]
    #expect(play([0, 0.25, 0.5, 1.25, 2], animation) == [0, 4, 8, 4, 100])
    for invalid: [Progress] in [[], [0, 1], [0, 0.5, 0.9], [0.1, 0.5, 1], [0, 2, 1]] {
      animation.keyTimes = invalid
      #expect(play([0.5, 1], animation) == [4, 8])
    }
    animation.keyTimes = [0, 0, 1]
    #expect(play([0, 1], animation) == [8, 4], "a step without duration is skipped")
  }

  @Test("have a timing function for each step, and one for the whole animation")
  func functions() {
    var animation = KeyframeAnimation(.positionX, values: [0, 100, 0], duration: 2)
    animation.timingFunctions = [.easeIn]
    let eased = number(TimingFunction.easeIn(0.5)) * 100
    #expect(abs(play([0.5], animation)[0] - eased) < 0x1p-15)
    #expect(play([1.5], animation) == [50], "missing functions are linear")
    animation.timingFunctions = nil
    animation.timingFunction = .easeIn
    #expect(abs(play([1], animation)[0] - eased * 2) < 0x1p-14)
  }

  @Test("of a discrete animation are shown until the next one's time")
  func discrete() {
    var animation = KeyframeAnimation(.positionX, values: [1, 2, 3, 4], duration: 4, mode: .discrete)
    #expect(play([0, 0.99, 1, 2.5, 3.99, 4], animation) == [1, 1, 2, 3, 4, 100])
    animation.keyTimes = [0, 0.5, 0.5, 0.75, 1]
    #expect(play([1.99, 2, 2.9, 3], animation) == [1, 3, 3, 4])
    animation.keyTimes = [0, 0.5, 0.625, 0.75]
    #expect(play([1.99, 2, 2.5, 3, 3.99], animation) == [1, 2, 3, 4, 4])
    animation = KeyframeAnimation(.opacity, values: [0.5], duration: 1)
    animation.values = [7]
    animation.property = .positionX
    #expect(play([0, 0.5], animation) == [7, 7], "a single value is shown throughout")
  }

  @Test("of a paced animation are reached at constant speed")
  func paced() {
    var animation = KeyframeAnimation(.positionX, values: [0, 1, 9, 8], duration: 10, mode: .paced)
    (animation.keyTimes, animation.timingFunctions) = ([0, 0.9, 0.95, 1], [.easeIn])
    #expect(play([0, 0.5, 1, 5, 9, 9.5], animation).map { ($0 * 1000).rounded() / 1000 } == [0, 0.5, 1, 5, 9, 8.5])
    animation.values = [.point(x: 0, y: 0), .point(x: 30, y: 40), .point(x: 30, y: 90)]
    animation.property = .position
    let fixture = AnimationFixture()
    fixture.layer.add(animation)
    _ = fixture.show(.position, at: 0)
    #expect(fixture.show(.position, at: 7.5) == .point(x: 30, y: 65))
  }

  @Test("of a cubic animation are on a smooth curve, which is a line for evenly spaced values")
  func cubic() {
    let line = KeyframeAnimation(.positionX, values: [0, 1, 2, 3], duration: 3, mode: .cubic)
    for time in [0.0, 0.25, 1, 1.5, 2.75] { #expect(abs(play([time], line)[0] - time) < 0x1p-14) }
    let wave = KeyframeAnimation(.positionX, values: [0, 10, 0, 10], duration: 3, mode: .cubic)
    // The Catmull–Rom polynomial from its matrix.
    func spline(_ p: [Double], _ t: Double) -> Double {
      0.5
        * (2 * p[1] + (p[2] - p[0]) * t + (2 * p[0] - 5 * p[1] + 4 * p[2] - p[3]) * t * t
          + (3 * p[1] - p[0] - 3 * p[2] + p[3]) * t * t * t)
    }
    for step in 0..<10 {
      let t = Double(step) / 10
      #expect(abs(play([1 + t], wave)[0] - spline([0, 10, 0, 10], t)) < 0x1p-13)
      #expect(abs(play([t], wave)[0] - spline([-10, 0, 10, 0], t)) < 0x1p-13)
      #expect(abs(play([2 + t], wave)[0] - spline([10, 0, 10, 20], t)) < 0x1p-13)
    }
    let paced = KeyframeAnimation(.positionX, values: [0, 1, 2, 10], duration: 10, mode: .cubicPaced)
    for time in [1.0, 2.5, 5, 9] { #expect(abs(play([time], paced)[0] - time) < 0.06) }
  }

  @Test("on a path are reached at constant speed or in each step's time, with rotation if requested")
  func path() {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.addLine(to: Point(x: 30, y: 0))
    path.addLine(to: Point(x: 30, y: 10))
    var animation = KeyframeAnimation(along: path, duration: 4, rotationMode: .auto)
    func play(_ times: [Double]) -> [(AnimatableValue?, AnimatableValue?)] {
      let fixture = AnimationFixture()
      fixture.layer.add(animation)
      _ = fixture.show(.position, at: 0)
      return times.map { (fixture.show(.position, at: $0), fixture.layer.presentationValue(for: .rotationZ)) }
    }
    func expect(_ time: Double, _ x: Scalar, _ y: Scalar, _ degrees: Double, at line: Int = #line) {
      let (position, rotation) = play([time])[0]
      #expect(position == .point(x: x, y: y), "line \(line)")
      guard case .angle(let angle)? = rotation else {
        Issue.record("not turned, line \(line)")
        return
      }
      #expect(abs(number(angle.degrees) - degrees) < 1e-6, "line \(line)")
    }
    expect(1, 10, 0, 0)
    expect(3.5, 30, 5, 90)
    animation.rotationMode = .autoReverse
    expect(3.5, 30, 5, -90)
    animation.rotationMode = .auto
    animation.calculationMode = .linear
    expect(1, 15, 0, 0)
    expect(3, 30, 5, 90)
    animation.keyTimes = [0, 0.25, 1]
    expect(0.5, 15, 0, 0)
    expect(2.5, 30, 5, 90)
    animation.keyTimes = nil
    (animation.calculationMode, animation.rotationMode) = (.discrete, .none)
    let positions = play([0, 1.5, 3.9]).map(\.0)
    #expect(positions == [.point(x: 0, y: 0), .point(x: 30, y: 0), .point(x: 30, y: 10)])
    animation.path = Path()
    #expect(play([1])[0].0 == .point(x: 100, y: 50), "an empty path")
    path.closeSubpath()
    animation.path = path
    animation.calculationMode = .linear
    let (closing, _) = play([10.0 / 3])[0]
    guard case .point(let point)? = closing else { return }
    #expect(abs(number(point.x) - 15) < 0.001 && abs(number(point.y) - 5) < 0.001, "the closing line is a step")
  }

  @Test("in a group start with the group, after their own delay, and are cut off at its end")
  func groups() {
    let fixture = AnimationFixture()
    var late = BasicAnimation(.positionY, from: 0, to: 8, duration: 2)
    late.beginTime = 1
    var filled = BasicAnimation(.zPosition, from: 0, to: 8, duration: 1)
    filled.fillMode = .both
    filled.beginTime = 0.5
    var group = AnimationGroup([.basic(BasicAnimation(.positionX, from: 0, to: 8, duration: 2)), .basic(late), .basic(filled)])
    group.delay = 1
    let log = CompletionLog()
    fixture.layer.add(group, completion: log.record("group"))
    func values(_ time: Double) -> [Double] {
      [fixture.number(.positionX, at: time), fixture.number(.positionY, at: time), fixture.number(.zPosition, at: time)]
    }
    #expect(values(0) == [100, 50, 0])
    #expect(values(1) == [0, 50, 0])
    #expect(values(1.75) == [3, 50, 2])
    #expect(values(2.5) == [6, 2, 8])
    #expect(values(3.5) == [100, 6, 8])
    #expect(log.lines == [])
    #expect(values(4) == [100, 50, 0], "the group lasts as long as its longest animation, three seconds")
    #expect(log.lines == ["group finished"])

    group = AnimationGroup([.group(AnimationGroup([.basic(BasicAnimation(.positionX, from: 0, to: 8, duration: 2))]))], duration: 1)
    group.repeatCount = 2
    fixture.layer.add(group)
    #expect(values(10) == [0, 50, 0])
    #expect(values(10.75)[0] == 3 && values(11.5)[0] == 2 && values(12)[0] == 100)
  }
}
