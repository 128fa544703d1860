import CartoucheControls
import CartoucheRaster
import CartoucheScene

// The bubble over what is selected.
extension AnnotationStack {
  /// Shows the callout of what was selected, if its view has one to show.
  func showCallout(of view: AnnotationView, animated: Bool) {
    hideCallout(animated: animated)
    guard let annotation = view.annotation, view.canShowCallout else { return }
    let title = annotation.title ?? ""
    guard !title.isEmpty || view.detailCalloutAccessory != nil else { return }
    let bubble = Callout(title, subtitle: annotation.subtitle ?? "", theme: map.theme)
    bubble.detail = view.detailCalloutAccessory
    bubble.leftAccessory = view.leftCalloutAccessory
    bubble.rightAccessory = view.rightCalloutAccessory
    for case let control as Control in [view.leftCalloutAccessory, view.rightCalloutAccessory] { wire(control, of: view) }
    calloutLayer.addSublayer(bubble)
    callout = bubble
    calloutView = view
    placeCallout()
    bubble.present(animated: animated && map.isOnStage)
  }

  func hideCallout(animated: Bool) {
    callout?.dismiss(animated: animated && map.isOnStage)
    (callout, calloutView) = (nil, nil)
  }

  /// Keeps the callout over its view, and its words those of the annotation.
  func placeCallout() {
    guard let callout, let view = calloutView, let annotation = view.annotation else { return }
    if callout.title != annotation.title ?? "" { callout.title = annotation.title ?? "" }
    if callout.subtitle != annotation.subtitle ?? "" { callout.subtitle = annotation.subtitle ?? "" }
    var anchor = view.frame
    anchor.origin = anchor.origin + view.calloutOffset
    callout.place(pointingAt: anchor, within: map.safeArea)
  }

  /// Tells the map when a control in a callout is pressed; once for each, however often it is shown.
  private func wire(_ control: Control, of view: AnnotationView) {
    guard !view.wiredControls.contains(where: { $0 === control }) else { return }
    view.wiredControls.append(control)
    control.addAction(for: .touchUpInside) { [weak view] control in
      // An accessory may serve several views: the one whose callout it stands in is meant.
      guard let view, let map = view.map, map.annotationStack.calloutView === view else { return }
      map.tellAccessoryTapped(view, control)
    }
  }
}
