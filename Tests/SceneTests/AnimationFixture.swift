import CartoucheRaster
import CartoucheScene

func number<let bits: Int>(_ value: WideFixed<bits>) -> Double { value.double }

func seconds(_ value: Double) -> Timestamp { Timestamp(nanoseconds: Int64((value * 1e9).rounded())) }

/// A stage whose time is 3 s, with a red layer in its center.
struct AnimationFixture {
  let stage = Stage(size: PixelSize(width: 200, height: 100))
  let layer = Layer(frame: Rect(x: 50, y: 20, width: 100, height: 60))

  init() {
    layer.backgroundColor = .red
    stage.root.addSublayer(layer)
    _ = stage.commit(at: seconds(3))
  }

  /// Commits the stage `time` seconds after the fixture's creation and returns the presented value.
  func show(_ property: AnimatableProperty, at time: Double) -> AnimatableValue? {
    _ = stage.commit(at: seconds(3 + time))
    return layer.presentationValue(for: property)
  }

  /// The same for a number; NaN if the value is of another kind.
  func number(_ property: AnimatableProperty = .positionX, at time: Double) -> Double {
    guard case .scalar(let value)? = show(property, at: time) else { return .nan }
    return CartoucheSceneTests.number(value)
  }
}

/// Records calls of completion handlers, in order.
final class CompletionLog {
  var lines: [String] = []
  func record(_ name: String) -> (AnimationEnd) -> Void {
    { [self] end in lines.append("\(name) \(end)") }
  }
}
