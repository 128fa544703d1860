/// An error in a style. The rest of the style is drawn.
public struct StyleError: Error, Hashable, Sendable {
  /// The path of the style sheet; empty for a style written in Swift.
  public var file: String
  /// The line of the style sheet, counted from 1; 0 if it is not known.
  public var line: Int
  /// The name of the style layer, or of the source, if the error is in one.
  public var item: String
  /// The property, such as `line-width`, if the error is in one.
  public var property: String
  /// The mistake, and what the map does instead, as one or two sentences.
  public var reason: String

  package init(file: String = "", line: Int = 0, item: String = "", property: String = "", _ reason: String) {
    (self.file, self.line, self.item, self.property, self.reason) = (file, line, item, property, reason)
  }
}

extension StyleError: CustomStringConvertible {
  /// A message that names the file, the line, the layer and the property.
  public var description: String {
    let place = file.isEmpty ? "the style" : line > 0 ? "\(file):\(line)" : file
    return ([place] + [item, property].filter { !$0.isEmpty } + [reason]).joined(separator: ": ")
  }
}
