import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Glibc
import Testing

@Suite("The report of the doctor")
struct DiagnosisTests {
  /// A touchscreen with ten slots, and a keyboard.
  private static var inputs: [DeviceSurvey.Input] {
    var keyboard = DeviceDescription(name: "AT keyboard")
    keyboard.keys = Set(1..<120)
    var panel = DeviceDescription(name: "Goodix")
    (panel.properties, panel.keys) = ([1], [0x14a])
    for (code, maximum) in [(0, 799), (1, 479), (0x2f, 9), (0x35, 799), (0x36, 479), (0x39, 65535)] as [(UInt16, Int32)] {
      panel.axes[code] = AxisRange(minimum: 0, maximum: maximum)
    }
    return [keyboard, panel].enumerated().map { index, description in
      var input = DeviceSurvey.Input(path: "/dev/input/event\(index)")
      input.description = description
      input.access = DeviceSurvey.Access(group: "input")
      return input
    }
  }

  private static var card: DeviceSurvey.Card {
    var card = DeviceSurvey.Card(path: "/dev/dri/card0")
    (card.driver, card.formats) = ("vc4", ["XR24", "RG16"])
    card.access = DeviceSurvey.Access(group: "video")
    let wide = DeviceSurvey.Mode(size: PixelSize(width: 1920, height: 1080), refreshMillihertz: 60_000, isPreferred: true)
    let small = DeviceSurvey.Mode(size: PixelSize(width: 1280, height: 720), refreshMillihertz: 59_940)
    card.connectors = [DeviceSurvey.Connector(name: "HDMI-A-1", status: .connected, modes: [wide, small])]
    return card
  }

  private static var framebuffer: DeviceSurvey.Framebuffer {
    var node = DeviceSurvey.Framebuffer(path: "/dev/fb0")
    (node.name, node.size, node.format) = ("fb_ili9341", PixelSize(width: 320, height: 240), .rgb565)
    node.layout = "320x240 of 16 bits (red 5 at 11, green 6 at 5, blue 5 at 0)"
    node.access = DeviceSurvey.Access(group: "video")
    return node
  }

  /// The facts of a machine without troubles.
  private static var healthy: DeviceSurvey {
    var survey = DeviceSurvey(user: DeviceSurvey.User(name: "root", id: 0, groups: ["root"]))
    (survey.cards, survey.inputs) = ([card], inputs)
    survey.console = DeviceSurvey.Console(path: "/dev/tty1")
    return survey
  }

  /// The user of the tests about permissions, who may take the console.
  private static var user: DeviceSurvey.User {
    DeviceSurvey.User(name: "pi", id: 1000, groups: ["pi", "tty"], memberships: ["tty"])
  }

  private func diagnosis(
    _ survey: DeviceSurvey, _ request: DisplayRequest = DisplayRequest(), touch: TouchDevices.Selection? = .named(nil)
  ) -> Diagnosis {
    Diagnosis(survey, display: request, touch: touch)
  }

  /// Expects a report without troubles but those given, and the lines of `Result`.
  private func expect(
    _ diagnosis: Diagnosis, shows: Bool, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(diagnosis.report(board: "auto") == text, sourceLocation: sourceLocation)
    #expect(diagnosis.canShowPicture == shows, sourceLocation: sourceLocation)
  }

  @Test("a machine without troubles")
  func healthyMachine() {
    expect(
      diagnosis(Self.healthy), shows: true,
      """
      Board
        auto
      Graphics cards
        /dev/dri/card0, driver vc4, owned by no other program
          HDMI-A-1 is connected: 1920x1080 at 60 Hz (preferred), 1280x720 at 59.94 Hz
          formats XR24, RG16
      Framebuffers
        none
      Input devices
        /dev/input/event0 "AT keyboard": not read; it has no absolute X and Y axis
        /dev/input/event1 "Goodix": read; a touchscreen, 10 fingers, x 0…799, y 0…479
      Console
        /dev/tty1 is in front, text mode, keyboard on, switched by the kernel
      User
        root, in the groups root
      Result
        A picture can be shown on /dev/dri/card0 HDMI-A-1, 1920x1080 at 60 Hz, format XR24.
        Touches are read from /dev/input/event1.
      """)
  }

