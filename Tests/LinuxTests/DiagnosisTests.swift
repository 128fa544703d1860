import CartoucheLinux
import CartoucheRaster
import CartoucheScene
import Glibc
import Testing

@Suite("The report of the doctor")
struct DiagnosisTests {
  private func diagnosis(
    _ survey: DeviceSurvey, _ request: DisplayRequest = DisplayRequest(), touch: [TouchDeviceFilter]? = [],
    pointers: Diagnosis.PointerUse = .never, readsKeyboards: Bool = false
  ) -> Diagnosis {
    Diagnosis(survey, display: request, touch: touch, pointers: pointers, readsKeyboards: readsKeyboards)
  }

  @Test func `the unplugged connector that the board names is the trouble, and not another that is plugged in`() {
    var survey = SurveyedMachine.healthy
    survey.cards[0].connectors.append(DeviceSurvey.Connector(name: "HDMI-A-2", status: .disconnected, modes: []))
    var request = DisplayRequest()
    request.connector = "HDMI-A-2"
    let trouble = diagnosis(survey, request).troubles.first
    #expect(trouble?.fact == "No screen is connected: /dev/dri/card0 HDMI-A-2 is disconnected.")
    #expect(trouble?.command == "echo on | tee /sys/class/drm/card0-HDMI-A-2/status")
    survey.cards[0].connectors[1] = DeviceSurvey.Connector(name: "HDMI-A-2", status: .connected, modes: [])
    let odd = diagnosis(survey, request).troubles.first
    #expect(odd?.fact.contains("HDMI-A-2: a screen is connected, but it tells no mode") == true)
    #expect(odd?.command == "echo detect | tee /sys/class/drm/card0-HDMI-A-2/status")
  }

  @Test func `mice, tablets and keyboards that are read are named`() {
    var survey = SurveyedMachine.healthy
    func line(_ path: String, _ diagnosis: Diagnosis) -> String? {
      diagnosis.report(board: "auto").split(separator: "\n").map { $0.drop { $0 == " " } }.first { $0.hasPrefix(path) }.map(
        String.init)
    }
    var pad = DeviceDescription(name: "Pad")
    pad.keys = [0x110]
    for code: UInt16 in [0, 1] { pad.axes[code] = AxisRange(minimum: 0, maximum: 32767) }
    var tablet = DeviceSurvey.Input(path: "/dev/input/event2")
    tablet.description = pad
    survey.inputs.append(tablet)
    // A touchscreen comes first.
    #expect(line("/dev/input/event2", diagnosis(survey, pointers: .withoutTouchscreen))?.contains("not read") == true)
    #expect(line("/dev/input/event2", diagnosis(survey, pointers: .always)) == "/dev/input/event2 \"Pad\": read; a tablet")
    survey.inputs.remove(at: 1)
    let mouse = diagnosis(survey, pointers: .withoutTouchscreen)
    #expect(line("/dev/input/event2", mouse) == "/dev/input/event2 \"Pad\": read; a tablet")
    #expect(mouse.touchPaths == [] && mouse.troubles == [])
    #expect(line("A mouse", mouse) != nil)
    #expect(diagnosis(survey).touchPaths == ["/dev/input/event2"], "without mice, a tablet is a touch panel")
  }

  /// Expects a report without troubles but those given, and the lines of `Result`.
  private func expect(
    _ diagnosis: Diagnosis, shows: Bool, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(diagnosis.report(board: "auto") == text, sourceLocation: sourceLocation)
    #expect(diagnosis.canShowPicture == shows, sourceLocation: sourceLocation)
  }

  @Test func `all screens of a card are named, unless the board names a connector`() {
    var survey = SurveyedMachine.healthy
    var second = survey.cards[0].connectors[0]
    second = DeviceSurvey.Connector(name: "HDMI-A-2", status: .connected, modes: second.modes)
    survey.cards[0].connectors.append(second)
    survey.cards[0].connectors.append(DeviceSurvey.Connector(name: "DSI-1", status: .disconnected, modes: []))
    let picture = "on /dev/dri/card0 HDMI-A-1, 1920x1080 at 60 Hz, format XR24"
    #expect(diagnosis(survey).picture == picture + ", mirrored on HDMI-A-2")
    var request = DisplayRequest()
    request.connector = "HDMI-A-1"
    #expect(diagnosis(survey, request).picture == picture)
  }

