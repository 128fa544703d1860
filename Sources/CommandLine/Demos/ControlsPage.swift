import Cartouche

/// A page of buttons and controls with values, in two columns of captioned rows.
///
/// A switch changes between day and night. The right column has buttons, and controls that are disabled.
@MainActor
final class ControlsPage {
  private let kiosk: Kiosk
  private let screen: Screen
  private let theme: Theme

  private static let margin: Scalar = 16
  private static let columnWidth: Scalar = 376
  private static let captionWidth: Scalar = 112
  private static let rowHeight: Scalar = 52

  init(on kiosk: Kiosk, isDark: Bool) {
    self.kiosk = kiosk
    theme = isDark ? Theme.standard.dark : .standard
    screen = Screen("Controls", theme: theme)
    let stack = ScreenStack(frame: kiosk.root.bounds, root: screen, theme: theme)
    stack.autoresizingMask = .fill
    kiosk.root.addSublayer(stack)
    addValues(isDark: isDark)
    addButtons()
    addDisabledControls()
  }

  // MARK: Rows

  /// Adds a layer at the left of a row, after the caption, and centers it vertically.
  private func add(_ layer: Layer, row: Int, column: Int, x: Scalar = 0) {
    let size = layer.frame.size
    layer.frame.origin = Point(
      x: Self.margin + (Self.columnWidth + Self.margin) * column + Self.captionWidth + x,
      y: Self.margin / 2 + Self.rowHeight * row + ((Self.rowHeight - size.height) / 2))
    screen.addSublayer(layer)
  }

  @discardableResult
  private func caption(_ text: String, row: Int, column: Int) -> Label {
    let caption = Label(text, theme: theme)
    caption.frame.size = Size(width: Self.captionWidth, height: Self.rowHeight)
    add(caption, row: row, column: column, x: -Self.captionWidth)
    return caption
  }

  // MARK: Controls with values

  private func addValues(isDark: Bool) {
    caption("Night", row: 0, column: 0)
    let night = Switch(isOn: isDark, theme: theme)
    night.addAction(for: .valueChanged) { [unowned kiosk, unowned night] _ in
      kiosk.setTheme(night.isOn ? .standard.dark : .standard)
    }
    add(night, row: 0, column: 0)

    caption("Volume", row: 1, column: 0)
    let volume = Slider(frame: Rect(x: 0, y: 0, width: 256, height: 32), theme: theme)
    volume.value = 0.4
    (volume.minimumValueImage, volume.maximumValueImage) = (Self.triangle(12), Self.triangle(22))
    add(volume, row: 1, column: 0)

    let limit = caption("Limit 50", row: 2, column: 0)
    let speed = Slider(frame: Rect(x: 0, y: 0, width: 256, height: 32), theme: theme)
    (speed.maximumValue, speed.step, speed.value) = (130, 10, 50)
    speed.addAction(for: .valueChanged) { [unowned speed, unowned limit] _ in limit.text = "Limit \(speed.value.rounded)" }
    add(speed, row: 2, column: 0)

    let count = caption("Guests 2", row: 3, column: 0)
    let guests = Stepper(theme: theme)
    (guests.minimumValue, guests.maximumValue, guests.value) = (1, 8, 2)
    guests.addAction(for: .valueChanged) { [unowned guests, unowned count] _ in count.text = "Guests \(guests.value.rounded)" }
    add(guests, row: 3, column: 0)

    caption("View", row: 4, column: 0)
    let view = SegmentedControl(["Map", "List", "Both"], theme: theme)
    view.selectedSegmentIndex = 0
    view.frame.size.width = 256
    add(view, row: 4, column: 0)

    caption("Zoom", row: 5, column: 0)
    let zoom = SegmentedControl(theme: theme)
    for size in [10, 16, 22] { zoom.insertSegment(with: Self.triangle(size), at: .max) }
    zoom.isMomentary = true
    zoom.frame.size = Size(width: 256, height: 40)
    add(zoom, row: 5, column: 0)
    addProgress()
  }

