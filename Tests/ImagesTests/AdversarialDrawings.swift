import Testing

/// A kind of drawing whose reading time might grow with the square of its size.
struct AdversarialDrawing: Sendable, CustomTestStringConvertible {
  let name: String
  /// Returns content for the outermost element, of about the given number of bytes.
  let content: @Sendable (Int) -> String

  var testDescription: String { name }

  /// Returns `unit` as often as it fits into `count` bytes.
  private static func fill(_ unit: String, _ count: Int) -> String {
    String(repeating: unit, count: max(count / unit.utf8.count, 1))
  }

  private static func used(_ content: String, _ count: Int) -> String { content + fill("<use href='#a'/>", count) }

  /// Drawings whose reading time grows linearly.
  static let harmless: [AdversarialDrawing] = [
    AdversarialDrawing(name: "unknown declarations for all elements") {
      "<style>*{\(fill("a:b;", $0 / 2))}</style>" + fill("<g/>", $0 / 2)
    },
    AdversarialDrawing(name: "the same declaration again, for all elements") {
      "<style>*{\(fill("fill:red;", $0 / 2))}</style>" + fill("<g/>", $0 / 2)
    },
    AdversarialDrawing(name: "copies of unknown elements") { used("<g id='a'>\(fill("<x/>", $0 / 2))</g>", $0 / 2) },
    AdversarialDrawing(name: "copies of text") { used("<g id='a'>\(fill("<text/>", $0 / 2))</g>", $0 / 2) },
    AdversarialDrawing(name: "copies with a long transform") {
      used("<g id='a' transform='\(fill("scale(1)", $0 / 2))'/>", $0 / 2)
    },
    AdversarialDrawing(name: "copies with a long style") { used("<g id='a' style='\(fill("fill:red;", $0 / 2))'/>", $0 / 2) },
    AdversarialDrawing(name: "a namespace with a long address") {
      "<p:g xmlns:p='http://\(fill("a", min($0 / 2, 1000)))'>\(fill("<p:g p:a=''/>", $0 / 2))</p:g>"
    },
  ]

  /// Drawings that exceed the budget, so that part of them is omitted.
  static let limited: [AdversarialDrawing] = [
    AdversarialDrawing(name: "rules for all elements") { "<style>\(fill("*{r:1}", $0 / 2))</style>" + fill("<g/>", $0 / 2) },
    AdversarialDrawing(name: "rules that go through all ancestors") {
      "<style>\(fill("g g g g g g g g{r:1}", $0 / 2))</style>" + fill("<g>", 120) + fill("<g/>", $0 / 2) + fill("</g>", 160)
    },
    AdversarialDrawing(name: "many classes") {
      "<style>\(fill(".a.b.c.d{r:1}", $0 / 3))</style><g class='\(fill("a b c d e ", $0 / 3))'>\(fill("<g class='a'/>", $0 / 3))</g>"
    },
    AdversarialDrawing(name: "comparisons inside of attributes") {
      "<style>\(fill("[a*=ab]{r:1}", $0 / 3))</style>" + fill("<g a='\(fill("a", 1000))'/>", $0 * 2 / 3)
    },
    AdversarialDrawing(name: "copies of what is never drawn") { used("<g id='a'>\(fill("<defs/>", $0 / 2))</g>", $0 / 2) },
    AdversarialDrawing(name: "copies of a switch") {
      used("<switch id='a'>\(fill("<g systemLanguage='fr'/>", $0 / 2))</switch>", $0 / 2)
    },
    AdversarialDrawing(name: "copies with a long number") {
      used("<rect id='a' height='1' width='1\(fill("0", $0 / 2))'/>", $0 / 2)
    },
    AdversarialDrawing(name: "copies of a path") { used("<path id='a' d='M0 0\(fill("h1v1", $0 / 2))'/>", $0 / 2) },
    AdversarialDrawing(name: "a long dash pattern for all elements") {
      "<g stroke='red' stroke-dasharray='\(fill("1 ", $0 / 2))'>\(fill("<path d='M0 0h9'/>", $0 / 2))</g>"
    },
    AdversarialDrawing(name: "very short dashes") {
      fill("<path d='M0 0h100v100' fill='none' stroke='white' stroke-dasharray='.001'/>", $0)
    },
    AdversarialDrawing(name: "long curves under a wide round pen") {
      "<path d='M0 0\(fill("c9999 0 0 9999 -9 9", $0))' fill='none' stroke='white' stroke-width='99' stroke-linejoin='round'/>"
    },
    AdversarialDrawing(name: "a long address for all elements") {
      "<g fill='url(#\(fill("a", $0 / 2)))'>\(fill("<path d='M0 0h9v9'/>", $0 / 2))</g>"
    },
    AdversarialDrawing(name: "a gradient of many stops, painted often") {
      "<linearGradient id='g'>\(fill("<stop/>", $0 / 2))</linearGradient>" + fill("<path fill='url(#g)' d='M0 0h9v9'/>", $0 / 2)
    },
    AdversarialDrawing(name: "clip paths in clip paths") { count in
      func clip(_ id: String, _ content: String) -> String { "<clipPath id='\(id)'>\(content)</clipPath>" }
      func cut(by id: String) -> String { "<path d='M0 0h9v9' clip-path='url(#\(id))'/>" }
      let levels = (1...50).map { clip("b\($0)", "<path d='M0 0h9v9'/>" + cut(by: "b\($0 - 1)")) }
      return clip("a0", fill("<path d='M0 0h9v9'/>", count / 5)) + clip("a1", fill(cut(by: "a0"), count / 3))
        + clip("b0", fill(cut(by: "a1"), count / 50)) + levels.joined() + cut(by: "b50")
    },
    AdversarialDrawing(name: "a gradient of all that a use shows, for each shape in it") {
      "<linearGradient id='l'><stop/><stop offset='1' stop-color='red'/></linearGradient><defs><g id='a'>"
        + fill("<path d='M0 0h9v9' fill='context-fill'/>", $0) + "</g></defs><use href='#a' fill='url(#l)'/>"
    },
    AdversarialDrawing(name: "copies of a curve with a stated length") {
      used("<path id='a' stroke='red' stroke-dasharray='1' pathLength='9' d='M0 0\(fill("c9 0 0 9 -9 9", $0 / 2))'/>", $0 / 2)
    },
    AdversarialDrawing(name: "groups in each other, clipped by their boxes") {
      "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='1' height='1'/></clipPath>"
        + String(repeating: "<g clip-path='url(#c)'>", count: 60) + fill("<rect width='9' height='9'/>", $0)
        + String(repeating: "</g>", count: 60)
    },
  ]
}
