import CartoucheRaster
import CartoucheScene

/// The unused annotation views by their reuse identifiers, and the view classes registered for these
/// identifiers.
///
/// The pool is an object whose methods may be called again by the application's code that they call.
final class AnnotationViewPool {
  /// The maximum number of unused views with one reuse identifier.
  static let maximumCount = 64

  /// The unused views of one reuse identifier. An object, because changing an array inside a dictionary
  /// allocates memory.
  private final class Shelf {
    var views: [AnnotationView] = []
  }

  private var idle: [String: Shelf] = [:]
  private var classes: [String: AnnotationView.Type] = [:]

  func register(_ kind: AnnotationView.Type?, for identifier: String) {
    classes[identifier] = kind
  }

  /// Returns an unused view with a reuse identifier, or a new view of the registered class.
  ///
  /// - Returns: nil if there is no unused view and no class is registered.
  func dequeue(_ identifier: String, for annotation: (any Annotation)?) -> AnnotationView? {
    if let view = idle[identifier]?.views.popLast() {
      view.annotation = annotation
      return view
    }
    return classes[identifier].map { $0.init(annotation: annotation, reuseIdentifier: identifier) }
  }

  /// The views that are unused.
  var unused: [AnnotationView] { idle.values.flatMap(\.views) }

  /// Stores an annotation view that is no longer on the map for reuse.
  func enqueue(_ view: AnnotationView) {
    // First, so that resetting the view is not taken for a change of its annotation.
    view.map = nil
    if view.isSelected { view.setSelected(false, animated: false) }
    view.prepareForReuse()
    view.annotation = nil
    view.opacity = 1
    view.isHidden = false
    guard let identifier = view.reuseIdentifier else { return }
    let shelf = idle[identifier] ?? Shelf()
    if shelf.views.count < Self.maximumCount { shelf.views.append(view) }
    idle[identifier] = shelf
  }
}
