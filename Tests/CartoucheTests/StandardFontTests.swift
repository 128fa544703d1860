import Cartouche
import Foundation
import Testing

@Suite @MainActor struct StandardFontTests {
  @Test("a text layer needs no more than its words: it is set in the standard fonts")
  func standard() {
    let layer = TextLayer("Haven 港口")
    #expect(layer.fonts === FontCollection.standard)
    #expect(layer.preferredFrameSize().width > 50)
    #expect(FontCollection.standard.familyNames.first == "DejaVu Sans")
  }

  @Test("a folder gives the fonts in it and in its folders, in the order of their names, and nothing else")
  func folder() {
    let fonts = FontCollection()
    fonts.add(fileOrFolder: "/usr/share/fonts/truetype/lohit-devanagari")
    fonts.add(fileOrFolder: "/no/such/place")
    #expect(fonts.familyNames == ["Lohit Devanagari"])
    #expect(fonts.takeProblems() == [.unreadable(file: "/no/such/place")])
  }
}