  @Test("a machine without troubles")
  func healthyMachine() {
    expect(
      diagnosis(SurveyedMachine.healthy), shows: true,
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
    var survey = SurveyedMachine.healthy
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
    var survey = SurveyedMachine.healthy
    survey.user = SurveyedMachine.user
    survey.cards = [DeviceSurvey.Card(path: "/dev/dri/card0")]
    survey.cards[0].access = DeviceSurvey.Access(errno: EACCES, group: "video")
    survey.framebuffers = [SurveyedMachine.framebuffer]
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

  @Test func `A seat daemon opens devices for a user without rights`() {
    var survey = SurveyedMachine.healthy
    survey.user = SurveyedMachine.user
    survey.cards = [DeviceSurvey.Card(path: "/dev/dri/card0")]
    survey.cards[0].access = DeviceSurvey.Access(errno: EACCES, group: "video")
    for index in survey.inputs.indices {
      survey.inputs[index].description = nil
      survey.inputs[index].access = DeviceSurvey.Access(errno: EACCES, group: "input")
    }
    survey.console?.access = DeviceSurvey.Access(errno: EACCES, group: "tty")
    survey.seat = DeviceSurvey.SeatDaemon(path: "/run/seatd.sock")
    expect(
      diagnosis(survey), shows: true,
      """
      Board
        auto
      Graphics cards
        /dev/dri/card0: permission denied; its group is video
      Framebuffers
        none
      Input devices
        /dev/input/event0: permission denied; its group is input
        /dev/input/event1: permission denied; its group is input
      Console
        /dev/tty1 is in front: permission denied; its group is tty
        /run/seatd.sock: a seat daemon opens the devices, and switches the console
      User
        pi, in the groups pi, tty
      Result
        A picture can be shown on /dev/dri/card0, which the seat daemon opens.
        Touches are read from the devices that the seat daemon opens.
      """)
    // A daemon that this user may not ask, or that cannot be asked without libseat, opens nothing.
    survey.seat?.hasLibrary = false
    #expect(!diagnosis(survey).canShowPicture && diagnosis(survey).troubles.count == 3)
    #expect(diagnosis(survey).report(board: "auto").contains("not used without libseat.so.1 (Debian's libseat1)"))
    survey.seat?.access = DeviceSurvey.Access(errno: EACCES, group: "video")
    #expect(!diagnosis(survey).canShowPicture)
    let refusal = "/run/seatd.sock: a seat daemon; permission denied; its group is video"
    #expect(diagnosis(survey).report(board: "auto").contains(refusal))
  }

  @Test("3: another program holds the card")
  func cardHeld() {
    var survey = SurveyedMachine.healthy
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
    var second = SurveyedMachine.card
    second.path = "/dev/dri/card1"
    survey.cards.append(second)
    #expect(diagnosis(survey).picture?.hasPrefix("on /dev/dri/card1") == true)
    #expect(diagnosis(survey).troubles.isEmpty)
  }

  @Test("4: no screen is connected")
  func noConnector() {
    var survey = SurveyedMachine.healthy
    survey.cards[0].connectors = [DeviceSurvey.Connector(name: "HDMI-A-1", status: .disconnected)]
    survey.framebuffers = [SurveyedMachine.framebuffer]
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
    var survey = SurveyedMachine.healthy
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
    survey.inputs = [SurveyedMachine.inputs[0]]
    #expect(diagnosis(survey).troubles.map(\.fact) == ["/dev/input: none of the input devices is a touchscreen."])
    #expect(diagnosis(survey, touch: nil).troubles.isEmpty)
  }

  @Test("6: the user may not open the input devices")
  func inputDenied() {
    var survey = SurveyedMachine.healthy
    survey.user = SurveyedMachine.user
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
    var survey = SurveyedMachine.healthy
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
      diagnosis(SurveyedMachine.healthy, request, touch: nil), shows: false,
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
    var survey = SurveyedMachine.healthy
    (survey.cards, survey.framebuffers) = ([], [SurveyedMachine.framebuffer])
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
}
