/// `format`: text with sections that have their own font, size, color or image.
final class FormatNode: ExpressionNode, @unchecked Sendable {
  private struct Section {
    var content: ExpressionNode
    var scale: ExpressionNode?
    var fonts: ExpressionNode?
    var color: ExpressionNode?
    var alignment: ExpressionNode?

    var nodes: [ExpressionNode] { [content, scale, fonts, color, alignment].compactMap { $0 } }
  }

  private let sections: [Section]

  private init(_ sections: [Section]) {
    self.sections = sections
    super.init(.formatted, sections.flatMap(\.nodes))
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    var result: [FormattedText.Section] = []
    for section in sections {
      let content = try section.content.evaluate(&context)
      var alignment: String?
      if let node = section.alignment {
        let name = try node.string(&context)
        guard Self.alignments.contains(name) else { throw failure(.notAnOption(name, Self.alignments)) }
        alignment = name
      }
      if case .image(let image) = content {
        result.append(FormattedText.Section(text: "", image: image, verticalAlignment: alignment))
        continue
      }
      var part = FormattedText.Section(text: content.text, verticalAlignment: alignment)
      if let node = section.scale { part.scale = try node.number(&context) }
      if let node = section.fonts, case .array(let names) = try node.evaluate(&context) {
        part.fonts = names.map(\.text).joined(separator: ",")
      }
      if let node = section.color { part.color = try node.evaluate(&context).color }
      result.append(part)
    }
    return .formatted(FormattedText(result))
  }

  private static let alignments = ["bottom", "center", "top"]

  static func parse(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount >= 1 else { throw parser.failure("\"format\" expects at least one argument.", call) }
    guard call.items[1].object == nil, !call.items[1].isNull else {
      throw parser.failure("The first argument of \"format\" must be a text or an image.", call)
    }
    var sections: [Section] = []
    var mayBeOptions = false
    for item in call.items[1...] {
      if mayBeOptions, let options = item.object {
        try parse(options, of: &sections[sections.count - 1], call, &parser)
        mayBeOptions = false
        continue
      }
      let content = try parser.parse(item, at: 1, expecting: .value)
      switch content.type {
      case .string, .value, .null, .resolvedImage: break
      default: throw parser.failure("A section of \"format\" must be a text or an image, not \(content.type).", call)
      }
      sections.append(Section(content: content))
      mayBeOptions = true
    }
    return FormatNode(sections)
  }

  private static func parse(
    _ options: JSONObject, of section: inout Section, _ call: ExpressionCall, _ parser: inout ExpressionParser
  ) throws(ExpressionError) {
    if let scale = options["font-scale"] { section.scale = try parser.parse(scale, at: 1, expecting: .number) }
    if let fonts = options["text-font"] {
      section.fonts = try parser.parse(fonts, at: 1, expecting: .array(of: .string, count: nil))
    }
    if let color = options["text-color"] { section.color = try parser.parse(color, at: 1, expecting: .color) }
    if let alignment = options["vertical-align"] {
      if let name = alignment.string, !alignments.contains(name) {
        throw parser.failure("\"vertical-align\" is one of \(alignments.joined(separator: ", ")), not \(name).", call)
      }
      section.alignment = try parser.parse(alignment, at: 1, expecting: .string)
    }
  }
}

/// `image`: the image with a name. It is not constant, since the map's images change.
final class ImageNode: ExpressionNode, @unchecked Sendable {
  private init(_ name: ExpressionNode) {
    super.init(.resolvedImage, [name], dependencies: .images)
  }

  override func evaluate(_ context: inout EvaluationContext) throws(EvaluationError) -> StyleValue {
    let name = try children[0].string(&context)
    return name.isEmpty ? .null : .image(ResolvedImage(name: name, isAvailable: context.images.contains(name)))
  }

  static func parse(_ call: ExpressionCall, _ parser: inout ExpressionParser) throws(ExpressionError) -> ExpressionNode {
    guard call.argumentCount == 1 else { throw parser.failure("\"image\" expects one argument.", call) }
    return ImageNode(try parser.parse(call.items[1], at: 1, expecting: .string))
  }
}
