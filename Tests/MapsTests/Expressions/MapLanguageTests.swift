import CartoucheMaps
import Testing

@Suite("The language of a map's names")
struct MapLanguageTests {
  private typealias Names = [String: String]

  private let tokyo: Names = [
    "name": "東京", "name:de": "Tokio", "name_en": "Tokyo", "name:latin": "Tōkyō", "name:nonlatin": "東京", "ref": "13",
    "name:etymology": "eastern capital",
  ]
  private let village: Names = ["name:latin": "Nowhere"]

  private func value(_ key: String, _ language: MapLanguage, _ names: Names, isOnlyName: Bool = false) -> String? {
    let value = language.value(key, isOnlyName: isOnlyName) { names[$0].map(StyleValue.string) }
    guard case .string(let text) = value else { return nil }
    return text
  }

  /// Returns the text of `{name:latin}\n{name:nonlatin}`.
  private func lines(_ language: MapLanguage, _ names: Names) -> String {
    (value("name:latin", language, names) ?? "") + "\n" + (value("name:nonlatin", language, names) ?? "")
  }

  @Test("without a choice the style gets what it asks for")
  func style() {
    for (key, name) in tokyo { #expect(value(key, .style, tokyo) == name) }
    #expect(value("name:fr", .style, tokyo) == nil)
    #expect(lines(.style, tokyo) == "Tōkyō\n東京")
  }

  @Test("tiles that have only name:latin have a name for name and name_en")
  func latinOnly() {
    for language in [MapLanguage.style, .local, .language("de")] {
      #expect(value("name", language, village) == "Nowhere")
      #expect(value("name_en", language, village) == "Nowhere")
      #expect(value("name", language, ["name": "", "name:latin": "Nowhere"]) == "Nowhere")
      #expect(value("name:de", language, village) == nil)
      #expect(value("ref", language, village) == nil)
      #expect(lines(language, village) == "Nowhere\n")
    }
    #expect(value("name", .style, ["name": ""]) == "")
    #expect(value("name", .style, [:]) == nil)
  }

  @Test("a language replaces every name, and the second line is empty")
  func language() {
    for key in ["name", "name_en", "name:en", "name:latin", "name_int", "name:ja", "name:zh-Hant", "name_zh_pinyin"] {
      #expect(value(key, .language("de"), tokyo) == "Tokio")
    }
    #expect(lines(.language("de"), tokyo) == "Tokio\n")
    #expect(lines(.language("en"), tokyo) == "Tokyo\n")
    #expect(value("ref", .language("de"), tokyo) == "13")
    #expect(value("name:etymology", .language("de"), tokyo) == "eastern capital")
  }

  @Test("a place without a name in the language has the style's names")
  func missingLanguage() {
    #expect(lines(.language("fi"), tokyo) == "Tōkyō\n東京")
    #expect(value("name", .language("fi"), tokyo) == "東京")
    #expect(lines(.language("de"), ["name:de": "", "name:latin": "A", "name:nonlatin": "Б"]) == "A\nБ")
  }

  @Test("a script or a region falls back to the language")
  func regions() {
    #expect(value("name", .language("de-AT"), tokyo) == "Tokio")
    #expect(value("name", .language("zh-Hant"), ["name:zh": "1", "name:zh-Hant": "2"]) == "2")
  }

  @Test("local shows the local name once")
  func local() {
    #expect(lines(.local, tokyo) == "東京\n")
    #expect(value("name_en", .local, tokyo) == "東京")
  }

  @Test("a label that asks only for name:nonlatin keeps a name")
  func onlyName() {
    #expect(value("name:nonlatin", .language("de"), tokyo, isOnlyName: true) == "Tokio")
    #expect(value("name:nonlatin", .style, tokyo, isOnlyName: true) == "東京")
  }

  @Test("codes are letters and digits with hyphens between them")
  func codes() {
    #expect(MapLanguage(code: "local") == .local)
    #expect(MapLanguage(code: "de") == .language("de"))
    #expect(MapLanguage(code: "zh-Hant") == .language("zh-Hant"))
    for code in ["", "d", "-de", "de-", "d e", "ü1", "name:de", String(repeating: "a", count: 36)] {
      #expect(MapLanguage(code: code) == nil)
    }
  }

  @Test("keys that only begin like a name are none")
  func keys() {
    for key in ["nam", "names", "name:", "name:etymology", "name_prefix", "name-de", "name:d3", "alt_name", "name:de:prefix"] {
      #expect(!MapLanguage.isName(key))
    }
  }
}
