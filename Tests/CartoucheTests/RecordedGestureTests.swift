import Cartouche
import CartoucheTestSupport
import Foundation
import Testing

/// The gestures that the recognizers of a full-screen layer find in a recording of a real panel.
@MainActor
private struct Recognized {
  /// The locations of one-finger taps.
  var taps: [Point] = []
  var doubleTaps = 0
  var twoFingerTaps: [Point] = []
  var pans: [Point] = []
  var farthest: [Scalar] = []
  var fingers: [Int] = []
  var presses = 0
  /// When presses of two fingers began and ended, in milliseconds.
  var twoFingerPresses: [Int64] = []
  var pinches = 0
  var rotations = 0
  var swipes: [SwipeDirection] = []

  init(_ device: String, _ gesture: String) throws {
    let kiosk = try RecordedPanel.kiosk(device, gesture)
    let results = Box(Recognized())
    let layer = Layer(frame: kiosk.root.bounds)
    kiosk.root.addSublayer(layer)

    let tap = TapGestureRecognizer { results.value.taps.append($0.location) }
    let doubleTap = TapGestureRecognizer { _ in results.value.doubleTaps += 1 }
    doubleTap.numberOfTapsRequired = 2
    let twoFingerTap = TapGestureRecognizer { results.value.twoFingerTaps.append($0.location) }
    twoFingerTap.numberOfTouchesRequired = 2
    let pan = PanGestureRecognizer { pan in
      if pan.state == .began {
        results.value.farthest.append(0)
        results.value.fingers.append(0)
      }
      let last = results.value.farthest.count - 1
      results.value.farthest[last] = max(results.value.farthest[last], pan.translation.y.magnitude)
      results.value.fingers[last] = max(results.value.fingers[last], pan.numberOfTouches)
      if pan.state == .ended { results.value.pans.append(pan.translation) }
    }
    let press = LongPressGestureRecognizer { if $0.state == .began { results.value.presses += 1 } }
    let twoFingerPress = LongPressGestureRecognizer { press in
      if press.state != .changed { results.value.twoFingerPresses.append(press.time.nanoseconds / 1_000_000) }
    }
    twoFingerPress.numberOfTouchesRequired = 2
    let pinch = PinchGestureRecognizer { if $0.state == .began { results.value.pinches += 1 } }
    let rotation = RotationGestureRecognizer { if $0.state == .began { results.value.rotations += 1 } }
    let swipe = SwipeGestureRecognizer { results.value.swipes.append($0.recognizedDirection) }
    swipe.direction = [.up, .down, .left, .right]
    for recognizer in [tap, doubleTap, twoFingerTap, pan, press, twoFingerPress, pinch, rotation, swipe] as [GestureRecognizer] {
      recognizer.shouldRecognizeSimultaneously = { _ in true }
      layer.addGestureRecognizer(recognizer)
    }
    try kiosk.run()
    self = results.value
  }

  private init() {}

  private final class Box {
    var value: Recognized

    init(_ value: Recognized) { self.value = value }
  }
}

@MainActor
@Suite("Gestures in recordings of real panels", .enabled(if: RecordedPanel.folder != nil, "no shared data"))
struct RecordedGestureTests {
  @Test("D3: a drag down and up of one finger on an Atmel panel")
  func atmelDrag() throws {
    let recognized = try Recognized("Atmel maXTouch Touchscreen", "1-finger-drag-up-down")
    #expect(recognized.pans == [Point(x: 21, y: 14)] && recognized.fingers == [1])
    #expect(recognized.farthest[0] > 285 && recognized.farthest[0] < 295)
    #expect(recognized.taps.isEmpty && recognized.twoFingerTaps.isEmpty && recognized.pinches == 0 && recognized.rotations == 0)
  }

  @Test("nine fast taps of one finger on an Atmel panel")
  func atmelTaps() throws {
    let recognized = try Recognized("Atmel maXTouch Touchscreen", "1-finger-fast-taps")
    #expect(recognized.taps.count == 9 && recognized.pans.isEmpty && recognized.presses == 0 && recognized.swipes.isEmpty)
    #expect(recognized.doubleTaps == 4)
  }

  @Test("two fingers resting for more than half a second on an Atmel panel")
  func atmelTwo() throws {
    let recognized = try Recognized("Atmel maXTouch Touchscreen", "2-fingers-touch-release")
    #expect(recognized.twoFingerPresses == [554, 810], "from the second finger's touch to the first finger's lift")
    #expect(recognized.taps.isEmpty && recognized.twoFingerTaps.isEmpty && recognized.presses == 0 && recognized.rotations == 0)
  }

  @Test("a drag down of four fingers on an Atmel panel")
  func atmelFour() throws {
    let recognized = try Recognized("Atmel maXTouch Touchscreen", "4-finger-drag-down")
    #expect(recognized.fingers == [4] && recognized.pans.count == 1)
    #expect(recognized.pans[0].y > 170 && recognized.pans[0].y < 175 && recognized.pans[0].x.magnitude < 10)
    #expect(recognized.taps.isEmpty && recognized.twoFingerPresses.isEmpty && recognized.pinches == 0 && recognized.rotations == 0)
  }

  @Test("a drag up and down of one finger on an EP0430M09")
  func edtDrag() throws {
    let recognized = try Recognized("EP0430M09", "1-finger-drag-up-down")
    #expect(recognized.fingers == [1] && recognized.pans.count == 1 && recognized.farthest[0] > 300 && recognized.farthest[0] < 306)
    #expect(recognized.pans[0].x.magnitude < 7 && recognized.pans[0].y.magnitude < 7 && recognized.taps.isEmpty)
  }

  @Test("two fingers resting for more than half a second on an EP0430M09")
  func edtTwo() throws {
    let recognized = try Recognized("EP0430M09", "2-fingers-touch-release")
    #expect(recognized.twoFingerPresses == [500, 513])
    #expect(
      recognized.taps.isEmpty && recognized.pans.isEmpty && recognized.pinches == 0 && recognized.rotations == 0
        && recognized.presses == 0)
  }
}
