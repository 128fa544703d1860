extension String {
  /// The first 60 Unicode scalars of the string, for quoting in a message, with control characters escaped.
  ///
  /// The limit counts scalars because one character may have any number of scalars.
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
