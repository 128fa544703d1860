import CartoucheLinux
import CartoucheRaster
import CartoucheScene

/// The facts about invented machines, for tests of diagnoses.
enum SurveyedMachine {
  /// A touchscreen with ten slots, and a keyboard.
  static var inputs: [DeviceSurvey.Input] {
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

  static var card: DeviceSurvey.Card {
    var card = DeviceSurvey.Card(path: "/dev/dri/card0")
    (card.driver, card.formats) = ("vc4", ["XR24", "RG16"])
    card.access = DeviceSurvey.Access(group: "video")
    let wide = DeviceSurvey.Mode(size: PixelSize(width: 1920, height: 1080), refreshMillihertz: 60_000, isPreferred: true)
    let small = DeviceSurvey.Mode(size: PixelSize(width: 1280, height: 720), refreshMillihertz: 59_940)
    card.connectors = [DeviceSurvey.Connector(name: "HDMI-A-1", status: .connected, modes: [wide, small])]
    return card
  }

  static var framebuffer: DeviceSurvey.Framebuffer {
    var node = DeviceSurvey.Framebuffer(path: "/dev/fb0")
    (node.name, node.size, node.format) = ("fb_ili9341", PixelSize(width: 320, height: 240), .rgb565)
    node.layout = "320x240 of 16 bits (red 5 at 11, green 6 at 5, blue 5 at 0)"
    node.access = DeviceSurvey.Access(group: "video")
    return node
  }

  /// The facts of a machine without troubles.
  static var healthy: DeviceSurvey {
    var survey = DeviceSurvey(user: DeviceSurvey.User(name: "root", id: 0, groups: ["root"]))
    (survey.cards, survey.inputs) = ([card], inputs)
    survey.console = DeviceSurvey.Console(path: "/dev/tty1")
    return survey
  }

  /// The user of the tests about permissions, who may take the console.
  static var user: DeviceSurvey.User {
    DeviceSurvey.User(name: "pi", id: 1000, groups: ["pi", "tty"], memberships: ["tty"])
  }
}
