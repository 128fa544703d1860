import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheTestSupport
import CartoucheText
import Testing

@Suite("Frames of controls with values")
struct ValueControlFrameTests {
  /// An arrow that points up, of 24 × 24 pixels. Its own color is magenta, which a template does not show.
  static let arrow = Image.drawn(size: PixelSize(width: 24, height: 24)) { list in
    var path = Path()
    path.move(to: Point(x: 12, y: 2))
    path.addLine(to: Point(x: 21, y: 21))
    path.addLine(to: Point(x: 12, y: 17))
    path.addLine(to: Point(x: 3, y: 21))
    path.closeSubpath()
    list.fill(path, with: .color(Color(hex: 0xff00ff)))
  }.withRenderingMode(.alwaysTemplate)

  private let standard = Theme.test

  /// Returns a screen in a theme. The controls are made in the other theme, and then get this one.
  private func page(_ name: String, _ width: Int, _ height: Int, _ fill: (Layer, Theme) -> Void) -> ControlScreen {
    let screen = ControlScreen(width, height)
    let theme = name == "dark" ? standard.dark : standard
    fill(screen.root, name == "dark" ? standard : standard.dark)
    screen.run(16)
    screen.root.backgroundColor = theme.backgroundColor
    screen.root.setTheme(theme)
    screen.run(16)
    return screen
  }

  private func add(_ layer: Layer, to root: Layer, x: Int, y: Int) {
    layer.frame.origin = Point(x: Scalar(x), y: Scalar(y))
    root.addSublayer(layer)
  }

  @Test("switches off and on: resting, pressed and disabled", arguments: ["light", "dark"])
  func switches(name: String) throws {
    let screen = page(name, 320, 144) { root, theme in
      for row in 0..<2 {
        for column in 0..<4 {
          let control = Switch(isOn: row == 1, theme: theme)
          add(control, to: root, x: 20 + column * 76, y: 20 + row * 56)
          if column == 2 { control.isEnabled = false }
          if column == 3 { control.onTintColor = Color(hex: 0x34a853) }
        }
      }
    }
    for (id, row) in [0, 1].enumerated() { screen.down(122, Scalar(36 + row * 56), id: id) }
    screen.run(400)
    try expectFrame(screen.panel, matches: "switches-\(name)")
  }

  @Test("sliders: at both ends, pressed, disabled, with images and with colors of their own", arguments: ["light", "dark"])
  func sliders(name: String) throws {
    let screen = page(name, 480, 176) { root, theme in
      for index in 0..<6 {
        let slider = Slider(theme: theme)
        slider.value = [0, 1, 0.5, 0.5, 0.4, 0.7][index]
        add(slider, to: root, x: 20 + index % 2 * 230, y: 20 + index / 2 * 48)
        if index == 3 { slider.isEnabled = false }
        if index == 4 { (slider.minimumValueImage, slider.maximumValueImage) = (Self.arrow, ButtonTests.image) }
        if index == 5 {
          (slider.minimumTrackTintColor, slider.maximumTrackTintColor) = (.green, .red)
          slider.thumbTintColor = .yellow
        }
      }
    }
    screen.down(120, 84)
    screen.run(100)
    try expectFrame(screen.panel, matches: "sliders-\(name)")
  }

  @Test("steppers: at both ends, between them, pressed and disabled", arguments: ["light", "dark"])
  func steppers(name: String) throws {
    let screen = page(name, 400, 136) { root, theme in
      for index in 0..<6 {
        let stepper = Stepper(theme: theme)
        stepper.value = [0, 50, 100, 50, 50, 0][index]
        add(stepper, to: root, x: 20 + index % 3 * 126, y: 20 + index / 3 * 56)
        if index == 4 { stepper.isEnabled = false }
        if index == 5 { stepper.wraps = true }
      }
    }
    screen.down(100, 96)
    screen.run(100)
    try expectFrame(screen.panel, matches: "steppers-\(name)")
  }

