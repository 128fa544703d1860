import CartoucheLinux
import CartoucheRaster
import Glibc
import Testing

@Suite("What the doctor says of a board")
struct DiagnosisBoardTests {
  private func diagnosis(
    _ survey: DeviceSurvey, _ request: DisplayRequest = DisplayRequest(), touch: [TouchDeviceFilter]? = []
  ) -> Diagnosis {
    Diagnosis(survey, display: request, touch: touch)
  }

  @Test("what a board asks for: a connector, a node, a format, a touch device")
  func boards() {
    func facts(_ change: (inout DisplayRequest) -> Void) -> [String] {
      var request = DisplayRequest()
      change(&request)
      return diagnosis(SurveyedMachine.healthy, request).troubles.map(\.fact)
    }
    #expect(facts { $0.connector = "DSI-1" } == ["There is no connector DSI-1; the connectors are HDMI-A-1."])
    #expect(facts { ($0.kind, $0.path) = (.drm, "/dev/dri/card7") } == ["/dev/dri/card7: there is no such device."])
    #expect(facts { $0.format = .rgb888 } == ["/dev/dri/card0: the display does not take rgb888; it has XR24, RG16."])
    #expect(facts { $0.format = .rgb565 } == [])
    func touchFacts(_ filter: TouchDeviceFilter) -> [String] {
      diagnosis(SurveyedMachine.healthy, touch: [filter]).troubles.map(\.fact)
    }
    #expect(
      touchFacts(.name("ft5x06")) == ["There is no input device named \"ft5x06\"; there are \"AT keyboard\", \"Goodix\"."])
    #expect(
      touchFacts(.path("/dev/input/event0")) == [
        "/dev/input/event0: \"AT keyboard\" is not a touchscreen: it has no absolute X and Y axis."
      ])
    #expect(touchFacts(.path("/dev/input/event9")) == ["/dev/input/event9: there is no such input device."])
    #expect(touchFacts(.path("/dev/input/event1")) == [])
  }

  @Test("the facts of this machine can be gathered, whatever they are")
  func thisMachine() {
    let survey = DeviceSurvey.read(card: "/dev/dri/card-that-is-not-there")
    #expect(survey.cards.last?.access.errno == ENOENT)
    #expect(!survey.user.name.isEmpty && survey.user.id == getuid())
    #expect(diagnosis(survey).report(board: "auto").hasPrefix("Board\n  auto\nGraphics cards\n"))
  }
}
