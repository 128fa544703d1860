import CartoucheRaster
import CartoucheScene

/// The unused annotation views by their reuse identifiers, and the view classes registered for these
/// identifiers.
struct AnnotationViewPool {
  /// The maximum number of unused views with one reuse identifier.
  static let maximumCount = 64

  private var idle: [String: [AnnotationView]] = [:]
  private var classes: [String: AnnotationView.Type] = [:]

  mutating func register(_ kind: AnnotationView.Type?, for identifier: String) {
    classes[identifier] = kind
  }

  /// Returns an unused view with a reuse identifier, or a new view of the registered class.
  ///
  /// - Returns: nil if there is no unused view and no class is registered.
  mutating func dequeue(_ identifier: String, for annotation: (any Annotation)?) -> AnnotationView? {
    if let view = idle[identifier]?.popLast() {
      view.annotation = annotation
      return view
    }
    return classes[identifier].map { $0.init(annotation: annotation, reuseIdentifier: identifier) }
  }

  /// The views that are unused.
  var unused: [AnnotationView] { idle.values.flatMap { $0 } }

  /// Stores an annotation view that is no longer on the map for reuse.
  mutating func enqueue(_ view: AnnotationView) {
    // First, so that resetting the view is not taken for a change of its annotation.
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
