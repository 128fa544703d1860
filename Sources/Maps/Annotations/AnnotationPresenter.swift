import CartoucheControls
import CartoucheRaster
import CartoucheScene

/// All annotations of a map, the annotations and clusters that the map shows, and the views that show them.
///
///     added ▶ asked for a view, whose traits are stored ▶ clusters of its group
///           ▶ placed by priority ▶ a view on the map, or none
///
/// The application is asked for the view of each annotation once, even if the annotation is far from the
/// screen. The reason is that a cluster counts all its members.
///
/// Annotations are placed again when the zoom, the bearing or an annotation changes, and when a pan reaches
/// another cell of the grid: see ``PlacementArea``. While the map is zoomed or turned, they are placed at
/// every other level of clusters, and each ``motionInterval``. In other frames, the existing views are only
/// moved. At rest, the placement is that of a map that was set there directly.
final class AnnotationPresenter {
  /// The time in nanoseconds between two placements while the map is zoomed or turned.
  static let motionInterval: Int64 = 250_000_000
  /// The same if the view shows parts of the map in which no annotations were placed.
  static let areaInterval: Int64 = 100_000_000
  /// The hysteresis of ``AnnotationView/zoomRange``: how far the effective zoom follows behind the camera's
  /// zoom.
  static let zoomLag = Scalar(rawValue: 6554)
  /// The maximum number of placements in one layout.
  ///
  /// The number is limited because the application's callbacks may change annotations in each placement.
  static let maximumRoundCount = 8

  unowned let map: MapView
  let layer = AnnotationContainerLayer()
  private(set) lazy var callouts = CalloutPresenter(on: map)
  let views = AnnotationViewPool()
  private(set) var records: [AnnotationRecord] = []
  private var bySerial: [Int: AnnotationRecord] = [:]
  private var byObject: [ObjectIdentifier: AnnotationRecord] = [:]
  private var nextSerial = 0
  let moved: ChangedAnnotations
  /// The annotations whose next change is observed, including annotations that have been removed.
  ///
  /// Annotations that report their changes themselves are not among them.
  private var watches: [ObjectIdentifier: Watch] = [:]
  /// The serial numbers of the annotations that the application has reported as moved.
  private var reportedMoves: Set<Int> = []
  /// Memory for the serial numbers of the annotations that have changed.
  private var changed: Set<Int> = []
  /// The same, in order.
  private var changedInOrder: [Int] = []

  private struct Watch {
    weak var annotation: (any Annotation)?
    var serial: Int
  }

  /// The groups, in the order in which they were created.
  private(set) var groups: [ClusteringGroup] = []
  private var groupsByName: [String: ClusteringGroup] = [:]
  /// The annotations that are in no group.
  private(set) var ungrouped: [AnnotationRecord] = []
  private var isUngroupedStale = false

  var placement = AnnotationPlacement()
  var shown: [AnnotationKey: ShownAnnotation] = [:]
  /// The shown items, from back to front.
  var shownInOrder: [ShownAnnotation] = []
  /// The items that are disappearing with an animation.
  var departing: [ShownAnnotation] = []
  var needsPlacement = true
  /// Whether the application may have to be asked for views of annotations, to store the views' traits.
  var lacksTraits = false
  /// Whether annotations were placed before. In the first placement, views appear without animation.
  var hasPlaced = false
  var isLayingOut = false
  /// Whether a view is being prepared. The map reads the view's traits after the preparation.
  var isPreparing = false
  var lastPlacement: PlacementArea?
  var lastPlacementTime = Timestamp.zero
  var placementCount = 0
  /// Finds whether the map is zoomed or turned.
  var motion = GroundMotion()
  /// Memory for the search for clusters.
  var clusterSearch: [Int32] = []
  /// Memory for the shown items of the next placement.
  var spareShown: [AnnotationKey: ShownAnnotation] = [:]
  /// The transform for which all views were last moved; nil if a view may be at another position.
  var movedFor: MapTransform?
  /// Whether there are records of removed annotations.
  private var hasRemoved = false
  /// The zoom that is compared with zoom ranges: the camera's zoom, delayed by ``zoomLag``.
  var laggedZoom: Scalar?
  /// The selected annotations and clusters, in the order of their selection.
  var selection = AnnotationSelection()
  var drag: AnnotationDrag?

