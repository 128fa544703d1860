import CartoucheControls
import CartoucheRaster
import CartoucheScene

/// A map's annotations: which there are, which of them and of their clusters are shown, and by which views.
///
///     added ▶ asked for a view, whose traits are kept ▶ clusters of its group ▶ placed by priority ▶ a view on the map, or none
///
/// Places are given anew when the zoom, the bearing or the annotations change, and when the map was carried beyond ``margin``; otherwise the views that are there
/// are only moved.
final class AnnotationStack {
  /// How far beyond the map's edges annotations are given their places, so that little has to be done while a finger carries it.
  static let margin: Scalar = 64
  /// How late the zoom at which something appears or goes follows the camera's.
  static let zoomLag = Scalar(rawValue: 6554)
  /// How often in one layout callbacks may change what is laid out.
  static let maximumRoundCount = 8

  unowned let map: MapView
  let layer = AnnotationLayer()
  /// Over it: callouts are in front of all annotations.
  let calloutLayer = AnnotationLayer()
  var callout: Callout?
  var calloutView: AnnotationView?
  /// What the callout pointed at when it was shown, and the map's safe area then.
  var calloutAnchor: (anchor: Rect, area: Rect)?
  /// Whether the callout may be beside the screen though its view is on it.
  var needsCalloutFit = false
  var views = AnnotationViewPool()
  private(set) var records: [AnnotationRecord] = []
  private var bySerial: [Int: AnnotationRecord] = [:]
  private var byObject: [ObjectIdentifier: AnnotationRecord] = [:]
  private var nextSerial = 0
  let moved: MovedAnnotations
  /// Those of whose changes the map will be told, also after they were taken off.
  private var watches: [ObjectIdentifier: Watch] = [:]
  /// Those of which somebody says that they moved.
  private var touched: Set<Int> = []

  private struct Watch {
    weak var annotation: (any Annotation)?
    var serial: Int
  }

  /// The groups in the order in which they came to be.
  private(set) var groups: [AnnotationGroup] = []
  private var groupsByName: [String: AnnotationGroup] = [:]
  /// Those that are in no group.
  private(set) var ungrouped: [AnnotationRecord] = []
  private var isUngroupedStale = false

  var placement = AnnotationPlacement()
  var shown: [AnnotationKey: ShownAnnotation] = [:]
  /// From the hindmost to the foremost.
  var shownInOrder: [ShownAnnotation] = []
  /// On their way out.
  var departing: [ShownAnnotation] = []
  var needsPlacement = true
  /// What comes to be shown the first time is simply there.
  var hasPlaced = false
  var isWorking = false
  /// Views are being prepared: what they say of themselves is read when that is done.
  var isPreparing = false
  var placed: (transform: MapTransform, area: MapRect)?
  /// What the views were moved for last; nil where one of them has to be looked at again.
  var movedFor: MapTransform?
  /// Whether there are records of annotations that were taken off.
  private var hasRemoved = false
  /// The zoom that counts for ranges of zooms: the camera's, a little late.
  var laggedZoom: Scalar?
  var selected: (any Annotation)?
  /// Whether somebody was told of it: not before a view shows it.
  var isSelectionNotified = false
  var drag: AnnotationDrag?

  init(of map: MapView) {
    self.map = map
    let waker = MapWaker(map)
    moved = MovedAnnotations { waker.wake() }
    calloutLayer.masksToBounds = true
  }

  var isEmpty: Bool { records.isEmpty && shown.isEmpty && departing.isEmpty }

  // MARK: Adding and removing

  /// Adds an annotation; one that is there already stays as it is.
  func add(_ annotation: any Annotation) {
    guard byObject[ObjectIdentifier(annotation)] == nil else { return }
    let record = AnnotationRecord(annotation, serial: watched(annotation) ?? nextSerial, order: nextSerial)
    record.isWatched = record.serial != nextSerial
    watches[ObjectIdentifier(annotation)] = Watch(annotation: annotation, serial: record.serial)
    nextSerial += 1
    records.append(record)
    (bySerial[record.serial], byObject[ObjectIdentifier(annotation)]) = (record, record)
    _ = record.read(on: map, notifying: moved)
    setNeedsPlacement()
  }

  /// Removes annotations; those that are not there change nothing.
  func remove(_ annotations: [any Annotation]) {
    // One after the other would go through all records for each.
    for annotation in annotations {
      guard let record = byObject.removeValue(forKey: ObjectIdentifier(annotation)) else { continue }
      if let selected, selected === annotation { deselect(animated: false) }
      if drag?.record === record { drag = nil }
      record.isRemoved = true
      if let own = record.ownView {
        record.ownView = nil
        views.enqueue(own)
      }
      bySerial[record.serial] = nil
      forget(record)
    }
    hasRemoved = true
    if !isWorking { sweep() }
    setNeedsPlacement()
  }

  /// Lets the records of removed annotations go; while they are gone through they are only marked.
  func sweep() {
    guard hasRemoved else { return }
    hasRemoved = false
    records.removeAll { $0.isRemoved }
  }

  /// The number under which the next change of `annotation`, which was on the map before, will be told.
  private func watched(_ annotation: any Annotation) -> Int? {
    if watches.count > 2 * records.count + 64 { watches = watches.filter { $0.value.annotation != nil } }
    guard let watch = watches[ObjectIdentifier(annotation)], watch.annotation === annotation else { return nil }
    return watch.serial
  }

