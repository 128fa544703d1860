import CartoucheRaster
import CartoucheScene

/// Views that no annotation needs at present, by their reuse identifiers.
struct AnnotationViewPool {
  /// More of one kind are let go.
  static let maximumCount = 64

  private var idle: [String: [AnnotationView]] = [:]
  private var classes: [String: AnnotationView.Type] = [:]

  mutating func register(_ kind: AnnotationView.Type?, for identifier: String) {
    classes[identifier] = kind
  }

  func isRegistered(_ identifier: String) -> Bool { classes[identifier] != nil }

  /// One that is idle, else a new one of the class that is registered; nil, there is none.
  mutating func dequeue(_ identifier: String, for annotation: (any Annotation)?) -> AnnotationView? {
    if let view = idle[identifier]?.popLast() {
      view.annotation = annotation
      return view
    }
    return classes[identifier].map { $0.init(annotation: annotation, reuseIdentifier: identifier) }
  }

  /// Takes in a view that is not on the map any more.
  mutating func enqueue(_ view: AnnotationView) {
    // First: what it forgets is no change of the annotation that it showed.
    view.map = nil
    if view.isSelected { view.setSelected(false, animated: false) }
    view.prepareForReuse()
    view.annotation = nil
    view.opacity = 1
    view.isHidden = false
    guard let identifier = view.reuseIdentifier, idle[identifier]?.count ?? 0 < Self.maximumCount else { return }
    idle[identifier, default: []].append(view)
  }
}