  init(of map: MapView) {
    self.map = map
    let waker = LayoutWaker(map)
    moved = ChangedAnnotations { waker.wake() }
  }

  var isEmpty: Bool { records.isEmpty && shown.isEmpty && departing.isEmpty }

  // MARK: Adding and removing

  /// Adds an annotation. If the annotation is already on the map, nothing changes.
  func add(_ annotation: any Annotation) {
    guard byObject[ObjectIdentifier(annotation)] == nil else { return }
    pruneWatches()
    let reporting = annotation as? any ReportingAnnotation
    let knownSerial = reporting.map { $0.changeReports.serial(on: moved) } ?? observedSerial(of: annotation)
    let record = AnnotationRecord(
      annotation, serial: knownSerial ?? nextSerial, order: nextSerial, isWatched: reporting == nil && knownSerial != nil)
    if reporting == nil {
      watches[ObjectIdentifier(annotation)] = Watch(annotation: annotation, serial: record.serial)
    }
    nextSerial += 1
    records.append(record)
    (bySerial[record.serial], byObject[ObjectIdentifier(annotation)]) = (record, record)
    _ = read(record)
    // Fixes are not reported while the user's location is not on the map.
    if annotation === map.userLocation { markMoved(record) }
    setNeedsPlacement()
  }

  /// Removes annotations. Annotations that are not on the map are ignored.
  func remove(_ annotations: [any Annotation]) {
    // Removing records one by one would search all of them each time.
    for annotation in annotations {
      guard let record = byObject.removeValue(forKey: ObjectIdentifier(annotation)) else { continue }
      bySerial[record.serial] = nil
      record.isRemoved = true
      (annotation as? any ReportingAnnotation)?.changeReports.end(to: moved)
      if drag?.record === record { drag = nil }
      if let own = record.ownView {
        record.ownView = nil
        views.enqueue(own)
      }
      forget(record)
      // Last, because the callback may add the annotation again.
      deselect(annotation, animated: false)
    }
    hasRemoved = true
    if !isLayingOut { sweep() }
    setNeedsPlacement()
  }

  /// Deletes the records of removed annotations, which are only marked while records are being iterated.
  func sweep() {
    guard hasRemoved else { return }
    hasRemoved = false
    records.removeAll { $0.isRemoved }
  }

  /// Forgets annotations that were released, once there may be many of them.
  private func pruneWatches() {
    if watches.count > 2 * records.count + 64 { watches = watches.filter { $0.value.annotation != nil } }
  }

  /// Returns the serial number with which the map still observes the next change of `annotation`.
  ///
  /// - Returns: nil if the annotation was not on the map before.
  private func observedSerial(of annotation: any Annotation) -> Int? {
    guard let watch = watches[ObjectIdentifier(annotation)], watch.annotation === annotation else { return nil }
    return watch.serial
  }

  func record(for annotation: any Annotation) -> AnnotationRecord? { byObject[ObjectIdentifier(annotation)] }

  func record(serial: Int) -> AnnotationRecord? { bySerial[serial] }

  func contains(_ annotation: any Annotation) -> Bool { byObject[ObjectIdentifier(annotation)] != nil }

  /// Requests another placement of annotations before the next frame.
  func setNeedsPlacement() {
    needsPlacement = true
    map.setNeedsLayout()
  }

  /// Projects all annotations again after a change of the coordinate system.
  func updateAllPositions() {
    for record in records where read(record) { forgetGroup(of: record) }
    setNeedsPlacement()
  }

  // MARK: Moving

