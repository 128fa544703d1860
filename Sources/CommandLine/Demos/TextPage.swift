import Cartouche

/// A page of text in seven scripts: justified paragraphs, lines of mixed direction, and names with halos on
/// a gradient.
@MainActor
final class TextPage {
  private let root: Layer
  private let fonts: FontCollection
  private let unit: Scalar
  private let margin: Scalar

  /// The paragraphs with their languages.
  private static let paragraphs: [(language: String, text: String)] = [
    (
      "en",
      "A cartouche is the ornate frame on an old map: in it stand the title, the scale, and the names of those who surveyed and engraved it."
    ),
    ("el", "Ο χάρτης δείχνει δρόμους, ποτάμια και πόλεις· το δάχτυλο τον κινεί, και κάθε όνομα μένει ευανάγνωστο."),
    ("ru", "Карта показывает улицы, реки и города; палец двигает её, и каждое название остаётся читаемым."),
    ("ar", "تُظهر الخريطة الشوارع والأنهار والمدن؛ يحرّكها الإصبع ويبقى كل اسم مقروءًا في مكانه."),
    ("he", "המפה מראה רחובות, נהרות וערים; האצבע מזיזה אותה, וכל שם נשאר קריא במקומו."),
    ("hi", "नक्शा सड़कें, नदियाँ और शहर दिखाता है; उँगली उसे हिलाती है और हर नाम पढ़ने योग्य रहता है।"),
    ("zh", "地图上有街道、河流和城市；手指一动，地图随之移动，而每个名称都清晰可读，留在自己的位置上。"),
    ("en", "On the signpost: «שלום, 2026» beside مرحبا (5 km), then “नमस्ते” and 你好 — each in its own direction."),
  ]

  /// The word "harbor" in several languages.
  private static let names = ["Haven", "Λιμάνι", "Гавань", "ميناء", "נמל", "बंदरगाह", "港口"]

  init(on root: Layer, fonts: FontCollection) {
    (self.root, self.fonts) = (root, fonts)
    let screen = root.bounds.size
    unit = min(screen.width / 480, screen.height / 320)
    margin = unit * 12
    let title = add("Cartouche", at: Point(x: margin, y: unit * 6), width: screen.width - margin * 2)
    title.font = FontDescriptor(family: "DejaVu Serif", weight: .bold)
    title.fontSize = unit * 26
    title.letterSpacing = unit * 2
    title.foregroundColor = Color(hex: 0x20304c)
    title.frame.size.height = title.preferredFrameSize().height
    let bottom = addHarbor(height: unit * 62)
    addColumns(from: title.frame.maxY + unit * 4, to: bottom - unit * 6)
  }

  private func add(_ string: String, at origin: Point, width: Scalar) -> TextLayer {
    let layer = TextLayer(string, fonts: fonts, frame: Rect(origin: origin, size: Size(width: width, height: 0)))
    root.addSublayer(layer)
    return layer
  }

  /// Adds the paragraphs in two columns, in the largest font size that fits.
  private func addColumns(from top: Scalar, to bottom: Scalar) {
    let width = (root.bounds.width - margin * 3) / 2
    let gap = unit * 5
    let layers = Self.paragraphs.map { paragraph in
      let layer = add(paragraph.text, at: .zero, width: width)
      layer.language = paragraph.language
      layer.alignmentMode = .justified
      layer.isWrapped = true
      layer.foregroundColor = Color(hex: 0x1c1c1c)
      return layer
    }
    let half = layers.count / 2
    func height(_ column: ArraySlice<TextLayer>) -> Scalar {
      column.reduce(0) { $0 + $1.preferredFrameSize().height + gap } - gap
    }
    var size = unit * 14
    repeat {
      size -= unit / 4
      for layer in layers { layer.fontSize = size }
    } while max(height(layers[..<half]), height(layers[half...])) > bottom - top && size > unit * 4
    for (column, part) in [layers[..<half], layers[half...]].enumerated() {
      var y = top
      for layer in part {
        layer.frame = Rect(
          x: margin + (width + margin) * column, y: y, width: width, height: layer.preferredFrameSize().height)
        y = layer.frame.maxY + gap
      }
    }
  }

  /// Adds a strip of water with names at the bottom.
  ///
  /// - Returns: The y coordinate of its top edge.
  private func addHarbor(height: Scalar) -> Scalar {
    let screen = root.bounds
    let water = GradientLayer(frame: Rect(x: 0, y: screen.height - height, width: screen.width, height: height))
    water.colors = [Color(hex: 0x9ec8e8), Color(hex: 0x2c6aa0), Color(hex: 0x103a5c)]
    water.startPoint = Point(x: 0, y: 0)
    water.endPoint = Point(x: 1, y: 1)
    root.addSublayer(water)
    let step = (screen.width - margin * 2) / Self.names.count
    for (index, name) in Self.names.enumerated() {
      let layer = TextLayer(name, fonts: fonts)
      layer.font = .system(.bold)
      layer.fontSize = unit * 15
      layer.foregroundColor = Color(hex: 0x10243c)
      layer.halo = Halo(color: .white.withAlpha(index % 2 == 0 ? 1 : 0.75), width: unit * 2)
      layer.alignmentMode = .center
      let size = layer.preferredFrameSize()
      let y = (height - size.height) * (index % 2 == 0 ? 1 : 3) / 4
      layer.frame = Rect(x: margin + step * index, y: y, width: step, height: size.height)
      water.addSublayer(layer)
    }
    return screen.height - height
  }
}
