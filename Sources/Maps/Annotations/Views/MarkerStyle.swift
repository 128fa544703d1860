import CartoucheControls
import CartoucheRaster
import CartoucheScene
import CartoucheText

/// The appearance of a marker's balloon, which identifies the balloon's cached image.
struct MarkerStyle: Hashable {
  var tint: Color
  var glyphTint: Color
  var text: String?
  var glyph: Image?
  var isSelected: Bool

  /// The radius of the balloon's circle. The balloon's tip is √2 radii below the circle's center.
  private var radius: Scalar { isSelected ? 22 : 15 }

  /// The bounds of the balloon with its tip and shadow.
  static func bounds(isSelected: Bool) -> Rect {
    isSelected ? Rect(x: 0, y: 0, width: 52, height: 62) : Rect(x: 0, y: 0, width: 36, height: 44)
  }

  /// The offset from the balloon's tip to the center of the balloon's bounds.
  static func centerOffset(isSelected: Bool) -> Point {
    let bounds = bounds(isSelected: isSelected)
    return Point(x: 0, y: bounds.height / 2 - tip(isSelected: isSelected))
  }

  /// The distance of the balloon's tip from the upper edge of the balloon's bounds.
  private static func tip(isSelected: Bool) -> Scalar { isSelected ? 58 : 41 }

  /// Returns the image of the balloon with its content, one pixel per point.
  ///
  /// - Parameter empty: The image of the balloon without content.
  func image(on empty: Image, theme: Theme) -> Image {
    .drawn(size: empty.size) { list in
      list.draw(empty)
      drawGlyph(into: &list, at: middle, theme: theme)
    }
  }

  private var middle: Point { Point(x: Self.bounds(isSelected: isSelected).width / 2, y: radius + 3) }

  /// Returns the image of the balloon without content.
  ///
  /// This image is made separately because its shadow takes a hundred times as long to draw as a letter.
  func emptyImage() -> Image {
    let bounds = Self.bounds(isSelected: isSelected)
    let tip = Point(x: middle.x, y: Self.tip(isSelected: isSelected))
    let size = PixelSize(width: bounds.width.rounded, height: bounds.height.rounded)
    return .drawn(size: size) { list in
      let body = outline(middle, tip, radius: radius)
      let shadow = ShadowMask(of: body, sigma: 1.5)
      list.drawShadow(shadow, of: Rect(x: 0, y: 1, width: 0, height: 0), color: .black.withAlpha(0.45))
      list.fill(body, with: .color(.white))
      let inner = outline(middle, Point(x: tip.x, y: tip.y - 3), radius: radius - 1.5)
      let top = tint.lighter
      let shade = LinearGradient(
        stops: [GradientStop(location: 0, color: top), GradientStop(location: 1, color: tint)],
        start: Point(x: 0, y: middle.y - radius), end: Point(x: 0, y: middle.y + radius))
      list.fill(inner, with: .linearGradient(shade))
    }
  }

  /// Returns the balloon's outline: a circle that ends in a tip below the circle.
  private func outline(_ middle: Point, _ tip: Point, radius: Scalar) -> Path {
    var path = Path()
    // The circle's open part is 50° wide; the flanks curve in to the tip.
    path.addArc(
      center: middle, radius: radius, startAngle: .degrees(122), endAngle: .degrees(58), direction: .clockwise)
    path.addQuadCurve(to: tip, control: Point(x: middle.x + radius * 0.22, y: middle.y + radius * 1.12))
    let left = Point(x: middle.x - radius * 0.52991926, y: middle.y + radius * 0.8480481)
    path.addQuadCurve(to: left, control: Point(x: middle.x - radius * 0.22, y: middle.y + radius * 1.12))
    path.closeSubpath()
    return path
  }

  private func drawGlyph(into list: inout DisplayList, at middle: Point, theme: Theme) {
    let maximum = radius * 1.25
    if let glyph, !glyph.isEmpty {
      let longest = Scalar(max(glyph.size.width, glyph.size.height))
      let scale = min(maximum / longest, 1)
      let size = Size(width: Scalar(glyph.size.width) * scale, height: Scalar(glyph.size.height) * scale)
      let corner = Point(x: middle.x - size.width / 2, y: middle.y - size.height / 2)
      let transform = Transform3D.translation(x: WideFixed(rounding: corner.x), y: WideFixed(rounding: corner.y)).scaled(
        x: WideFixed(rounding: scale), y: WideFixed(rounding: scale))
      list.masked(
        by: .alpha,
        { list in list.draw(glyph.withMipmaps(), transform: Homography(transform), filter: scale < 1 ? .trilinear : .bilinear) },
        { list in list.fill(Path(rect: Rect(origin: corner, size: size)), with: .color(glyphTint)) })
    } else if let text, !text.isEmpty {
      let label = TextLayer(text, fonts: theme.fonts)
      label.font = theme.titleFont
      label.foregroundColor = glyphTint
      var size = radius
      label.fontSize = size
      // Three digits and more still fit.
      let width = label.preferredFrameSize().width
      if width > maximum { size = max(size * maximum / width, 6) }
      label.fontSize = size
      let box = label.preferredFrameSize()
      label.bounds = Rect(origin: .zero, size: box)
      let corner = Point(x: middle.x - box.width / 2, y: middle.y - box.height / 2)
      label.draw(into: &list, transform: .translation(x: corner.x, y: corner.y), opacity: 255)
    } else {
      list.fill(
        Path(ellipseIn: Rect(x: middle.x, y: middle.y, width: 0, height: 0).insetBy(dx: -radius / 3, dy: -radius / 3)),
        with: .color(glyphTint))
    }
  }
}

/// A cache of balloon images, which discards the least recently used images.
final class MarkerImages {
  static let maximumCount = 128

  private var images: [MarkerStyle: (image: Image, use: Int)] = [:]
  /// The images of balloons without content, by color and size.
  private var empty: [MarkerStyle: Image] = [:]
  private var clock = 0

  /// Discards the images, which may have texts in the fonts of another theme.
  func removeAll() { images.removeAll() }

  func image(of style: MarkerStyle, theme: Theme) -> Image {
    clock += 1
    if let cached = images[style] {
      images[style] = (cached.image, clock)
      return cached.image
    }
    let bare = MarkerStyle(tint: style.tint, glyphTint: .white, isSelected: style.isSelected)
    let balloon = empty[bare] ?? bare.emptyImage()
    if empty.count >= Self.maximumCount { empty.removeAll() }
    empty[bare] = balloon
    let image = style.image(on: balloon, theme: theme)
    if images.count >= Self.maximumCount, let oldest = images.min(by: { $0.value.use < $1.value.use }) { images[oldest.key] = nil }
    images[style] = (image, clock)
    return image
  }
}

extension Color {
  /// The color, a fifth lighter.
  fileprivate var lighter: Color {
    func raised(_ component: UInt8) -> UInt8 { component + (255 - component) / 5 }
    return Color(red: raised(red), green: raised(green), blue: raised(blue), alpha: alpha)
  }
}
