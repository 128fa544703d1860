// tools/embed-boards generates this file from boards/*.yaml. Edit those files, and then run the tool.

/// The board files of this package as text, so that every application knows them by name.
enum BuiltInBoards {
  /// The names and the YAML texts of the boards, sorted by name.
  static let files: [(name: String, yaml: String)] = [
    (
      name: "generic-drm",
      yaml: #"""
      # Any machine whose driver has kernel mode setting: a PC, a virtual machine, most boards.
      description: Any screen of a DRM driver, in its preferred mode
      display:
        # auto, drm, fbdev, window or headless.
        kind: drm
        # A connector's name, as in /sys/class/drm (HDMI-A-1, DSI-1, eDP-1). Default: all that have a screen and
        # are of one card. They show the same frames, and the first gives them their size.
        # connector: HDMI-A-1
        # A node, as /dev/dri/card1. Node numbers change between boots. Default: the first with a connected screen.
        # device: /dev/dri/card0
        # WxH, WxH@Hz, or auto: the panel's preferred mode.
        mode: auto
        # xrgb8888 or rgb565.
        format: xrgb8888
        # The clockwise rotation of frames on the panel: 0, 90, 180 or 270; or auto, as the panel is mounted if its
        # driver tells that, else 0. Touches are rotated back.
        rotation: auto
        # The panel's visible size in millimeters, width by height before any rotation. Gestures use it for
        # distances and speeds. Default: 4 pixels per millimeter.
        # millimetres: 154x86
        # The number of buffers: with 2, one is shown while the other is drawn.
        buffers: 2
        # Whether modes and page flips are atomic commits, if the driver has them: true or false.
        # atomic: false
        # The time without touches after which the screen goes dark, as 30 s, 10 min or 2 h; or never. The touch
        # that lights it again has no other effect.
        # blank-after: 10 min
      touch:
        # auto, none, or the device: a node as /dev/input/event3; vendor:product in hexadecimal, as 0eef:0001 of
        # lsusb; or its name or a part of it. Of several devices that fit, touchscreens are read. A list, as
        # [0eef:0001, Acme Panel], reads all devices that fit one of its entries. A device that is plugged in later
        # is read as soon as it is there.
        device: auto
        # The touch panels of mirrored screens: the connector of each screen, and its device in one of these forms.
        # Other touch panels are those of the first screen. The keys below hold for all panels.
        # screens: {HDMI-A-2: Acme Panel}
        # Whether the panel's X axis runs along the screen's height: true or false.
        # swap-axes: true
        # The axes of the screen along which the panel counts backward: none, x, y or xy. Axes are swapped first,
        # then mirrored, then calibrated; all of this is before the rotation.
        # mirror: x
        # The calibration of the touch panel against the screen: the first two rows of libinput's calibration
        # matrix, for positions from 0 to 1. "cartouche calibrate --board FILE" measures it and writes this line.
        calibration: [1, 0, 0, 0, 1, 0]
        # The smallest size (ABS_MT_TOUCH_MAJOR) or pressure (ABS_MT_PRESSURE) of a palm, in the panel's own units,
        # as evtest shows them. A panel that reports palms itself needs neither.
        # palm-size: 80
        # palm-pressure: 200
      desk:
        # Mice: auto, while no touchscreen is plugged in; always or never. A wheel scrolls and zooms.
        mouse: auto
        # Keyboards: never; text, typed keys reach the text field that is edited; all, Ctrl-Alt-F1 to F12 also show
        # other consoles, and Ctrl-C ends the program; auto, all for a program that an interactive shell on the
        # console started, else never.
        keyboard: auto
      memory:
        # The cache of decoded map tiles.
        tiles: 64 MiB
        # The glyph cache of the standard fonts.
        glyphs: 8 MiB
        # The largest size of one decoded image; a larger image is an error.
        picture: 256 MiB
      # A number from 1 to 64, or auto: one per processor.
      threads: auto
      """#
    ),
    (
      name: "generic-fbdev",
      yaml: #"""
      # An old driver, or a panel on SPI, that offers only a framebuffer node.
      description: Any framebuffer node with 32 or 16 bits per pixel, in its current mode
      display:
        kind: fbdev
        device: /dev/fb0
        # The node's own mode, format and number of buffers are used: few fbdev drivers can change them.
        mode: auto
        rotation: 0
        # The time without touches after which the screen goes dark, as 30 s, 10 min or 2 h; or never. The touch
        # that lights it again has no other effect.
        # blank-after: 10 min
      touch:
        device: auto
        calibration: [1, 0, 0, 0, 1, 0]
      memory:
        tiles: 32 MiB
        glyphs: 8 MiB
        picture: 64 MiB
      threads: auto
      """#
    ),
    (
      name: "headless",
      yaml: #"""
      # No screen: frames are drawn in memory on a virtual clock, for tests and for dumped frames.
      description: A screen in memory on a virtual clock, 800 x 480 at 60 Hz
      display:
        kind: headless
        mode: 800x480@60
        format: xrgb8888
        rotation: 0
        # One buffer: each frame is drawn over the last. More buffers are used in turn, as on a real panel.
        buffers: 1
      touch:
        device: none
      memory:
        tiles: 64 MiB
      threads: auto
      """#
    ),
    (
      name: "raspberry-pi-4",
      yaml: #"""
      # A Raspberry Pi 4 or 400 with a screen on its first HDMI connector, next to the power connector. The driver
      # is vc4; a second card, v3d, has no connectors.
      description: Raspberry Pi 4 with a screen on the first HDMI connector
      display:
        kind: drm
        connector: HDMI-A-1
        # A television prefers 3840x2160@30; the processor draws 1920x1080@60 smoothly.
        mode: 1920x1080@60
        format: xrgb8888
        buffers: 2
      touch:
        device: auto
      memory:
        tiles: 128 MiB
        glyphs: 8 MiB
        picture: 128 MiB
      threads: 4
      """#
    ),
    (
      name: "raspberry-pi-touch-display",
      yaml: #"""
      # The first Raspberry Pi Touch Display: 7 inches, 800 × 480, on the DSI connector, with an EDT FT5x06 touch
      # controller for ten fingers. If it is mounted upside down, set rotation: 180; touches are rotated too.
      description: Raspberry Pi with the 7-inch Touch Display, 800 x 480
      display:
        kind: drm
        connector: DSI-1
        mode: 800x480@60
        format: xrgb8888
        rotation: auto
        buffers: 2
        # Its visible size is 154 mm by 86 mm.
        millimetres: 154x86
      touch:
        # The kernel's edt-ft5x06 driver or the firmware's "raspberrypi-ts": either is found by its capabilities.
        device: auto
        calibration: [1, 0, 0, 0, 1, 0]
      memory:
        tiles: 64 MiB
        glyphs: 8 MiB
        picture: 128 MiB
      threads: 4
      """#
    ),
  ]
}
