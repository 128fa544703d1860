import CartoucheText
import Testing

@Suite struct FontTests {
  @Test("an error is a sentence")
  func sentence() {
    #expect("\(TextError.noLibrary)".contains("FreeType"))
  }
}
