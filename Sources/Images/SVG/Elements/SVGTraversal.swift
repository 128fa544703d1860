import CartoucheRaster

/// The elements of one drawing, with the budget, links and warnings of reading them.
final class SVGTraversal {
  private(set) var document: SVGDocument
  var markup: Markup { document.markup }
  /// The remaining resources that the file may use.
  let budget: SVGBudget
  /// The warnings about this file's own elements.
  private(set) var warnings = SVGWarnings()
  /// The links that are being followed, as element indices. A link that is already in the array is a cycle.
  var followed: [Int] = []
  /// The number of nested elements that are being drawn or examined.
  var depth = 0
  /// The number of files that contain this file.
  let fileDepth: Int
  /// Reads the files to which the drawing refers; nil if it may not refer to files.
  var linkedFiles: SVGLinkedFileReader?
  /// The elements whose unsupported children were reported.
  private var reported: Set<Int> = []

  init(_ document: SVGDocument, budget: SVGBudget, fileDepth: Int) {
    (self.document, self.budget, self.fileDepth) = (document, budget, fileDepth)
  }

  /// The content of the file's `image` elements.
  var embedded: [Int: SVGDocument.EmbeddedContent] {
    get { document.embedded }
    set { document.embedded = newValue }
  }

  /// Warns of an element's unsupported children that would draw something or change the drawing.
  ///
  /// - Parameter end: The index before which children are reported.
  func warnAboutUnsupported(of index: Int, before end: Int = .max, where isIncluded: (Int) -> Bool = { _ in true }) {
    guard !markup[index].unsupported.isEmpty, reported.insert(index).inserted else { return }
    for child in markup[index].unsupported where child < end && isIncluded(child) {
      warn("\"\(markup[child].name.messageExcerpt)\" is not supported and is not drawn", child)
    }
  }

  /// Counts one more drawn element and one more level of depth.
  ///
  /// - Returns: Whether the number of elements, the depth and the budget allow the element. If true, call
  ///   ``end()`` afterwards.
  func begin(_ index: Int) -> Bool {
    guard budget.elements > 0 else {
      if budget.isFirstReport(of: .elements) {
        warn("there are more than \(SVGLimit.elements) elements, including copies; from here on they are not drawn", index, .limit)
      }
      return false
    }
    guard enter(index) else { return false }
    budget.spend(elements: 1)
    return true
  }

  /// Counts one more level of depth for an element that is examined but not drawn.
  func enter(_ index: Int) -> Bool {
    guard depth < SVGLimit.depth else {
      warn("it is nested in more than \(SVGLimit.depth) others and is not drawn; ungroup the drawing", index)
      return false
    }
    guard spend(markup[index].cost, index) else { return false }
    depth += 1
    return true
  }

  /// Ends an element for which ``begin(_:)`` or ``enter(_:)`` was called.
  func end() { depth -= 1 }

  /// Spends steps of the budget's work.
  ///
  /// - Returns: Whether enough steps were left.
  func spend(_ steps: Int, _ index: Int) -> Bool {
    if budget.spend(steps) { return true }
    if budget.isFirstReport(of: .work) {
      warn("drawing everything would take too long; from here on elements are not drawn. Simplify the drawing", index, .limit)
    }
    return false
  }

  func warn(_ message: String, _ index: Int, _ weight: SVGWarnings.Priority = .normal) {
    budget.spend(64)
    warnings.add(message, at: markup[index].location, weight)
  }

  /// Returns the element that `#id` refers to.
  func target(of link: String?) -> Int? {
    budget.spend(link?.utf8.count ?? 0)
    return markup.target(of: link)
  }

  /// Returns the child that a `switch` shows.
  func switchChild(of index: Int) -> Int? {
    let accepted = markup[index].children.first { spend(markup[$0].cost, index) && isAccepted($0) }
    warnAboutUnsupported(of: index, before: accepted ?? .max) { spend(markup[$0].cost, index) && isAccepted($0) }
    return accepted
  }

  /// Returns whether a `switch` may show an element: the element requires no extensions, and its language is
  /// English or not stated.
  private func isAccepted(_ index: Int) -> Bool {
    let node = markup[index]
    guard node["requiredExtensions"].map({ $0.trimmed.isEmpty }) ?? true else { return false }
    guard let languages = node["systemLanguage"] else { return true }
    return languages.split(separator: ",").contains { String($0).trimmed.lowercasedASCII.hasPrefix("en") }
  }
}