  func record(for annotation: any Annotation) -> AnnotationRecord? { byObject[ObjectIdentifier(annotation)] }

  func record(serial: Int) -> AnnotationRecord? { bySerial[serial] }

  func contains(_ annotation: any Annotation) -> Bool { byObject[ObjectIdentifier(annotation)] != nil }

  /// Looks for places again before the next frame.
  func setNeedsPlacement() {
    needsPlacement = true
    map.setNeedsLayout()
  }

  /// Everything lies elsewhere on the map: its coordinates are counted otherwise.
  func updateAllPositions() {
    for record in records where record.read(on: map, notifying: moved) { forgetGroup(of: record) }
    setNeedsPlacement()
  }

  // MARK: Moving

  /// Reads where the annotations are that said they moved.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  func applyMoves() -> Bool {
    let told = moved.takeAll()
    if !told.isEmpty {
      for (object, watch) in watches where told.contains(watch.serial) {
        // It has been told, and is set anew below if the annotation is on the map.
        if bySerial[watch.serial] == nil { watches[object] = nil }
      }
      for serial in told { bySerial[serial]?.isWatched = false }
    }
    guard !told.isEmpty || !touched.isEmpty else { return false }
    let serials = told.union(touched)
    touched = []
    for serial in serials.sorted() {
      guard let record = bySerial[serial] else { continue }
      // What a finger holds stands where that is until it is put down.
      if record === drag?.record {
        _ = record.read(on: map, notifying: moved)
        updateTitle(of: record)
      } else {
        move(record)
      }
    }
    return true
  }

  /// Has an annotation looked at in the next layout.
  func markMoved(_ record: AnnotationRecord) {
    touched.insert(record.serial)
    map.setNeedsLayout()
  }

  func move(_ record: AnnotationRecord, slides: Bool = true) {
    let before = record.place
    guard record.read(on: map, notifying: moved) else {
      return updateTitle(of: record)
    }
    forgetGroup(of: record)
    needsPlacement = true
    guard let place = record.place, let shown = shown[AnnotationKey(record)] else { return }
    shown.place = place
    if shown.view === calloutView { needsCalloutFit = true }
    guard slides, let before, shown.view.moveDuration > 0, map.isOnStage, !map.bounds.isEmpty else { return }
    let way = map.transformation.point(for: before) - map.transformation.point(for: place)
    shown.view.slide(from: way, duration: shown.view.moveDuration)
  }

  // MARK: Groups

  func group(named name: String) -> AnnotationGroup {
    if let group = groupsByName[name] { return group }
    let group = AnnotationGroup(identifier: name, number: groups.count)
    groups.append(group)
    groupsByName[name] = group
    return group
  }

  /// Keeps what a view says of its annotation.
  func store(_ traits: AnnotationTraits, of record: AnnotationRecord) {
    let before = record.traits?.clusteringIdentifier
    let isNew = record.traits == nil
    record.traits = traits
    guard isNew || before != traits.clusteringIdentifier else { return }
    if let before { group(named: before).makeStale() }
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

  /// Forms the clusters anew of the groups whose members are others or elsewhere.
  func refreshGroups() {
    if isUngroupedStale {
      ungrouped = records.filter { !$0.isRemoved && $0.traits != nil && $0.traits?.clusteringIdentifier == nil }
      isUngroupedStale = false
    }
    guard groups.contains(where: { $0.isStale }) else { return }
    var members: [String: [AnnotationRecord]] = [:]
    for record in records where !record.isRemoved && record.place != nil {
      if let name = record.traits?.clusteringIdentifier { members[name, default: []].append(record) }
    }
    for group in groups where group.isStale {
      group.rebuild(members[group.identifier] ?? [], radius: map.clusterRadius)
    }
  }

  /// All groups again: the radius is another.
  func regroup() {
    for group in groups { group.makeStale() }
    setNeedsPlacement()
  }
}

/// What a map shows of an annotation or a cluster.
final class ShownAnnotation {
  let key: AnnotationKey
  let annotation: any Annotation
  let view: AnnotationView
  /// nil: a cluster.
  let record: AnnotationRecord?
  var place: MapPoint
  /// The view's size and anchor point when it was given its place.
  var size = Size.zero
  var anchor = Point.zero
  /// Its node in the group's hierarchy of that generation.
  var group: AnnotationGroup?
  var node: Int32
  var generation: Int32

  init(_ candidate: AnnotationPlacement.Candidate, _ annotation: any Annotation, _ record: AnnotationRecord?, view: AnnotationView)
  {
    (key, self.annotation, self.record, self.view) = (candidate.key, annotation, record, view)
    (place, group, node) = (candidate.place, candidate.group, candidate.node)
    generation = Int32(truncatingIfNeeded: candidate.group?.generation ?? 0)
  }
}

/// Asks a map to look at its annotations again: what `@Observable` calls has to be sendable, and layers are not.
private final class MapWaker: @unchecked Sendable {
  private weak var map: MapView?

  init(_ map: MapView) {
    self.map = map
  }

  func wake() {
    map?.setNeedsLayout()
  }
}
