import Cartouche
import CartoucheTestSupport
import Foundation
import Testing

private let folder = TestEnvironment.sharedData("data/touch")

/// What each recognizer of a layer over the whole screen says of a recording of a real panel.
@MainActor
private struct Recognized {
  /// The taps of one finger, and of two.
  var taps: [Point] = []
  var doubleTaps = 0
  var twoFingerTaps: [Point] = []
  var pans: [Point] = []
  var farthest: [Scalar] = []
  var fingers: [Int] = []
  var presses = 0
  /// When one of two fingers began and ended, in milliseconds.
  var twoFingerPresses: [Int64] = []
  var pinches = 0
  var rotations = 0
  var swipes: [SwipeDirection] = []

  init(_ device: String, _ what: String) throws {
    func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: folder! + "/" + name))) }
    let recording = try TouchRecording(
      description: bytes(device + ".desc"), descriptionFile: device, events: bytes("\(device).\(what).events"), eventsFile: what)
    var board = Board(name: "test")
    board.display = .headless
    board.mode = BoardMode(size: PixelSize(width: 800, height: 480))
    board.panelSize = Size(width: 154, height: 86)
    board.threads = 1
    let kiosk = try Kiosk(board: board, replay: Replay(recording: recording))
    let seen = Seen(Recognized())
    let layer = Layer(frame: kiosk.root.bounds)
    kiosk.root.addSublayer(layer)

    let tap = TapGestureRecognizer { seen.value.taps.append($0.location) }
    let doubleTap = TapGestureRecognizer { _ in seen.value.doubleTaps += 1 }
    doubleTap.numberOfTapsRequired = 2
    let twoFingerTap = TapGestureRecognizer { seen.value.twoFingerTaps.append($0.location) }
    twoFingerTap.numberOfTouchesRequired = 2
    let pan = PanGestureRecognizer { pan in
      if pan.state == .began {
        seen.value.farthest.append(0)
        seen.value.fingers.append(0)
      }
      let last = seen.value.farthest.count - 1
      seen.value.farthest[last] = max(seen.value.farthest[last], pan.translation.y.magnitude)
      seen.value.fingers[last] = max(seen.value.fingers[last], pan.numberOfTouches)
      if pan.state == .ended { seen.value.pans.append(pan.translation) }
    }
    let press = LongPressGestureRecognizer { if $0.state == .began { seen.value.presses += 1 } }
    let twoFingerPress = LongPressGestureRecognizer { press in
      if press.state != .changed { seen.value.twoFingerPresses.append(press.time.nanoseconds / 1_000_000) }
    }
    twoFingerPress.numberOfTouchesRequired = 2
    let pinch = PinchGestureRecognizer { if $0.state == .began { seen.value.pinches += 1 } }
    let rotation = RotationGestureRecognizer { if $0.state == .began { seen.value.rotations += 1 } }
    let swipe = SwipeGestureRecognizer { seen.value.swipes.append($0.recognizedDirection) }
    swipe.direction = [.up, .down, .left, .right]
    for recognizer in [tap, doubleTap, twoFingerTap, pan, press, twoFingerPress, pinch, rotation, swipe] as [GestureRecognizer] {
      recognizer.shouldRecognizeSimultaneously = { _ in true }
      layer.addGestureRecognizer(recognizer)
    }
    try kiosk.run()
    self = seen.value
  }

  private init() {}

  private final class Seen {
    var value: Recognized

    init(_ value: Recognized) { self.value = value }
  }
}

@MainActor
@Suite("Real panels' recordings are recognized as", .enabled(if: folder != nil, "no shared data"))
struct RecordedGestureTests {
  @Test("D3: a drag down and up of one finger on an Atmel panel")
  func atmelDrag() throws {
    let seen = try Recognized("Atmel maXTouch Touchscreen", "1-finger-drag-up-down")
    #expect(seen.pans == [Point(x: 21, y: 14)] && seen.fingers == [1])
    #expect(seen.farthest[0] > 285 && seen.farthest[0] < 295)
    #expect(seen.taps.isEmpty && seen.twoFingerTaps.isEmpty && seen.pinches == 0 && seen.rotations == 0)
  }

  @Test("nine fast taps of one finger on an Atmel panel")
  func atmelTaps() throws {
    let seen = try Recognized("Atmel maXTouch Touchscreen", "1-finger-fast-taps")
    #expect(seen.taps.count == 9 && seen.pans.isEmpty && seen.presses == 0 && seen.swipes.isEmpty)
    #expect(seen.doubleTaps == 4)
  }

  @Test("two fingers laid down for more than half a second and lifted on an Atmel panel")
  func atmelTwo() throws {
    let seen = try Recognized("Atmel maXTouch Touchscreen", "2-fingers-touch-release")
    #expect(seen.twoFingerPresses == [554, 810], "from when the second finger is down to when the first is lifted")
    #expect(seen.taps.isEmpty && seen.twoFingerTaps.isEmpty && seen.presses == 0 && seen.rotations == 0)
  }

  @Test("a drag down of four fingers on an Atmel panel")
  func atmelFour() throws {
    let seen = try Recognized("Atmel maXTouch Touchscreen", "4-finger-drag-down")
    #expect(seen.fingers == [4] && seen.pans.count == 1)
    #expect(seen.pans[0].y > 170 && seen.pans[0].y < 175 && seen.pans[0].x.magnitude < 10)
    #expect(seen.taps.isEmpty && seen.twoFingerPresses.isEmpty && seen.pinches == 0 && seen.rotations == 0)
  }

  @Test("a drag up and down of one finger on an EP0430M09")
  func edtDrag() throws {
    let seen = try Recognized("EP0430M09", "1-finger-drag-up-down")
    #expect(seen.fingers == [1] && seen.pans.count == 1 && seen.farthest[0] > 300 && seen.farthest[0] < 306)
    #expect(seen.pans[0].x.magnitude < 7 && seen.pans[0].y.magnitude < 7 && seen.taps.isEmpty)
  }

  @Test("two fingers laid down for more than half a second and lifted on an EP0430M09")
  func edtTwo() throws {
    let seen = try Recognized("EP0430M09", "2-fingers-touch-release")
    #expect(seen.twoFingerPresses == [500, 513])
    #expect(seen.taps.isEmpty && seen.pans.isEmpty && seen.pinches == 0 && seen.rotations == 0 && seen.presses == 0)
  }
}
