/// The annotations and clusters that are selected, in the order of their selection.
struct AnnotationSelection {
  struct Entry {
    let annotation: any Annotation
    /// Whether the application was notified, which happens as soon as a view shows the selection.
    var isNotified = false
  }

  private(set) var entries: [Entry] = []
  /// The objects of the entries, because each placement looks up every candidate.
  private var objects: Set<ObjectIdentifier> = []

  func contains(_ annotation: any Annotation) -> Bool { !objects.isEmpty && objects.contains(ObjectIdentifier(annotation)) }

  /// Whether an annotation was selected last, so that its callout is shown.
  func isLast(_ annotation: any Annotation) -> Bool { entries.last?.annotation === annotation }

  /// Adds an annotation, and returns whether it was not selected before.
  mutating func insert(_ annotation: any Annotation) -> Bool {
    guard objects.insert(ObjectIdentifier(annotation)).inserted else { return false }
    entries.append(Entry(annotation: annotation))
    return true
  }

  /// Removes an annotation, and returns its entry; nil if it was not selected.
  mutating func remove(_ annotation: any Annotation) -> Entry? {
    guard objects.remove(ObjectIdentifier(annotation)) != nil else { return nil }
    return entries.firstIndex { $0.annotation === annotation }.map { entries.remove(at: $0) }
  }

  mutating func markNotified(_ annotation: any Annotation) {
    if let index = entries.firstIndex(where: { $0.annotation === annotation }) { entries[index].isNotified = true }
  }
}
