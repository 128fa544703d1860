/// The recognizers that watch the screen, and whom they tell.
@MainActor
struct Gestures {
  private var pan = PanRecognizer()
  private var tap = TapRecognizer()
  var onPan: [(Pan) -> Void] = []
  var onTap: [(Point) -> Void] = []
  var onContact: [(ContactEvent) -> Void] = []

  mutating func handle(_ event: ContactEvent) {
    for handler in onContact { handler(event) }
    if let step = pan.handle(event) { for handler in onPan { handler(step) } }
    if let place = tap.handle(event) { for handler in onTap { handler(place) } }
  }
}
