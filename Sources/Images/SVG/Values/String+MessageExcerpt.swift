extension String {
  /// Its beginning, for a sentence: a character may be of any length, a scalar is not. What a terminal would obey is written out.
  var messageExcerpt: String {
    var text = ""
    for (count, scalar) in unicodeScalars.enumerated() {
      if count == 60 { return text + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
