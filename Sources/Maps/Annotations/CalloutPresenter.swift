import CartoucheControls
import CartoucheRaster
import CartoucheScene

/// Shows the callout of the selected annotation view, in a layer above all annotations.
final class CalloutPresenter {
  /// The layer that contains the callout, and clips the callout to the map.
  let layer = AnnotationContainerLayer()
  /// The annotation view whose callout is shown.
  private(set) var view: AnnotationView?
  /// Whether the callout has to be fitted to the screen again.
  ///
  /// The callout may be off-screen although its annotation view is on the screen.
  var needsFit = false

  private unowned let map: MapView
  private var callout: Callout?
  /// The rectangle at which the callout pointed when it chose its side, and the map's safe area at that time.
  private var reference: (anchor: Rect, area: Rect)?

  init(on map: MapView) {
    self.map = map
    layer.masksToBounds = true
  }

  /// Returns whether `view` has a callout to show.
  func canShowCallout(of view: AnnotationView) -> Bool {
    guard let annotation = view.annotation, view.canShowCallout else { return false }
    return annotation.title?.isEmpty == false || view.detailCalloutAccessory != nil
  }

  /// Shows the callout of an annotation view, which has to be at its final position already.
  func show(_ view: AnnotationView, animated: Bool) {
    guard let annotation = view.annotation else { return }
    let callout = Callout(annotation.title ?? "", subtitle: annotation.subtitle ?? "", theme: map.theme)
    callout.detailAccessory = view.detailCalloutAccessory
    callout.leftAccessory = view.leftCalloutAccessory
    callout.rightAccessory = view.rightCalloutAccessory
    for case let control as Control in [view.leftCalloutAccessory, view.rightCalloutAccessory] { observe(control, of: view) }
    layer.addSublayer(callout)
    (self.callout, self.view) = (callout, view)
    update()
    callout.present(animated: animated && map.isOnStage)
  }

  /// Replaces the callout by one of the map's present theme.
  func themeDidChange() {
    guard let view, let old = callout else { return }
    show(view, animated: false)
    if let callout, callout !== old { map.crossFade(from: old, to: callout) }
  }

  func hide(animated: Bool) {
    callout?.dismiss(animated: animated && map.isOnStage)
    (callout, view, reference, needsFit) = (nil, nil, nil, false)
  }

  /// Moves the callout to its annotation view, and updates the callout's texts.
  func update() {
    guard let callout, let view, let annotation = view.annotation else { return }
    if callout.title != annotation.title ?? "" { callout.title = annotation.title ?? "" }
    if callout.subtitle != annotation.subtitle ?? "" { callout.subtitle = annotation.subtitle ?? "" }
    var anchor = view.frame
    anchor.origin = anchor.origin + view.calloutOffset
    point(callout, at: anchor)
    guard needsFit else { return }
    needsFit = false
    let (area, frame) = (map.safeArea, callout.frame)
    if area.contains(anchor.center), frame.intersection(area) != frame {
      reference = nil
      point(callout, at: anchor)
    }
  }

  private func point(_ callout: Callout, at anchor: Rect) {
    let reference = reference(for: anchor)
    // Moved by whole points, the callout stays as crisp as at rest and keeps its side.
    let offset = Point(
      x: Scalar((anchor.center.x - reference.anchor.center.x).rounded),
      y: Scalar((anchor.center.y - reference.anchor.center.y).rounded))
    callout.place(
      pointingAt: Rect(origin: reference.anchor.origin + offset, size: reference.anchor.size),
      within: Rect(origin: reference.area.origin + offset, size: reference.area.size))
  }

  /// Returns the rectangle and the area for which the callout chooses its side.
  ///
  /// A visible callout keeps its side: the rectangle and the area move with the annotation view. The callout
  /// may therefore leave the screen with the view.
  ///
  /// The callout chooses its side again if it would not fit after the application has moved the map. A
  /// callout that would not fit after its annotation has moved chooses its side again too.
  private func reference(for anchor: Rect) -> (anchor: Rect, area: Rect) {
    let area = map.safeArea
    if let reference, reference.area == area, (reference.anchor.width - anchor.width).magnitude < 1,
      (reference.anchor.height - anchor.height).magnitude < 1
    {
      return reference
    }
    // For an off-screen anchor the side is chosen as it will be when the anchor enters the screen.
    let center = anchor.center
    let visible = Point(x: center.x.clamped(from: area.minX, to: area.maxX), y: center.y.clamped(from: area.minY, to: area.maxY))
    let new = (anchor: Rect(origin: anchor.origin + (visible - center), size: anchor.size), area: area)
    reference = new
    return new
  }

  /// Notifies the map when a control of a callout is tapped.
  ///
  /// Each control is observed once, even if the control is shown several times.
  private func observe(_ control: Control, of view: AnnotationView) {
    guard !view.observedControls.contains(where: { $0 === control }) else { return }
    view.observedControls.append(control)
    control.addAction(for: .touchUpInside) { [weak view] control in
      // Several views may share an accessory; the tap belongs to the view whose callout is shown.
      guard let view, let map = view.map, map.annotationPresenter.callouts.view === view else { return }
      map.notifyCalloutAccessoryTapped(view, control)
    }
  }
}
