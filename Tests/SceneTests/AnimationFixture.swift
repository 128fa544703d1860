import CartoucheRaster
import CartoucheScene

func number<let bits: Int>(_ value: WideFixed<bits>) -> Double { value.double }

func seconds(_ value: Double) -> Timestamp { Timestamp(nanoseconds: Int64((value * 1e9).rounded())) }

/// A stage that has run for three seconds, and a red layer in its middle.
struct AnimationFixture {
  let stage = Stage(size: PixelSize(width: 200, height: 100))
  let layer = Layer(frame: Rect(x: 50, y: 20, width: 100, height: 60))

  init() {
    layer.backgroundColor = .red
    stage.root.addSublayer(layer)
    _ = stage.commit(at: seconds(3))
  }

  /// Lets `time` come, counted from what is added next, and reads what is shown.
  func show(_ property: AnimatableProperty, at time: Double) -> AnimatableValue? {
    _ = stage.commit(at: seconds(3 + time))
    return layer.presentationValue(for: property)
  }

  /// The same of a number.
  func number(_ property: AnimatableProperty = .positionX, at time: Double) -> Double {
    guard case .scalar(let value)? = show(property, at: time) else { return .nan }
    return CartoucheSceneTests.number(value)
  }
}

/// What completions said, in order.
final class CompletionLog {
  var lines: [String] = []
  func line(_ name: String) -> (AnimationEnd) -> Void {
    { [self] end in lines.append("\(name) \(end)") }
  }
}
