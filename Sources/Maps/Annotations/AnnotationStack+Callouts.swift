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
    bubble.detailAccessory = view.detailCalloutAccessory
    bubble.leftAccessory = view.leftCalloutAccessory
    bubble.rightAccessory = view.rightCalloutAccessory
    for case let control as Control in [view.leftCalloutAccessory, view.rightCalloutAccessory] { wire(control, of: view) }
    calloutLayer.addSublayer(bubble)
    callout = bubble
    calloutView = view
    // Where it stands now: the map may have moved since it was laid out, and what is selected stands higher.
    if !map.bounds.isEmpty, let item = shownInOrder.first(where: { $0.view === view }) { move(item, map.drawnTransformation) }
    placeCallout()
    bubble.present(animated: animated && map.isOnStage)
  }

  func hideCallout(animated: Bool) {
    callout?.dismiss(animated: animated && map.isOnStage)
    (callout, calloutView, calloutAnchor, needsCalloutFit) = (nil, nil, nil, false)
  }

  /// Keeps the callout over its view, and its words those of the annotation.
  func placeCallout() {
    guard let callout, let view = calloutView, let annotation = view.annotation else { return }
    if callout.title != annotation.title ?? "" { callout.title = annotation.title ?? "" }
    if callout.subtitle != annotation.subtitle ?? "" { callout.subtitle = annotation.subtitle ?? "" }
    var anchor = view.frame
    anchor.origin = anchor.origin + view.calloutOffset
    point(callout, at: anchor)
    guard needsCalloutFit else { return }
    needsCalloutFit = false
    let (area, frame) = (map.safeArea, callout.frame)
    if area.contains(anchor.center), frame.intersection(area) != frame {
      calloutAnchor = nil
      point(callout, at: anchor)
    }
  }

  private func point(_ callout: Callout, at anchor: Rect) {
    let hold = hold(on: anchor)
    // By whole points: what moves is as crisp as what stands, and keeps its side.
    let way = Point(
      x: Scalar((anchor.center.x - hold.anchor.center.x).rounded), y: Scalar((anchor.center.y - hold.anchor.center.y).rounded))
    callout.place(
      pointingAt: Rect(origin: hold.anchor.origin + way, size: hold.anchor.size),
      within: Rect(origin: hold.area.origin + way, size: hold.area.size))
  }

  /// What the callout points at and keeps within as it is shown; from then on it moves with that, and leaves the screen with it. It looks for a side anew where it would
  /// not fit once the application has brought the map elsewhere, or the annotation has moved.
  private func hold(on anchor: Rect) -> (anchor: Rect, area: Rect) {
    let area = map.safeArea
    if let hold = calloutAnchor, hold.area == area, (hold.anchor.width - anchor.width).magnitude < 1,
      (hold.anchor.height - anchor.height).magnitude < 1
    {
      return hold
    }
    // What is beside the screen is pointed at as it will be when it comes there.
    let middle = anchor.center
    let seen = Point(x: max(min(middle.x, area.maxX), area.minX), y: max(min(middle.y, area.maxY), area.minY))
    let hold = (anchor: Rect(origin: anchor.origin + (seen - middle), size: anchor.size), area: area)
    calloutAnchor = hold
    return hold
  }

  /// Tells the map when a control in a callout is pressed; once for each, however often it is shown.
  private func wire(_ control: Control, of view: AnnotationView) {
    guard !view.observedControls.contains(where: { $0 === control }) else { return }
    view.observedControls.append(control)
    control.addAction(for: .touchUpInside) { [weak view] control in
      // An accessory may serve several views: the one whose callout it stands in is meant.
      guard let view, let map = view.map, map.annotationStack.calloutView === view else { return }
      map.notifyCalloutAccessoryTapped(view, control)
    }
  }
}
