extension String {
  /// The first 60 scalars for quoting in a message, with control characters escaped. Scalars count because
  /// one character may be of any length.
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