  @Test("1: there is no card")
  func noCard() {
    var survey = Self.healthy
    survey.cards = []
    expect(
      diagnosis(survey), shows: false,
      """
      Board
        auto
      Graphics cards
        none
      Framebuffers
        none
      Input devices
        /dev/input/event0 "AT keyboard": not read; it has no absolute X and Y axis
        /dev/input/event1 "Goodix": read; a touchscreen, 10 fingers, x 0…799, y 0…479
      Console
        /dev/tty1 is in front, text mode, keyboard on, switched by the kernel
      User
        root, in the groups root
      Result
        No picture can be shown.
        Touches are read from /dev/input/event1.
      1 trouble
        1. /dev/dri: there is no graphics card with connectors.
           Load the drivers of the devices that are there; the kernel's log says why one does not work:
             udevadm trigger --action=add; dmesg | grep -i -e drm -e gpu
      """)
  }

  @Test("2: the user may not open the card")
  func cardDenied() {
    var survey = Self.healthy
    survey.user = Self.user
    survey.cards = [DeviceSurvey.Card(path: "/dev/dri/card0")]
    survey.cards[0].access = DeviceSurvey.Access(errno: EACCES, group: "video")
    survey.framebuffers = [Self.framebuffer]
    expect(
      diagnosis(survey), shows: false,
      """
      Board
        auto
      Graphics cards
        /dev/dri/card0: permission denied; its group is video
      Framebuffers
        /dev/fb0, fb_ili9341, 320x240 of 16 bits (red 5 at 11, green 6 at 5, blue 5 at 0)
      Input devices
        /dev/input/event0 "AT keyboard": not read; it has no absolute X and Y axis
        /dev/input/event1 "Goodix": read; a touchscreen, 10 fingers, x 0…799, y 0…479
      Console
        /dev/tty1 is in front, text mode, keyboard on, switched by the kernel
      User
        pi, in the groups pi, tty
      Result
        No picture can be shown.
        Touches are read from /dev/input/event1.
      1 trouble
        1. /dev/dri/card0: permission denied; the group video may open it, and pi is not in it.
           Join the group, then log in again:
             sudo usermod -aG video pi
      """)
  }

  @Test("3: another program holds the card")
  func cardHeld() {
    var survey = Self.healthy
    survey.cards[0].hasOtherMaster = true
    let broker = DeviceSurvey.Holder(process: DeviceHolder(name: "systemd-logind", id: 300), service: "systemd-logind.service")
    survey.cards[0].holders = [broker, DeviceSurvey.Holder(process: DeviceHolder(name: "kmscube", id: 812))]
    // Its owner shows graphics, so the console is not left in graphics mode.
    survey.console?.mode = .graphics
    expect(
      diagnosis(survey), shows: false,
      """
      Board
        auto
      Graphics cards
        /dev/dri/card0, driver vc4, owned by systemd-logind, pid 300; kmscube, pid 812
          HDMI-A-1 is connected: 1920x1080 at 60 Hz (preferred), 1280x720 at 59.94 Hz
          formats XR24, RG16
      Framebuffers
        none
      Input devices
        /dev/input/event0 "AT keyboard": not read; it has no absolute X and Y axis
        /dev/input/event1 "Goodix": read; a touchscreen, 10 fingers, x 0…799, y 0…479
      Console
        /dev/tty1 is in front, graphics mode, keyboard on, switched by the kernel
      User
        root, in the groups root
      Result
        No picture can be shown.
        Touches are read from /dev/input/event1.
      1 trouble
        1. /dev/dri/card0: kmscube, pid 812, owns the screen.
           Stop it:
             kill 812
      """)
    survey.cards[0].holders[1].service = "lightdm.service"
    #expect(diagnosis(survey).troubles.map(\.command) == ["systemctl stop lightdm.service"])
    survey.cards[0].holders = []
    #expect(diagnosis(survey).troubles.map(\.command) == ["fuser -v /dev/dri/card0"])
    var second = Self.card
    second.path = "/dev/dri/card1"
    survey.cards.append(second)
    #expect(diagnosis(survey).picture?.hasPrefix("on /dev/dri/card1") == true)
    #expect(diagnosis(survey).troubles.isEmpty)
  }

  @Test("4: no screen is connected")
  func noConnector() {
    var survey = Self.healthy
    survey.cards[0].connectors = [DeviceSurvey.Connector(name: "HDMI-A-1", status: .disconnected)]
    survey.framebuffers = [Self.framebuffer]
    expect(
      diagnosis(survey), shows: false,
      """
      Board
        auto
      Graphics cards
        /dev/dri/card0, driver vc4, owned by no other program
          HDMI-A-1 is disconnected
          formats XR24, RG16
      Framebuffers
        /dev/fb0, fb_ili9341, 320x240 of 16 bits (red 5 at 11, green 6 at 5, blue 5 at 0)
      Input devices
        /dev/input/event0 "AT keyboard": not read; it has no absolute X and Y axis
        /dev/input/event1 "Goodix": read; a touchscreen, 10 fingers, x 0…799, y 0…479
      Console
        /dev/tty1 is in front, text mode, keyboard on, switched by the kernel
      User
        root, in the groups root
      Result
        No picture can be shown.
        Touches are read from /dev/input/event1.
      1 trouble
        1. No screen is connected: /dev/dri/card0 HDMI-A-1 is disconnected.
           Plug a screen in. If one is plugged in already, make the kernel use it:
             echo on | tee /sys/class/drm/card0-HDMI-A-1/status
      """)
  }

