import CartoucheRaster

/// The elements of one drawing, and the account of the work that reading them takes.
final class SVGElements {
  private(set) var document: SVGDocument
  var markup: Markup { document.markup }
  /// What may still be asked for.
  let budget: SVGBudget
  /// Warnings about this file's own elements.
  private(set) var warnings = SVGWarnings()
  /// The links that are being followed: none of them may be met again.
  var followed: [Int] = []
  var depth = 0
  /// How many files this one stands in.
  let fileDepth: Int
  /// Elements whose children that are not supported were told of.
  private var reported: Set<Int> = []

  init(_ document: SVGDocument, budget: SVGBudget, fileDepth: Int) {
    (self.document, self.budget, self.fileDepth) = (document, budget, fileDepth)
  }

  /// What was found inside the file's `image` elements.
  var embedded: [Int: SVGDocument.EmbeddedContent] {
    get { document.embedded }
    set { document.embedded = newValue }
  }

  /// Tells of those of an element's children that would draw something, or change it, and are not supported.
  ///
  /// - Parameter end: no more of those that stand from there on.
  func warnAboutUnsupported(of index: Int, before end: Int = .max, where isMeant: (Int) -> Bool = { _ in true }) {
    guard !markup[index].unsupported.isEmpty, reported.insert(index).inserted else { return }
    for child in markup[index].unsupported where child < end && isMeant(child) {
      warn("\"\(markup[child].name.messageExcerpt)\" is not supported and left out", child)
    }
  }

  /// Counts one element more that is drawn.
  ///
  /// - Returns: false if there are too many of them, too many in each other, or if it is too much work; otherwise ``end()`` has to follow.
  func begin(_ index: Int) -> Bool {
    guard budget.elements > 0 else {
      if budget.isFirstReport(of: .elements) {
        warn("more than \(SVGLimit.elements) elements are drawn, copies counted; from here on they are left out", index, .limit)
      }
      return false
    }
    guard enter(index) else { return false }
    budget.spend(elements: 1)
    return true
  }

  /// The same for an element that is looked at.
  func enter(_ index: Int) -> Bool {
    guard depth < SVGLimit.depth else {
      warn("it stands in more than \(SVGLimit.depth) others and is left out; ungroup the drawing", index)
      return false
    }
    guard spend(markup[index].cost, index) else { return false }
    depth += 1
    return true
  }

  func end() { depth -= 1 }

  /// Takes work off the budget.
  ///
  /// - Returns: false if there is none left.
  func spend(_ steps: Int, _ index: Int) -> Bool {
    if budget.spend(steps) { return true }
    if budget.isFirstReport(of: .work) {
      warn("to draw all of it would take too long; from here on it is left out. Simplify the drawing", index, .limit)
    }
    return false
  }

  func warn(_ message: String, _ index: Int, _ weight: SVGWarnings.Priority = .normal) {
    budget.spend(64)
    warnings.add(message, at: markup[index].location, weight)
  }

  /// The element that `#id` names.
  func target(of link: String?) -> Int? {
    budget.spend(link?.utf8.count ?? 0)
    return markup.target(of: link)
  }

  /// The child that a `switch` shows.
  func switchChild(of index: Int) -> Int? {
    let chosen = markup[index].children.first { spend(markup[$0].cost, index) && isChosen($0) }
    warnAboutUnsupported(of: index, before: chosen ?? .max) { spend(markup[$0].cost, index) && isChosen($0) }
    return chosen
  }

  /// Whether `switch` takes an element: it asks for nothing that is not there.
  private func isChosen(_ index: Int) -> Bool {
    let node = markup[index]
    guard node["requiredExtensions"].map({ $0.trimmed.isEmpty }) ?? true else { return false }
    guard let languages = node["systemLanguage"] else { return true }
    return languages.split(separator: ",").contains { String($0).trimmed.lowercasedASCII.hasPrefix("en") }
  }
}