  /// Reads the coordinates of the annotations that have changed.
  ///
  /// - Returns: Whether any annotation has changed.
  @discardableResult
  func applyMoves() -> Bool {
    moved.takeAll(into: &changed)
    // An annotation that is on the map is observed again below. The others are searched for only if there
    // are any.
    if changed.contains(where: { bySerial[$0] == nil }) {
      watches = watches.filter { !changed.contains($0.value.serial) || bySerial[$0.value.serial] != nil }
    }
    for serial in changed { bySerial[serial]?.endObservation() }
    guard !changed.isEmpty || !reportedMoves.isEmpty else { return false }
    changed.formUnion(reportedMoves)
    reportedMoves.removeAll(keepingCapacity: true)
    changedInOrder.removeAll(keepingCapacity: true)
    changedInOrder.append(contentsOf: changed)
    changedInOrder.sort()
    changed.removeAll(keepingCapacity: true)
    for serial in changedInOrder {
      guard let record = bySerial[serial] else { continue }
      // A dragged annotation stays at the finger until it is dropped.
      if record === drag?.record {
        _ = read(record)
        updateTitle(of: record)
      } else {
        move(record)
      }
    }
    return true
  }

  /// Reads an annotation's coordinate. Once it has one, the application is asked for its view.
  ///
  /// - Returns: Whether the annotation's point has changed.
  private func read(_ record: AnnotationRecord) -> Bool {
    if record.traits == nil { lacksTraits = true }
    return record.read(on: map, notifying: moved)
  }

  /// Requests that the next layout reads an annotation again.
  func markMoved(_ record: AnnotationRecord) {
    reportedMoves.insert(record.serial)
    map.setNeedsLayout()
  }

  func move(_ record: AnnotationRecord, slides: Bool = true) {
    if record.annotation === map.userLocation { map.tracking.userLocationDidChange() }
    let previous = record.point
    guard read(record) else {
      return updateTitle(of: record)
    }
    forgetGroup(of: record)
    needsPlacement = true
    guard let point = shownPoint(of: record), let shown = shown[AnnotationKey(record)] else { return }
    shown.point = point
    if shown.view === callouts.view { callouts.needsFit = true }
    guard slides, let previous, shown.view.moveDuration > 0, map.isOnStage, !map.bounds.isEmpty else { return }
    let offset = map.transformation.point(for: previous) - map.transformation.point(for: point)
    shown.view.slide(from: offset, duration: shown.view.moveDuration)
  }

  /// Returns the point at which an annotation is shown: the user's location moves evenly from fix to fix.
  func shownPoint(of record: AnnotationRecord) -> MapPoint? {
    record.annotation === map.userLocation ? map.tracking.shownPoint ?? record.point : record.point
  }

  // MARK: Groups

  func group(named name: String) -> ClusteringGroup {
    if let group = groupsByName[name] { return group }
    let group = ClusteringGroup(identifier: name, number: groups.count)
    groups.append(group)
    groupsByName[name] = group
    return group
  }

  /// Stores the traits of an annotation's view.
  func store(_ traits: AnnotationTraits, of record: AnnotationRecord) {
    let previous = record.traits?.clusteringIdentifier
    let isNew = record.traits == nil
    record.traits = traits
    guard isNew || previous != traits.clusteringIdentifier else { return }
    if let previous { group(named: previous).makeStale() }
    if let name = traits.clusteringIdentifier { group(named: name).makeStale() }
    isUngroupedStale = true
  }

  private func forgetGroup(of record: AnnotationRecord) {
    if let name = record.traits?.clusteringIdentifier { group(named: name).makeStale() }
  }

  private func forget(_ record: AnnotationRecord) {
    forgetGroup(of: record)
    if record.traits?.clusteringIdentifier == nil { isUngroupedStale = true }
  }

  /// Rebuilds the clusters of each group whose members have changed or moved.
  func refreshGroups() {
    if isUngroupedStale {
      ungrouped = records.filter { !$0.isRemoved && $0.traits != nil && $0.traits?.clusteringIdentifier == nil }
      isUngroupedStale = false
    }
    guard groups.contains(where: { $0.isStale }) else { return }
    var members: [String: [AnnotationRecord]] = [:]
    for record in records where !record.isRemoved && record.point != nil {
      if let name = record.traits?.clusteringIdentifier { members[name, default: []].append(record) }
    }
    for group in groups where group.isStale {
      group.rebuild(members[group.identifier] ?? [], radius: map.clusterRadius)
    }
  }

  /// Rebuilds the clusters of all groups after a change of the cluster radius.
  func regroup() {
    for group in groups { group.makeStale() }
    setNeedsPlacement()
  }
}
