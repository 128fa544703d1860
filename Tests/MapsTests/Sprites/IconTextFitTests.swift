import CartoucheMaps
import CartoucheRaster
import Testing

@Suite("Icons around texts")
struct IconTextFitTests {
  private let text = Rect(x: -20, y: -5, width: 40, height: 10)
  private let padding = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
  private let none = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

  private func image(_ width: Int, _ height: Int, pixelRatio: Scalar = 1) -> StyleImage {
    StyleImage(IconFixture.image(width, height) { _, _ in .max }, pixelRatio: pixelRatio)
  }

  @Test("an image follows the text and the padding along the axes of its fit, and is centered along the others")
  func axes() {
    let icon = image(16, 12, pixelRatio: 2)
    func fitted(_ fit: IconTextFit) -> Rect { icon.fitted(to: text, fit: fit, padding: padding) }
    #expect(fitted(.none) == Rect(x: -4, y: -3, width: 8, height: 6))
    #expect(fitted(.width) == Rect(x: -22, y: -3, width: 46, height: 6))
    #expect(fitted(.height) == Rect(x: -4, y: -6, width: 8, height: 14))
    #expect(fitted(.both) == Rect(x: -22, y: -6, width: 46, height: 14))
    #expect(icon.fitted(to: text, fit: .width, padding: padding, iconScale: 3) == Rect(x: -22, y: -9, width: 46, height: 18))
  }

  @Test("the content covers the text, and the image has its fixed parts around it")
  func content() {
    var icon = image(20, 10)
    icon.content = Rect(x: 5, y: 2, width: 12, height: 6)
    (icon.stretchX, icon.stretchY) = ([6...10, 12...14], [3...6])
    #expect(icon.fitted(to: text, fit: .both, padding: none) == Rect(x: -25, y: -7, width: 48, height: 14))
    // Twice as large, without the parts that are stretched.
    #expect(icon.fitted(to: text, fit: .both, padding: none, iconScale: 2) == Rect(x: -30, y: -9, width: 56, height: 18))
  }

  @Test("a text that is smaller than the fixed parts has them around it")
  func smallText() {
    var icon = image(20, 10)
    icon.content = Rect(x: 2, y: 2, width: 16, height: 6)
    icon.stretchX = [9...11]
    let fitted = icon.fitted(to: Rect(x: 0, y: 0, width: 4, height: 4), fit: .width, padding: none)
    // The content has 14 pixels that are not stretched.
    #expect(fitted == Rect(x: -7, y: -3, width: 18, height: 10))
  }

  @Test("a content without stretched parts is centered on the text")
  func fixedContent() {
    var icon = image(20, 10)
    icon.content = Rect(x: 0, y: 0, width: 8, height: 10)
    icon.stretchX = [10...20]
    #expect(icon.fitted(to: text, fit: .width, padding: none) == Rect(x: -4, y: -5, width: 20, height: 10))
  }

  @Test("a proportional axis widens or heightens the other")
  func proportional() {
    var icon = image(30, 10)
    icon.textFitHeight = .proportional
    let tall = Rect(x: 0, y: 0, width: 10, height: 20)
    #expect(icon.fitted(to: tall, fit: .both, padding: none) == tall)
    icon.textFitWidth = .stretchOnly
    #expect(icon.fitted(to: tall, fit: .both, padding: none) == Rect(x: -25, y: 0, width: 60, height: 20))
    #expect(icon.fitted(to: text, fit: .both, padding: none) == text)
    icon.textFitWidth = .proportional
    #expect(icon.fitted(to: text, fit: .both, padding: none) == Rect(x: -15, y: -5, width: 30, height: 10))
    (icon.textFitWidth, icon.textFitHeight) = (.proportional, .stretchOnly)
    #expect(icon.fitted(to: text, fit: .both, padding: none) == Rect(x: -20, y: -7, width: 40, height: 14))
    #expect(icon.fitted(to: tall, fit: .both, padding: none) == tall)
  }

  @Test("empty images and extreme numbers have some rectangle")
  func extremes() {
    for value: Scalar in [.min, -1, 0, 1, .max] {
      for size in [0, 1, 64] {
        var icon = image(size, size)
        icon.content = Rect(x: value, y: value, width: value, height: value)
        (icon.stretchX, icon.stretchY) = ([0...max(value, 0)], [min(value, 0)...value.magnitude])
        (icon.textFitWidth, icon.textFitHeight) = (.stretchOnly, .proportional)
        for fit in IconTextFit.allCases {
          let rect = icon.fitted(
            to: Rect(x: value, y: value, width: value, height: value), fit: fit,
            padding: EdgeInsets(top: value, left: value, bottom: value, right: value), iconScale: value)
          _ = icon.stretched(to: Size(width: min(rect.width, 500), height: min(rect.height, 500)))
        }
      }
    }
  }
}