  @Test("segmented controls: titles, images, pressed, disabled, long titles", arguments: ["light", "dark"])
  func segments(name: String) throws {
    let screen = page(name, 560, 176) { root, theme in
      for index in 0..<6 {
        let control = SegmentedControl(["Day", "Night", "Auto"], theme: theme)
        control.selectedSegmentIndex = [0, 1, 2, nil, 0, 0][index]
        control.frame.size = Size(width: 250, height: 40)
        add(control, to: root, x: 20 + index % 2 * 270, y: 20 + index / 2 * 50)
        switch index {
        case 2: control.isEnabled = false
        case 3: control.setEnabled(false, forSegmentAt: 2)
        case 4: for segment in 0..<2 { control.setImage(segment == 0 ? Self.arrow : ButtonTests.image, forSegmentAt: segment) }
        case 5: control.setTitle("A long title", forSegmentAt: 1)
        default: break
        }
      }
    }
    screen.down(336, 90)
    screen.run(100)
    try expectFrame(screen.panel, matches: "segments-\(name)")
  }

  @Test("progress views: empty, partial, full, indeterminate and with colors of their own", arguments: ["light", "dark"])
  func progress(name: String) throws {
    let screen = page(name, 240, 140) { root, theme in
      for index in 0..<5 {
        let view = ProgressView(theme: theme)
        view.progress = [0, 0.4, 1, 0, 0.6][index]
        add(view, to: root, x: 20, y: 20 + index * 24)
        if index == 3 { view.isIndeterminate = true }
        if index == 4 { (view.progressTintColor, view.trackTintColor) = (.green, .red) }
      }
    }
    screen.run(600)
    try expectFrame(screen.panel, matches: "progress-\(name)")
  }

  @Test("buttons with template images in every style, placement and state", arguments: ["light", "dark"])
  func imageButtons(name: String) throws {
    let screen = page(name, 668, 320) { root, theme in
      for (row, style) in Button.Style.allCases.enumerated() {
        for column in 0..<5 {
          let button = Button(column == 0 ? "" : "North", image: Self.arrow, style: style, theme: theme)
          button.imagePlacement = row % 2 == 0 ? .leading : .trailing
          button.sizeToFit()
          add(button, to: root, x: 16 + column * 128 + (column == 0 ? 20 : 0), y: 12 + row * 56)
          (button.isHighlighted, button.isSelected, button.isEnabled) = (column == 2, column == 3, column != 4)
        }
      }
      for (column, placement) in [Button.ImagePlacement.top, .bottom].enumerated() {
        let button = Button("Up", image: Self.arrow, style: .gray, theme: theme)
        button.imagePlacement = placement
        button.sizeToFit()
        add(button, to: root, x: 16 + column * 80, y: 236)
      }
      let small = Button("Small", image: Self.arrow, style: .filled, theme: theme)
      small.imagePlacement = .top
      add(small, to: root, x: 190, y: 246)
      small.frame.size = Size(width: 70, height: 48)
      let (tinted, swapped) = (Button("Go", image: Self.arrow, theme: theme), Button("Home", image: Self.arrow, theme: theme))
      tinted.tintColor = .orange
      add(tinted, to: root, x: 290, y: 246)
      swapped.selectedImage = ButtonTests.image
      swapped.isSelected = true
      add(swapped, to: root, x: 380, y: 246)
      let (view, own) = (ImageView(Self.arrow, theme: theme), ImageView(Self.arrow, theme: theme))
      own.tintColor = .green
      add(view, to: root, x: 500, y: 256)
      add(own, to: root, x: 540, y: 256)
    }
    try expectFrame(screen.panel, matches: "image-buttons-\(name)")
  }

  @Test("controls of any size do not trap", arguments: [Scalar.zero, 1, -5, 3, .max, .min])
  func anySize(side: Scalar) {
    let screen = ControlScreen()
    let theme = standard
    let slider = Slider(theme: theme)
    (slider.minimumValueImage, slider.value) = (Self.arrow, 0.5)
    let progress = ProgressView(theme: theme)
    progress.isIndeterminate = true
    let image = Button("Up", image: Self.arrow, theme: theme)
    image.imagePlacement = .top
    let segments = SegmentedControl(["A", "B"], theme: theme)
    segments.selectedSegmentIndex = 1
    let layers: [Layer] = [
      Switch(isOn: true, theme: theme), slider, Stepper(theme: theme), segments, progress, image,
      ImageView(Self.arrow, theme: theme),
    ]
    for layer in layers {
      screen.root.addSublayer(layer)
      for size in [Size(width: side, height: side), Size(width: 40, height: side), Size(width: side, height: 40)] {
        layer.bounds.size = size
        _ = screen.panel
        layer.bounds.origin = Point(x: side, y: side)
        screen.drag(from: Point(x: 20, y: 20), to: Point(x: 40, y: 20), steps: 2)
        screen.up(40, 20)
      }
      layer.removeFromSuperlayer()
    }
  }
}