  @Test("5: there is no input device")
  func noInput() {
    var survey = Self.healthy
    survey.inputs = []
    expect(
      diagnosis(survey), shows: true,
      """
      Board
        auto
      Graphics cards
        /dev/dri/card0, driver vc4, owned by no other program
          HDMI-A-1 is connected: 1920x1080 at 60 Hz (preferred), 1280x720 at 59.94 Hz
          formats XR24, RG16
      Framebuffers
        none
      Input devices
        none
      Console
        /dev/tty1 is in front, text mode, keyboard on, switched by the kernel
      User
        root, in the groups root
      Result
        A picture can be shown on /dev/dri/card0 HDMI-A-1, 1920x1080 at 60 Hz, format XR24.
        No touches are read.
      1 trouble
        1. /dev/input: there is no input device.
           Plug a touch panel in, or load the driver of event devices:
             modprobe evdev; dmesg | grep -i -e touch -e input
      """)
    survey.inputs = [Self.inputs[0]]
    #expect(diagnosis(survey).troubles.map(\.fact) == ["/dev/input: none of the input devices is a touchscreen."])
    #expect(diagnosis(survey, touch: nil).troubles.isEmpty)
  }

  @Test("6: the user may not open the input devices")
  func inputDenied() {
    var survey = Self.healthy
    survey.user = Self.user
    for index in survey.inputs.indices {
      survey.inputs[index].description = nil
      survey.inputs[index].access = DeviceSurvey.Access(errno: EACCES, group: "input")
    }
    expect(
      diagnosis(survey), shows: true,
      """
      Board
        auto
      Graphics cards
        /dev/dri/card0, driver vc4, owned by no other program
          HDMI-A-1 is connected: 1920x1080 at 60 Hz (preferred), 1280x720 at 59.94 Hz
          formats XR24, RG16
      Framebuffers
        none
      Input devices
        /dev/input/event0: permission denied; its group is input
        /dev/input/event1: permission denied; its group is input
      Console
        /dev/tty1 is in front, text mode, keyboard on, switched by the kernel
      User
        pi, in the groups pi, tty
      Result
        A picture can be shown on /dev/dri/card0 HDMI-A-1, 1920x1080 at 60 Hz, format XR24.
        No touches are read.
      1 trouble
        1. /dev/input/event0: permission denied; the group input may open it, and pi is not in it.
           Join the group, then log in again:
             sudo usermod -aG input pi
      """)
    survey.user.memberships.append("input")
    #expect(diagnosis(survey).troubles.map(\.command) == ["newgrp input"])
    survey.inputs[0].access.isForGroup = false
    #expect(diagnosis(survey).troubles.map(\.command) == ["sudo chmod g+rw /dev/input/event0"])
    survey.inputs[0].access.group = nil
    #expect(
      diagnosis(survey).troubles.map(\.command) == ["sudo chgrp input /dev/input/event0; sudo chmod g+rw /dev/input/event0"])
  }

  @Test("7: the console was left in graphics mode")
  func consoleLeft() {
    var survey = Self.healthy
    survey.console?.mode = .graphics
    survey.console?.keyboard = .off
    survey.console?.isSwitchedByProgram = true
    expect(
      diagnosis(survey), shows: true,
      """
      Board
        auto
      Graphics cards
        /dev/dri/card0, driver vc4, owned by no other program
          HDMI-A-1 is connected: 1920x1080 at 60 Hz (preferred), 1280x720 at 59.94 Hz
          formats XR24, RG16
      Framebuffers
        none
      Input devices
        /dev/input/event0 "AT keyboard": not read; it has no absolute X and Y axis
        /dev/input/event1 "Goodix": read; a touchscreen, 10 fingers, x 0…799, y 0…479
      Console
        /dev/tty1 is in front, graphics mode, keyboard off, switched by a program
      User
        root, in the groups root
      Result
        A picture can be shown on /dev/dri/card0 HDMI-A-1, 1920x1080 at 60 Hz, format XR24.
        Touches are read from /dev/input/event1.
      1 trouble
        1. /dev/tty1: the console was left in graphics mode by a program that is gone, so its text is invisible.
           Restore it:
             cartouche restore-console /dev/tty1
      """)
    survey.console?.holders = [DeviceSurvey.Holder(process: DeviceHolder(name: "kiosk", id: 9))]
    #expect(diagnosis(survey).troubles.isEmpty, "a program that waits for a screen")
    survey.console?.mode = .text
    #expect(diagnosis(survey).troubles.map(\.fact) == ["/dev/tty1: the keyboard of the console was left off."])
    survey.console?.access.errno = EACCES
    #expect(diagnosis(survey).troubles.count == 1 && diagnosis(survey).canShowPicture)
  }

  @Test("8: the screen lacks the board's mode, or there is only a framebuffer")
  func mode() {
    var request = DisplayRequest()
    request.size = PixelSize(width: 1024, height: 600)
    expect(
      diagnosis(Self.healthy, request, touch: nil), shows: false,
      """
      Board
        auto
      Graphics cards
        /dev/dri/card0, driver vc4, owned by no other program
          HDMI-A-1 is connected: 1920x1080 at 60 Hz (preferred), 1280x720 at 59.94 Hz
          formats XR24, RG16
      Framebuffers
        none
      Input devices
        /dev/input/event0 "AT keyboard": not read; it has no absolute X and Y axis
        /dev/input/event1 "Goodix": not read; the board has no touch panel
      Console
        /dev/tty1 is in front, text mode, keyboard on, switched by the kernel
      User
        root, in the groups root
      Result
        No picture can be shown.
        The board has no touch panel.
      1 trouble
        1. /dev/dri/card0: HDMI-A-1 has no mode of 1024x600; it has 1920x1080, 1280x720.
           Choose one of these sizes, here or in the board file (display: mode:):
             cartouche demo town --size 1920x1080
      """)
    var survey = Self.healthy
    (survey.cards, survey.framebuffers) = ([], [Self.framebuffer])
    expect(
      diagnosis(survey), shows: true,
      """
      Board
        auto
      Graphics cards
        none
      Framebuffers
        /dev/fb0, fb_ili9341, 320x240 of 16 bits (red 5 at 11, green 6 at 5, blue 5 at 0)
      Input devices
        /dev/input/event0 "AT keyboard": not read; it has no absolute X and Y axis
        /dev/input/event1 "Goodix": read; a touchscreen, 10 fingers, x 0…799, y 0…479
      Console
        /dev/tty1 is in front, text mode, keyboard on, switched by the kernel
      User
        root, in the groups root
      Result
        A picture can be shown on /dev/fb0, 320x240 of 16 bits (red 5 at 11, green 6 at 5, blue 5 at 0).
        Touches are read from /dev/input/event1.
      1 trouble
        1. /dev/dri: there is no graphics card with connectors.
           Load the drivers of the devices that are there; the kernel's log says why one does not work:
             udevadm trigger --action=add; dmesg | grep -i -e drm -e gpu
      """)
    request = DisplayRequest(kind: .fbdev)
    #expect(diagnosis(survey, request).troubles.isEmpty)
    request.kind = .drm
    #expect(!diagnosis(survey, request).canShowPicture)
    request.kind = .headless
    #expect(diagnosis(survey, request).canShowPicture && diagnosis(survey, request).troubles.isEmpty)
  }

  @Test("what a board asks for: a connector, a node, a format, a touch device")
  func boards() {
    func facts(_ change: (inout DisplayRequest) -> Void) -> [String] {
      var request = DisplayRequest()
      change(&request)
      return diagnosis(Self.healthy, request).troubles.map(\.fact)
    }
    #expect(facts { $0.connector = "DSI-1" } == ["There is no connector DSI-1; the connectors are HDMI-A-1."])
    #expect(facts { ($0.kind, $0.path) = (.drm, "/dev/dri/card7") } == ["/dev/dri/card7: there is no such device."])
    #expect(facts { $0.format = .rgb888 } == ["/dev/dri/card0: the display does not take rgb888; it has XR24, RG16."])
    #expect(facts { $0.format = .rgb565 } == [])
    func touchFacts(_ selection: TouchDevices.Selection) -> [String] {
      diagnosis(Self.healthy, touch: selection).troubles.map(\.fact)
    }
    #expect(
      touchFacts(.named("ft5x06")) == ["There is no input device named \"ft5x06\"; there are \"AT keyboard\", \"Goodix\"."])
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