  private func addProgress() {
    caption("Download", row: 6, column: 0)
    let download = ProgressView(frame: Rect(x: 0, y: 0, width: 176, height: 6), theme: theme)
    download.progress = 0.6
    add(download, row: 6, column: 0)
    let more = Button("More", theme: theme)
    more.addAction(for: .touchUpInside) { [unowned download] _ in
      download.setProgress(download.progress >= 1 ? 0 : download.progress + 0.2, animated: true)
    }
    add(more, row: 6, column: 0, x: 188)

    caption("Search", row: 7, column: 0)
    let search = ProgressView(frame: Rect(x: 0, y: 0, width: 176, height: 6), theme: theme)
    add(search, row: 7, column: 0)
    let runs = Switch(theme: theme)
    runs.addAction(for: .valueChanged) { [unowned search, unowned runs] _ in search.isIndeterminate = runs.isOn }
    add(runs, row: 7, column: 0, x: 196)
  }

  // MARK: Buttons

  private func addButtons() {
    caption("Buttons", row: 0, column: 1)
    add(Button("Start", style: .filled, theme: theme), row: 0, column: 1)
    add(Button("Later", style: .gray, theme: theme), row: 0, column: 1, x: 96)
    add(Button("Help", theme: theme), row: 0, column: 1, x: 196)

    caption("Sheet", row: 1, column: 1)
    let delete = Button("Delete…", style: .destructive, theme: theme)
    delete.addAction(for: .touchUpInside) { [unowned kiosk] button in
      let sheet = ActionSheet("Delete this route?", theme: button.theme)
      sheet.addAction("Delete", style: .destructive)
      sheet.addAction("Cancel", style: .cancel)
      sheet.present(in: kiosk.root)
    }
    add(delete, row: 1, column: 1)

    caption("Images", row: 2, column: 1)
    let north = Button("North", image: Self.triangle(18), style: .filled, theme: theme)
    add(north, row: 2, column: 1)
    let favorite = Button(image: Self.triangle(22), style: .gray, theme: theme)
    favorite.addAction(for: .touchUpInside) { $0.isSelected.toggle() }
    favorite.isSelected = true
    add(favorite, row: 2, column: 1, x: 132)
    add(ImageView(Self.triangle(22), theme: theme), row: 2, column: 1, x: 208)

    caption("Callout", row: 3, column: 1)
    let detail = DetailButton(theme: theme)
    detail.addAction(for: .touchUpInside) { [unowned screen] button in
      let callout = Callout("Harbor", subtitle: "Opens at 6:00", theme: button.theme)
      callout.onTap = { $0.dismiss() }
      screen.addSublayer(callout)
      callout.place(pointingAt: button.frame, within: screen.bounds)
      callout.present()
    }
    add(detail, row: 3, column: 1, x: 8)
    add(CloseButton(theme: theme), row: 3, column: 1, x: 64)

    caption("Above", row: 4, column: 1)
    for (index, title) in ["Map", "Stops"].enumerated() {
      let button = Button(title, image: Self.triangle(14), theme: theme)
      (button.imagePlacement, button.imagePadding) = (.top, 2)
      button.frame.size = Size(width: 80, height: 48)
      add(button, row: 4, column: 1, x: Scalar(index * 96))
    }
  }

  private func addDisabledControls() {
    caption("Disabled", row: 5, column: 1)
    let controls = [Switch(isOn: true, theme: theme), Stepper(theme: theme), Slider(theme: theme)] as [Control]
    (controls[2] as? Slider)?.value = 0.5
    let segments = SegmentedControl(["Day", "Night"], theme: theme)
    segments.selectedSegmentIndex = 1
    add(controls[0], row: 5, column: 1)
    add(controls[1], row: 5, column: 1, x: 76)
    add(controls[2], row: 6, column: 1)
    add(segments, row: 7, column: 1)
    for control in controls + [segments] { control.isEnabled = false }
  }

  /// Returns a template image of a triangle that points up, `size` pixels wide and high.
  private static func triangle(_ size: Int) -> Image {
    Image.drawn(size: PixelSize(width: size, height: size)) { list in
      let side = Scalar(size)
      var path = Path()
      path.move(to: Point(x: side / 2, y: 1))
      path.addLine(to: Point(x: side - 1, y: side - 2))
      path.addLine(to: Point(x: 1, y: side - 2))
      path.closeSubpath()
      list.fill(path, with: .color(.black))
    }.withRenderingMode(.alwaysTemplate)
  }
}
