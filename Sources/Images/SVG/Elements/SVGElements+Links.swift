extension SVGElements {
  /// The element of a kind that a property links to.
  func target(of link: String?, tag: Tag, property: String, _ index: Int) -> Int? {
    guard let link else { return nil }
    guard let target = target(of: link), markup[target].tag == tag else {
      warn("\(property): \"\(link.messageExcerpt)\" names no \(tag.rawValue) of this file, and is left out", index)
      return nil
    }
    if followed.contains(target) {
      warn("\(property): \"\(link.messageExcerpt)\" comes back to itself, and is left out", index)
      return nil
    }
    return target
  }

  /// What a `use` shows: nil if there is no such thing, or it would show itself.
  func useTarget(_ index: Int) -> Int? {
    let link = markup[index].link
    guard let target = target(of: link) else {
      warn("href=\"\((link ?? "").messageExcerpt)\" names no element of this file; nothing is drawn", index)
      return nil
    }
    var ancestor = index
    while ancestor >= 0, ancestor != target { ancestor = markup[ancestor].parent }
    if ancestor >= 0 || followed.contains(target) {
      warn("href=\"\((link ?? "").messageExcerpt)\" would show itself in itself; nothing is drawn", index)
      return nil
    }
    return target
  }

  /// The same, with a warning if it is an element that is not drawn.
  func supportedTarget(_ index: Int) -> (target: Int, tag: Tag)? {
    guard let target = useTarget(index) else { return nil }
    if let tag = markup[target].tag { return (target, tag) }
    let (link, name) = ((markup[index].link ?? "").messageExcerpt, markup[target].name.messageExcerpt)
    let fault = name.isEmpty ? "no element of SVG" : "a \"\(name)\", which is not supported"
    warn("href=\"\(link)\" names \(fault); nothing is drawn", index)
    return nil
  }

  /// The elements that a gradient or pattern takes attributes from: itself, what it links to, and so on.
  func hrefChain(of index: Int, _ isRight: (Tag) -> Bool) -> [Int] {
    var chain = [index]
    while let last = chain.last, spend(markup[last].cost, last), let link = markup[last].link {
      guard let next = target(of: link), let tag = markup[next].tag, isRight(tag), !chain.contains(next), chain.count < 64
      else {
        warn("href=\"\(link.messageExcerpt)\" names no other gradient or pattern of this file, and is left out", last)
        break
      }
      chain.append(next)
    }
    return chain
  }
}
