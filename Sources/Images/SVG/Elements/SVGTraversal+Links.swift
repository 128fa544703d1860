extension SVGTraversal {
  /// Returns the element to which a property links, if that element has the given tag.
  func target(of link: String?, tag: Tag, property: String, _ index: Int) -> Int? {
    guard let link else { return nil }
    guard let target = target(of: link), markup[target].tag == tag else {
      warn("\(property): \"\(link.messageExcerpt)\" refers to no \(tag.rawValue) in this file and is ignored", index)
      return nil
    }
    if followed.contains(target) {
      warn("\(property): \"\(link.messageExcerpt)\" refers to itself and is ignored", index)
      return nil
    }
    return target
  }

  /// Returns the element that a `use` shows. If that element does not exist or contains the `use`, the
  /// function returns nil.
  func useTarget(_ index: Int) -> Int? {
    let link = markup[index].link
    guard let target = target(of: link) else {
      warn("href=\"\((link ?? "").messageExcerpt)\" refers to no element in this file; nothing is drawn", index)
      return nil
    }
    var ancestor = index
    while ancestor >= 0, ancestor != target { ancestor = markup[ancestor].parent }
    if ancestor >= 0 || followed.contains(target) {
      warn("href=\"\((link ?? "").messageExcerpt)\" refers to an element that contains it; nothing is drawn", index)
      return nil
    }
    return target
  }

  /// Returns the element that a `use` shows. If that element's kind is not supported, the function adds a
  /// warning.
  func supportedTarget(_ index: Int) -> (target: Int, tag: Tag)? {
    guard let target = useTarget(index) else { return nil }
    if let tag = markup[target].tag { return (target, tag) }
    let (link, name) = ((markup[index].link ?? "").messageExcerpt, markup[target].name.messageExcerpt)
    let problem = name.isEmpty ? "an element outside of SVG" : "a \"\(name)\", which is not supported"
    warn("href=\"\(link)\" refers to \(problem); nothing is drawn", index)
    return nil
  }

  /// Returns the elements from which a gradient or pattern takes attributes: itself, the element it links to,
  /// and so on.
  func hrefChain(of index: Int, _ isAllowed: (Tag) -> Bool) -> [Int] {
    var chain = [index]
    while let last = chain.last, spend(markup[last].cost, last), let link = markup[last].link {
      guard let next = target(of: link), let tag = markup[next].tag, isAllowed(tag), !chain.contains(next), chain.count < 64
      else {
        warn("href=\"\(link.messageExcerpt)\" refers to no other gradient or pattern in this file and is ignored", last)
        break
      }
      chain.append(next)
    }
    return chain
  }
}
